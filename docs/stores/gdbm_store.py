import dbm.gnu
from touchstone_adapter import Mapping, serve


class GNUDbm(Mapping):
    """Python's dbm.gnu. It has no transactions, so that a commit writes one item after the other, and syncs."""
    def open(self, path): self.map = dbm.gnu.open(path, "c")
    def keys(self): return self.map.keys()
    def load(self, key): return self.map.get(key)


serve(GNUDbm)
