from sqlitedict import SqliteDict
from touchstone_adapter import Mapping, serve


class SQLiteDict(Mapping):
    """sqlitedict: a mapping in SQLite, written by a thread that does not flush. A transaction is what is between two commits."""

    def open(self, path): self.map = SqliteDict(path, journal_mode="DELETE", encode=bytes, decode=bytes)
    def keys(self): return [bytes.fromhex(key) for key in self.map.keys()]
    def load(self, key): return self.map.get(key.hex())

    def apply(self, changes):
        for key, value in changes.items():
            if value is not None: self.map[key.hex()] = value
            else: self.map.pop(key.hex(), None)
        self.map.commit(blocking=True)


serve(SQLiteDict)
