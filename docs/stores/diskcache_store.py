import diskcache
from touchstone_adapter import Buffered, serve


class DiskCache(Buffered):
    """diskcache: a cache over SQLite, here without a limit. Large values lie in files of their own."""
    conflicts, constantFiles = (diskcache.Timeout,), False

    def open(self, path): self.cache = diskcache.Cache(path, eviction_policy="none", size_limit=1 << 40)
    def close(self): self.cache.close()
    def load(self, key): return self.cache.get(key)
    def keys(self): return [bytes(key) for key in self.cache.iterkeys()]

    def apply(self, changes):
        with self.cache.transact():
            for key, value in changes.items(): self.cache.delete(key) if value is None else self.cache.set(key, value)


serve(DiskCache)
