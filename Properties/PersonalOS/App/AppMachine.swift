import PersonalOSReference
import PropertyTesting

/// Sessions over the whole app: what the user, the device and failures do to it.
enum AppMachine {
  typealias AppCommand = Command<AppModel, AppSession>
  typealias AppInvariant = Invariant<AppModel, AppSession>

  static let commandCount = 0...24

  /// Of what lies on the disk.
  static let sealed = machine([change.weighing(60), relaunch, killDuringChange, restartWhileLocked, lookAtTheDisk, delete])
  /// Of what must be there.
  static let kept = machine([
    change.weighing(70), relaunch.weighing(6), killDuringChange.weighing(30), failedChange, delete, deviceLock,
    background.weighing(4), newPrice, readNewsInVain.weighing(4),
  ])
  /// Of what the user is shown.
  static let told = machine([
    change.weighing(30), failedChange.weighing(20), relaunch, restartWhileLocked.weighing(6), background, deviceLock,
    askInVain.weighing(6), readNewsInVain,
  ])
  /// Of what is not done any more.
  static let cancelled = machine([change.weighing(40), cancelledChange.weighing(40), background, relaunch])

  private static func machine(_ commands: [AppCommand]) -> StateMachine<AppModel, AppSession> {
    StateMachine(
      initially: .appWithContents, commands: commands, closing: [look, relaunch, look, lookAtTheDisk],
      invariants: [contents, holdings, shown]
    )
    .withLongCases.withoutSwarm
    .showing { $0.counterexampleDescription }
  }

  static let change = AppCommand("change", weight: 30, with: \.anyChange, requiring: { $0.has($1) }) { model, change in
    try model.change(change)
  } system: { app, change in
    try await app.apply(change)
  }
  .labelled("a sale of too much is refused") { $0.error != nil }
  .labelled("a trade is stored") { step in
    if case .trade = step.argument(AppChange.self) { step.error == nil } else { false }
  }
  .labelled("a project is annotated") { step in
    if case .annotateProject = step.argument(AppChange.self) { true } else { false }
  }
  .labelled("projects with notes are synced") { step in
    guard case .sync(let listing) = step.argument(AppChange.self) else { return false }
    return listing.keys.contains { step.before.contents.projects[$0]?.note != nil }
  }
  .labelled("an export with notes is imported") { step in
    step.argument(AppChange.self) == .importExport
      && step.before.exported.map { $0.trades.values.contains { $0.note != nil } } ?? false
  }
  .labelled("a backup with notes is made") { step in
    step.argument(AppChange.self) == .backUp && step.before.contents.trades.values.contains { $0.note != nil }
  }
  .labelled("a backup is restored") { $0.argument(AppChange.self) == .restoreBackup }
  .labelled("a backup of an older layout is restored") {
    $0.argument(AppChange.self) == .restoreBackup && $0.before.isBackupOlder
  }

  /// The app dies in the middle of a change: it has happened or not, and if anybody was told so it has.
  static let killDuringChange = AppCommand(
    "killDuringChange", weight: 12, with: \.killedChange, requiring: { $0.has($1.change) }
  ) { (model: inout AppModel, kill: KilledAppChange) in
    model.relaunch()
  } system: { app, kill in
    try await app.kill(kill)
  } judging: { model, kill, found in
    var changed = model
    let canBe = (try? changed.change(kill.change)) != nil
    for after in canBe ? (found.wasAcknowledged ? [changed] : [model, changed]) : [model]
    where after.contents == found.contents {
      model = after
      model.relaunch()
      return
    }
    try expect(
      found.wasAcknowledged ? "what was acknowledged before the kill" : "all or nothing of what was killed",
      found.contents, equals: canBe && found.wasAcknowledged ? changed.contents : model.contents)
  }
  .labelled("is killed before a change is stored") { $0.before.contents == $0.after.contents }
  .labelled("is killed after a change is stored") { $0.before.contents != $0.after.contents }

  static let failedChange = AppCommand("failedChange", weight: 8, with: \.wholeChange, requiring: { $0.has($1) }) {
    (model: inout AppModel, change: AppChange) in
    try model.fail()
  } system: { app, change in
    try await app.fail(change)
  }
  .labelled("a change fails in the store") { _ in true }

