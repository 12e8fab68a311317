from tinydb import Query, TinyDB
from touchstone_adapter import Buffered, serve


class Tiny(Buffered):
    """TinyDB: one JSON file, written anew at each change. It has no transactions."""
    durability = "volatile"

    def open(self, path): self.db = TinyDB(path)
    def close(self): self.db.close()
    def keys(self): return [bytes.fromhex(document["key"]) for document in self.db]

    def load(self, key):
        found = self.db.get(Query().key == key.hex())
        return found and found["value"].encode()

    def apply(self, changes):
        for key, value in changes.items():
            this = Query().key == key.hex()
            if value is None: self.db.remove(this)
            else: self.db.upsert({"key": key.hex(), "value": value.decode()}, this)


serve(Tiny)
