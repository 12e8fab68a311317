from rocksdict import Options, Rdict, WriteBatch, WriteOptions
from touchstone_adapter import Buffered, serve


class RocksDB(Buffered):
    """RocksDB, by rocksdict: a transaction is one synced batch of writes. It keeps logs, so that its files come and go."""
    durability, constantFiles, worksOnAfterIOErrors = "powerLoss", False, False

    def open(self, path):
        options = Options(raw_mode=True)
        options.create_if_missing(True)
        self.db, self.synced = Rdict(path, options), WriteOptions()
        self.synced.sync = True

    def close(self): self.db.close()
    def load(self, key): return self.db.get(key)

    def keys_between(self, low, high):
        found = []
        for key in self.db.keys(from_key=low):
            if high is not None and key >= high: break
            found.append(bytes(key))
        return found

    def apply(self, changes):
        batch = WriteBatch(raw_mode=True)
        for key, value in changes.items(): batch.delete(key) if value is None else batch.put(key, value)
        self.db.write(batch, self.synced)


serve(RocksDB)
