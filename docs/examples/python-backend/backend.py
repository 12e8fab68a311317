#!/usr/bin/env python3
"""A store in SQLite, served by the protocol of docs/process-protocol.md, with the standard library alone."""
import base64, json, math, os, re, sqlite3, struct, sys

LIMIT, FLUSHES = 16 << 20, "--flush" in sys.argv
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
DECIMAL = re.compile(r"-?([0-9]+)(?:\.([0-9]+))?(?:e([+-]?[0-9]+))?")


class Failure(Exception):
    """An error of the protocol's table: its code, and the members that go with it."""
    def __init__(self, code, **members): self.error = dict(members, code=code)


def check_name(name):
    if not NAME.fullmatch(name):
        raise Failure("invalidName", name=name)


def complaint(kind, text):
    """Why the value cannot be stored; None where it can. Everything else is stored as the text that came."""
    if kind == "text" and len(text.encode()) > LIMIT or kind == "bytes" and len(base64.b64decode(text)) > LIMIT:
        return f"it is longer than {LIMIT} bytes"
    if kind == "date" and not math.isfinite(struct.unpack(">d", bytes.fromhex(text))[0]):
        return "the date has to be finite"
    if kind == "decimal":
        match = DECIMAL.fullmatch(text)
        if not match or len((match[1] + (match[2] or "")).strip("0")) > 38:
            return f"{text} is not a decimal of at most 38 digits"


