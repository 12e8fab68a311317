import dbm.ndbm
from touchstone_adapter import Mapping, serve


class NDbm(Mapping):
    """Python's dbm.ndbm, over Berkeley DB's imitation. It has no transactions and no sync: what is written is safe when it is closed."""
    durability = "volatile"

    def open(self, path): self.map = dbm.ndbm.open(path, "c")
    def load(self, key): return self.map.get(key)
    def flush(self): pass


serve(NDbm)
