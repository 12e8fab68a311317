extension History {
  /// The entries of the calls again, in their order, without those of the nemesis. What never completed completes as `info` at once: of
  /// a call whose outcome is not known, the completion says nothing.
  public var events: [HistoryEvent] {
    var placed: [(position: Int, isEnd: Bool, event: HistoryEvent)] = []
    for operation in operations {
      let (process, function) = (operation.process, operation.function)
      placed.append(
        (operation.invoked, false, HistoryEvent(process: process, .invoke, function, operation.argument, time: operation.time)))
      let kind: HistoryEvent.Kind = operation.outcome == .ok ? .ok : operation.outcome == .fail ? .fail : .info
      placed.append(
        (kind == .info ? operation.invoked : operation.completed, true,
          HistoryEvent(process: process, kind, function, operation.result, error: operation.error, time: operation.completionTime)))
    }
    return placed.sorted { ($0.position, $0.isEnd ? 1 : 0) < ($1.position, $1.isEnd ? 1 : 0) }.map(\.event)
  }

  /// The history as EDN, an entry a line: what ``HistorySource`` reads and judges alike.
  public var edn: String { events.map { $0.edn + "\n" }.joined() }

  /// The same history with these calls alone, which keep their positions.
  init(_ operations: [HistoryOperation], of history: History) {
    self = history
    self.operations = operations.sorted { $0.invoked < $1.invoked }
    eventCount = operations.count * 2
    nemesisCount = 0
  }
}
