@testable import HistoryJudging

/// What a model promises, said a second time: a step on the values that a history holds, with nothing of the judge's own objects.
struct PlainModel: SequentialObject {
  /// A call and its answer, as the history has them.
  struct Operation: Hashable, Sendable {
    var process: HistoryProcess
    var function: String
    var argument: HistoryValue
    /// Nil: nobody knows.
    var answer: HistoryValue?
    /// It failed because of what it found.
    var isRefused = false
  }

  let name: String
  /// What it may be at first.
  var firsts: [HistoryValue] = [.null]
  /// A call that every history begins with.
  var prelude: (function: String, argument: HistoryValue)?
  /// A function, an argument, and an answer that it may get, for the call of this number.
  let draw: @Sendable (inout SplitMix, Int) -> (function: String, argument: HistoryValue, answer: HistoryValue)
  /// The states after a call; none: it cannot have had its answer.
  let effect: @Sendable (HistoryValue, Operation) -> [HistoryValue]
  /// The function that says by failing what it found, and the error with which it does; nil: without any.
  var refusal: (function: String, error: HistoryValue?)?
  var hasKeys = false

  var initial: HistoryValue { hasKeys ? .map([:]) : firsts[0] }

  func step(_ state: HistoryValue, _ operation: Operation) -> [HistoryValue] {
    guard hasKeys, case .map(var parts) = state, let pair = operation.argument.elements else { return effect(state, operation) }
    var inner = operation
    inner.argument = pair[1]
    inner.answer = operation.answer.map { $0.elements?[1] ?? $0 }
    return effect(parts[pair[0]] ?? firsts[0], inner).map { next in
      parts[pair[0]] = next
      return .map(parts)
    }
  }

  func observes(_ operation: Operation) -> Bool { false }
  func text(of state: HistoryValue) -> String { "\(state)" }

  /// The same under two keys. Each history asks with `[key nil]`, by which the judge sees that there are keys.
  var keyed: PlainModel {
    var copy = PlainModel(
      name: name, firsts: firsts,
      draw: { random, number in
        let key = HistoryValue.int(Int.random(in: 0...1, using: &random))
        let (function, argument, answer) = draw(&random, number)
        return (function, .list([key, argument]), .list([key, answer]))
      }, effect: effect, refusal: refusal)
    copy.hasKeys = true
    return copy
  }
}

extension PlainModel {
  /// Up to `most` calls of up to four clients. What ended ok may be false, what failed had no effect, the rest is open to the end.
  func history(_ random: inout SplitMix, most: Int) throws -> HistoryJudging.History {
    var events: [HistoryEvent] = []
    var open: [Int: (function: String, argument: HistoryValue, answer: HistoryValue)] = [:]
    let count = Int.random(in: 1...most, using: &random)
    var begun = 0
    if let prelude {
      let process = HistoryProcess.named("first")
      events.append(HistoryEvent(process: process, .invoke, prelude.function, prelude.argument))
      events.append(HistoryEvent(process: process, .ok, prelude.function, prelude.argument))
    }
    // After a call of unknown outcome, the client goes on as a new process.
    var names = Array(0..<4)
    while begun < count || !open.isEmpty {
      let client = Int.random(in: 0..<4, using: &random)
      let process = HistoryProcess.number(names[client])
      if let call = open.removeValue(forKey: client) {
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
          events.append(HistoryEvent(process: process, .info, call.function, call.argument))
          names[client] += 4
        case 1: names[client] += 4
        case 2...3:
          let isRefusal = call.function == refusal?.function && Bool.random(using: &random)
          let error = isRefusal ? refusal?.error : .name("timeout")
          events.append(HistoryEvent(process: process, .fail, call.function, call.argument, error: error))
        default: events.append(HistoryEvent(process: process, .ok, call.function, call.answer))
        }
      } else if begun < count {
        let call = draw(&random, begun)
        begun += 1
        open[client] = call
        events.append(HistoryEvent(process: process, .invoke, call.function, call.argument))
      }
    }
    let asks = events.contains { $0.kind == .invoke && $0.value.elements?.last == .null }
    if hasKeys && !asks { return try history(&random, most: most) }
    return try HistoryJudging.History(events)
  }

  /// The calls of a history that say something, for the oracle.
  func calls(of history: HistoryJudging.History) -> [ObjectCall<Operation>] {
    history.operations.compactMap { call in
      let isRefused = call.outcome == .fail && call.function == refusal?.function && call.error == refusal?.error
      if call.outcome == .fail && !isRefused { return nil }
      let process = history.processes.firstIndex(of: call.process) ?? 0
      return ObjectCall(
        start: call.invoked, end: call.outcome == .info ? nil : call.completed,
        operation: Operation(
          process: call.process, function: call.function, argument: call.argument, answer: call.outcome == .ok ? call.result : nil,
          isRefused: isRefused),
        process: process)
    }
  }

  /// The oracle of `linearizable` and `sequential`: all orders.
  func holds(_ consistency: String, _ history: HistoryJudging.History) -> Bool {
    let calls = calls(of: history)
    return firsts.contains { first in
      var model = self
      model.firsts = [first]
      return consistency == "linearizable" ? someOrderExplains(calls, model) : someSessionOrderExplains(calls, model)
    }
  }
}
