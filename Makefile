# The two commands are `make verify` and `make test`; both set a fresh machine up first.
SWIFT ?= swift
ARGS ?=
# Of what runs touchstone: continuous integration says debug, which "make test" has built already.
CONFIGURATION ?= release
BUILD = $(SWIFT) build -c $(CONFIGURATION) --product touchstone
BUILT = $$($(SWIFT) build -c $(CONFIGURATION) --show-bin-path)

.PHONY: mistakes fuzz everything adopter platforms scale verify test test-postgres test-tsan soak soak-replicas faults claims conformance replicas mutate example found-in-packages found-by-properties threads-in-packages write stores bench bench-peers docs reference setup clean

# Every property over memory, file and SQLite. More options: make verify ARGS="--only CM-13 --cases 10000"
verify: setup
	$(BUILD)
	"$(BUILT)/touchstone" verify $(ARGS)

# Every test: the engine's, the stores', the reference cores', the properties and their faults, the command line.
test: setup
	$(SWIFT) build --build-tests
	@SWIFT="$(SWIFT)" bash scripts/test.sh $(ARGS)

# The stores in PostgreSQL, in a server of their own that is taken away again: docs/postgres.md. Installs a server.
test-postgres:
	@bash scripts/setup.sh postgres
	$(SWIFT) build --build-tests --package-path Tests/Postgres --scratch-path .build-postgres
	bash scripts/with-postgres.sh $(SWIFT) test --skip-build --package-path Tests/Postgres --scratch-path .build-postgres $(ARGS)

# The tests in this process under ThreadSanitizer (the command line's run the tool without it, and it does not bear copies
# of a process with threads).
test-tsan: setup
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path .build-tsan
	TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/thread-sanitizer.supp" \
	  $(SWIFT) test --skip-build --sanitize=thread --scratch-path .build-tsan \
	  --skip '^(CommandLineTests|ProcessIsolationTests|ProcessStorageTests)\.' \
	  --skip 'StorageConformanceTests\.(CrashLawTests|EntryPointTests|HostileStoreTests|SQLiteForkTests)|RunReportsTests\.BrowserTests' $(ARGS)
	@# A counter without a lock, which ThreadSanitizer must report: proof that it still sees.
	TOUCHSTONE_RACE=1 TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/thread-sanitizer.supp" \
	  $(SWIFT) test --skip-build --sanitize=thread --scratch-path .build-tsan --filter 'RealThreadsTests/race' 2>&1 \
	  | grep -q 'SUMMARY: ThreadSanitizer: .*race.*UnlockedLog' || { echo "ThreadSanitizer does not report a data race"; exit 1; }

# Thousands of kill -9 over real files: no acknowledged write may be lost; of workers that die: nothing may be left; of Argus on
# two devices in two processes: they agree in the end; a year of three replicas; and long sessions over the whole apps. More: make soak CASES=10000
CASES ?= 1000
soak: setup
	$(SWIFT) build --build-tests
	TOUCHSTONE_SOAK=$(CASES) $(SWIFT) test --skip-build --filter 'SoakTests|LeftoverTests|TwoProcessTests' $(ARGS)
	$(SWIFT) run -c release touchstone verify --only POS-APP,QV-APP,ARG-APP,CM-APP --cases $(CASES)

# The reference replicas under every law of synchronization, over memory, file and SQLite, in release. More: make soak-replicas CASES=10000
# Stores wait for the disk, so theirs is in memory where there is one.
soak-replicas: setup
	if [ -w /dev/shm ]; then export TMPDIR=/dev/shm; fi; \
	  TOUCHSTONE_CASES=$(CASES) $(SWIFT) test -c release --package-path Tests/ReplicaSoak --scratch-path .build-soak $(ARGS)

# Random programs of the engine (generators, machines, faulty passes), in processes that may die: nothing may trap, hang or replay to
# something else. More, and others: make fuzz PROGRAMS=100000 FIRST=100001. One: swift run with --report NUMBER.
PROGRAMS ?= 2000
FIRST ?= 1
fuzz:
	$(SWIFT) build -c release -Xswiftc -enable-testing --package-path Tests/EngineFuzz --scratch-path .build-fuzz
	"$$($(SWIFT) build -c release -Xswiftc -enable-testing --package-path Tests/EngineFuzz --scratch-path .build-fuzz --show-bin-path)/engine-fuzz" $(PROGRAMS) $(FIRST)

