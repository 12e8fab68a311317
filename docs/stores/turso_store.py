import turso
from touchstone_adapter import SQL, serve


class Turso(SQL):
    """Turso, SQLite written anew in Rust."""
    durability = "powerLoss"

    def open(self, path):
        self.db = turso.connect(path, isolation_level=None)
        self.make()

    def run(self, statement, parameters=()): return self.db.execute(statement, parameters).fetchall()
    def close(self): self.db.close()


serve(Turso)
