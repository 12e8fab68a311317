import libsql
from touchstone_adapter import SQL, serve


class LibSQL(SQL):
    """libSQL's Python package, on a local file."""
    durability = "powerLoss"

    def open(self, path):
        self.db = libsql.connect(path, isolation_level=None)
        # With its rollback journal, FULL lets a loss of power undo the last commit: the documentation of SQLite says so.
        self.run("PRAGMA synchronous=EXTRA")
        self.make()

    def run(self, statement, parameters=()):
        return self.db.execute(statement, parameters).fetchall()

    def close(self): self.db.close()


serve(LibSQL)
