from durus.btree import BTree
from durus.connection import Connection
from durus.error import ConflictError
from durus.file_storage import FileStorage
from touchstone_adapter import Store, serve


class Durus(Store):
    """Durus: objects in a file that only grows. A commit writes and does not flush."""
    conflicts = (ConflictError,)

    def open(self, path):
        self.connection = Connection(FileStorage(path))
        if "items" not in self.connection.get_root():
            self.connection.get_root()["items"] = BTree()
            self.connection.commit()

    def close(self): self.connection.get_storage().close()
    def begin(self, write): self.tree = self.connection.get_root()["items"]
    def commit(self): self.connection.commit()
    def rollback(self): self.connection.abort()
    def get(self, key): return self.tree.get(key)
    def put(self, key, value): self.tree[key] = value

    def delete(self, key):
        if key in self.tree: del self.tree[key]

    def items(self, low, high):
        found = []
        for key, value in self.tree.items_from(low):
            if high is not None and key >= high: break
            found.append((key, value))
        return found


serve(Durus)
