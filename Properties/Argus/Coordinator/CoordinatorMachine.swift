import ArgusReference
import DeterministicScheduling
import PropertyTesting

/// ARG-11 to ARG-14 and ARG-16: requests come, end and are cancelled, one after the other or at the same moment.
enum CoordinatorMachine {
  typealias RequestCommand = Command<CoordinatorModel, CoordinatorDriver>

  struct Arrival: Sendable, CounterexampleDescribable {
    let type: CloudOperationType
    let priority: OperationPriority

    var counterexampleDescription: String { "\(priority) \(type.rawValue)" }
  }

  static let request = RequestCommand("request", weight: 10, with: .arrival) { model, arrival in
    model.request(arrival.type, arrival.priority)
  } system: { app, arrival in
    try await app.request([(arrival.type, arrival.priority)])
  }
  .labelled("has to wait") { $0.after.pending.count > $0.before.pending.count }
  .labelled("starts beside others") { $0.after.running.count > 1 && $0.after.running.count > $0.before.running.count }
  .labelled("all five types run") { $0.after.running.count == 5 && $0.before.running.count == 4 }
  .labelled("starts after a failure") { $0.after.running.count > $0.before.running.count && !$0.before.logged.isEmpty }

  /// Two of a type at the same moment. If the slot is free, either may take it; if not, the priorities say who is next.
  static let requestBoth = RequestCommand(
    "requestBoth", weight: 5, with: .arrivals,
    foreseeing: { model, both in for each in both { model.request(each.type, each.priority) } }
  ) { app, both in
    let first = app.started.count
    try await app.request(both.map { ($0.type, $0.priority) })
    return Array(app.started[first...])
  } judging: { model, both, found in
    let numbers = [model.count, model.count + 1]
    let isBusy = model.isBusy(both[0].type)
    for each in both { model.request(each.type, each.priority) }
    if isBusy {
      try expect("started while another runs", found, equals: [])
    } else {
      try expect("exactly one of the two has started", found.count == 1 && numbers.contains(found[0]))
      if found == [numbers[1]] { model.exchange(numbers[0], with: numbers[1]) }
    }
  }
  .labelled("two come at once") { !$0.before.isBusy($0.argument([Arrival].self)?.first?.type ?? .export) }

  static let end = RequestCommand(
    "end", weight: 8,
    with: { model in Generator<(Int, OperationEnd)>.zip(.element(of: model.running.map(\.number)), .operationEnd) },
    when: { !$0.running.isEmpty }
  ) { model, end in
    model.end(end.0, end.1)
  } system: { app, end in
    app.end(end.0, end.1)
    try await app.settle()
  }
  .labelled("the next one starts") { $0.after.started.count > $0.before.started.count }
  .labelled("the next one starts after a failure") {
    $0.after.started.count > $0.before.started.count && $0.after.logged.count > $0.before.logged.count
  }
  .labelled("overtakes who came before") { step in
    guard step.after.started.count > step.before.started.count, let next = step.after.started.last else { return false }
    let type = step.before.pending.first { $0.number == next }?.type
    return step.before.pending.contains { $0.type == type && $0.number < next }
  }
  .labelled("a tie is broken by arrival") { step in
    guard step.after.started.count > step.before.started.count, let next = step.after.started.last else { return false }
    guard let one = step.before.pending.first(where: { $0.number == next }) else { return false }
    return step.before.pending.contains { $0.type == one.type && $0.priority == one.priority && $0.number > next }
  }
  .labelled("throws a cancellation of its own") { $0.argument((Int, OperationEnd).self)?.1 == .cancelled }
  .labelled("ends after its cancellation") { step in
    step.argument((Int, OperationEnd).self).map { step.before.cancelledRunning.contains($0.0) } ?? false
  }

  static let cancel = RequestCommand(
    "cancel", weight: 4, with: { .element(of: $0.recentNumbers) }, when: { $0.count > 0 }
  ) { model, number in
    model.cancel(number)
  } system: { app, number in
    app.cancel(number)
    try await app.settle()
  }
  .labelled("is cancelled while pending") { $0.after.pending.count < $0.before.pending.count }
  .labelled("is cancelled while running") { $0.after.cancelledRunning.count > $0.before.cancelledRunning.count }

  /// The caller goes in the same moment in which the slot becomes free: who is cancelled first does not take it.
  static let cancelAndEnd = RequestCommand(
    "cancelAndEnd", weight: 4, with: { .element(of: $0.blocked) }, when: { !$0.blocked.isEmpty }
  ) { model, pair in
    model.cancel(pair.pending)
    model.end(pair.running, .value)
  } system: { app, pair in
    app.cancel(pair.pending)
    app.end(pair.running, .value)
    try await app.settle()
  }
  .labelled("is cancelled when the slot becomes free") { _ in true }

