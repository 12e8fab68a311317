"""Writes docs/stores.md from the reports of `make stores` and the verdicts of verdicts.json.

names: the adapters. write RESULTS PAGE: writes the page. judge RESULTS NAME…: looks at some reports only.
A failure without a verdict is an error, and for the page a verdict without its failure, too: then the status is 1.
"""
import datetime, importlib.metadata, json, pathlib, subprocess, sys, textwrap

PAGE = """# Published stores under the storage laws

Written by `make stores`, with the verdicts of [verdicts.json](stores/verdicts.json). It runs the [storage laws](storage-laws.md) over
published stores within a time for each. To run some of them, and for longer: `make stores STORES='lmdb redis' BUDGET=10m`. An adapter
has at most 41 lines of Python over [one base](../Sources/touchstone/Adapter/touchstone_adapter.py), or is [one in
Swift](examples/c-library-stores/README.md) over a C library.

The score counts the laws for what the store declares, in as many cases as there was time for: a law that held in three cases says little.
The authors of the adapters chose the declarations, from the documentation of the stores. Laws that look only at what the adapter does for
the store ("emulated") are skipped: a key-value store has no types, versions or collections of its own. The adapter keeps every record as
one item of the store, together with its version. It counts versions in one more item, or takes them from the clock ("versions with gaps"),
so that no counter joins transactions that overlap. The stores run in memory (`/dev/shm`), so that their speed says nothing.

| store | version | declares | score | laws not held | run on |
|---|---|---|---|---|---|
ROWS

## Laws not held

Every failure has a verdict:

- *Defect*: the store does not do what it documents. The script beside it shows the defect without the kit.
- *Defect, described by its kind*: the same. The details are not published, because they could help to destroy data.
- *Documented behaviour*: the store does not promise it.
- *Not examined*: the law's cases did not reach its situation over this store, and the reason is known.

The history is the shortest that the kit found in its time.

SECTIONS
"""
HERE = pathlib.Path(__file__).resolve().parent
STORES = json.loads((HERE / "stores.json").read_text())
KINDS = {
    "defect": "defect", "withheld": "defect, described by its kind", "documented": "documented behaviour",
    "unseen": "not examined", "open": "not judged yet",
}


def name(store): return store["adapter"].removesuffix("_store.py")


def version(store):
    if store["from"] == "PyPI": return f"{importlib.metadata.version(store['package'])} ({store['package']}, PyPI)"
    if store["from"] == "Debian":
        shown = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", store["package"]], capture_output=True, text=True).stdout
        return f"{shown} ({store['package']}, Debian)"
    if store["module"] == "sqlite3":
        import sqlite3
        return f"{sqlite3.sqlite_version} (Python {sys.version.split()[0]})"
    return f"Python {sys.version.split()[0]}"


def score(report):
    counts = report["score"]
    words = [f"{counts['held']} of {counts['held'] + counts['notHeld']} held"]
    for key, word in ("notExamined", "not examined"), ("notTried", "not tried"), ("skipped", "skipped"):
        if counts[key]: words.append(f"{counts[key]} {word}")
    emulated = sum((law.get("reason") or "").startswith("the adapter emulates") for law in report["laws"])
    if emulated: words[-1] += f" ({emulated} emulated)"
    return ", ".join(words)


def capabilities(report):
    c = report["capabilities"]
    words = [c["durability"], c["isolation"]]
    words += [word for key, word in (("simultaneousStores", "simultaneous stores"), ("backup", "backup")) if c[key]]
    if c["integrity"] != "none": words.append(c["integrity"])
    if c["maximumKeySizeBytes"] < 1024: words.append(f"keys to {c['maximumKeySizeBytes']} bytes")
    if not c["worksOnAfterIOErrors"]: words.append("opened again after I/O errors")
    if not c["constantFiles"]: words.append("files come and go")
    if c["versionsHaveGaps"]: words.append("versions with gaps")
    words += [f"{part} emulated" for part in ("transactions", "order") if part in c["emulates"]]
    return ", ".join(words)


def not_held(report):
    # A law that ran, and of which no case reached its situation, has no reason.
    return [law for law in report["laws"] if law["outcome"] not in ("held", "skipped", "not tried") and not law.get("reason")]


def cell(text): return " ".join(text.split()).replace("|", "\\|")


def section(store, report, verdicts, problems, is_whole):
    lines = []
    broken = not_held(report)
    for law in broken:
        verdict = verdicts.get(law["id"])
        if verdict is None: problems.append(f"{store['name']}: {law['id']} {law['outcome']}, and verdicts.json does not judge it")
        verdict = verdict or {"kind": "open", "says": law.get("claim") or law["outcome"]}
        lines += [f"- **{law['id']} {law['title']}**: {law['outcome']}. {KINDS[verdict['kind']].capitalize()}. {verdict['says']}"]
        if "script" in verdict:
            lines[-1] += f" [{verdict['script']}](stores/{verdict['script']})"
            if not (HERE / verdict["script"]).exists(): problems.append(f"{store['name']}: {verdict['script']} is not there")
        if verdict["kind"] not in ("withheld", "open") and law.get("given"):
            # Paths are this machine's.
            history = ("; ".join(law["trace"]) or law["given"]).replace(f"{HERE.parents[1]}/", "")
            lines += ["", "  ```"] + [f"  {line}" for line in textwrap.wrap(history, 130)[:12]] + ["  ```", ""]
    # A law that needs luck to fail may hold in one run: "sometimes" says so.
    held = {law["id"] for law in report["laws"] if law["outcome"] == "held"} if is_whole else set()
    for id, verdict in verdicts.items():
        if id not in held: continue
        if not verdict.get("sometimes"): problems.append(f"{store['name']}: verdicts.json judges {id}, which held")
        kind = KINDS[verdict["kind"]].capitalize()
        lines.append(f"- **{id}** held in the cases of this run, which did not meet this. {kind}. {verdict['says']}")
    return [f"### {store['name']}", ""] + lines + [""] if lines else []


def write(results, target, only=()):
    verdicts = json.loads((HERE / "verdicts.json").read_text())
    rows, sections, problems, ran = [], [], [], []
    for store in STORES:
        if only and name(store) not in only: continue
        file = pathlib.Path(results) / (name(store) + ".json")
        if not file.exists():
            problems.append(f"{store['name']}: there is no report")
            continue
        report = json.loads(file.read_text())["reports"][0]
        day = datetime.date.fromtimestamp(file.stat().st_mtime)
        laws = ", ".join(law["id"] for law in not_held(report)) or "none"
        rows.append(f"| {store['name']} | {version(store)} | {capabilities(report)} | {score(report)} | {laws} | {day} |")
        sections += section(store, report, verdicts.get(name(store), {}), problems, target is not None)
        ran.append(store)
    if target is not None: fill(target, rows, sections)
    for problem in problems: print("✘", problem)
    print(f"{len(ran)} stores, {len(problems)} problems")
    return 1 if problems else 0


def fill(target, rows, sections):
    text = PAGE.replace("ROWS\n", "\n".join(rows) + "\n").replace("SECTIONS\n", "\n".join(sections))
    while "\n\n\n" in text: text = text.replace("\n\n\n", "\n\n")
    pathlib.Path(target).write_text(text.rstrip() + "\n")


if sys.argv[1] == "names": print(*map(name, STORES))
elif sys.argv[1] == "write": sys.exit(write(*sys.argv[2:]))
else: sys.exit(write(sys.argv[2], None, sys.argv[3:]))