  /// The view that asked for a change goes: it has happened or not, the latter for sure if that was before it began. Nobody
  /// is shown a failure.
  static let cancelledChange = AppCommand(
    "cancelledChange", with: \.cancelledChange, requiring: { $0.has($1.change) }
  ) { (_: inout AppModel, _: CancelledAppChange) in
  } system: { app, cancelled in
    try await app.cancel(cancelled)
  } judging: { model, cancelled, found in
    var changed = model
    let canBe = (try? changed.change(cancelled.change)) != nil
    guard found.wasCut else {
      try expect("what nobody cancelled in time", found.contents, equals: changed.contents)
      try expect("failures shown of what nobody cancelled in time", found.shown, equals: changed.shown)
      return model = changed
    }
    try expect("failures shown of what was cancelled", found.shown, equals: model.shown)
    if canBe, !cancelled.isBeforeAnything, found.contents == changed.contents { return model = changed }
    try expect("what was cancelled", found.contents, equals: model.contents)
    try expect("no late news on screen", !found.isNewsOnScreen)
  }
  .labelled("is cancelled while a server is asked") { step in
    step.argument(CancelledAppChange.self)?.moment == .whileItAsks
  }
  .labelled("a trade is cancelled") { step in
    guard case .trade? = step.argument(CancelledAppChange.self)?.change else { return false }
    return step.before.contents == step.after.contents
  }
  .labelled("a focus session is left as it was") { step in
    guard case .pauseFocus? = step.argument(CancelledAppChange.self)?.change else { return false }
    return step.after.contents.focus == .running
  }
  .labelled("a view goes right after an import") { step in
    guard let cancelled = step.argument(CancelledAppChange.self), case .importExport = cancelled.change else { return false }
    return !cancelled.isBeforeAnything && step.before.contents.posts != step.after.contents.posts
  }
  .labelled("an import is cancelled") { step in
    guard case .importExport? = step.argument(CancelledAppChange.self)?.change else { return false }
    return step.before.exported.map { $0 != step.before.contents } ?? false
  }

  static let newPrice = AppCommand("newPrice", weight: 3, with: { _ in .int(in: 1...99) }) { model, price in
    model.priceBecomes(price)
  } system: { app, price in
    app.device.servers.prices.serve(price)
  }
  .labelled("what is held gets a price") { !$0.before.contents.holdings.isEmpty }

  /// GitHub or the price feed is out of reach.
  static let askInVain = AppCommand("askInVain", weight: 3, with: { _ in .anyCase() }) {
    (model: inout AppModel, server: AppServers.Name) in
    try model.fail()
  } system: { app, server in
    try await app.ask(inVain: server)
  }
  .labelled("a server is out of reach") { _ in true }

  /// That is no failure: there is something else to read.
  static let readNewsInVain = AppCommand("readNewsInVain", weight: 3) { (model: inout AppModel) -> ShownNews? in
    model.newsInVain
  } system: { app in
    try await app.readNewsInVain()
  }
  .labelled("earlier news are read") { $0.before.contents.news != nil }

  static let relaunch = AppCommand("relaunch", weight: 4) { model in
    model.relaunch()
  } system: { app in
    try await app.relaunch()
  }
  .labelled("is launched anew over trades") { !$0.before.contents.trades.isEmpty }

  /// Before the first unlock no notes can be read: the app does not start over trades, and says so once.
  static let restartWhileLocked = AppCommand("restartWhileLocked", weight: 2) { model in
    model.relaunch()
    return model.contents.trades.isEmpty ? 0 : 1
  } system: { app in
    try await app.restartWhileLocked()
  }
  .labelled("cannot start before the first unlock") { $0.result(Int.self) == 1 }

  /// The device is locked and unlocked while the app runs: what it needs stays readable.
  static let deviceLock = AppCommand("deviceLock", weight: 2) { _ in
  } system: { app in
    app.device.lock.lock()
  }

  /// Meanwhile a notice is pending if a focus session runs.
  static let background = AppCommand("background", weight: 2) { (model: inout AppModel) -> Int in
    model.contents.focus == .running ? 1 : 0
  } system: { app in
    try await app.leaveAndComeBack()
  }
  .labelled("a focus session runs in the background") { $0.result(Int.self) == 1 }

  static let delete = AppCommand("delete", weight: 1) { model in
    model.deleteEverything()
    model.relaunch()
    return Deleted()
  } system: { app in
    try await app.deleteEverything()
  }
  .labelled("everything is deleted") { !$0.before.contents.trades.isEmpty }

  static let lookAtTheDisk = AppCommand("lookAtTheDisk", weight: 3, with: { .constant($0.secrets) }) {
    (model: inout AppModel, secrets: [String]) -> String? in
    model.relaunch()
    return nil
  } system: { app, secrets in
    try await app.readable(secrets)
  }

  static let look = AppCommand("look") { model in
    model.contents
  } system: { app in
    try await app.contents()
  }

  // What must be.

  static let contents = AppInvariant("what the app holds", model: \.contents, system: { try await $0.contents() })
  static let holdings = AppInvariant(
    "what is held, wherever it is shown", model: \.expectedHoldings, system: { try await $0.holdings() })
  static let shown = AppInvariant("failures shown", model: \.shown, system: { await $0.shown })
}

extension Command {
  func weighing(_ weight: Int) -> Command {
    var copy = self
    copy.weight = weight
    return copy
  }
}
