import duckdb
from touchstone_adapter import SQL, serve


class DuckDB(SQL):
    """DuckDB. Its two files come and go."""
    durability, begins, upsert, constantFiles = "powerLoss", ("BEGIN", "BEGIN"), "INSERT OR REPLACE INTO", False

    def open(self, path):
        self.db = duckdb.connect(path, config={"threads": 1})
        self.make()

    def run(self, statement, parameters=()):
        result = self.db.execute(statement, parameters)
        return result.fetchall() if statement.startswith("SELECT") else []

    def close(self): self.db.close()


serve(DuckDB)
