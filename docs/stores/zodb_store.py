import transaction, ZODB, ZODB.FileStorage
from BTrees.OOBTree import OOBTree
from ZODB.POSException import ConflictError
from touchstone_adapter import Store, serve


class ZopeDB(Store):
    """ZODB: objects in a file that only grows. A transaction that meets another is refused at its commit."""
    durability, conflicts, isolation = "powerLoss", (ConflictError,), "snapshot"

    def open(self, path):
        self.db = ZODB.DB(ZODB.FileStorage.FileStorage(path))
        self.manager = transaction.TransactionManager(explicit=True)
        self.connection = self.db.open(self.manager)
        self.manager.begin()
        if "items" not in self.connection.root(): self.connection.root()["items"] = OOBTree()
        self.manager.commit()

    def close(self):
        self.connection.close()
        self.db.close()

    def begin(self, write):
        self.manager.begin()
        self.tree = self.connection.root()["items"]

    def commit(self): self.manager.commit()
    def rollback(self): self.manager.abort()
    def get(self, key): return self.tree.get(key)
    def put(self, key, value): self.tree[key] = value
    def delete(self, key): self.tree.pop(key, None)
    def items(self, low, high): return list(self.tree.items(low, high, excludemax=high is not None))


serve(ZopeDB)
