import PlatformStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// What a user, the system and the time do to a vault. QV-23 to QV-25, QV-28 to QV-32 and QV-38 ask different invariants
/// of it.
enum AccessMachine {
  typealias AccessCommand = Command<AccessModel, AppUnderTest>
  typealias AccessInvariant = Invariant<AccessModel, AppUnderTest>

  /// Enough for a setup, some cards and a few locks.
  static let commandCount = 0...30

  /// All of it.
  static let machine = machine([
    setUp, enter, enterNearMiss, beRecognised.weighing(16), lock, enterBackground.weighing(16), enterForeground, becomeActive,
    resignActive, wait, changePassword, setUpAgain, relaunch, add, openDetail, attach, load, read, noteActivity, tick, setTimeout,
    interruptUnlock, interruptSetup, interruptLoad, interruptAdd,
  ], initially: .vault(files: 0...1))

  /// Of faces and passwords.
  static let biometrics = machine([
    setUp, beRecognised.weighing(40), enter, enterNearMiss.weighing(12), lock.weighing(16), wait.weighing(6), relaunch,
    enterBackground.weighing(2), becomeActive, changePassword.weighing(3),
  ])

  /// Of passwords of all lengths.
  static let lengths = machine(
    [setUp, changePassword, enter, lock.weighing(4), relaunch.weighing(3)], initially: .constant(AccessModel()))

  /// Of passwords that change.
  static let changes = machine([
    setUp, changePassword.weighing(30), enter, lock, add.weighing(5), read.weighing(5), wait.weighing(10),
    relaunch.weighing(3), interruptChange.weighing(10), killDuringChange.weighing(20), enterNearMiss.weighing(2),
  ])

  /// Of somebody who guesses.
  static let guesses = machine([
    setUp, enterNearMiss, enter, wait, relaunch, lock, changePassword, setClock, guessAtOnce, killAfterLook, beRecognised,
  ])

  /// Of a user who is away.
  static let idleness = machine([
    setUp, add.weighing(4), wait.weighing(30), tick.weighing(10), noteActivity.weighing(16), setTimeout.weighing(8), load.weighing(12), read, copy,
    lock.weighing(3), enter.weighing(40), enterBackground.weighing(2), becomeActive, relaunch.weighing(3),
    damageTimeout.weighing(3),
  ])

  /// Of a screen that is in sight or not.
  static let switcher = machine([
    setUp, add, openDetail, attach, load.weighing(12), becomeActive.weighing(20), resignActive.weighing(14), enterBackground, enterForeground,
    lock.weighing(4), enter.weighing(40), wait.weighing(5), tick, read, relaunch.weighing(3),
  ])

  /// Of copies, and of what locks.
  static let copies = machine([
    setUp, add, copy, copyAndLock, copyElsewhere, lock, enter, wait, tick, setTimeout, enterBackground, becomeActive,
    relaunch,
  ])

  private static func machine(
    _ commands: [AccessCommand], initially vault: Generator<AccessModel> = .vault
  ) -> StateMachine<AccessModel, AppUnderTest> {
    StateMachine(
      initially: vault, commands: commands,
      closing: [relaunch, comeBack, waitOut, enterRight, read, copy, waitNearTimeout, copy, read])
      .withLongCases.withoutSwarm
      .showing { $0.counterexampleDescription }
  }

  // To get in.

  static let setUp = AccessCommand(
    "setUp", weight: 40, with: .frequency((3, .masterPassword), (2, .passwordOfAnyLength)),
    when: { $0.state == .setupRequired }
  ) { vault, password in
    try vault.setUp(password)
  } system: { app, password in
    try await app.setUp(password)
  }
  .labelled("a password of 7 is refused") { $0.error != nil && $0.argument(String.self)?.count == 7 }
  .labelled("a password of 8 is taken") { $0.error == nil && $0.argument(String.self)?.count == 8 }
  .labelled("a short password of 8 bytes or more is refused") {
    $0.error != nil && ($0.argument(String.self)?.utf8.count ?? 0) >= 8
  }

  static let setUpAgain = AccessCommand(
    "setUpAgain", weight: 3, with: .masterPassword, when: { $0.state != .setupRequired }
  ) { vault, password in
    try vault.setUp(password)
  } system: { app, password in
    try await app.setUp(password)
  }
  .labelled("setup is refused") { _ in true }

  /// The password, typed as its owner types it, or as another keyboard does.
  static let enter = AccessCommand("enter", weight: 22, with: { .rightPassword(of: $0) }) { vault, password in
    try vault.enter(password)
  } system: { app, password in
    try await app.enter(password)
  }
  .labelled("unlocks with the password") { $0.before.state == .locked && $0.after.state == .unlocked }
  .labelled("the right password is refused for a while") { $0.before.delay != nil && $0.before.password != "" }
  .labelled("is let in right after the delay") {
    $0.before.failures >= 3 && $0.error == nil && $0.before.now - $0.before.lastFailure <= .milliseconds(30_001)
  }
  .labelled("is refused right before the delay is over") {
    $0.before.delay.map { $0 <= .milliseconds(1) } ?? false
  }
  .labelled("unlocks after biometrics failed") { $0.before.biometricFailures > 0 && $0.error == nil }
  .labelled("is refused before setup") { $0.before.state == .setupRequired }

