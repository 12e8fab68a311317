import PlatformStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// Sessions over the whole app: what a user, the system, the time and whoever has the device do to it.
enum AppMachine {
  typealias AppCommand = Command<AppModel, AppDriver>
  typealias AppInvariant = Invariant<AppModel, AppDriver>

  static let commandCount = 0...30

  private static let doors = [
    setUp, enter, guess, beRecognised, lock, enterBackground, becomeActive, resignActive, wait, tick, touch, relaunch,
  ]
  private static let contents = [
    create, edit, togglePin, delete, attach, detach, mark, unmark, changePassword, killDuringChange, read,
    changeWhileLocked,
  ]
  private static let screens = [load, search, open, share, endShare, copy]

  /// Of what is seen, and of what locks.
  static let seen = machine(
    doors + screens + [create, edit, delete, attach, detach, mark, changeWhileLocked],
    weights: [
      "load": 10, "search": 6, "open": 10, "share": 14, "copy": 14, "delete": 6, "tick": 12, "enter": 42, "resignActive": 6, "wait": 16,
    ])

  /// Of changes, and of what ends them.
  static let kept = machine(
    doors + contents + [load, open, setClock],
    weights: ["wait": 3, "enterBackground": 3, "lock": 3, "relaunch": 6, "killDuringChange": 18])

  /// Of somebody who guesses, and has the device.
  static let guessed = machine(
    [
      setUp, enter.weighing(16), guess.weighing(40), beRecognised.weighing(6), lock.weighing(20), enterBackground,
      becomeActive, wait.weighing(16), relaunch.weighing(10), setClock.weighing(10), killAfterLook.weighing(12),
      changePassword, load, touch,
    ], weights: [:])

  /// Of what leaves the vault.
  static let left = machine(
    doors + screens + [create, edit, delete, attach, detach, mark, unmark, lookAtTheDisk, killDuringChange],
    weights: ["share": 26, "mark": 18, "attach": 8, "wait": 3, "enterBackground": 3, "lock": 4, "load": 2])

  private static func machine(
    _ commands: [AppCommand], weights: [String: Int]
  ) -> StateMachine<AppModel, AppDriver> {
    StateMachine(
      initially: .vaultWithContents,
      commands: commands.map { command in weights[command.name].map { command.weighing($0) } ?? command },
      closing: [comeBack, lockAtLast, lookAtTheDisk, waitOut, enterRight, read],
      invariants: [state, screen, picture, key, shared, clipboard, nothingLookedAt]
    )
    .withLongCases.withoutSwarm
    .showing { $0.counterexampleDescription }
  }

  // Who gets in.

  static let setUp = AppCommand("setUp", weight: 40, with: .element(of: AppModel.passwords), when: { !$0.isSetUp }) {
    vault, password in
    try vault.withAccess { try $0.setUp(password) }
  } system: { app, password in
    try await app.setUp(password)
  }

  static let enter = AppCommand(
    "enter", weight: 60, with: { .constant($0.access.password) }, when: { $0.isSetUp && !$0.isUnlocked }
  ) { vault, password in
    try vault.withAccess { try $0.enter(password) }
  } system: { app, password in
    try await app.enter(password)
  }
  .labelled("unlocks a vault with cards") { $0.error == nil && !$0.before.cards.isEmpty }
  .labelled("the right password is refused for a while") { $0.before.access.delay != nil }

  static let guess = AppCommand(
    "guess", weight: 6, with: { .nearMiss(of: $0.access.password) }, when: { $0.isSetUp && !$0.isUnlocked }
  ) { vault, password in
    try vault.withAccess { try $0.enter(password) }
  } system: { app, password in
    try await app.enter(password)
  }
  .labelled("is locked out") { $0.before.access.failures == 2 && $0.after.access.failures == 3 }