# Every fault must be caught.
faults: setup
	$(BUILD)
	"$(BUILT)/touchstone" faults $(ARGS)

# Small changes in the reference cores and stand-ins: do the properties notice? COUNT=50 SEED=2 CORES='Argus QuickVault' for
# others (docs/mutate.md).
COUNT ?= 300
SEED ?= 1
CORES ?= CountMe PersonalOS QuickVault Argus
MUTATED = $(CORES:%=Sources/%Reference) $(if $(filter CountMe PersonalOS,$(CORES)),Sources/PlatformStandIns) \
  $(if $(filter Argus,$(CORES)),Sources/ArgusMigration)
# The properties of the same apps judge; the stand-ins those of QuickVault too, which alone uses the clipboard and the sensor.
JUDGES = $(sort $(CORES) $(if $(filter CountMe PersonalOS,$(CORES)),QuickVault))
comma := ,
space := $(subst ,, )
IDS = $(subst $(space),$(comma),$(strip $(subst CountMe,CM,$(subst PersonalOS,POS,$(subst QuickVault,QV,$(subst Argus,ARG,$(JUDGES)))))))
mutate: setup
	$(BUILD)
	"$(BUILT)/touchstone" mutate --count $(COUNT) --seed $(SEED) \
	  $(MUTATED:%=--sources %) \
	  --build '$(SWIFT) build --product touchstone --disable-index-store' \
	  --test '.build/debug/touchstone verify --backend memory --jobs 1 --stop-at-failure --seed 1 --only {,}' \
	  --list-tests '.build/debug/touchstone list --ids --only $(IDS)' --equivalent docs/equivalent-mutants.txt $(ARGS)

