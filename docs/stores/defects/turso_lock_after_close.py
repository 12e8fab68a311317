"""Turso: a connection that was closed keeps its lock, so that no other process can open the database while this one lives."""
import os, subprocess, sys, tempfile
import turso

path = os.path.join(tempfile.mkdtemp(), "store")
OPEN = f"import turso; turso.connect({path!r}).execute('SELECT 1'); print('it opens')"


def another():
    run = subprocess.run([sys.executable, "-c", OPEN], capture_output=True, text=True)
    return run.stdout.strip() or run.stderr.strip().splitlines()[-1]


connection = turso.connect(path, isolation_level=None)
connection.execute("CREATE TABLE t (k)")
connection.execute("INSERT INTO t VALUES (1)")
print("while it is open, another process:", another())
connection.close()
after = another()
print("after it was closed:", after)
print("no defect" if after == "it opens" else "DEFECT: the lock is kept")
sys.exit(after != "it opens")
