"""Serves a store by the protocol of docs/process-protocol.md. An adapter says how to open one, and how to read and write bytes by bytes.

A record is one item of the store: its key is the collection's name, a zero byte and the record's key, and its value JSON. The counters of
versions and of the schema are items, too. Each session has its own thread, so that one transaction may wait for another.
"""
import base64, fcntl, itertools, json, math, os, queue, re, shutil, struct, sys, threading, time

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
DECIMAL = re.compile(r"-?([0-9]+)(?:\.([0-9]+))?(?:e([+-]?[0-9]+))?")
PUTS, SCHEMA = b"\0puts", b"\0schema"
DATA = set("get put insert compareAndSet delete scan count collections schemaVersion setSchemaVersion".split())
OPERATIONS = DATA | set("open close begin commit rollback backup restore".split())


class Failure(Exception):
    """An error of the protocol's table: its code, and the members that go with it."""
    def __init__(self, code, **members): self.error = dict(members, code=code)


class Store:
    """One open store. A subclass has open, close, begin(write), commit, rollback, get, put, delete and items(low, high), which yields
    (key, value) in ascending order, from low to before high, or to the end if high is None."""
    # What is not declared is not demanded; the names are the protocol's.
    durability, isolation, integrity, simultaneousStores = "processCrash", "strictSerializable", "none", False
    maximumKeySizeBytes, maximumFieldSizeBytes, constantFiles, worksOnAfterIOErrors = 1024, 1 << 20, True, True
    # True: versions come from the clock, so that no counter in the store joins transactions that have nothing else in common.
    versionsHaveGaps = False
    # Whether restore(path) refuses an altered backup. A store that has backups has backup(path) and restore(path), too.
    noticesAlteredBackups = True
    # Whether the store itself refuses a second process. Otherwise the lock of a file beside it does.
    locks = False
    # Exceptions that mean: another transaction was in the way, try again. If only some of a class do, is_conflict tells.
    conflicts = ()

    @staticmethod
    def is_conflict(error): return True

    @classmethod
    def emulates(cls):
        """What the base adds to the store: the kit does not judge the store by that."""
        own = ["values", "rules", "collections", "versions", "conditionalPuts"]
        return own if cls.locks or cls.simultaneousStores else own + ["exclusiveStores"]

    @classmethod
    def capabilities(cls):
        names = ("durability isolation integrity simultaneousStores maximumKeySizeBytes maximumFieldSizeBytes constantFiles "
                 "worksOnAfterIOErrors versionsHaveGaps noticesAlteredBackups").split()
        return dict({name: getattr(cls, name) for name in names}, backup=hasattr(cls, "backup"), emulates=cls.emulates())

    @staticmethod
    def files(path):
        """The paths of all files of the store at the path."""
        folder, start = os.path.split(path)
        tops = [os.path.join(folder, n) for n in sorted(os.listdir(folder)) if n.startswith(start) and not n.endswith(".guard")]
        below = [os.path.join(f, n) for top in tops for f, _, names in os.walk(top) for n in sorted(names)]
        return [top for top in tops if not os.path.isdir(top)] + below

    @classmethod
    def destroy(cls, path):
        for file in cls.files(path): os.remove(file)
        shutil.rmtree(path, ignore_errors=True)


class Buffered(Store):
    """A store without transactions: the writes of one wait in memory, and apply(changes) makes them at the commit. A subclass has
    load(key) and keys(), and keys_between(low, high) if it keeps them in order. In changes, None stands for a deletion."""
    @classmethod
    def emulates(cls):
        order = ["order"] if cls.keys_between is Buffered.keys_between else []
        return super().emulates() + ["transactions"] + order

    def begin(self, write): self.changes = {}
    def rollback(self): self.changes = {}
    def commit(self): self.changes and self.apply(self.changes)
    def get(self, key): return self.changes[key] if key in self.changes else self.load(key)
    def put(self, key, value): self.changes[key] = value
    def delete(self, key): self.changes[key] = None
    def keys_between(self, low, high): return sorted(key for key in self.keys() if low <= key and (high is None or key < high))

    def items(self, low, high):
        new = [key for key in self.changes if low <= key and (high is None or key < high)]
        keys = sorted(set(self.keys_between(low, high)).union(new)) if new else self.keys_between(low, high)
        return ((key, value) for key in keys if (value := self.get(key)) is not None)


class Mapping(Buffered):
    """A store that is a Python mapping of bytes to bytes, in self.map."""
    def load(self, key): return self.map[key] if key in self.map else None
    def keys(self): return [bytes(key) for key in self.map.keys()]
    def close(self): self.map.close()
    def flush(self): self.map.sync()

    def apply(self, changes):
        for key, value in changes.items():
            if value is not None: self.map[key] = value
            elif key in self.map: del self.map[key]
        self.flush()


