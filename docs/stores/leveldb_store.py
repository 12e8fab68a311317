import plyvel
from touchstone_adapter import Buffered, serve


class LevelDB(Buffered):
    """LevelDB, by plyvel: a transaction is one synced batch of writes. It keeps logs, so that its files come and go."""
    durability, constantFiles = "powerLoss", False

    def open(self, path): self.db = plyvel.DB(path, create_if_missing=True, paranoid_checks=True)
    def close(self): self.db.close()
    def load(self, key): return self.db.get(key, verify_checksums=True)
    def keys_between(self, low, high): return list(self.db.iterator(start=low, stop=high, include_value=False))

    def apply(self, changes):
        with self.db.write_batch(sync=True) as batch:
            for key, value in changes.items(): batch.delete(key) if value is None else batch.put(key, value)


serve(LevelDB)
