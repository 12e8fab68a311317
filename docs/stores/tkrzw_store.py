import tkrzw
from touchstone_adapter import Buffered, serve


class Tkrzw(Buffered):
    """Tkrzw's B+ tree. A transaction is one call of several records, which it then synchronizes with the disk."""
    durability = "powerLoss"

    def check(self, status):
        if not status.IsOK(): raise OSError(str(status))

    def open(self, path):
        self.db = tkrzw.DBM()
        self.check(self.db.Open(path, True, dbm="TreeDBM", truncate=False))

    def close(self): self.check(self.db.Close())
    def load(self, key): return self.db.Get(key)

    def keys_between(self, low, high):
        found, iterator = [], self.db.MakeIterator()
        iterator.JumpUpper(low, True)
        while (key := iterator.GetKey()) is not None and (high is None or key < high):
            found.append(key)
            iterator.Next()
        return found

    def apply(self, changes):
        self.check(self.db.CompareExchangeMulti([], list(changes.items())))
        self.check(self.db.Synchronize(True))


serve(Tkrzw)