  static let enterNearMiss = AccessCommand(
    "enterNearMiss", weight: 24, with: { .nearMiss(of: $0.password) }, when: { $0.state != .setupRequired }
  ) { vault, password in
    try vault.enter(password)
  } system: { app, password in
    try await app.enter(password)
  }
  .labelled("fails for the third time") { $0.before.failures == 2 && $0.after.failures == 3 }
  .labelled("fails again after the delay") { $0.before.failures >= 3 && $0.after.failures > $0.before.failures }

  static let beRecognised = AccessCommand(
    "beRecognised", weight: 12,
    with: .frequency(
      (5, .constant(BiometricOutcome.failed)), (4, .constant(.succeeded)), (2, .constant(.cancelled)), (1, .anyCase()))
  ) { vault, outcome in
    try vault.beRecognised(outcome)
  } system: { app, outcome in
    try await app.beRecognised(outcome)
  }
  .labelled("unlocks with biometrics") { $0.before.state == .locked && $0.after.state == .unlocked }
  .labelled("biometrics fail") { $0.after.biometricFailures > $0.before.biometricFailures }
  .labelled("biometrics are out of use") { $0.before.biometricFailures >= 3 }
  .labelled("biometrics fail while passwords are limited") {
    $0.before.delay != nil && $0.after.biometricFailures > $0.before.biometricFailures
  }

  static let changePassword = AccessCommand("changePassword", weight: 12, with: { .passwordChange(of: $0) }) {
    vault, change in
    try vault.change(from: change.old, to: change.new)
  } system: { app, change in
    try await app.change(from: change.old, to: change.new)
  }
  .labelled("changes the password") { $0.error == nil }
  .labelled("a wrong old password is refused") { $0.after.failures > $0.before.failures }
  .labelled("a short new password is refused") { step in
    guard let change = step.argument(PasswordChange.self) else { return false }
    return step.before.state == .unlocked && change.new.count < 8 && change.old == step.before.password
  }
  .labelled("a change is refused for a while") { $0.before.state == .unlocked && $0.before.delay != nil }

  // The life of the app.

  static let lock = AccessCommand("lock", weight: 8) { $0.lock() } system: { await $0.lock() }
    .labelled("locks") { $0.before.state == .unlocked }
    .labelled("a lock before setup") { $0.before.state == .setupRequired }

  static let enterBackground = AccessCommand("enterBackground", weight: 8) { vault in
    vault.enterBackground()
  } system: { app in
    await app.handle(.didEnterBackground)
  }
  .labelled("the background locks") { $0.before.state == .unlocked }
  .labelled("the background empties a screen") { !$0.before.shown.isEmpty }
  .labelled("the background before setup") { $0.before.state == .setupRequired }

  static let enterForeground = AccessCommand("enterForeground", weight: 12, when: \.isInBackground) { vault in
    vault.enterForeground()
  } system: { app in
    await app.handle(.willEnterForeground)
  }

  /// What the system may see then.
  static let becomeActive = AccessCommand("becomeActive", weight: 9) { vault in
    vault.becomeActive()
    return vault.visible ?? VisibleCards()
  } system: { app in
    await app.handle(.didBecomeActive)
    return await app.picture
  }
  .labelled("the system sees a screen") { !($0.after.visible?.texts ?? []).isEmpty }
  .labelled("the system sees thumbnails") { ($0.after.visible?.thumbnails ?? 0) > 0 }

  static let resignActive = AccessCommand("resignActive", weight: 8) { vault in
    vault.resignActive()
  } system: { app in
    await app.handle(.willResignActive)
  }
  .labelled("a screen is covered") { !($0.before.visible?.texts ?? []).isEmpty }
  .labelled("thumbnails are covered") { ($0.before.visible?.thumbnails ?? 0) > 0 }

  static let relaunch = AccessCommand("relaunch", weight: 6) { vault in
    vault.relaunch()
  } system: { app in
    try await app.relaunch()
  }
  .labelled("is launched anew while limited") { $0.before.delay != nil }

  // Time.

  static let wait = AccessCommand("wait", weight: 24, with: { .wait(of: $0) }) { vault, time in
    vault.pass(time)
  } system: { app, time in
    app.device.clock.advance(by: time)
  }

  /// The user, or a time server: no delay is longer or shorter for it.
  static let setClock = AccessCommand("setClock", weight: 5, with: .element(of: [-86_400, -30, 30, 86_400])) { _, _ in
  } system: { app, seconds in
    app.device.clock.stepWallClock(by: .seconds(seconds))
  }
  .labelled("the clock is set while passwords are limited") { $0.before.delay != nil }

  static let tick = AccessCommand("tick", weight: 5) { $0.look() } system: { await $0.app.tick() }
    .labelled("the timer locks") { $0.before.state == .unlocked && $0.after.state == .locked }

