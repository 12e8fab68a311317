/// The calls of several clients of one system, as a recorder wrote them down.
///
/// Order is by position: the entries stand in the order in which they happened. `:time` is kept for reports and decides nothing, since
/// recorders take it before they queue for writing.
public struct History: Sendable, Equatable {
  /// Where it came from: a path, or a name for what was made in code.
  public var name: String
  /// The calls, in the order of their invocations.
  public var operations: [HistoryOperation]
  /// How many entries the history has, those of the nemesis included.
  public var eventCount: Int
  /// How many of them are the nemesis'.
  public var nemesisCount: Int

  /// The history of these entries.
  /// - Throws: ``HistoryError`` for a completion without an invocation, a process with two open calls, indexes that do not grow, and a
  ///   completion that is earlier than its invocation.
  public init(_ events: some Sequence<HistoryEvent>, name: String = "history") throws {
    var pairing = OperationPairing(file: name)
    var operations: [HistoryOperation] = []
    for event in events {
      if let operation = try pairing.take(event) { operations.append(operation) }
    }
    self.init(pairing: &pairing, completed: operations, name: name)
  }

  init(pairing: inout OperationPairing, completed: [HistoryOperation], name: String) {
    self.name = name
    operations = (completed + pairing.finish()).sorted { $0.invoked < $1.invoked }
    eventCount = pairing.count
    nemesisCount = pairing.nemesisCount
  }

  /// The processes, in the order of their first calls.
  public var processes: [HistoryProcess] {
    var seen: Set<HistoryProcess> = []
    return operations.map(\.process).filter { seen.insert($0).inserted }
  }

  /// "292 calls of 5 processes (250 ok, 30 fail, 12 info)".
  public var summary: String {
    var counts: [HistoryOperation.Outcome: Int] = [:]
    for operation in operations { counts[operation.outcome, default: 0] += 1 }
    let outcomes = [HistoryOperation.Outcome.ok, .fail, .info].compactMap { outcome in
      counts[outcome].map { "\($0) \(outcome.rawValue)" }
    }
    let calls = counted(operations.count, "call", "calls")
    let of = counted(processes.count, "process", "processes")
    return "\(calls) of \(of)" + (outcomes.isEmpty ? "" : " (\(outcomes.joined(separator: ", ")))")
  }
}

/// "1 call", "2 calls".
func counted(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }
