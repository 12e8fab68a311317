import kyotocabinet as kc
from touchstone_adapter import Store, serve


class Kyoto(Store):
    """Kyoto Cabinet's B+ tree."""
    durability = "powerLoss"

    def check(self, is_done):
        if not is_done: raise OSError(str(self.db.error()))

    def open(self, path):
        self.db = kc.DB()
        self.check(self.db.open(path + ".kct", kc.DB.OWRITER | kc.DB.OCREATE))

    def close(self): self.check(self.db.close())
    def begin(self, write): self.check(self.db.begin_transaction(True))
    def commit(self): self.check(self.db.end_transaction(True))
    def rollback(self): self.check(self.db.end_transaction(False))
    def get(self, key): return self.db.get(key)
    def put(self, key, value): self.check(self.db.set(key, value))
    def delete(self, key): self.db.remove(key)

    def items(self, low, high):
        cursor, found = self.db.cursor(), []
        if cursor.jump(low):
            while (item := cursor.get(True)) is not None and (high is None or item[0] < high): found.append(item)
        cursor.disable()
        return found


serve(Kyoto)
