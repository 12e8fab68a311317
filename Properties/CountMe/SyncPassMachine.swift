import CountMeGenerators
import CountMeReference
import Foundation
import PropertyTesting

/// Passes over the queue, alone and beside others, on a server that fails as it is told: the machine of CM-14.
enum SyncPassMachine {
  typealias PassCommand = Command<SyncQueueModel, SyncApp>

  static let machine = StateMachine(
    initially: SyncQueueModel(), commands: [queue, send, sendBesideOthers, sendCancelled, relaunch, retry],
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

  /// A pass of one task, which may queue more at the first attempt on an operation: all that it comes to is known
  /// beforehand.
  static let send = labelled(
    PassCommand("send", weight: 6, with: .passScript, when: { !$0.items.isEmpty }) { queue, script in
      queue.send(script)
    } system: { app, script in
      try await app.send(script)
    }
  )
  .labelled("is queued again while it is sent") { step in
    step.argument(PassScript.self)?.meanwhile.contains { position, event in
      if case .queueSameEntity = event { position < step.before.items.count } else { false }
    } ?? false
  }
  .labelled("asks for a second pass") { step in
    step.argument(PassScript.self)?.meanwhile.contains { position, event in
      if case .sendAgain = event { position < step.before.items.count } else { false }
    } ?? false
  }

  /// Sends what is left, and all goes well.
  static let sendTheRest = PassCommand("sendTheRest") { queue in
    queue.send(PassScript())
  } system: { app in
    try await app.send(PassScript())
  }

  /// A pass while other tasks queue, ask for a pass themselves, or cancel it: what it comes to depends on who came first,
  /// and the claims hold for every order.
  static let sendBesideOthers = labelled(
    PassCommand(
      "sendBesideOthers", weight: 7, with: .passBesideOthers,
      foreseeing: { queue, _ in queue.restart(with: []) }
    ) { app, script in
      try await app.send(beside: script)
    } judging: { queue, script, found in
      try script.expectAllowed(found, from: queue.operations)
      queue.restart(with: found.left)
      if let again = found.queuedAgain { queue.enqueue(again) }
    }
  )
  .labelled("two passes run one after the other") { step in
    let passes = Set(step.result(PassBesideOthers.Found.self)?.sendings.map(\.pass) ?? [])
    return passes.count == 2
  }
  .labelled("a pass is turned away") { $0.result(PassBesideOthers.Found.self)?.isTurnedAway ?? false }
  .labelled("queued before the pass takes its queue") { step in
    guard let script = step.argument(PassBesideOthers.self), let found = step.result(PassBesideOthers.Found.self) else {
      return false
    }
    return script.queued.contains { newcomer in
      !step.before.operations.contains { $0.concernsSameEntity(as: newcomer) }
        && found.sendings.contains { $0.pass == 1 && $0.concerns(newcomer) }
    }
  }
  .labelled("queued while the pass runs") { $0.result(PassBesideOthers.Found.self)?.queuedDuringPass ?? false }
  .labelled("a pass is cancelled with operations left") { step in
    step.result(PassBesideOthers.Found.self).map { $0.wasCancelled && !$0.left.isEmpty } ?? false
  }
  .labelled("an upload is cancelled") { sendings(of: $0).contains { $0.end == .cancelled } }

  /// A pass that is cancelled at an operation, on whose entity more is queued: all of it is known beforehand.
  static let sendCancelled = PassCommand(
    "sendCancelled", weight: 2, with: { .cancelledPass(of: $0) }, when: { !$0.items.isEmpty },
    requiring: { $1.place < $0.items.count }
  ) { queue, script in
    queue.send(script)
  } system: { app, script in
    try await app.send(script)
  }
  .labelled("an update waits behind a cancelled create") { step in
    guard let script = step.argument(CancelledPass.self) else { return false }
    return step.before.pass[script.place].operation.kind == .create && script.meanwhile == [.update]
      && script.afterwards == [.update] && !script.isAnswered
  }
  .labelled("an answer comes after the cancellation, with operations left") { step in
    guard let script = step.argument(CancelledPass.self) else { return false }
    return script.isAnswered && script.place < step.before.items.count - 1
  }

  /// What a pass does for each operation, by itself and with other numbers of retries.
  static let retry = PassCommand("retry", with: .retryTrial) { _, trial in
    trial.expected
  } system: { app, trial in
    try await trial.run(in: app)
  }

  /// What became of operations, in a pass of either kind.
  private static func labelled(_ command: PassCommand) -> PassCommand {
    command
      .labelled("succeeds after retries") { sendings(of: $0).contains { $0.end == .ok && $0.attempts > 1 } }
      .labelled("runs out of retries") { sendings(of: $0).contains { $0.end == .failed(.retriesUsedUp) } }
      .labelled("is refused") { step in
        sendings(of: step).contains { if case .failed(let reason) = $0.end { reason.isRefusal } else { false } }
      }
      .labelled("goes on past a failure") { step in
        let sendings = sendings(of: step)
        return sendings.indices.contains { index in
          sendings[..<index].contains { $0.pass == sendings[index].pass && $0.isFailure }
        }
      }
  }

  private static func sendings(of step: CommandStep<SyncQueueModel>) -> [Sending] {
    step.result(PassRecord.self)?.sendings ?? step.result(PassBesideOthers.Found.self)?.sendings ?? []
  }
}
