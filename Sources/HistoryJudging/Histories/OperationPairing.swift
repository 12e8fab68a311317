/// Puts invocations and completions together, entry by entry, and rejects what no recorder writes. Its memory grows with the calls that
/// are open at a time, not with the length of the history.
struct OperationPairing {
  /// The file, for errors.
  let file: String
  /// Entries so far, those of the nemesis included.
  private(set) var count = 0
  /// Entries of the nemesis so far.
  private(set) var nemesisCount = 0
  private var open: [HistoryProcess: (event: HistoryEvent, position: Int)] = [:]
  private var lastIndex: (index: Int, line: Int)?
  /// The lines of the first entry that says who called, and of the first that does not.
  private var namedLine: Int?
  private var unnamedLine: Int?
  private var unnamedCalls = 0

  init(file: String) {
    self.file = file
  }

  /// Takes the next entry.
  /// - Returns: the call that it completes; nil for an invocation, and for an entry of the nemesis.
  mutating func take(_ event: HistoryEvent) throws -> HistoryOperation? {
    let position = count
    count += 1
    try expectOrderedIndex(event)
    if event.process.isNemesis {
      nemesisCount += 1
      return nil
    }
    try expectProcess(event)
    guard event.kind != .invoke else {
      if let earlier = open[event.process] {
        if event.process == .unnamed {
          throw error(
            event, "an entry without a process, while the \(named(earlier.event)) of line \(earlier.event.line) is open",
            hint: "each entry says who called: a number, or a name")
        }
        throw error(
          event, "process \(event.process) invokes \(named(event)) while its \(named(earlier.event)) of line \(earlier.event.line) is open",
          hint: "a process has one call at a time: complete the first as ok, fail or info, or give the second a process of its own")
      }
      open[event.process] = (event, position)
      return nil
    }
    guard let (invocation, invoked) = open.removeValue(forKey: event.process) else {
      throw error(
        event, "process \(event.process) completes \(named(event)) (:\(event.kind.rawValue)) without an invocation",
        hint: "every ok, fail and info follows an invoke of its process")
    }
    guard invocation.function == event.function || event.function.isEmpty else {
      throw error(
        event, "process \(event.process) completes \(named(event)), but line \(invocation.line) invoked \(named(invocation))",
        hint: "a completion has the function of its invocation")
    }
    if let before = invocation.time, let after = event.time, after < before {
      throw error(
        event, "process \(event.process) completes \(named(event)) at time \(after), before its invocation at \(before)",
        hint: "times are nanoseconds on one clock that does not go back")
    }
    return operation(invocation, invoked, completion: (event, position))
  }

  /// Either every entry says who called, or none.
  private mutating func expectProcess(_ event: HistoryEvent) throws {
    if event.process == .unnamed { unnamedLine = unnamedLine ?? event.line } else { namedLine = namedLine ?? event.line }
    guard let namedLine, let unnamedLine else { return }
    let (what, hint) = ("an entry without a process, though line \(namedLine) has one", "each entry says who called: a number, or a name")
    throw HistoryError(file: file, line: unnamedLine, what: what, hint: hint)
  }

  /// The calls that have no completion, by their invocations. The history is at its end.
  mutating func finish() -> [HistoryOperation] {
    defer { open = [:] }
    return open.values.sorted { $0.position < $1.position }.map { operation($0.event, $0.position, completion: nil) }
  }

  private mutating func operation(
    _ invocation: HistoryEvent, _ invoked: Int, completion: (event: HistoryEvent, position: Int)?
  ) -> HistoryOperation {
    var process = invocation.process
    if process == .unnamed {
      unnamedCalls += 1
      process = .named("?\(unnamedCalls)")
    }
    let outcome: HistoryOperation.Outcome =
      switch completion?.event.kind {
      case .ok: .ok
      case .fail: .fail
      default: .info
      }
    return HistoryOperation(
      process: process, function: invocation.function, argument: invocation.value, outcome: outcome,
      result: completion?.event.value ?? .null, invoked: invoked,
      completed: outcome == .info ? Int.max : completion?.position ?? Int.max, line: invocation.line,
      completionLine: completion?.event.line ?? 0, time: invocation.time, completionTime: completion?.event.time,
      error: completion?.event.error)
  }

  /// Indexes are optional, but where they are, they grow: a second entry of one index is a history that was joined badly.
  private mutating func expectOrderedIndex(_ event: HistoryEvent) throws {
    guard let index = event.index else { return }
    if let last = lastIndex, index <= last.index {
      let what = index == last.index ? "index \(index) a second time, after line \(last.line)" : "index \(index) after \(last.index)"
      throw error(event, what, hint: "indexes grow from entry to entry; sort the file by them, or leave them out")
    }
    lastIndex = (index, event.line)
  }

  private func named(_ event: HistoryEvent) -> String { event.function.isEmpty ? "a call" : event.function }

  private func error(_ event: HistoryEvent, _ what: String, hint: String) -> HistoryError {
    HistoryError(file: file, line: event.line, what: what, hint: hint)
  }
}
