import PersonalOSReference
import PropertyTesting

// What the user, the device and failures do to the app, each with the classes of cases that it makes.
extension AppDriver {
  typealias Call = Command<AppModel, AppDriver>
  typealias Change = AppModel.Change

  /// Of what lies on the disk.
  static let sealed = weighted([
    change: 60, relaunch: 4, killDuringChange: 12, restartWhileLocked: 2, lookAtTheDisk: 3, delete: 1,
  ])
  /// Of what must be there.
  static let kept = weighted([
    change: 70, relaunch: 6, killDuringChange: 30, failedChange: 8, delete: 1, deviceLock: 2, background: 4, setClock: 4,
    newPrice: 3, readNewsInVain: 4,
  ])
  /// Of what the user is shown.
  static let told = weighted([
    change: 30, failedChange: 20, relaunch: 4, restartWhileLocked: 6, background: 2, deviceLock: 2, setClock: 4, askInVain: 6,
    readNewsInVain: 3,
  ])
  /// Of what is not done any more.
  static let cancelled = weighted([change: 40, cancelledChange: 40, background: 2, relaunch: 4])

  private static func weighted(_ calls: KeyValuePairs<Call, Int>) -> [Call] {
    calls.map { call, weight in
      var call = call
      call.weight = weight
      return call
    }
  }

  static let change = Call("change", with: { .change(in: $0) }, requiring: { Generator.canBe($1, in: $0) }) {
    model, change in
    try model.change(change)
  } system: { app, change in
    try await app.change(change)
  }
  .labelled("a sale of too much is refused") { step in
    if case .trade? = step.change { step.error != nil } else { false }
  }
  .labelled("the app writes notes") { step in
    switch step.change {
    case .trade, .annotateTrade, .moveAside, .importFile, .annotateProject: true
    default: false
    }
  }
  .labelled("a trade is stored") { step in
    if case .trade? = step.change { step.error == nil } else { false }
  }
  .labelled("a project is annotated") { step in
    if case .annotateProject? = step.change { step.error == nil } else { false }
  }
  .labelled("projects with notes are synced") { step in
    guard case .sync(let listing)? = step.change else { return false }
    return listing.keys.contains { step.before.contents.projects[$0]?.note != nil }
  }
  .labelled("an export with notes is imported") { step in
    step.change == .importExport && step.before.exported?.trades.values.contains { $0.note != nil } ?? false
  }
  .labelled("a backup with notes is made") { step in
    step.change == .backUp && step.before.contents.trades.values.contains { $0.note != nil }
  }
  .labelled("a backup is restored") { $0.change == .restoreBackup }
  .labelled("a backup of an older layout is restored") {
    $0.change == .restoreBackup && $0.before.backedUp?.isOlder ?? false
  }

  static let killDuringChange = interrupted("killDuringChange") { .killedChange(in: $0) }
    .labelled("is killed before a change is stored") { $0.before.contents == $0.after.contents }
    .labelled("is killed after a change is stored") { $0.before.contents != $0.after.contents }

  static let cancelledChange = interrupted("cancelledChange") { .cancelledChange(in: $0) }
    .labelled("is cancelled while a server is asked") { $0.interrupted?.interruption == .departure(transaction: nil) }
    .labelled("a trade is cancelled") { step in
      if case .trade? = step.change { step.before.contents == step.after.contents } else { false }
    }
    .labelled("a focus session is left as it was") { $0.change == .pauseFocus && $0.after.contents.focus == .running }
    .labelled("a view goes right after an import") { step in
      step.change == .importExport && step.interrupted?.interruption != .departure(transaction: 0)
        && step.before.contents.posts != step.after.contents.posts
    }
    .labelled("an import is cancelled") { step in
      step.change == .importExport && step.before.exported.map { $0 != step.before.contents } ?? false
    }

  private static func interrupted(
    _ name: String, with changes: @escaping @Sendable (AppModel) -> Generator<Interrupted>
  ) -> Call {
    Call(name, with: changes, requiring: { Generator.canBe($1.change, in: $0) }) { model, _ in
      // Its numbers are not used again, whatever comes of it.
      model.next += 3
    } system: { app, interrupted in
      try await app.change(interrupted.change, interruptedBy: interrupted.interruption)
    } judging: { model, interrupted, found in
      model.change(
        interrupted.change, interruptedBy: interrupted.interruption, isDone: found.isDone, found: found.contents)
    }
  }

  static let failedChange = Call("failedChange", with: { .whole(in: $0) }, requiring: { Generator.canBe($1, in: $0) }) {
    (model: inout AppModel, _: Change) in
    try model.fail()
  } system: { app, change in
    try await app.fail(change)
  }
  .labelled("a change fails in the store") { _ in true }

  static let newPrice = Call("newPrice", with: .int(in: 1...99)) { model, price in
    model.price = price
  } system: { app, price in
    app.device.server.state.withValue { $0.price = price }
  }
  .labelled("what is held gets a price") { !$0.before.contents.holdings.isEmpty }

  /// GitHub or the price feed is out of reach.
  static let askInVain = Call("askInVain", with: .anyCase()) { (model: inout AppModel, service: AppServer.Service) in
    try model.fail()
  } system: { app, service in
    try await app.ask(inVain: service)
  }
  .labelled("a server is out of reach") { _ in true }

  static let readNewsInVain = Call("readNewsInVain") { model in
    model.readNewsInVain()
  } system: { app in
    try await app.loadNews(nil)
  }
  .labelled("earlier news are read") { $0.before.contents.news != nil }

  static let relaunch = Call("relaunch", model: { $0.relaunch() }, system: { try await $0.relaunch() })
    .labelled("is launched anew over trades") { !$0.before.contents.trades.isEmpty }

  static let restartWhileLocked = Call("restartWhileLocked") { model in
    model.relaunch()
    return model.failuresWhileLocked
  } system: { app in
    try await app.restartWhileLocked()
  }
  .labelled("cannot start before the first unlock") { $0.result(Int.self) == 1 }

  /// The device is locked while the app runs: what it needs stays readable.
  static let deviceLock = Call("deviceLock", model: { _ in }, system: { $0.device.lock.lock() })

  /// By so many seconds: nothing that the app keeps or shows goes by the clock alone.
  static let setClock = Call("setClock", with: .element(of: [-86_400, -30, 30, 86_400])) { (_: inout AppModel, _: Int) in
  } system: { app, seconds in
    app.device.clock.stepWallClock(by: .seconds(seconds))
  }
  .labelled("a clock is set back") { $0.argument(Int.self) ?? 0 < 0 }

  static let background = Call("background", model: { $0.notices }, system: { await $0.leaveAndComeBack() })
    .labelled("a focus session runs in the background") { $0.before.contents.focus == .running }

  /// Neither items of the keychain nor backups are left.
  static let delete = Call("delete") { model in
    model.deleteEverything()
    return [0, 0]
  } system: { app in
    try await app.deleteEverything()
  }
  .labelled("everything is deleted") { !$0.before.contents.trades.isEmpty }

  static let lookAtTheDisk = Call("lookAtTheDisk") { (model: inout AppModel) -> String? in
    model.relaunch()
    return nil
  } system: { app in
    try await app.readableNote()
  }

  static let look = Call("look", model: { $0.contents }, system: { try await $0.contents() })
}

struct Interrupted: Sendable {
  let change: AppModel.Change
  let interruption: AppModel.Interruption
}

extension CommandStep<AppModel> {
  fileprivate var interrupted: Interrupted? { argument() }
  fileprivate var change: AppModel.Change? { argument() ?? interrupted?.change }
}
