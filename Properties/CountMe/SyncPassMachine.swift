import CountMeGenerators
import CountMeReference
import Foundation
import PropertyTesting

/// Passes over the queue, alone and beside others, on a server that fails as it is told: the machine of CM-14.
enum SyncPassMachine {
  typealias PassCommand = Command<SyncQueueModel, SyncApp>

  static let machine = StateMachine(
    initially: SyncQueueModel(), commands: [queue, send, sendBesideOthers, sendCancelled, sendInVain, relaunch, retry, orderUnknownTimes],
    closing: [relaunch, sendTheRest],
    invariants: [Invariant("the queue, oldest first", model: \.operations, system: { await $0.engine.syncQueue })]
  )
  .taking { _ in 0...14 }
  .withLongCases
  .withoutSwarm
  .showing { "\($0.items.count) queued" }

  static let queue = PassCommand("queue", weight: 4, with: .someOperations) { queue, operations in
    for operation in operations { queue.enqueue(operation) }
  } system: { app, operations in
    for operation in operations { try await app.engine.queueOperation(operation) }
  }

  static let relaunch = PassCommand("relaunch") { queue in
    queue.relaunch(cap: queue.cap)
  } system: { app in
    try await app.relaunch()
  }

  /// A pass of one task, which may queue more during the first attempt on an operation: one outcome is right.
  static let send = pass("send", weight: 6) { _ in .passScript }
    .labelled("is queued again while it is sent") { step in
      hasEvent(step) { if case .queueSameEntity = $0 { true } else { false } }
    }
    .labelled("asks for a second pass") { step in
      hasEvent(step) { if case .sendAgain = $0 { true } else { false } }
    }

  /// A pass that is cancelled at an operation, on whose entity more is queued.
  static let sendCancelled = pass("sendCancelled", weight: 3) { .cancelledPass(of: $0) }
    .labelled("an update waits behind a cancelled create") { step in
      guard let script = step.argument(PassScript.self), let cancellation = script.cancellation else { return false }
      let isUpdated = hasEvent(step) { if case .queueSameEntity(.update) = $0 { true } else { false } }
      return step.before.pass[cancellation.place].operation.kind == .create && isUpdated
        && cancellation.afterwards == [.update] && !cancellation.isAnswered
    }
    .labelled("an answer comes after the cancellation, with operations left") { step in
      guard let cancellation = step.argument(PassScript.self)?.cancellation else { return false }
      return cancellation.isAnswered && cancellation.place < step.before.items.count - 1
    }

  /// A pass that ends because the store does not remove an operation: it stays queued, and is not logged as given up.
  static let sendInVain = pass("sendInVain", weight: 2) { .refusedPass(of: $0) }
    .labelled("the store keeps an operation that failed") { step in
      guard let place = step.argument(PassScript.self)?.refusedRemoval else { return false }
      return attempts(of: step).contains { $0.place == place && $0.failure != nil }
    }

  /// Sends what is left, and all goes well.
  static let sendTheRest = pass("sendTheRest", weight: 1) { _ in .constant(PassScript()) }

  /// A pass while other tasks queue, ask for a pass themselves, or cancel it: the claims hold for every order.
  static let sendBesideOthers = labelled(
    PassCommand(
      "sendBesideOthers", weight: 7, with: .passBesideOthers,
      foreseeing: { queue, _ in queue.restart(with: []) }
    ) { app, others in
      try await app.send(beside: others)
    } judging: { queue, others, found in
      try others.expectAllowed(found, from: queue.operations)
      queue.restart(with: found.left)
    }
  )
  .labelled("two passes run one after the other") { Set(attempts(of: $0).map(\.pass)).count == 2 }
  .labelled("a pass is turned away") { $0.result(PassRecord.self)?.isTurnedAway ?? false }
  .labelled("queued before the pass takes its queue") { step in
    step.argument(PassBesideOthers.self)?.queued.contains { newcomer in
      !step.before.operations.contains { $0.concernsSameEntity(as: newcomer) }
        && attempts(of: step).contains { $0.pass == 1 && $0.request.concerns(newcomer) }
    } ?? false
  }
  .labelled("queued while the pass runs") { $0.result(PassRecord.self)?.wasQueuedMeanwhile ?? false }
  .labelled("a pass is cancelled with operations left") { step in
    step.result(PassRecord.self).map { !$0.cancelledPasses.isEmpty && !$0.left.isEmpty } ?? false
  }
  .labelled("an upload is cancelled") { attempts(of: $0).contains { $0.end == .cancelled } }

  /// What a pass does for each operation, by itself and with other numbers of retries.
  static let retry = PassCommand("retry", with: .retryTrial) { _, trial in
    trial.expected
  } system: { app, trial in
    try await app.run(trial)
  }

  /// The order of a pass, if the times of some operations are not numbers: they come last. No store keeps such a time.
  static let orderUnknownTimes = PassCommand(
    "orderUnknownTimes",
    with: .array(of: .zip(.syncOperation(entities: 24), .frequency((2, .constant(true)), (1, .constant(false)))), count: 2...6)
  ) { _, operations in
    var queue = SyncQueueModel()
    for (operation, isKnown) in operations { queue.enqueue(isKnown ? operation : operation.at(.infinity)) }
    return queue.pass.map { describe(ScriptedServer.Request(sending: $0.operation)) }
  } system: { _, operations in
    var queue = SyncQueue()
    for (operation, isKnown) in operations { queue.enqueue(isKnown ? operation : operation.at(.nan)) }
    return queue.snapshot().map { describe(ScriptedServer.Request(sending: $0.operation)) }
  }

  private static func pass(
    _ name: String, weight: Int, with script: @escaping @Sendable (SyncQueueModel) -> Generator<PassScript>
  ) -> PassCommand {
    labelled(
      PassCommand(
        name, weight: weight, with: script, when: { !$0.items.isEmpty },
        requiring: { max($1.cancellation?.place ?? 0, $1.refusedRemoval ?? 0) < $0.items.count }
      ) { queue, script in
        queue.send(script)
      } system: { app, script in
        try await app.send(script)
      })
  }

  /// What became of operations, in a pass of any kind.
  private static func labelled(_ command: PassCommand) -> PassCommand {
    let usedUp = Attempt.End.failed(describe(SyncError.maxRetriesExceeded))
    return
      command
      .labelled("succeeds after retries") { attempts(of: $0).contains { $0.end == .ok && $0.number > 1 } }
      .labelled("runs out of retries") { attempts(of: $0).contains { $0.end == usedUp } }
      .labelled("is refused") { attempts(of: $0).contains { $0.failure != nil && $0.end != usedUp } }
      .labelled("goes on past a failure") { step in
        let attempts = attempts(of: step)
        return zip(attempts, attempts.dropFirst()).contains { $0.failure != nil && $0.pass == $1.pass }
      }
  }

  private static func attempts(of step: CommandStep<SyncQueueModel>) -> [Attempt] {
    step.result(PassRecord.self)?.attempts ?? []
  }

  private static func hasEvent(_ step: CommandStep<SyncQueueModel>, _ isMeant: (PassScript.Event) -> Bool) -> Bool {
    let events = step.argument(PassScript.self)?.meanwhile ?? [:]
    return events.contains { $0.key < step.before.items.count && isMeant($0.value) }
  }
}

extension SyncOperation {
  fileprivate func at(_ seconds: Double) -> SyncOperation {
    SyncOperation(kind, entityId: entityId, entityType: entityType, timestamp: Date(timeIntervalSinceReferenceDate: seconds))
  }
}
