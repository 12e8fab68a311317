import DeterministicScheduling
import PropertyTesting

@testable import RunReports

/// Runs with everything that a page can show.
enum SampleRuns {
  private actor Counter {
    private(set) var value = 0
    func read() -> Int { value }
    func write(_ new: Int) { value = new }
    func increment() async {
      let old = read()
      await Task.yield()
      write(old + 1)
    }
  }

  /// Two that never go on: each waits for what the other would do.
  private actor Gate {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    func wait() async { await withCheckedContinuation { waiting.append($0) } }
  }

  private struct Call: Sendable {
    let text: String
  }

  static let properties: [Property<Void>] = [
    Requirement("R-1", "Labels <b>and</b> collects", says: "A \"quoted\" & <script>alert(1)</script> requirement.", covers: "1.1").holds(
      forAll: .double(in: -1e6...1e6), requiring: ["negative": 0.3, "never <i>": 0.0]
    ) { value, _, trial in
      trial.label("negative", if: value < 0)
      trial.collect("value", value)
      trial.collect("last digit", "\(Int(value.magnitude) % 7)")
      noteClaim()
      trial.target("value", value)
    },
    Requirement("R-2", "Has bounds", says: "No price lies between 1,000 and 2,000.", covers: "2.1").holds(
      forAll: .array(of: .int(in: 0...100_000), count: 1...12)
    ) { list, _ in
      try expect("prices <out of range>", list.filter { (1_000...2_000).contains($0) }, equals: [])
    },
    Requirement("R-3", "Loses updates", says: "Each increment counts.").holds(forAll: .int(in: 2...4)) { count, _, trial in
      let value = try trial.schedule {
        let counter = Counter()
        let tasks = (1...count).map { number in Task(name: "client \(number)") { await counter.increment() } }
        for task in tasks { await task.value }
        return await counter.value
      }
      try expect("count", value, equals: count)
    },
    Requirement("R-4", "Deadlocks", says: "The gate opens.").holds(forAll: .int(in: 1...2)) { count, _, trial in
      try trial.schedule {
        let gate = Gate()
        let tasks = (1...count).map { number in Task(name: "visitor \(number)") { await gate.wait() } }
        for task in tasks { await task.value }
      }
    },
    Requirement("R-5", "Is not linearizable", says: "A register gives what was written last.").holds(forAll: .int(in: 1...3)) { value, _ in
      let history = History<String, Int>([
        HistoryCall(client: "alice", "put \(value)", .done(0), called: 1, returned: 4),
        HistoryCall(client: "bob", "get", .done(value), called: 2, returned: 3),
        HistoryCall(client: "bob", "get", .done(0), called: 5, returned: 6),
      ])
      let register = SequentialModel<Int, String, Int>(initial: 0) { state, operation, output in
        operation == "get" ? (output == state ? [state] : []) : [value]
      }
      try history.expectLinearizable(by: register, operation: { $0 }, output: { "\($0)" })
    },
    Requirement("R-6", "Gives up", says: "Nothing is like this.").holds(forAll: .int()) { _, _ in throw Discard(reason: "<never>") },
    Requirement("R-7", "Has few cases", says: "Small.").holds(forAll: .int(in: 0...9)) { digit, _ in digit < 10 },
  ]

  static func document(cases: Int = 200) async -> RunDocument {
    var rows: [PropertyRecord] = []
    for property in properties {
      let result = await Runner(settings: RunSettings(cases: cases, seed: 5)).run(property, on: Fixture(name: "memory", system: {}))
      rows.append(PropertyRecord(result, system: "Samples", backend: "memory"))
    }
    rows.append(
      PropertyRecord(
        untried: "R-8", title: "Not tried", says: "", system: "Others", backend: "memory", outcome: "skipped",
        reason: "nobody declares <it>"))
    rows[1].counterexample?.drawings.append(
      .circle(
        kind: "write skew", relation: "has to come before",
        [
          TraceFigure.Edge(from: "T1", to: "T2", text: "T1 did not see that T2 wrote a"),
          TraceFigure.Edge(from: "T2", to: "T3", text: "T3 read what T2 wrote"),
          TraceFigure.Edge(from: "T3", to: "T1", text: "T3 did not see that T1 wrote b"),
        ]))
    return RunDocument(
      command: "verify", seed: "5", cases: cases, results: rows,
      times: RunDocument.Times(total: 1.5, results: rows.indices.map { Double($0) / 10 }))
  }

  /// As many results as the catalogue has, of which some failed.
  static func large(_ document: RunDocument) -> RunDocument {
    var large = document
    large.results = (0..<240).flatMap { number in
      ["memory", "file", "sqlite"].map { backend in
        // Mostly held, as a run is; one in twelve not.
        var row = document.results[number % 12 == 0 ? 1 + number / 12 % 4 : 0]
        row.id = "X-\(number)"
        row.backend = backend
        return row
      }
    }
    large.times = nil
    return large
  }

  static let faults = RunDocument(
    command: "faults", seed: "1, 2, 3", cases: 100, results: [],
    faults: (0..<300).map { number in
      FaultRecord(
        property: "X-\(number / 8)", fault: "fault\(number)", fact: "drops <item> \(number)", backend: "memory", caught: number % 71 != 0,
        median: number % 71 == 0 ? nil : 1 + number % 90, cases: 1 + number % 90, seeds: 3, caughtFrom: number % 71 == 0 ? 1 : 3)
    })

  /// Five implementations side by side.
  static func conformance(_ document: RunDocument) -> RunDocument {
    var conformance = document
    conformance.command = "conformance"
    conformance.results = ["memory", "file", "sqlite", "process:touchstone serve --backend sqlite", "process:python3 backend.py"].flatMap { backend in
      document.results.map { row in
        var row = row
        row.backend = backend
        return row
      }
    }
    conformance.times = nil
    return conformance
  }
}
