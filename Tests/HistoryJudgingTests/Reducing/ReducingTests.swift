import HistoryJudging
import PropertyTesting
import Synchronization
import Testing

/// A history reduced to the calls that matter is wrong as the whole is.
struct ReducingTests {
  /// Judges, reduces, writes as EDN, reads and judges again.
  /// - Returns: the reduced history; nil if the whole is not wrong.
  private func reduce(_ history: HistoryJudging.History, by model: any HistoryModel, _ consistency: String? = nil) throws
    -> HistoryJudging.History?
  {
    let consistency = consistency ?? model.consistencies.first ?? ""
    let whole = try model.judge(history, consistency: consistency, limits: JudgingLimits())
    guard let reduced = model.reduced(history, whole) else {
      #expect(whole.verdict != .invalid)
      return nil
    }
    let read = try HistorySource(reduced.edn.utf8, name: "least").history()
    let judgement = try model.judge(read, consistency: consistency, limits: JudgingLimits())
    let names = judgement.anomalies.filter(\.isForbidden).map(\.name)
    #expect(judgement.verdict == .invalid)
    #expect(names.first == whole.anomalies.first(where: \.isForbidden)?.name, "\(whole.lines)\n\(reduced.edn)")
    #expect(Set(names).isSubset(of: whole.anomalies.map(\.name)))
    #expect(reduced.operations.count <= history.operations.count)
    return reduced
  }

  @Test(arguments: WorkloadTests.kinds) func aLongHistoryIsReducedToFewCalls(_ kind: Workload.Kind) async throws {
    let settings = RunSettings(cases: 3, seed: 3)
    let wrong = Mutex(0)
    try await check("few calls", forAll: .workload(kind, clients: 3...5, calls: 50...60), settings: settings) { workload in
      let system = WorkloadSystem(workload.model, isBroken: true)
      let history = try await workload.record { _, call in try await system.perform(call) }
      let model = try #require(HistoryModels.named(workload.model))
      guard let reduced = try reduce(history, by: model) else { return }
      wrong.withLock { $0 += 1 }
      try expect("\(reduced.operations.count) calls of \(history.operations.count)\n\(reduced.edn)", reduced.operations.count < 9)
    }
    #expect(wrong.withLock(\.self) > 0)
  }

  @Test(arguments: ["list-append", "rw-register"]) func smallTransactionsStayWrong(_ name: String) throws {
    let model = try #require(HistoryModels.named(name))
    var count = 0
    for seed in seeds(50) {
      let history = try DrawnTransactions(seed: seed, lists: name == "list-append").history()
      for consistency in ["strict-serializable", "serializable", "read-committed"] {
        if try reduce(history, by: model, consistency) != nil { count += 1 }
      }
    }
    #expect(count > 5)
  }

  @Test(arguments: ["cas-register", "queue", "stack", "set-full", "counter", "semaphore", "owned-mutex"])
  func smallObjectsStayWrong(_ name: String) throws {
    var random = SystemRandomNumberGenerator()
    let model = try #require(HistoryModels.named(name))
    var count = 0
    for _ in 0..<20 {
      for consistency in ["linearizable", "sequential"] {
        if try reduce(objects(name, &random), by: model, consistency) != nil { count += 1 }
      }
    }
    #expect(count > 5)
  }

  /// Calls of three processes on two objects of this model, with answers at random.
  private func objects(_ name: String, _ random: inout SystemRandomNumberGenerator) throws -> HistoryJudging.History {
    let initial: [HistoryEvent] = [.init(process: .number(9), .invoke, "init", .int(2)), .init(process: .number(9), .ok, "")]
    var events = name == "semaphore" ? initial : []
    var open: [Int: (String, HistoryValue, HistoryValue)] = [:]
    let isKeyed = name == "cas-register" && Bool.random(using: &random)
    for _ in 0..<24 {
      let process = Int.random(in: 0...2, using: &random)
      let key = HistoryValue.int(process % 2)
      func keyed(_ value: HistoryValue) -> HistoryValue { isKeyed ? .list([key, value]) : value }
      if let (function, value, answer) = open.removeValue(forKey: process) {
        let kind: HistoryEvent.Kind = Int.random(in: 0..<10, using: &random) == 0 ? .info : .ok
        events.append(.init(process: .number(process), kind, function, kind == .ok && !answer.isNull ? keyed(answer) : keyed(value)))
        continue
      }
      let (one, other) = (HistoryValue.int(.random(in: 1...3, using: &random)), HistoryValue.int(.random(in: 1...3, using: &random)))
      let calls: [(String, HistoryValue, HistoryValue)] =
        switch name {
        case "cas-register": [("write", one, .null), ("read", .null, other), ("cas", .list([one, other]), .null)]
        case "queue": [("enqueue", one, .null), ("dequeue", .null, other)]
        case "stack": [("push", one, .null), ("pop", .null, other)]
        case "set-full": [("add", one, .null), ("read", .null, .list([other]))]
        case "counter": [("add", one, .null), ("read", .null, other)]
        default: [("acquire", .null, .null), ("release", .null, .null)]
        }
      let call = calls.randomElement(using: &random) ?? ("read", .null, .null)
      open[process] = call
      events.append(.init(process: .number(process), .invoke, call.0, keyed(call.1)))
    }
    return try History(events)
  }

  @Test func aValidHistoryHasNothingToKeep() throws {
    let model = try #require(HistoryModels.named("cas-register"))
    let history = try History([HistoryEvent(process: .number(0), .invoke, "read"), HistoryEvent(process: .number(0), .ok, "read")])
    #expect(try model.reduced(history, model.judge(history, consistency: "linearizable", limits: JudgingLimits())) == nil)
  }
}
