#!/usr/bin/env python3
"""Yjs by pycrdt: a map of maps, and an array. pip install pycrdt"""
from pycrdt import Array, Doc, Map
from replica import DocumentReplica, Failure, serve


class YjsReplica(DocumentReplica):
    def load(self, state):
        document = Doc(client_id=1000 * (1 + ord(self.device.name)) + self.opened)
        self.records, self.list = document.get("records", type=Map), document.get("list", type=Array)
        if state:
            document.apply_update(state)
        return document

    def state(self): return self.document.get_update()
    def merge(self, state): self.document.apply_update(state)

    def contents(self):
        return {"records": {name: dict(record.items()) for name, record in self.records.items()}, "list": list(self.list)}

    def found(self, record):
        if record not in self.records:
            raise Failure("missing", message=record)
        return self.records[record]

    def insert(self, record, fields):
        if record in self.records:
            raise Failure("present", message=record)
        self.edit(lambda: self.records.update({record: Map(fields)}))

    def update(self, record, field, value):
        found = self.found(record)
        self.edit(lambda: found.update({field: value}))

    def delete(self, record):
        self.found(record)
        self.edit(lambda: self.records.pop(record))

    def insertElement(self, value, at): self.edit(lambda: self.list.insert(at, value))
    def removeElement(self, at): self.edit(lambda: self.list.pop(at))


serve(YjsReplica, "yjs", fields=["title", "note"], list=True, merge="byField", deletes="deletesWin", causal=True, durable=True,
      anyOrder=True)
