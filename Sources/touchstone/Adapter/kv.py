"""MyStore behind Touchstone's process protocol. It runs as it is, over a dict in a file: put the calls of your store in its place."""
import os, pickle
from touchstone_adapter import Buffered, serve


class MyStore(Buffered):
    """A key-value store without transactions: what one transaction writes waits in memory, and `apply` gets all of it at the commit."""
    # What your store promises, and no more: laws for what is not declared are skipped. All names: docs/process-protocol.md#capabilities.
    durability = "processCrash"

    def open(self, path):
        """Opens the store at the path, or makes one. Its files begin with the path."""
        self.path, self.data = path, {}
        if os.path.exists(path):
            with open(path, "rb") as file: self.data = pickle.load(file)

    def close(self): pass

    def load(self, key):
        """The value of a key, both of them bytes; None if there is none."""
        return self.data.get(key)

    def keys(self):
        """All keys, in any order."""
        return list(self.data)

    def apply(self, changes):
        """Writes all of a transaction, best in one batch of your store. None stands for a deletion."""
        data = {key: value for key, value in {**self.data, **changes}.items() if value is not None}
        with open(self.path + ".new", "wb") as file: pickle.dump(data, file)
        os.replace(self.path + ".new", self.path)
        self.data = data


serve(MyStore)
