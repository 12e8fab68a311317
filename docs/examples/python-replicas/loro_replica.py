#!/usr/bin/env python3
"""Loro: a map of maps, and a list. pip install loro"""
from loro import ExportMode, LoroDoc, LoroMap
from replica import DocumentReplica, Failure, serve


class LoroReplica(DocumentReplica):
    def load(self, state):
        document = LoroDoc()
        document.peer_id = 1000 * (1 + ord(self.device.name)) + self.opened
        if state:
            document.import_(state)
        self.records, self.list = document.get_map("records"), document.get_list("list")
        return document

    def state(self):
        self.document.commit()
        return self.document.export(ExportMode.Snapshot())

    def merge(self, state): self.document.import_(state)

    def contents(self):
        value = self.document.get_deep_value()
        return {"records": value.get("records", {}), "list": value.get("list", [])}

    def found(self, record):
        if record not in self.contents()["records"]:
            raise Failure("missing", message=record)
        return self.records.get(record).container

    def insert(self, record, fields):
        if record in self.contents()["records"]:
            raise Failure("present", message=record)
        def change():
            made = self.records.insert_container(record, LoroMap())
            for field, value in fields.items():
                made.insert(field, value)
        self.edit(change)

    def update(self, record, field, value):
        found = self.found(record)
        self.edit(lambda: found.insert(field, value))

    def delete(self, record):
        self.found(record)
        self.edit(lambda: self.records.delete(record))

    def insertElement(self, value, at): self.edit(lambda: self.list.insert(at, value))
    def removeElement(self, at): self.edit(lambda: self.list.delete(at, 1))


serve(LoroReplica, "loro", fields=["title", "note"], list=True, merge="byField", deletes="deletesWin", causal=True, durable=True,
      anyOrder=True)
