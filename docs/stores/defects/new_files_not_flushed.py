"""A store that flushes its new file, but not the folder with the file's name: after a loss of power, the file itself may be gone.

fsync(2): "Calling fsync() does not necessarily ensure that the entry in the directory containing the file has also reached disk. For that
an explicit fsync() on a file descriptor for the directory is also needed." strace records the calls of a store, from a new place to the end
of its first durable commit: new_files_not_flushed.py lmdb. Without a name: of all. The status is 1 if one has the defect. RocksDB flushes
the folder of its files, but not the one in which it makes that folder. SQLite does not have the defect.
"""
import os, re, subprocess, sys, tempfile

STORES = {
    "lmdb": "import lmdb; e = lmdb.open(path); t = e.begin(write=True); t.put(b'k', b'v'); t.commit()",
    "tkrzw": "import tkrzw; d = tkrzw.DBM(); d.Open(path + '/x.tkt', True); d.Set(b'k', b'v'); d.Synchronize(True)",
    "kyoto": "import kyotocabinet as kc; d = kc.DB(); d.open(path + '/x.kct', 6); d.begin_transaction(True); d.set(b'k', b'v'); "
             "d.end_transaction(True)",
    "turso": "import turso; d = turso.connect(path + '/x', isolation_level=None); d.execute('CREATE TABLE t (k)')",
    "zodb": "import ZODB, ZODB.FileStorage as f, transaction; c = ZODB.DB(f.FileStorage(path + '/x')).open(); c.root()['k'] = 1; "
            "transaction.commit()",
    "semidbm": "import semidbm; d = semidbm.open(path + '/x', 'c'); d[b'k'] = b'v'; d.sync()",
    "leveldb": "import plyvel; d = plyvel.DB(path + '/x', create_if_missing=True); d.put(b'k', b'v', sync=True)",
    "rocksdb": "import rocksdict as r; d = r.Rdict(path + '/x'); w = r.WriteOptions(); w.sync = True; d.put(b'k', b'v', w)",
    "redis": "import redis, subprocess, time; subprocess.Popen(['timeout', '3', 'redis-server', '--port', '0', '--unixsocket', path + "
             "'/s', '--dir', path, '--appendonly', 'yes', '--appendfsync', 'always'], stdout=-3); time.sleep(1); "
             "redis.Redis(unix_socket_path=path + '/s').set('k', 'v')",
    "mdbx": "import mdbx; e = mdbx.Env(path + '/x'); t = e.rw_transaction(); t.open_map().put(t, b'k', b'v'); t.commit()",
    "duckdb": "import duckdb; d = duckdb.connect(path + '/x'); d.execute('CREATE TABLE t AS SELECT 1')",
    "sqlite": "import sqlite3; d = sqlite3.connect(path + '/x'); d.execute('PRAGMA synchronous=EXTRA'); d.execute('CREATE TABLE t (k)')",
}


def not_flushed(code):
    """The new names in the place, at the end, whose folder was not flushed after they came."""
    path = tempfile.mkdtemp()
    program = f"path = {path!r}; {code}; import os; os.write(2, b'done'); os._exit(0)"
    trace = path + ".trace"
    calls = "trace=open,openat,creat,rename,renameat,renameat2,mkdir,fsync,fdatasync,msync,sync_file_range,write"
    words = ["strace", "-f", "-y", "-qq", "-e", calls, "-o", trace, sys.executable, "-c", program]
    subprocess.run(words, check=True, stderr=subprocess.DEVNULL)
    new = set()
    for line in open(trace, errors="replace"):
        if 'write(2<' in line and '"done"' in line: break
        # Names are in the place, or relative to it.
        if made := re.search(r'(?:open|openat|creat)\(.*?"([^"]+)".*O_CREAT.*= \d+', line): new.add(os.path.join(path, made[1]))
        if folder := re.search(r'mkdir\w*\(.*?"([^"]+)".*= 0', line): new.add(os.path.join(path, folder[1]))
        if moved := re.search(r'rename\w*\(.*"([^"]+)".*"([^"]+)".*= 0', line):
            new.discard(os.path.join(path, moved[1]))
            new.add(os.path.join(path, moved[2]))
        if synced := re.search(r"f(?:data)?sync\(\d+<([^>]+)>", line):
            new = {name for name in new if os.path.dirname(name) != synced[1]}
    here = (name for name in new if name.startswith(path + "/") and os.path.exists(name))
    return sorted(name for name in here if not re.search(r"lock|-lck|LOG|\.tmp", name))


names = sys.argv[1:] or list(STORES)
found = 0
for name in names:
    left = not_flushed(STORES[name])
    found += left != []
    print(f"{name}: " + ("DEFECT: the folder is not flushed after " + ", ".join(map(os.path.basename, left)) if left else "no defect"))
sys.exit(found > 0)