class SQL(Store):
    """A table of a database with an interface as Python's DB-API has it, in self.run(statement, parameters), which returns rows."""
    blob, mark, begins, upsert, isolated = "BLOB", "?", ("BEGIN", "BEGIN IMMEDIATE"), "REPLACE INTO", ""

    def make(self): self.run(f"CREATE TABLE IF NOT EXISTS items (k {self.blob} PRIMARY KEY, v {self.blob} NOT NULL)")
    def begin(self, write): self.run(self.begins[write])
    def commit(self): self.run("COMMIT")
    def rollback(self): self.run("ROLLBACK")
    def put(self, key, value): self.run(f"{self.upsert} items VALUES ({self.mark}, {self.mark})", (key, value))
    def delete(self, key): self.run(f"DELETE FROM items WHERE k = {self.mark}", (key,))

    def get(self, key):
        rows = self.run(f"SELECT v FROM items WHERE k = {self.mark}", (key,))
        return bytes(rows[0][0]) if rows else None

    def items(self, low, high):
        upper = f" AND k < {self.mark}" if high is not None else ""
        rows = self.run(f"SELECT k, v FROM items WHERE k >= {self.mark}{upper} ORDER BY k", (low,) if high is None else (low, high))
        return ((bytes(key), bytes(value)) for key, value in rows)


def check_name(name):
    if not NAME.fullmatch(name): raise Failure("invalidName", name=name)


def complaint(kind, text, limit):
    """Why the contract refuses a value; None if it does not."""
    size = len(text.encode()) if kind == "text" else len(base64.b64decode(text)) if kind == "bytes" else 0
    if size > limit: return f"it is longer than {limit} bytes"
    if kind == "date" and not math.isfinite(struct.unpack(">d", bytes.fromhex(text))[0]): return "the date has to be finite"
    if kind == "decimal":
        match = DECIMAL.fullmatch(text)
        if not match or len((match[1] + (match[2] or "")).strip("0")) > 38: return f"{text} is not a decimal of at most 38 digits"


last_version = 0


def later_version():
    """Above all others, also those of earlier processes, as long as nobody sets the clock back."""
    global last_version
    with Session.lock:
        last_version = max(last_version + 1, time.time_ns())
        return str(last_version)


output = threading.Lock()


