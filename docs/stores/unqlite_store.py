from unqlite import UnQLite
from touchstone_adapter import Store, serve


class UnQ(Store):
    """UnQLite: a hash table in a file, with a journal. It has no order: every scan sorts."""
    durability = "powerLoss"

    def open(self, path): self.db = UnQLite(path)
    def close(self): self.db.close()
    def begin(self, write): self.db.begin()
    def commit(self): self.db.commit()
    def rollback(self): self.db.rollback()
    def get(self, key): return self.db.fetch(key) if self.db.exists(key) else None
    def put(self, key, value): self.db.store(key, value)

    def delete(self, key):
        if self.db.exists(key): self.db.delete(key)

    def items(self, low, high):
        with self.db.cursor() as cursor:
            # The package makes a str of every key that is UTF-8.
            keys = [key.encode() if isinstance(key, str) else key for key, _ in cursor]
        return ((key, self.get(key)) for key in sorted(keys) if low <= key and (high is None or key < high))


serve(UnQ)
