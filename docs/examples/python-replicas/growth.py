#!/usr/bin/env python3
"""How a document of Yjs grows when one field of one record is written again and again. pip install pycrdt"""
from pycrdt import Doc, Map

document = Doc(client_id=1)
records = document.get("records", type=Map)
records["a"] = Map({"title": "v", "note": "v"})
for edit in range(1, 1001):
    records["a"]["title" if edit % 2 else "note"] = f"v{edit}"
    if edit in (8, 40, 100, 1000):
        print(f"after {edit} edits: {len(document.get_update())} bytes")
