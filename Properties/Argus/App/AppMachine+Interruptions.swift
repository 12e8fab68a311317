import ArgusReference
import PropertyTesting
import StorageFaults

/// What happens to something that the user does.
protocol Interruption: Sendable {
  var deed: AppMachine.Deed { get }
}

/// Kills and failures in the middle of an action: it has happened as a whole or not at all.
extension AppMachine {
  struct Kill: Interruption, CounterexampleDescribable {
    let deed: Deed
    let commit: Int
    let isDone: Bool
    var counterexampleDescription: String {
      "\(deed.counterexampleDescription), \(isDone ? "after" : "before") commit \(commit)"
    }
  }

  /// What was acknowledged before the app was killed has happened.
  static let killDuring = interruption("killDuring", weight: 5) { deed in
    Generator { source in Kill(deed: try source(deed), commit: try source(.int(in: 0...2)), isDone: try source(.bool)) }
  } system: { session, kill in
    try await session.kill(during: kill.deed.action, on: kill.deed.device, commit: kill.commit, isDone: kill.isDone)
  }
  .labelled("is killed before a change is stored") { step in
    step.argument(Kill.self).map { step.before.known(on: $0.deed.device) == step.after.known(on: $0.deed.device) } ?? false
  }
  .labelled("is killed after a change is stored") { step in
    step.argument(Kill.self).map { step.before.known(on: $0.deed.device) != step.after.known(on: $0.deed.device) } ?? false
  }

  /// A call of the store fails while the user acts, so often; nil: for as long as the action takes, as on a full disk.
  struct Failure: Interruption, CounterexampleDescribable {
    let deed: Deed
    let point: StoreFault.Point
    let skipping: Int
    let times: Int?
    var counterexampleDescription: String {
      "\(deed.counterexampleDescription), \(point.rawValue) \(skipping) fails \(times.map { "\($0) times" } ?? "from then on")"
    }
  }

  /// What failed has changed nothing, and the app goes on.
  static let failDuring = interruption("failDuring", weight: 3) { deed in
    Generator { source in
      Failure(
        deed: try source(deed), point: try source(.element(of: [.commit, .put, .get, .scan, .read, .write])),
        skipping: try source(.int(in: 0...5)), times: try source(.element(of: [1, 2, nil])))
    }
  } system: { session, failure in
    try await session.perform(
      failure.deed.action, on: failure.deed.device,
      while: StoreFault(failure.point, .fails, skipping: failure.skipping, times: failure.times))
  }
  .labelled("a failing store refuses an action") { $0.result(AppDriver.Sight.self)?.result == "failed" }
  .labelled("an action survives a failing store") { $0.result(AppDriver.Sight.self)?.result == "done" }

  private static func interruption<Argument: Interruption>(
    _ name: String, weight: Int, of interrupt: @escaping @Sendable (Generator<Deed>) -> Generator<Argument>,
    system: @escaping @Sendable (AppDriver, Argument) async throws -> String
  ) -> AppCommand {
    AppCommand(
      name, weight: weight, with: { interrupt(interrupted($0)) },
      foreseeing: { (model: inout AppModel, argument: Argument) in
        model.seconds += 1
        _ = model.perform(argument.deed.action, on: argument.deed.device)
      },
      system: { (session: inout AppDriver, argument: Argument) in
        let result = try await system(session, argument)
        try await session.rest()
        return try await session.look(result)
      },
      judging: { model, argument, sight in
        model = try model.afterInterruption(of: argument.deed.action, on: argument.deed.device, sight)
      })
  }

  /// What something else happens to.
  private static func interrupted(_ model: AppModel) -> Generator<Deed> {
    let action = Generator<AppModel.Action>.oneOf(
      // Of an edition of its own: what is seen afterwards says whether it came.
      news.map { items in
        .refresh(items.map { AppModel.Item(id: $0.id, edition: 100 + model.seconds, isImportant: $0.isImportant) })
      }, Generator<(Int, Bool)>.zip(model.anyArticle, .bool).map { .setBookmarked($0, $1) }, model.anyArticle.map { .delete($0) },
      model.anyArticle.map { .open($0) })
    return Generator { source in Deed(device: try source(device), action: try source(action)) }
  }
}
