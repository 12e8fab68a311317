"""Records overlapping transactions of real stores, at each level that they document, and has `touchstone judge` look at what they read.

    levels.py TOUCHSTONE [PAGE] [--transactions N] [--only SQLite …]

Each transaction has one to four steps: it reads a list, scans a range of keys, or reads a list and appends to it on the side of the store.
With PAGE, the table of that page is written. The status is 1 if a store does not keep its level. MARIADB_SOCKET names the socket of a
server: `make stores STORES=levels` starts one.
"""
import argparse, hashlib, json, os, pathlib, random, re, subprocess, sys, tempfile, threading, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "examples/judge-client"))
from client import Recorder, Steps

CLIENTS, NO_WATCH = 8, "MULTI without WATCH"


class Aborted(Exception):
    """The transaction did not happen and never will."""


class SQL:
    """A table of lists. A subclass connects, and says which errors roll a transaction back."""
    mark = "?"
    append = "INSERT INTO lists VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET list = lists.list || excluded.list"

    def run(self, asked):
        try:
            self.execute(self.begin)
            answer = [self.step(*step) for step in asked]
            self.execute("COMMIT")
            return answer
        except self.errors as error:
            try: self.execute("ROLLBACK")
            except self.errors: pass
            if self.aborts(error): raise Aborted(str(error))
            raise

    def step(self, kind, key, value):
        if kind == "append":
            self.execute(self.append, (key, f" {value}"))
            return [kind, key, value]
        if kind == "r":
            rows = self.execute(f"SELECT list FROM lists WHERE k = {self.mark}", (key,))
            return [kind, key, [int(word) for word in rows[0][0].split()] if rows else []]
        rows = self.execute(f"SELECT k, list FROM lists WHERE k BETWEEN {self.mark} AND {self.mark}", tuple(key))
        return [kind, key, [[row[0], [int(word) for word in row[1].split()]] for row in rows]]


class SQLite(SQL):
    import sqlite3
    errors = (sqlite3.OperationalError,)

    @staticmethod
    def make(folder):
        database = SQLite.sqlite3.connect(folder + "/lists.db")
        database.executescript("PRAGMA journal_mode = WAL; CREATE TABLE lists (k INTEGER PRIMARY KEY, list TEXT)")
        database.close()

    def __init__(self, folder, begin):
        self.begin = begin
        self.database = self.sqlite3.connect(folder + "/lists.db", timeout=10, isolation_level=None)
        self.database.execute("PRAGMA synchronous = OFF")

    def execute(self, *statement): return self.database.execute(*statement).fetchall()
    def aborts(self, error): return "locked" in str(error)


class DuckDB(SQL):
    @staticmethod
    def make(folder):
        import duckdb
        DuckDB.database, DuckDB.errors = duckdb.connect(folder + "/lists.duckdb"), (duckdb.Error,)
        DuckDB.database.execute("CREATE TABLE lists (k INTEGER PRIMARY KEY, list TEXT)")

    def __init__(self, folder, begin): self.begin, self.session = begin, self.database.cursor()

    def execute(self, *statement):
        result = self.session.execute(*statement)
        return result.fetchall() if statement[0].startswith("SELECT") else []

    def aborts(self, error): return re.search("onflict|onstraint|aborted", f"{type(error).__name__} {error}") is not None


class MariaDB(SQL):
    mark, begin = "%s", "START TRANSACTION"
    append = "INSERT INTO lists VALUES (%s, %s) ON DUPLICATE KEY UPDATE list = CONCAT(list, VALUES(list))"

    @staticmethod
    def connect():
        import pymysql
        MariaDB.errors = (pymysql.err.MySQLError,)
        return pymysql.connect(unix_socket=os.environ["MARIADB_SOCKET"], user="root", database="test", autocommit=True)

    @staticmethod
    def make(folder):
        with MariaDB.connect() as database:
            database.cursor().execute("DROP TABLE IF EXISTS lists")
            database.cursor().execute("CREATE TABLE lists (k INT PRIMARY KEY, list TEXT NOT NULL) ENGINE = InnoDB")

    def __init__(self, folder, level):
        self.database = self.connect()
        level, _, snapshot = level.partition(", ")
        self.execute(f"SET SESSION TRANSACTION ISOLATION LEVEL {level}")
        self.execute(f"SET SESSION innodb_snapshot_isolation = {'ON' if snapshot else 'OFF'}")
        self.execute("SET SESSION innodb_lock_wait_timeout = 2")

    def execute(self, statement, parameters=()):
        with self.database.cursor() as cursor:
            cursor.execute(statement, parameters)
            return cursor.fetchall()

    # The record has changed, a lock was waited for too long, and a deadlock.
    def aborts(self, error): return error.args[0] in (1020, 1205, 1213)


