import semidbm
from touchstone_adapter import Mapping, serve


class SemiDBM(Mapping):
    """semidbm: a log of items and their checksums. It has no transactions; a commit writes one item after the other, and flushes them."""
    durability = "powerLoss"

    def open(self, path): self.map = semidbm.open(path, "c")
    def keys(self): return self.map.keys()


serve(SemiDBM)