class Session(threading.Thread):
    """One opened store, whose requests have a thread of their own. The methods have the names of the protocol."""
    opened = []
    lock = threading.Lock()

    def __init__(self, kind):
        super().__init__(daemon=True)
        self.kind, self.requests, self.active, self.guard = kind, queue.Queue(), False, None
        self.start()

    def run(self):
        while not (request := self.requests.get()) is None: reply(request, lambda: self.carry_out(request), self)

    def carry_out(self, r):
        if r["op"] in DATA and not self.active: raise Failure("transactionEnded")
        return getattr(self, r["op"])(r)

    def open(self, r):
        with Session.lock:
            self.path = r["location"]
            if Session.opened and not self.kind.simultaneousStores: raise Failure("inUse", path=self.path)
            if not self.kind.locks and not self.kind.simultaneousStores:
                self.guard = open(self.path + ".guard", "w")
                try: fcntl.flock(self.guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    self.guard.close()
                    raise Failure("inUse", path=self.path)
            self.store = self.kind()
            try: self.store.open(self.path)
            except BaseException:
                if self.guard: self.guard.close()
                raise
            Session.opened.append(self)

    def close(self, r):
        with Session.lock:
            if self in Session.opened:
                Session.opened.remove(self)
                try:
                    if self.active: self.store.rollback()
                finally:
                    self.active = False
                    try: self.store.close()
                    finally: self.guard and self.guard.close()
        self.requests.put(None)

    def begin(self, r):
        self.store.begin(r["mode"] == "write")
        self.active = True

    def commit(self, r):
        self.store.commit()
        self.active = False

    def rollback(self, r):
        if self.active: self.active = False; self.store.rollback()

    def place(self, r):
        check_name(r["collection"])
        size, most = len(r["key"].encode()), self.kind.maximumKeySizeBytes
        if not 1 <= size <= most: raise Failure("invalidKey", reason=f"it has {size} bytes of UTF-8; a key has 1 to {most}")
        return r["collection"].encode() + b"\0" + r["key"].encode()

    def record(self, place, value):
        return None if value is None else dict(json.loads(value), key=place.split(b"\0", 1)[1].decode())

    def within(self, r):
        check_name(r["collection"])
        start = r["collection"].encode()
        low, high = ((r[bound].encode() if bound in r else None) for bound in ("from", "to"))
        return self.store.items(start + b"\0" + (low or b""), start + (b"\1" if high is None else b"\0" + high))

    def write(self, r, wanted):
        place = self.place(r)
        for name, value in sorted(r["fields"].items(), key=lambda field: field[0].encode()):
            check_name(name)
            reason = complaint(*next(iter(value.items())), self.kind.maximumFieldSizeBytes)
            if reason: raise Failure("invalidValue", field=name, reason=reason)
        # A put needs nothing of the record that it replaces.
        if wanted and not wanted(self.record(place, self.store.get(place))): return {"version": None}
        version = later_version() if self.kind.versionsHaveGaps else str(int(self.store.get(PUTS) or 0) + 1)
        self.store.put(place, json.dumps({"version": version, "fields": r["fields"]}).encode())
        if not self.kind.versionsHaveGaps: self.store.put(PUTS, version.encode())
        return {"version": version}

    def get(self, r): return {"record": self.record(place := self.place(r), self.store.get(place))}
    def put(self, r): return self.write(r, None)
    def insert(self, r): return self.write(r, lambda record: record is None)
    def compareAndSet(self, r): return self.write(r, lambda record: record and int(record["version"]) == int(r["version"]))
    def count(self, r): return {"count": str(sum(1 for _ in self.within(r)))}
    def schemaVersion(self, r): return {"schemaVersion": (self.store.get(SCHEMA) or b"0").decode()}
    def setSchemaVersion(self, r): self.store.put(SCHEMA, r["schemaVersion"].encode())

    def backup(self, r):
        if not hasattr(self.store, "backup"): raise NotImplementedError
        if os.path.exists(r["path"]): raise FileExistsError(r["path"])
        try:
            self.store.backup(r["path"])
        except BaseException:
            if os.path.exists(r["path"]): os.remove(r["path"])  # Half a backup must not be taken for one.
            raise

    def restore(self, r):
        if not hasattr(self.store, "restore"): raise NotImplementedError
        if not os.path.exists(r["path"]): raise FileNotFoundError(r["path"])
        self.store.restore(r["path"])

    def delete(self, r):
        found = self.store.get(place := self.place(r)) is not None
        if found: self.store.delete(place)
        return {"deleted": found}

    def scan(self, r):
        check_name(r["collection"])
        limit = int(r["limit"]) if "limit" in r else None
        if limit is not None and limit < 0: raise Failure("invalidLimit", limit=r["limit"])
        return {"records": [self.record(*item) for item in itertools.islice(self.within(r), limit)]}

    def collections(self, r):
        names, low = [], b"\1"
        while (item := next(iter(self.store.items(low, None)), None)) is not None:
            names.append(item[0].split(b"\0")[0])
            low = names[-1] + b"\1"
        return {"collections": [name.decode() for name in names]}


def reply(r, work, session=None):
    """Carries a request out and answers it."""
    try: answer = {"ok": work() or {}}
    except Failure as failure: answer = {"err": failure.error}
    except NotImplementedError: answer = {"skipped": f"{r['op']} is not done here"}
    except Exception as error:
        if session and isinstance(error, session.kind.conflicts) and session.kind.is_conflict(error):
            answer = {"err": {"code": "conflict", "reason": repr(error)}}
            if session.active:
                session.active = False
                try: session.store.rollback()
                except Exception: pass
        else:
            answer = {"err": {"code": "io", "operation": r["op"], "path": "the store", "reason": f"{type(error).__name__}: {error}"[:300]}}
    with output:
        sys.stdout.write(json.dumps(dict(answer, id=r["id"])) + "\n")
        sys.stdout.flush()


def serve(kind):
    """Serves stores of this kind on standard input and output, until there are no more requests."""
    def at_location(r):
        if Session.opened: raise Failure("inUse", path=r["location"])
        if r["op"] == "destroy": return kind.destroy(r["location"])
        files = kind.files(r["location"])
        if r["op"] == "files" and files: return {"files": files}
        if r["op"] == "rawBytes" and files: return {"bytes": base64.b64encode(b"".join(open(f, "rb").read() for f in files)).decode()}
        raise NotImplementedError

    hello = {"name": kind.__name__, "protocol": 1, "capabilities": kind.capabilities()}
    sessions = {}
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if request["op"] == "hello": reply(request, lambda: hello)
        elif "session" not in request: reply(request, lambda: at_location(request))
        elif request["op"] not in OPERATIONS: reply(request, lambda: (_ for _ in ()).throw(NotImplementedError()))
        else:
            if request["op"] == "open": sessions[request["session"]] = Session(kind)
            sessions[request["session"]].requests.put(request)
    # What was asked before the end is answered.
    for session in sessions.values():
        session.requests.put(None)
        session.join()
