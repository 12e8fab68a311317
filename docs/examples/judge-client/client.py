"""Records what threads get from SQLite, for `touchstone judge`.

    python3 client.py history.jsonl
    touchstone judge history.jsonl --model list-append

With `--careless`, each statement is a transaction of its own, as code without BEGIN has it. Then updates are lost.
"""
import argparse, json, os, random, sqlite3, tempfile, threading, time

THREADS, KEYS, APPENDS_PER_KEY = 4, 3, 32


class Recorder:
    """One JSON object a line: before a call, and when its end is known."""

    def __init__(self, path):
        self.file, self.lock = open(path, "w"), threading.Lock()

    def note(self, process, kind, value, **more):
        with self.lock:
            entry = {"process": process, "type": kind, "f": "txn", "value": value, "time": time.monotonic_ns(), **more}
            self.file.write(json.dumps(entry) + "\n")


class Steps:
    """Transactions of reads and appends. Each value is appended once to a key; a key that is full gives way to a new one."""

    def __init__(self):
        self.lock, self.keys, self.appends = threading.Lock(), list(range(KEYS)), [0] * KEYS

    def append(self, slot):
        with self.lock:
            if self.appends[slot] == APPENDS_PER_KEY:
                self.keys[slot], self.appends[slot] = max(self.keys) + 1, 0
            self.appends[slot] += 1
            return ["append", self.keys[slot], self.appends[slot]]

    def next(self):
        slots = [random.randrange(KEYS) for _ in range(random.randint(1, 4))]
        return [self.append(slot) if random.random() < 0.5 else ["r", self.keys[slot], None] for slot in slots]


def perform(database, step):
    kind, key, value = step
    row = database.execute("SELECT list FROM lists WHERE key = ?", (key,)).fetchone()
    found = json.loads(row[0]) if row else []
    if kind == "r":
        return [kind, key, found]
    time.sleep(0.0001)
    database.execute("INSERT OR REPLACE INTO lists VALUES (?, ?)", (key, json.dumps(found + [value])))
    return step


def client(process, path, steps, recorder, options):
    database = sqlite3.connect(path, timeout=10, isolation_level=None)
    for _ in range(options.transactions // THREADS):
        asked = steps.next()
        recorder.note(process, "invoke", asked)
        try:
            if not options.careless:
                database.execute("BEGIN IMMEDIATE")
            answer = [perform(database, step) for step in asked]
            if not options.careless:
                database.execute("COMMIT")
            recorder.note(process, "ok", answer)
        except sqlite3.OperationalError as error:  # busy
            if options.careless:  # Some of the statements took effect. Nobody else has this process.
                recorder.note(process, "info", asked, error=str(error))
                process += THREADS
            else:
                database.rollback()
                recorder.note(process, "fail", asked, error=str(error))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("history")
    parser.add_argument("--careless", action="store_true")
    parser.add_argument("--transactions", type=int, default=1000)
    options = parser.parse_args()
    recorder, steps = Recorder(options.history), Steps()
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "lists.db")
        sqlite3.connect(file).executescript("PRAGMA journal_mode = WAL; CREATE TABLE lists (key INTEGER PRIMARY KEY, list TEXT)")
        threads = [threading.Thread(target=client, args=(n, file, steps, recorder, options)) for n in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    recorder.file.close()


if __name__ == "__main__":
    main()
