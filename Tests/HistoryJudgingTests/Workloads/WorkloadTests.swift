import HistoryJudging
import PropertyTesting
import Testing

/// What clients are told to call, and what is noted of it.
struct WorkloadTests {
  static let kinds: [Workload.Kind] = [
    .listAppend(writesPerKey: 4), .rwRegister(writesPerKey: 4), .bank(accounts: 3), .longFork(), .set, .queue,
  ]
  private static let settings = RunSettings(cases: 15, seed: 1)

  @Test(arguments: kinds) func aRightSystemIsCleared(_ kind: Workload.Kind) async throws {
    try await check("valid", forAll: .workload(kind, calls: 0...20), settings: Self.settings) { workload in
      let system = WorkloadSystem(workload.model)
      let history = try await workload.record { _, call in try await system.perform(call) }
      let judgement = try workload.judge(history)
      try expect(judgement.lines.joined(separator: "\n"), judgement.verdict != .invalid)
      try expect("calls", history.operations.count, equals: workload.clients.joined().count + workload.last.count)
    }
  }

  @Test(arguments: kinds) func aWrongSystemIsFoundAndTheWorkloadShrinks(_ kind: Workload.Kind) async throws {
    let calls = try await failing(kind)
    #expect(calls <= 14, "\(calls) calls are left")
  }

  /// How many calls are left of a workload that shows what is wrong.
  private func failing(_ kind: Workload.Kind) async throws -> Int {
    do {
      // One client, so that the order in which tasks run does not matter.
      try await check("valid", forAll: .workload(kind, clients: 1...1, calls: 0...20), cases: 50, seed: 2) { workload in
        let system = WorkloadSystem(workload.model, isBroken: true)
        let history = try await workload.record { _, call in try await system.perform(call) }
        try expect("\(workload.clients.joined().count) calls", try workload.judge(history).verdict != .invalid)
      }
    } catch {
      return "\(error)".firstMatch(of: /(\d+) calls/).flatMap { Int($0.1) } ?? Int.max
    }
    return Int.max
  }

  @Test func valuesAreNewAndKeysRotate() throws {
    try check("unique", forAll: .workload(.listAppend(keys: 3, writesPerKey: 4), calls: 10...40), settings: Self.settings) { workload in
      var writes: [HistoryValue: Int] = [:]
      for case .append(let key, let value) in workload.clients.joined().flatMap(\.value.steps) {
        try expect("writes of \(key)", value != .null && writes[key, default: 0] < 4)
        writes[key, default: 0] += 1
      }
      let keys = writes.keys.compactMap(\.int)
      try expect("keys in a row", keys.max() ?? 0 < writes.values.reduce(0, +) / 4 + 3)
    }
  }

  @Test func aClientGoesOnUnderANewNameIfNobodyKnows() async throws {
    struct Gone: Error {}
    let workload = Workload(model: "set", clients: [[.init("add", .int(1)), .init("add", .int(2)), .init("add", .int(3))]])
    let history = try await workload.record { _, call in
      if call.value == .int(1) { throw Gone() }
      if call.value == .int(2) { throw CallFailed("full") }
      return call.value
    }
    #expect(history.operations.map(\.process) == [.number(0), .number(2), .number(2)])
    #expect(history.operations.map(\.outcome) == [.info, .fail, .ok])
    #expect(history.operations.map(\.error) == [.text("Gone()"), .text("full"), nil])
  }

  @Test func theFileSaysWhatWasNoted() async throws {
    let recorder = EventRecorder()
    await withTaskGroup { group in
      for client in 0..<8 {
        group.addTask {
          for number in 0..<200 {
            recorder.invoke(.number(client), "write", .list([.int(number), .text("a\"\\\n\u{1}é"), .double(1.5), .null, .bool(true)]))
            number % 3 == 0 ? recorder.fail(.number(client), error: "no") : recorder.ok(.number(client), .map([.text("k"): .int(number)]))
          }
        }
      }
    }
    recorder.invoke(.named("last \"one\""), "read")
    recorder.info(.named("last \"one\""))
    let noted = try recorder.history()
    let read = try HistorySource(recorder.jsonLines.utf8).history()
    #expect(noted.operations.count == 1601)
    #expect(noted.operations.map(\.withoutLines) == read.operations.map(\.withoutLines))
    #expect(zip(noted.operations, noted.operations.dropFirst()).allSatisfy { $0.time ?? 0 <= $1.time ?? 0 })
  }
}

extension HistoryOperation {
  var withoutLines: HistoryOperation {
    var copy = self
    copy.line = 0
    copy.completionLine = 0
    return copy
  }
}
