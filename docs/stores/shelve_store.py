import shelve
from touchstone_adapter import Mapping, serve


class Shelf(Mapping):
    """Python's shelve, over the dbm that it takes by itself. It has no transactions, and its keys are texts."""
    def open(self, path): self.map = shelve.open(path, "c")
    def keys(self): return [bytes.fromhex(key) for key in self.map]
    def load(self, key): return self.map.get(key.hex())

    def apply(self, changes):
        for key, value in changes.items():
            if value is not None: self.map[key.hex()] = value
            else: self.map.pop(key.hex(), None)
        self.map.sync()


serve(Shelf)
