import hashlib, os
import pymysql
from touchstone_adapter import SQL, serve


class MariaDB(SQL):
    """MariaDB at its level SERIALIZABLE: a table for each place, in the server whose socket MARIADB_SOCKET names."""
    durability, simultaneousStores, mark, begins = "powerLoss", True, "%s", ("START TRANSACTION", "START TRANSACTION")
    versionsHaveGaps, conflicts = True, (pymysql.err.OperationalError,)

    @staticmethod
    def is_conflict(error): return error.args[0] in (1205, 1213)

    @staticmethod
    def connect():
        return pymysql.connect(unix_socket=os.environ["MARIADB_SOCKET"], user="root", database="test", autocommit=True)

    def open(self, path):
        self.table = "t" + hashlib.sha1(path.encode()).hexdigest()
        self.db = self.connect()
        self.run("SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE")
        self.run("SET SESSION innodb_lock_wait_timeout = 3")
        self.run("CREATE TABLE IF NOT EXISTS items (k VARBINARY(1100) PRIMARY KEY, v LONGBLOB NOT NULL) ENGINE=InnoDB")

    def run(self, statement, parameters=()):
        with self.db.cursor() as cursor:
            cursor.execute(statement.replace("items", self.table), parameters)
            return cursor.fetchall()

    def close(self): self.db.close()

    @staticmethod
    def files(path): return []

    @classmethod
    def destroy(cls, path):
        with cls.connect() as db: db.cursor().execute("DROP TABLE IF EXISTS t" + hashlib.sha1(path.encode()).hexdigest())


serve(MariaDB)
