import sqlite3
from contextlib import closing
from touchstone_adapter import SQL, serve


class SQLite(SQL):
    """Python's sqlite3, with a write-ahead log that every commit flushes."""
    durability, simultaneousStores, conflicts = "powerLoss", True, (sqlite3.OperationalError,)
    versionsHaveGaps, noticesAlteredBackups = True, False

    @staticmethod
    def is_conflict(error): return "locked" in str(error)

    def open(self, path):
        self.db = sqlite3.connect(path, isolation_level=None, timeout=5)
        for setting in "journal_mode=WAL", "synchronous=FULL": self.run(f"PRAGMA {setting}")
        self.make()

    def run(self, statement, parameters=()): return self.db.execute(statement, parameters).fetchall()
    def close(self): self.db.close()
    def backup(self, path): self.run("VACUUM INTO ?", (path,))

    def restore(self, path):
        with closing(sqlite3.connect(path)) as source: source.backup(self.db)


serve(SQLite)
