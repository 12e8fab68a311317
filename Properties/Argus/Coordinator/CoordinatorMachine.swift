import ArgusGenerators
import ArgusReference
import PropertyTesting

/// Requests that come, end and are cancelled, one after the other or at the same moment: ARG-11 to ARG-14 and ARG-16.
enum CoordinatorMachine {
  typealias Call = CoordinatorModel.Call
  typealias RequestCommand = Command<CoordinatorModel, CoordinatorDriver>
  typealias Machine = StateMachine<CoordinatorModel, CoordinatorDriver>

  static let all = machine([request(weight: 10), requestBoth, end, cancel, cancelAndEnd])
  /// Of all types, few of which wait.
  static let independent = machine([
    command("request", weight: 14) { model in
      let idle = CloudOperationType.allCases.filter { !model.isBusy($0) }
      return .build({ .request([($0, $1)]) }, from: .element(of: idle.isEmpty ? CloudOperationType.allCases : idle), .anyCase())
    }, end, cancel,
  ])
  /// Of one or two types, most of which wait.
  static let queueing = machine([request(weight: 24), end, cancel, cancelAndEnd]).withoutSwarm

  private static func machine(_ commands: [RequestCommand]) -> Machine {
    StateMachine(initially: CoordinatorModel(), commands: commands).showing(\.summary).withLongCases
  }

  private static func request(weight: Int) -> RequestCommand {
    command("request", weight: weight) { _ in .build({ .request([($0, $1)]) }, from: .metType, .anyCase()) }
  }

  /// Of different priorities.
  private static let requestBoth = command("requestBoth", weight: 5) { _ in
    Generator { source in
      let (type, first) = (try source(.metType), try source(Generator<OperationPriority>.anyCase()))
      let second = try source(.element(of: OperationPriority.allCases.filter { $0 != first }))
      return .request([(type, first), (type, second)])
    }
  }

  private static let end = command("end", weight: 8, when: { !$0.running.isEmpty }) {
    .build({ .end($0, $1) }, from: .element(of: $0.running.map(\.number)), .operationEnd)
  }

  /// Of the last few: of those that are over long ago, one is enough.
  private static let cancel = command("cancel", weight: 4, when: { $0.count > 0 }) { model in
    Generator<Int>.int(in: max(0, model.count - 6)...model.count - 1).map { .cancel($0) }
  }

  private static let cancelAndEnd = command("cancelAndEnd", weight: 4, when: { !$0.blocked.isEmpty }) { .element(of: $0.blocked) }

  private static func command(
    _ name: String, weight: Int, when applies: (@Sendable (CoordinatorModel) -> Bool)? = nil,
    _ calls: @escaping @Sendable (CoordinatorModel) -> Generator<Call>
  ) -> RequestCommand {
    RequestCommand(name, weight: weight, with: calls, when: applies, foreseeing: { $0.perform($1) }) { driver, call in
      try await driver.perform(call)
    } judging: { model, call, started in
      // Of two that come at once to a free slot, either may take it. If both or none have, the invariants say so.
      model.perform(call, secondIsFirst: started.first == model.count + 1)
    }
    .labelled("has to wait") { $0.hasOneRequest && $0.after.pending.count > $0.before.pending.count }
    .labelled("two come at once") { $0.requests.count == 2 && !$0.before.isBusy($0.requests[0].type) }
    .labelled("starts beside others") { $0.startsAtOnce && $0.after.running.count > 1 }
    .labelled("all five types run") { $0.startsAtOnce && $0.after.running.count == 5 }
    .labelled("starts after a failure") { $0.startsAtOnce && !$0.before.logged.isEmpty }
    .labelled("the next one starts") { $0.next != nil }
    .labelled("the next one starts after a failure") { $0.next != nil && $0.end?.end == .failure }
    .labelled("overtakes who came before") { step in
      step.before.pending.contains { $0.type == step.next?.type && $0.number < step.next?.number ?? 0 }
    }
    .labelled("a tie is broken by arrival") { step in
      step.before.pending.contains {
        $0.type == step.next?.type && $0.priority == step.next?.priority && $0.number > step.next?.number ?? .max
      }
    }
    .labelled("throws a cancellation of its own") { $0.end?.end == .cancelled }
    .labelled("ends after its cancellation") { step in step.end.map { step.before.cancelledRunning.contains($0.number) } ?? false }
    .labelled("is cancelled while pending") {
      if case .cancel = $0.call { $0.after.pending.count < $0.before.pending.count } else { false }
    }
    .labelled("is cancelled while running") { $0.after.cancelledRunning.count > $0.before.cancelledRunning.count }
    .labelled("is cancelled when the slot becomes free") { if case .cancelAndEnd = $0.call { true } else { false } }
  }
}

extension CoordinatorModel {
  /// Pending requests, with those that they wait for.
  fileprivate var blocked: [Call] {
    pending.compactMap { waiting in
      running.first { $0.type == waiting.type }.map { .cancelAndEnd(pending: waiting.number, running: $0.number) }
    }
  }
}

extension CommandStep<CoordinatorModel> {
  fileprivate var call: CoordinatorModel.Call? { argument() }
  fileprivate var requests: [CoordinatorModel.Arrival] { if case .request(let arrivals) = call { arrivals } else { [] } }
  fileprivate var hasOneRequest: Bool { requests.count == 1 }
  fileprivate var startsAtOnce: Bool { hasOneRequest && after.running.count > before.running.count }
  fileprivate var end: (number: Int, end: OperationEnd)? { if case .end(let number, let end) = call { (number, end) } else { nil } }
  /// Who has waited, and starts because the one before has ended.
  fileprivate var next: CoordinatorModel.Request? {
    guard end != nil, after.started.count > before.started.count else { return nil }
    return before.pending.first { $0.number == after.started.last }
  }
}

extension Generator where Value == CloudOperationType {
  /// Mostly one of two types, so that requests meet; now and then any, so that all run.
  fileprivate static let metType = Generator.frequency((2, .element(of: [.export, .fetch])), (1, .anyCase()))
}
