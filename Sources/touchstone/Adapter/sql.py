"""MyStore behind Touchstone's process protocol. It runs as it is, over Python's sqlite3: put your database in its place."""
import sqlite3
from touchstone_adapter import SQL, serve


class MyStore(SQL):
    """A table of keys and values, as bytes, in a database with Python's DB-API."""
    # What your store promises, and no more: laws for what is not declared are skipped. All names: docs/process-protocol.md#capabilities.
    durability, isolation = "processCrash", "strictSerializable"
    # If your database spells them differently: the type of bytes, the mark of a parameter, how a transaction that reads begins
    # and one that writes, and how a row is inserted or replaced.
    blob, mark, begins, upsert = "BLOB", "?", ("BEGIN", "BEGIN IMMEDIATE"), "REPLACE INTO"

    def open(self, path):
        """Opens the database at the path, or makes one. Its files begin with the path."""
        self.db = sqlite3.connect(path, isolation_level=None)
        self.make()

    def close(self): self.db.close()

    def run(self, statement, parameters=()):
        """Executes one statement, and returns its rows."""
        return self.db.execute(statement, parameters).fetchall()


serve(MyStore)
