import lmdb
from touchstone_adapter import Store, serve


class LMDB(Store):
    """LMDB: a B+ tree that is copied on write, in a memory map. Keys have at most 511 bytes, of which the base takes 65."""
    durability, maximumKeySizeBytes = "powerLoss", 446

    def open(self, path): self.env = lmdb.open(path, map_size=1 << 30)
    def close(self): self.env.close()
    def begin(self, write): self.txn = self.env.begin(write=write)
    def commit(self): self.txn.commit()
    def rollback(self): self.txn.abort()
    def get(self, key): return self.txn.get(key)
    def put(self, key, value): self.txn.put(key, value)
    def delete(self, key): self.txn.delete(key)

    def items(self, low, high):
        # A cursor sees no writes after it was made: what it found is taken at once.
        cursor, found = self.txn.cursor(), []
        if cursor.set_range(low):
            for key, value in cursor:
                if high is not None and key >= high: break
                found.append((key, value))
        return found


serve(LMDB)