  static let running = Invariant<CoordinatorModel, CoordinatorDriver>(
    "bodies that run", model: { $0.running.map(\.number).sorted() }, system: { $0.inside })
  static let started = Invariant<CoordinatorModel, CoordinatorDriver>(
    "bodies that were started, in order", model: \.started, system: { $0.started })
  static let settled = Invariant<CoordinatorModel, CoordinatorDriver>(
    "what callers got", model: { model in
      model.settled.reduce(into: [:]) { $0[$1.key] = [CoordinatorDriver.Settlement(end: $1.value, number: $1.key)] }
    }, system: { $0.settled })
  static let reported = Invariant<CoordinatorModel, CoordinatorDriver>(
    "what the health monitor was told", model: \.reported, system: { $0.monitor.reports })
  static let logged = Invariant<CoordinatorModel, CoordinatorDriver>(
    "failures in the log", model: \.logged, system: { $0.logged })
  static let load = Invariant<CoordinatorModel, CoordinatorDriver>(
    "load", model: { CoordinatorLoad(running: $0.running.count, pending: $0.pending.count) },
    system: { await $0.coordinator.load })

  static let machine = StateMachine(
    initially: CoordinatorModel(), commands: [request, requestBoth, end, cancel, cancelAndEnd],
    invariants: [running, started, settled, reported, logged, load]
  )
  .showing(\.summary)
  .withLongCases
}

/// A pending request and the one that it waits for.
struct BlockedRequest: Sendable, CounterexampleDescribable {
  let pending: Int
  let running: Int

  var counterexampleDescription: String { "\(pending) behind \(running)" }
}

extension CoordinatorModel {
  var blocked: [BlockedRequest] {
    pending.compactMap { waiting in
      running.first { $0.type == waiting.type }.map { BlockedRequest(pending: waiting.number, running: $0.number) }
    }
  }

  /// The last few: of those that are over long ago, one is enough.
  var recentNumbers: [Int] { Array(max(0, count - 6)..<count) }

  /// The second of two that came at once was the first to arrive.
  mutating func exchange(_ one: Int, with other: Int) {
    guard let first = running.first(where: { $0.number == one }), let second = pending.first(where: { $0.number == other })
    else { return }
    running = running.map { $0 == first ? second : $0 }
    pending = pending.map { $0 == second ? first : $0 }
    started = started.map { $0 == one ? other : $0 }
  }
}

extension Generator where Value == CoordinatorMachine.Arrival {
  /// Mostly of two types, so that they meet; now and then of any, so that all run.
  static let arrival = Generator { source in
    CoordinatorMachine.Arrival(
      type: try source(.frequency((2, .element(of: [.export, .fetch])), (1, .anyCase()))), priority: try source(.anyCase()))
  }
}

extension Generator where Value == [CoordinatorMachine.Arrival] {
  /// Two of one type and different priorities.
  static let arrivals = Generator { source in
    let first = try source(Generator<CoordinatorMachine.Arrival>.arrival)
    let others = OperationPriority.allCases.filter { $0 != first.priority }
    return [first, CoordinatorMachine.Arrival(type: first.type, priority: try source(.element(of: others)))]
  }
}

extension Generator where Value == OperationEnd {
  static let operationEnd = Generator.frequency((3, .constant(.value)), (3, .constant(.failure)), (1, .constant(.cancelled)))
}

extension CoordinatorMachine {
  /// Requests of all types, few of which wait.
  static let independence = StateMachine(
    initially: CoordinatorModel(), commands: [requestAny, end, cancel], invariants: [running]
  )
  .showing(\.summary)
  .withLongCases

  /// Requests of one or two types, most of which wait.
  static let queueing = StateMachine(
    initially: CoordinatorModel(), commands: [requestOften, end, cancel, cancelAndEnd], invariants: [running]
  )
  .showing(\.summary)
  .withLongCases
  .withoutSwarm

  private static let requestOften = {
    var command = request
    command.weight = 24
    return command
  }()

  private static let requestAny = RequestCommand(
    "request", weight: 14,
    with: { model in
      let idle = CloudOperationType.allCases.filter { !model.isBusy($0) }
      return Generator { source in
        Arrival(
          type: try source(.element(of: idle.isEmpty ? CloudOperationType.allCases : idle)), priority: try source(.anyCase()))
      }
    }
  ) { model, arrival in
    model.request(arrival.type, arrival.priority)
  } system: { app, arrival in
    try await app.request([(arrival.type, arrival.priority)])
  }
  .labelled("starts beside others") { $0.after.running.count > 1 && $0.after.running.count > $0.before.running.count }
  .labelled("all five types run") { $0.after.running.count == 5 && $0.before.running.count == 4 }
  .labelled("starts after a failure") { $0.after.running.count > $0.before.running.count && !$0.before.logged.isEmpty }
}