class Store:
    """One open database, locked against everybody else until it is closed or its process dies."""
    def __init__(self, path):
        self.path = path
        self.db = sqlite3.connect(path, isolation_level=None, timeout=0)
        self.run = self.db.execute
        try:
            # Without syncing, data survives kill -9, but not the loss of power: see hello.
            for setting in "locking_mode=EXCLUSIVE", "journal_mode=WAL", f"synchronous={'FULL' if FLUSHES else 'OFF'}", "secure_delete=ON":
                self.run(f"PRAGMA {setting}")
            self.run("BEGIN EXCLUSIVE")
            self.run("CREATE TABLE IF NOT EXISTS store (puts INTEGER, schemaVersion INTEGER)")
            self.run("""CREATE TABLE IF NOT EXISTS records (collection TEXT, key BLOB, version INTEGER, fields TEXT,
                PRIMARY KEY (collection, key)) WITHOUT ROWID""")
            self.run("INSERT INTO store SELECT 0, 0 WHERE NOT EXISTS (SELECT * FROM store)")
            self.run("COMMIT")
        except sqlite3.Error as error:
            self.db.close()
            raise Failure("inUse", path=path) if "locked" in str(error) else error

    def find(self, r):
        check_name(r["collection"])
        if not 1 <= len(r["key"].encode()) <= 1024:
            raise Failure("invalidKey", reason=f"it has {len(r['key'].encode())} bytes of UTF-8; a key has 1 to 1024")
        return self.run("SELECT key, version, fields FROM records WHERE collection = ? AND key = ?",
                        (r["collection"], r["key"].encode())).fetchone()

    def select(self, what, r, tail=""):
        check_name(r["collection"])
        lower, upper = ((r[bound].encode() if bound in r else None) for bound in ("from", "to"))
        return self.run(f"""SELECT {what} FROM records WHERE collection = ?1 AND (?2 IS NULL OR key >= ?2)
            AND (?3 IS NULL OR key < ?3) {tail}""", (r["collection"], lower, upper))

    def write(self, r, wanted=lambda record: True):
        record = self.find(r)
        for name, value in sorted(r["fields"].items(), key=lambda field: field[0].encode()):
            check_name(name)
            reason = complaint(*next(iter(value.items())))
            if reason:
                raise Failure("invalidValue", field=name, reason=reason)
        if not wanted(record):
            return {"version": None}
        self.run("UPDATE store SET puts = puts + 1")
        self.run("REPLACE INTO records SELECT ?, ?, puts, ? FROM store",
                 (r["collection"], r["key"].encode(), json.dumps(r["fields"])))
        return {"version": str(self.find(r)[1])}

    # What follows carries the protocol's names, and returns what goes into "ok".

    def begin(self, r): self.run("BEGIN IMMEDIATE" if r["mode"] == "write" else "BEGIN")
    def commit(self, r): self.run("COMMIT")
    def rollback(self, r): self.db.in_transaction and self.run("ROLLBACK")
    def get(self, r): return {"record": as_record(self.find(r))}
    def count(self, r): return {"count": str(self.select("count(*)", r).fetchone()[0])}
    def collections(self, r):
        return {"collections": [c for c, in self.run("SELECT DISTINCT collection FROM records ORDER BY collection")]}
    def put(self, r): return self.write(r)
    def insert(self, r): return self.write(r, lambda record: record is None)
    def compareAndSet(self, r): return self.write(r, lambda record: record and record[1] == int(r["version"]))
    def schemaVersion(self, r): return {"schemaVersion": str(self.run("SELECT schemaVersion FROM store").fetchone()[0])}
    def setSchemaVersion(self, r): self.run("UPDATE store SET schemaVersion = ?", (int(r["schemaVersion"]),))
    def compact(self, r): self.run("VACUUM"), self.run("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def scan(self, r):
        check_name(r["collection"])
        if int(r.get("limit", 0)) < 0:
            raise Failure("invalidLimit", limit=r["limit"])
        rows = self.select("key, version, fields", r, f"ORDER BY key LIMIT {int(r.get('limit', -1))}")
        return {"records": [as_record(row) for row in rows]}

    def delete(self, r):
        found = self.find(r)
        self.run("DELETE FROM records WHERE collection = ? AND key = ?", (r["collection"], r["key"].encode()))
        return {"deleted": found is not None}


def as_record(row): return row and {"key": row[0].decode(), "version": str(row[1]), "fields": json.loads(row[2])}


sessions = {}


def answer(r):
    op = r["op"]
    if op == "hello":
        return {"name": "python-sqlite", "protocol": 1, "capabilities": {
            "durability": "powerLoss" if FLUSHES else "processCrash", "isolation": "strictSerializable", "backup": False, "compaction": True,
            "integrity": "none", "simultaneousStores": False, "maximumFieldSizeBytes": LIMIT}}
    if op == "open":
        sessions[r["session"]] = Store(r["location"])
    elif op == "close":
        sessions.pop(r["session"]).db.close()
    elif op in ("files", "rawBytes", "destroy"):
        if any(store.path == r["location"] for store in sessions.values()):
            raise Failure("inUse", path=r["location"])
        files = [r["location"] + end for end in ("", "-wal", "-journal") if os.path.exists(r["location"] + end)]
        if op == "rawBytes":
            return {"bytes": base64.b64encode(b"".join(open(path, "rb").read() for path in files)).decode()}
        return {"files": files if op == "files" else [os.remove(path) for path in files] and []}
    elif hasattr(Store, op) and op not in ("find", "select", "write"):
        if op not in ("begin", "commit", "rollback", "compact") and not sessions[r["session"]].db.in_transaction:
            raise Failure("transactionEnded")
        return getattr(sessions[r["session"]], op)(r)
    else:
        raise NotImplementedError(op)


for line in sys.stdin.buffer:
    request, reply = json.loads(line), {}
    try:
        reply["ok"] = answer(request) or {}
    except Failure as failure:
        reply["err"] = failure.error
    except NotImplementedError as missing:
        reply["skipped"] = f"{missing} is not done here"
    except (sqlite3.Error, OSError) as error:
        reply["err"] = {"code": "io", "operation": request["op"], "path": "the database", "reason": str(error)}
    except (KeyError, ValueError) as error:
        reply["err"] = {"code": "badRequest", "message": repr(error)}
    print(json.dumps(dict(reply, id=request["id"])), flush=True)
