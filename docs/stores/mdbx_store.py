import mdbx
from touchstone_adapter import Store, serve


class MDBX(Store):
    """libmdbx, which descends from LMDB. Keys have at most 2022 bytes."""
    durability = "powerLoss"

    def open(self, path):
        geometry = mdbx.Geometry(-1, -1, 1 << 30, -1, -1, -1)
        self.env = mdbx.Env(path, flags=mdbx.MDBXEnvFlags.MDBX_NOSUBDIR, geometry=geometry, maxdbs=1)

    def close(self): self.env.close()
    def begin(self, write):
        self.txn = self.env.rw_transaction() if write else self.env.ro_transaction()
        self.map = self.txn.open_map()

    def commit(self): self.txn.commit()

    def rollback(self):
        try: self.txn.abort()
        # A commit that failed has ended the transaction. The package's exceptions are no subclasses of Exception.
        except mdbx.MDBXErrorExc: pass

    def get(self, key): return self.map.get(self.txn, key)
    def put(self, key, value): self.map.put(self.txn, key, value)
    def delete(self, key): self.map.delete(self.txn, key)

    def items(self, low, high):
        found, cursor = [], self.txn.cursor(self.map)
        key, value = cursor.get_full(low, mdbx.MDBXCursorOp.MDBX_SET_RANGE)
        while key is not None and (high is None or key < high):
            found.append((key, value))
            key, value = cursor.get_full(key, mdbx.MDBXCursorOp.MDBX_NEXT)
        cursor.close()
        return found


serve(MDBX)