  static let beRecognised = AppCommand(
    "beRecognised", weight: 6, with: .frequency((3, .constant(BiometricOutcome.succeeded)), (1, .anyCase())),
    when: { $0.isSetUp && !$0.isUnlocked }
  ) { vault, outcome in
    try vault.withAccess { try $0.beRecognised(outcome) }
  } system: { app, outcome in
    try await app.beRecognised(outcome)
  }
  .labelled("unlocks with biometrics") { $0.error == nil }

  /// Whoever ends the app in the middle of a guess has used the guess up.
  static let killAfterLook = AppCommand(
    "killAfterLook", weight: 4, with: { .nearMiss(of: $0.access.password) },
    when: { $0.isSetUp && !$0.access.isInBackground }
  ) { vault, password in
    let isLimited = vault.access.delay != nil
    try? vault.withAccess { try $0.enter(password) }
    vault.relaunch()
    return !isLimited
  } system: { app, password in
    try await app.killAfterLook(at: password)
  }
  .labelled("is killed while it guesses") { $0.after.access.failures > $0.before.access.failures }

  // The life of the app.

  static let lock = AppCommand("lock", weight: 5) { vault in
    vault.withAccess { $0.lock() }
  } system: { app in
    await app.app.authScreen.lock()
  }
  .labelled("locks with a card on the screen") { $0.before.opened != nil }
  .labelled("locks while a file is shared") { !$0.before.shared.isEmpty }

  static let enterBackground = AppCommand("enterBackground", weight: 5) { vault in
    vault.withAccess { $0.enterBackground() }
  } system: { app in
    await app.app.handle(.didEnterBackground)
  }
  .labelled("goes to the background with a file on the screen") { step in
    step.before.opened.flatMap { step.before.card($0) }.map { !$0.files.isEmpty } ?? false
  }
  .labelled("goes to the background while it is limited") { $0.before.access.delay != nil }

  static let becomeActive = AppCommand("becomeActive", weight: 20, when: { !$0.access.isActive }) { vault in
    vault.withAccess { $0.becomeActive() }
  } system: { app in
    await app.app.handle(.didBecomeActive)
  }

  /// The app switcher.
  static let resignActive = AppCommand("resignActive", weight: 4) { vault in
    vault.withAccess { $0.resignActive() }
  } system: { app in
    await app.app.handle(.willResignActive)
  }
  .labelled("is in the switcher with a card on the screen") { $0.before.isInSight && !$0.before.screen.texts.isEmpty }

  static let relaunch = AppCommand("relaunch", weight: 5) { vault in
    vault.relaunch()
  } system: { app in
    try await app.relaunch()
  }
  .labelled("is launched anew over cards and files") { $0.before.hasFiles }
  .labelled("is launched anew while a file is shared") { !$0.before.shared.isEmpty }
  .labelled("is launched anew while it is limited") { $0.before.access.delay != nil }

  // Time.

  static let wait = AppCommand("wait", weight: 6, with: { .wait(of: $0.access) }) { vault, time in
    vault.withAccess { $0.pass(time) }
  } system: { app, time in
    app.device.clock.advance(by: time)
  }

  /// The user, or a time server.
  static let setClock = AppCommand("setClock", weight: 3, with: .element(of: [-86_400, -30, 30, 86_400])) { _, _ in
  } system: { app, seconds in
    app.device.clock.stepWallClock(by: .seconds(seconds))
  }
  .labelled("the clock is set while it is limited") { $0.before.access.delay != nil }

  static let tick = AppCommand("tick", weight: 4) { vault in
    vault.withAccess { $0.look() }
  } system: { app in
    await app.app.tick()
  }
  .labelled("the timer locks") { $0.before.isUnlocked && !$0.after.isUnlocked }

  static let touch = AppCommand("touch", weight: 3) { vault in
    vault.withAccess { $0.noteActivity() }
  } system: { app in
    await app.app.noteActivity()
  }
}

extension AppModel {
  var isSetUp: Bool { access.state != .setupRequired }
}
