"""MyStore behind Touchstone's process protocol. It runs as it is, over a dict in a file: put the calls of your store in its place."""
import os, pickle
from touchstone_adapter import Store, serve


class MyStore(Store):
    """A key-value store in the order of the keys' bytes, with transactions of its own."""
    # What your store promises, and no more: laws for what is not declared are skipped. All names: docs/process-protocol.md#capabilities.
    durability, isolation = "processCrash", "strictSerializable"

    def open(self, path):
        """Opens the store at the path, or makes one. Its files begin with the path."""
        self.path, self.data = path, {}
        if os.path.exists(path):
            with open(path, "rb") as file: self.data = pickle.load(file)

    def close(self): pass
    def begin(self, write): self.seen = dict(self.data)
    def rollback(self): self.seen = None

    def commit(self):
        if self.seen == self.data: return
        with open(self.path + ".new", "wb") as file: pickle.dump(self.seen, file)
        os.replace(self.path + ".new", self.path)
        self.data = self.seen

    # Inside a transaction. Keys and values are bytes; `get` returns None if there is no such key.
    def get(self, key): return self.seen.get(key)
    def put(self, key, value): self.seen[key] = value
    def delete(self, key): del self.seen[key]

    def items(self, low, high):
        """The pairs from `low` to before `high`, or to the end if `high` is None, in ascending order."""
        return ((key, self.seen[key]) for key in sorted(self.seen) if low <= key and (high is None or key < high))


serve(MyStore)