  static let noteActivity = AccessCommand("noteActivity", weight: 6) { vault in
    vault.noteActivity()
  } system: { app in
    await app.app.noteActivity()
  }
  .labelled("activity keeps it open") { $0.after.lastActivity > $0.before.lastActivity }
  .labelled("activity comes too late") { $0.before.state == .unlocked && $0.after.state == .locked }

  static let setTimeout = AccessCommand(
    "setTimeout", weight: 5, with: .frequency((4, Generator<Duration>.autoLockTimeout.map { $0 }), (1, .constant(nil)))
  ) { (vault: inout AccessModel, timeout: Duration?) in
    vault.setTimeout(timeout)
  } system: { app, timeout in
    await app.app.autoLock.setTimeout(timeout)
  }
  .labelled("a shorter timeout locks at once") { $0.before.state == .unlocked && $0.after.state == .locked }

  /// Texts that say no time.
  static let damagedTimeouts = ["-1 0", "0 -1", "30", "30 0 0", "x 0", "", "Never", "-30 -1"]

  /// What was kept of the timeout is damaged, and the app launched anew.
  static let damageTimeout = AccessCommand("damageTimeout", with: .element(of: damagedTimeouts)) { vault, _ in
    vault.relaunch()
    vault.setTimeout(.seconds(300))
  } system: { app, text in
    for name in app.device.sandbox.preferences.keys { app.device.sandbox.setPreference(text, for: name) }
    try await app.relaunch()
  }
  .labelled("the timeout that was kept does not read") { $0.before.timeout != .seconds(300) }

  // What is in the vault.

  static let add = AccessCommand("add", weight: 10, with: { .constant("MARKER \($0.cards.count)") }) { vault, content in
    try vault.demandAccess(orElse: .card(.locked))
    vault.add(content)
  } system: { app, content in
    try await app.add(content)
  }

  static let load = AccessCommand("load", weight: 8) { vault in
    try vault.load()
  } system: { app in
    try await app.load()
  }
  .labelled("an access locks") { $0.before.state == .unlocked && $0.after.state == .locked }
  .labelled("is read just before the timeout") {
    $0.error == nil && $0.before.untilAutoLock.map { $0 <= .milliseconds(1) } ?? false
  }

  static let openDetail = AccessCommand("openDetail", weight: 10, when: { !$0.cards.isEmpty }) { vault in
    try vault.openDetail()
  } system: { app in
    try await app.openDetail()
  }
  .labelled("a card is opened while locked") { $0.before.state == .locked }

  static let attach = AccessCommand("attach", weight: 6, when: { !$0.cards.isEmpty && $0.files < 3 }) { vault in
    try vault.attach()
  } system: { app in
    try await app.attach()
  }

  static let read = AccessCommand("read", weight: 8) { vault in
    try vault.demandAccess(orElse: .card(.locked))
    return vault.cards.sorted()
  } system: { app in
    try await app.contents()
  }
  .labelled("reads cards") { $0.error == nil && !$0.before.cards.isEmpty }
  .labelled("is refused after it was idle for too long") { $0.before.state == .unlocked && $0.error != nil }

  static let copy = AccessCommand("copy", weight: 10, with: { .copy(in: $0) }) { vault, copy in
    try vault.copy(copy.content)
  } system: { app, copy in
    try await app.make(copy)
  }
  .labelled("copies") { $0.error == nil }
  .labelled("a copy is refused") { $0.error != nil }
  .labelled("a copy is refused before setup") { $0.before.state == .setupRequired }
  .labelled("a copy is refused after it was idle for too long") { $0.before.state == .unlocked && $0.error != nil }

  /// A copy, and a lock right after it: what was to be written has been written by then, and nothing comes later.
  static let copyAndLock = AccessCommand(
    "copyAndLock", weight: 5, with: { .copy(in: $0) }
  ) { vault, copy in
    defer { vault.lock() }
    try vault.copy(copy.content)
    return vault.clipboard
  } system: { app, copy in
    try await app.makeAndLock(copy)
  }
  .labelled("locks right after a copy") { $0.error == nil }

  /// Another app puts something on the clipboard.
  static let copyElsewhere = AccessCommand("copyElsewhere", weight: 3) { vault in
    vault.clipboard = ClipboardState(text: "another app's", writes: vault.clipboard.writes + 1)
  } system: { app in
    app.device.clipboard.write("another app's")
  }
}

extension Command {
  /// This command, chosen so often.
  func weighing(_ weight: Int) -> Command {
    var copy = self
    copy.weight = weight
    return copy
  }
}

extension Generator where Value == AccessModel {
  /// Mostly a vault that is set up already; it takes some commands to come there.
  fileprivate static let vault = vault(files: 0...0)

  /// - Parameter files: of the first card, which is on the screen with them.
  fileprivate static func vault(files: ClosedRange<Int>) -> Generator {
    .frequency(
      (1, .constant(AccessModel())),
      (2, Generator { source in
        let (password, cards) = (try source(.masterPassword), try source(.int(in: 0...2)))
        return AccessModel(password: password, cards: cards, files: cards > 0 ? try source(.int(in: files)) : 0)
      }))
  }
}