class Redis:
    """WATCH of every key that a transaction reads, and all of its appends in one MULTI … EXEC."""
    @staticmethod
    def make(folder):
        import redis
        Redis.errors, Redis.watched = redis, None
        Redis.server = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", folder + "/socket", "--dir", folder, "--save", ""], stdout=subprocess.DEVNULL)
        for _ in range(200):
            try: return redis.Redis(unix_socket_path=folder + "/socket").ping()
            except redis.ConnectionError: time.sleep(0.02)
        raise OSError("redis-server does not answer")

    def __init__(self, folder, level):
        self.watches, self.session = level == "WATCH", self.errors.Redis(unix_socket_path=folder + "/socket")

    def run(self, asked):
        with self.session.pipeline() as calls:
            if self.watches: calls.watch(*{f"list-{step[1]}" for step in asked})
            own, answer = {}, []
            for kind, key, value in asked:
                if kind == "append": own.setdefault(key, []).append(value)
                found = [] if kind == "append" else self.session.lrange(f"list-{key}", 0, -1)
                answer.append([kind, key, value if kind == "append" else [int(item) for item in found] + own.get(key, [])])
            calls.multi()
            for key, values in own.items(): calls.rpush(f"list-{key}", *values)
            # Nothing to write is still to be checked.
            calls.echo("end")
            try: calls.execute()
            except self.errors.WatchError as error: raise Aborted(str(error))
            return answer


# Store, its level as it is asked for, and the model to hold it to, by the store's documentation. The last is a control: without WATCH,
# nothing isolates the reads, and the judge has to see that.
RUNS = [
    (SQLite, "BEGIN IMMEDIATE", "strict-serializable"), (SQLite, "BEGIN", "strict-serializable"),
    (DuckDB, "BEGIN", "snapshot-isolation"),
    (MariaDB, "SERIALIZABLE", "serializable"), (MariaDB, "REPEATABLE READ, snapshot isolation", "snapshot-isolation"),
    (MariaDB, "REPEATABLE READ", "read-committed"), (MariaDB, "READ COMMITTED", "read-committed"),
    (MariaDB, "READ UNCOMMITTED", "read-uncommitted"),
    (Redis, "WATCH", "strict-serializable"), (Redis, NO_WATCH, "strict-serializable"),
]


class Scanning(Steps):
    """Now and then a scan of all keys in use, and a read before each append, which then has a place in the order of versions."""
    def __init__(self, scans):
        super().__init__()
        self.scans = scans

    def next(self):
        asked = []
        for step in super().next():
            if self.scans and random.random() < 0.15: asked.append(["scan", [min(self.keys), max(self.keys) + 1], None])
            if step[0] == "append": asked.append(["r", step[1], None])
            asked.append(step)
        return asked


def record(kind, level, transactions, file):
    counts = {"ok": 0, "fail": 0, "info": 0}
    with tempfile.TemporaryDirectory() as folder:
        kind.make(folder)
        recorder, steps, lock = Recorder(file), Scanning(issubclass(kind, SQL)), threading.Lock()

        def client(process):
            session = kind(folder, level)
            for _ in range(transactions // CLIENTS):
                asked = steps.next()
                recorder.note(process, "invoke", asked)
                try: ended = "ok", session.run(asked)
                except Aborted: ended = "fail", asked
                except Exception as error:  # Nobody knows.
                    ended = "info", asked
                    print(f"  {kind.__name__}, {level}: {error!r}", file=sys.stderr)
                recorder.note(process, *ended)
                with lock: counts[ended[0]] += 1
                if ended[0] == "info": process += CLIENTS

        threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        recorder.file.close()
        if kind is Redis:
            Redis.server.terminate()
            Redis.server.wait()
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("touchstone")
    parser.add_argument("page", nargs="?")
    parser.add_argument("--transactions", type=int, default=8000)
    parser.add_argument("--only", nargs="*")
    options = parser.parse_args()
    rows, broken = [], 0
    for kind, level, model in RUNS:
        if options.only and kind.__name__ not in options.only: continue
        with tempfile.TemporaryDirectory() as folder:
            file = folder + "/history.jsonl"
            counts = record(kind, level, options.transactions, file)
            command = [options.touchstone, "judge", file, "--model", "list-append", "--consistency", model, "--json"]
            judged = subprocess.run(command, capture_output=True, text=True)
            if judged.returncode == 2: sys.exit(judged.stderr)
            verdict = json.loads(judged.stdout)[0]
        found = ", ".join(anomaly["name"] for anomaly in verdict["anomalies"]) or "none"
        kept = {"valid": "kept", "invalid": "not kept"}.get(verdict["verdict"], verdict["verdict"])
        broken += kept != ("not kept" if level == NO_WATCH else "kept")
        strongest = ", ".join(verdict["strongest"]) if isinstance(verdict["strongest"], list) else verdict["strongest"]
        rows.append(f"| {kind.__name__} | {level} | {model}: {kept} | {found} | {strongest} | {counts['ok']} of {sum(counts.values())} |")
        print(rows[-1], flush=True)
    if options.page:
        page = pathlib.Path(options.page)
        text = page.read_text()
        head = text.index("\n", text.index("|---|", text.index("levels.py"))) + 1
        page.write_text(text[:head] + "\n".join(rows) + "\n" + text[text.index("\n\n", head) + 1:])
    return 1 if broken else 0


sys.exit(main())