# The mistakes of Properties/*.edits, planted in the cores: does the property that each names notice? Those of some files: make mistakes EDITS="…"
EDITS = $(sort $(wildcard Properties/*.edits))
MISTAKES = mutate $(patsubst %,--edits %,$(EDITS)) \
  $(patsubst %,--sources Sources/%,CountMeReference PersonalOSReference QuickVaultReference ArgusReference ArgusMigration) \
  --sources Sources/PlatformStandIns --sources Sources/ImageStandIns --sources Sources/SourceLayering --build '$(SWIFT) build --product touchstone --disable-index-store' \
  --list-tests '.build/debug/touchstone list --ids'
mistakes: setup
	$(BUILD)
	"$(BUILT)/touchstone" $(MISTAKES) \
	  --test '.build/debug/touchstone verify --backend memory --jobs 1 --stop-at-failure --seed 1 --only {,}' $(ARGS)

# Claims of the properties that no case evaluates, or that fail under no fault and no mistake. Each mistake runs every property that it names:
# the command that runs them always succeeds, so that the first that notices does not end it. Whether a mistake is caught is for "make mistakes".
# The time in the command keeps the run from going on where an earlier one stopped, whose claims are gone.
CLAIMS = $(CURDIR)/.build/failed-claims
claims: setup
	$(BUILD)
	rm -f "$(CLAIMS)"
	touch "$(CLAIMS)"
	"$(BUILT)/touchstone" $(MISTAKES) --least-score 0 \
	  --test '.build/debug/touchstone claims --as-it-is --jobs 1 --seeds 6 --only {,} >> "$(CLAIMS)"; true # $(shell date)' >"$(CLAIMS).log" || \
	  { [ $$? = 1 ] && [ -s "$(CLAIMS)" ]; } || { tail -20 "$(CLAIMS).log"; exit 3; }
	"$(BUILT)/touchstone" claims --failed "$(CLAIMS)" --explained docs/explained-claims.txt $(ARGS)

# Packages of their own, as an app's: its implementation under the properties (docs/your-implementation.md), its store
# under the storage laws (docs/write-a-backend.md), a fuzz target, the defects found in Foundation (docs/found.md),
# and threads under a schedule (docs/threads.md).
# Stores wait for the disk, so theirs is in memory where there is one. What they all use is built once.
example: setup
	$(SWIFT) test --package-path docs/examples/own-portfolio --scratch-path .build-examples
	if [ -w /dev/shm ]; then export TMPDIR=/dev/shm; fi; \
	  $(SWIFT) test --package-path docs/examples/own-store --scratch-path .build-examples
	FUZZ=1 $(SWIFT) test --package-path docs/examples/fuzzing --scratch-path .build-examples
	$(SWIFT) test --package-path docs/examples/found --scratch-path .build-examples
	$(SWIFT) test --package-path docs/examples/threads --scratch-path .build-examples

# What `touchstone write` proposes for a package with a mistake in every second declaration: it must find these, and accuse nothing else.
write:
	@SWIFT="$(SWIFT)" bash scripts/write-example.sh

# Types of published packages that break the laws of their protocols (docs/found-in-packages.md). SwiftPM downloads the packages, at the
# versions of the page; where it cannot, the status is 3.
found-in-packages:
	$(SWIFT) package --package-path docs/examples/found-in-packages --scratch-path .build-examples resolve || exit 3
	$(SWIFT) test --package-path docs/examples/found-in-packages --scratch-path .build-examples

# Defects of published packages (docs/found-by-properties.md), in the same way.
found-by-properties:
	$(SWIFT) package --package-path docs/examples/found-by-properties --scratch-path .build-examples resolve || exit 3
	$(SWIFT) test --package-path docs/examples/found-by-properties --scratch-path .build-examples

# Published packages under schedules of threads (docs/threads.md#published-packages): everything is built with the instrumentation.
threads-in-packages:
	$(SWIFT) package --package-path docs/examples/threads-in-packages --scratch-path .build-instrumented resolve || exit 3
	$(SWIFT) test --package-path docs/examples/threads-in-packages --scratch-path .build-instrumented -Xswiftc -Xfrontend -Xswiftc -sanitize=thread

# The storage laws over published stores, each through an adapter in Python, or in Swift over a C library with a test of its own
# (docs/examples/c-library-stores): writes docs/stores.md. Debian's packages and PyPI's are installed; where they cannot be, the status
# is 3. Some of them, for longer: make stores STORES='lmdb redis' BUDGET=10m
# Their levels of isolation, by the judge of histories: make stores STORES=levels
STORES ?=
stores: setup
	$(BUILD)
	SWIFT="$(SWIFT)" BUDGET="$(BUDGET)" bash scripts/stores.sh "$(BUILT)/touchstone" $(STORES)

# What a build says to a package that depends on this one, without the headers of system libraries: no warning, and an error that
# says what to install.
adopter:
	@SWIFT="$(SWIFT)" bash scripts/adopter.sh

# The C parts for macOS, musl, Windows and WASI, and what each says that it has not: docs/platforms.md.
platforms:
	@bash scripts/platforms.sh

# Every command that README.md, this file and docs/hacking.md offer, with what each took: a few hours. Some of them: make everything ARGS=mutate
everything:
	@bash scripts/everything.sh $(ARGS)

# The engine's speed against a bare loop, in release and in debug; prints a table, writes bench.json.
bench: setup
	$(SWIFT) build -c release --product touchstone-bench
	$(SWIFT) build --product touchstone-bench
	"$$($(SWIFT) build -c release --show-bin-path)/touchstone-bench" merge bench.json \
	  "$$($(SWIFT) build -c release --show-bin-path)/touchstone-bench" \
	  "$$($(SWIFT) build --show-bin-path)/touchstone-bench"
	"$$($(SWIFT) build -c release --show-bin-path)/touchstone-bench" proofs
	"$$($(SWIFT) build --show-bin-path)/touchstone-bench" proofs
	"$$($(SWIFT) build -c release --show-bin-path)/touchstone-bench" images
	"$$($(SWIFT) build -c release --show-bin-path)/touchstone-bench" vault

# Shrinking on predicates that are drawn at random, beside the Hypothesis that PyPI serves today: docs/benchmarks.md. SEED=2 draws
# others; PEER_SEEDS=5 runs Hypothesis, which takes most of the time, from fewer seeds.
SEED ?= 1
PEER_SEEDS ?= 30
PEERS = .build/peers
bench-peers: setup
	$(SWIFT) build -c release --product touchstone-bench
	mkdir -p $(PEERS)
	python3 -m venv $(PEERS)/venv
	$(PEERS)/venv/bin/pip install --quiet --upgrade hypothesis
	"$$($(SWIFT) build -c release --show-bin-path)/touchstone-bench" draw $(SEED) > $(PEERS)/rows.json
	$(PEERS)/venv/bin/python scripts/peers/drawn.py $(PEERS)/rows.json $(PEER_SEEDS) > $(PEERS)/hypothesis.json
	$(PEERS)/venv/bin/pip list | grep hypothesis
	"$$($(SWIFT) build -c release --show-bin-path)/touchstone-bench" drawn $(PEERS)/rows.json $(PEERS)/hypothesis.json

# The storage laws over the backends at hand: memory, file, SQLite, and in processes of their own SQLite, Python, and JavaScript if there
# is Node; and loss of power over those that flush.
conformance: setup
	$(BUILD)
	set -e; PATH="$(BUILT):$$PATH"; touchstone conformance --backend memory \
	  --backend file --backend sqlite --backend 'process:touchstone serve --backend sqlite' \
	  --backend 'process:python3 docs/examples/python-backend/backend.py' $(ARGS); \
	touchstone conformance --only STO-64 --backend 'process:exec touchstone serve --backend sqlite --flush' \
	  --backend 'process:exec touchstone serve --backend file --flush' \
	  --backend 'process:exec python3 docs/examples/python-backend/backend.py --flush'; \
	if command -v node > /dev/null; then \
	  touchstone conformance --backend 'process:exec node docs/examples/javascript-backend/backend.js' $(ARGS); \
	else echo "skipped: the example in JavaScript, for want of node"; fi

# The laws of synchronization over the examples in Python: fields alone, and two CRDT libraries at the versions of docs/replicas.md. Where
# PyPI cannot be reached, the status is 3.
REPLICAS = .build/replicas
replicas: setup
	$(BUILD)
	"$(BUILT)/touchstone" replicas 'exec python3 docs/examples/python-replicas/fields.py' $(ARGS)
	python3 -m venv $(REPLICAS) || exit 3
	$(REPLICAS)/bin/pip install --quiet -r docs/examples/python-replicas/requirements.txt || exit 3
	set -e; for name in yjs loro_replica; do \
	  "$(BUILT)/touchstone" replicas "exec $(REPLICAS)/bin/python docs/examples/python-replicas/$$name.py" $(ARGS); done

# Writes docs/properties.md and docs/storage-laws.md.
docs: setup
	$(SWIFT) build --product touchstone
	$(SWIFT) run touchstone list --markdown $(patsubst %,--edits %,$(sort $(wildcard Properties/*.edits))) > docs/properties.md.new
	mv docs/properties.md.new docs/properties.md
	$(SWIFT) run touchstone list --laws --markdown > docs/storage-laws.md.new
	mv docs/storage-laws.md.new docs/storage-laws.md

# The reference of the libraries, a site of DocC in .build-reference/site. Of the engine alone: make reference ARGS=PropertyTesting
reference: setup
	@SWIFT="$(SWIFT)" bash scripts/reference.sh $(ARGS)

# A plan as an array job of Slurm, with two nodes on this machine: a task is killed and runs again, and the merged result is that of a single
# run. Needs root. Where Slurm cannot start it says so, and is no pass.
scale:
	@bash scripts/setup.sh slurm
	$(BUILD)
	bash scripts/scale.sh "$(BUILT)/touchstone"

setup:
	@bash scripts/setup.sh

clean:
	rm -rf .build .build-platforms .build-postgres-run .build-examples .build-instrumented .build-fuzz .build-soak .build-postgres .build-reference .build-tsan bench.json
