import dbm.dumb
from touchstone_adapter import Mapping, serve


class DumbDbm(Mapping):
    """Python's dbm.dumb: a file of values and a text of where they are. It has no transactions; a commit writes the text anew."""
    def open(self, path): self.map = dbm.dumb.open(path, "c")


serve(DumbDbm)
