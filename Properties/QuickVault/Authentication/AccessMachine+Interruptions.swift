import Foundation
import PlatformStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

// What comes in the middle of something else: a lock, the background, the end of the process. And what must be after
// each command.
extension AccessMachine {
  /// Somebody locks while a password or a face is being looked at: it does not unlock, or it is locked again at once. A
  /// wrong password counts all the same, a right one too.
  static let interruptUnlock = AccessCommand(
    "interruptUnlock", weight: 14, with: { .interruptedUnlock(of: $0) },
    when: { $0.state == .locked && $0.delay == nil && $0.biometricFailures < 3 }
  ) { vault, unlock in
    defer {
      vault.lock()
      if unlock.event == .background { vault.enterBackground() }
    }
    try unlock.attempt(on: &vault)
  } system: { app, unlock in
    _ = try await app.interrupt(by: unlock.event, atCall: unlock.call) { app in
      if let password = unlock.password { try await app.enter(password) } else { try await app.beRecognised(.succeeded) }
    }
  }
  .labelled("locked in the middle of an unlock") { $0.argument(InterruptedUnlock.self)?.event == .lock }
  .labelled("in the background in the middle of an unlock") { $0.argument(InterruptedUnlock.self)?.event == .background }

  /// Several guesses at the same time are judged one after the other.
  static let guessAtOnce = AccessCommand(
    "guessAtOnce", weight: 5, with: { .array(of: .nearMiss(of: $0.password), count: 2...5) },
    when: { $0.state == .locked && $0.failures < 3 }
  ) { vault, passwords in
    var expected = GuessesAtOnce()
    for password in passwords {
      if vault.delay == nil { expected.wrong += 1 } else { expected.limited += 1 }
      try? vault.enter(password)
    }
    return expected
  } system: { app, passwords in
    try await app.guess(passwords)
  }
  .labelled("more guesses at once than are allowed") { $0.after.failures == 3 }

  /// A setup that is interrupted is done, and the vault locked; or it has not happened.
  static let interruptSetup = AccessCommand(
    "interruptSetup", weight: 6, with: .zip(.masterPassword, .anyCase(), .int(in: 0...6)),
    when: { $0.state == .setupRequired }
  ) { (vault: inout AccessModel, setup: (String, LockingEvent, Int)) in
    try? vault.setUp(setup.0)
    vault.lock()
    if setup.1 == .background { vault.enterBackground() }
  } system: { app, setup in
    _ = try await app.interrupt(by: setup.1, atCall: setup.2) { try await $0.setUp(setup.0) }
    return await app.state
  } judging: { vault, setup, state in
    if state != .setupRequired { try vault.setUp(setup.0) }
    vault.lock()
    if setup.1 == .background { vault.enterBackground() }
  }
  .labelled("locked in the middle of a setup") { _ in true }

  /// The password is the new one if and only if the change succeeded.
  static let interruptChange = AccessCommand(
    "interruptChange", weight: 6, with: .zip(.masterPassword, .anyCase(), .int(in: 0...6)),
    // Whether a right password that came to nothing makes up for wrong ones before, nobody says.
    when: { $0.state == .unlocked && $0.failures == 0 }
  ) { (vault: inout AccessModel, change: (String, LockingEvent, Int)) in
    try? vault.change(from: vault.password, to: change.0)
    vault.interrupt(by: change.1)
  } system: { app, change in
    let old = app.currentPassword
    return try await app.interrupt(by: change.1, atCall: change.2) { try await $0.change(from: old, to: change.0) }
  } judging: { vault, change, hasSucceeded in
    if hasSucceeded { try vault.change(from: vault.password, to: change.0) }
    vault.interrupt(by: change.1)
  }
  .labelled("locked in the middle of a change of the password") { _ in true }

  /// What is read when the lock comes is not shown.
  static let interruptLoad = AccessCommand(
    "interruptLoad", weight: 12, with: .zip(.anyCase(), .int(in: 0...3)), when: { $0.state == .unlocked }
  ) { (vault: inout AccessModel, load: (LockingEvent, Int)) in
    vault.interrupt(by: load.0)
  } system: { app, load in
    _ = try await app.interrupt(by: load.0, atCall: load.1) { try await $0.load() }
  }
  .labelled("locked while cards are read") { !$0.before.cards.isEmpty }

  /// A card that is being stored when the lock comes is there if and only if somebody was told so.
  static let interruptAdd = AccessCommand(
    "interruptAdd", weight: 6,
    with: { vault in .zip(.constant("MARKER \(vault.cards.count)"), .anyCase(), .int(in: 0...2)) },
    when: { $0.state == .unlocked }
  ) { (vault: inout AccessModel, add: (String, LockingEvent, Int)) in
    vault.interrupt(by: add.1)
  } system: { app, add in
    try await app.interrupt(by: add.1, atCall: add.2) { try await $0.add(add.0) }
  } judging: { vault, add, hasSucceeded in
    if hasSucceeded { vault.add(add.0) }
    vault.interrupt(by: add.1)
  }
  .labelled("locked while a card is stored") { _ in true }

  /// The app dies while the password is changed: afterwards exactly one of both opens the vault.
  static let killDuringChange = AccessCommand(
    "killDuringChange", weight: 8, with: .zip(.masterPassword, .int(in: 0...2), .anyCase()),
    when: { $0.state == .unlocked && $0.failures == 0 }, requiring: { $0.password != $1.0 }
  ) { (vault: inout AccessModel, kill: (String, Int, WriteMoment)) in
    vault.relaunch()
    try? vault.enter(vault.password)
  } system: { app, kill in
    let old = app.currentPassword
    try await app.kill(atWrite: kill.1, kill.2) { try await $0.change(from: old, to: kill.0) }
    return try await app.openers(among: [old, kill.0])
  } judging: { vault, kill, openers in
    let old = vault.password
    try expect("passwords that open the vault after the kill", openers.count, equals: 1)
    if openers.first != old { try vault.change(from: old, to: kill.0) }
    vault.relaunch()
    try vault.enter(vault.password)
  }
  .labelled("killed in the middle of a change of the password") { _ in true }

  /// Whoever ends the app in the middle of a guess has used the guess up.
  static let killAfterLook = AccessCommand(
    "killAfterLook", weight: 12, with: { .nearMiss(of: $0.password) },
    when: { $0.state != .setupRequired && !$0.isInBackground }
  ) { vault, password in
    let limited = vault.delay != nil
    try? vault.enter(password)
    vault.relaunch()
    return !limited
  } system: { app, password in
    try await app.killAfterLook(at: password)
  }
  .labelled("killed after the password was looked at") { $0.after.failures > $0.before.failures }

  // At the end of each case everything that was stored is read.

  static let comeBack = AccessCommand("comeBack") { $0.becomeActive() } system: { await $0.handle(.didBecomeActive) }

  static let waitOut = AccessCommand("waitOut", when: { $0.delay != nil }) { vault in
    vault.pass(.seconds(30))
  } system: { app in
    app.device.clock.advance(by: .seconds(30))
  }

  static let enterRight = AccessCommand(
    "enterRight", with: { .constant($0.password) }, when: { $0.state == .locked }
  ) { vault, password in
    try vault.enter(password)
  } system: { app, password in
    try await app.enter(password)
  }

  /// Around the instant at which the vault locks by itself, with the timeout that was chosen before the relaunch; a whole
  /// hour if it never does.
  static let waitNearTimeout = AccessCommand(
    "waitNearTimeout", with: { .wait(near: $0.untilAutoLock ?? .seconds(3_600)) }, when: { $0.state == .unlocked }
  ) { vault, time in
    vault.pass(time)
  } system: { app, time in
    app.device.clock.advance(by: time)
  }
  .labelled("waits for another timeout after a relaunch") { $0.before.timeout != .seconds(300) }

  // What must be.

  static let state = AccessInvariant("state", model: \.state, system: { await $0.state })

  static let entrance = AccessInvariant(
    "what the screen says that lets the user in",
    model: { Entrance(state: $0.state, isSetup: $0.state == .setupRequired) }, system: { await $0.entrance })

  /// While the vault is unlocked, and locks by itself at all: when the timeout is over.
  static let nextLook = AccessInvariant(
    "when the vault looks at the time again", model: { vault in vault.untilAutoLock.map { vault.now + $0 } },
    system: { await $0.app.autoLock.nextLook })

  /// Setup and unlocking lead to unlocked, locking away from it; a relaunch is a beginning, and no change.
  static let transitions = AccessInvariant("every change of the state is one of the three") { _, app in
    app.seenTransitions.allSatisfy {
      switch ($0.from, $0.to) {
      case (.setupRequired, .unlocked), (.locked, .unlocked), (.unlocked, .locked): true
      default: false
      }
    }
  }

  static let screen = AccessInvariant(
    "what the screens show", model: \.screen, system: { await $0.screen })

  /// Always the cover, unless the app is in use and unlocked.
  static let picture = AccessInvariant("what the system sees is the cover, with the app's name and nothing else") { vault, app in
    let (picture, whole) = (await app.picture, await app.app.switcherPicture)
    if vault.visible != nil { return true }
    return picture == VisibleCards() && whole == ScreenContent(texts: ["随取 QuickVault"])
  }

  static let clipboard = AccessInvariant("the clipboard", model: \.clipboard, system: { await $0.clipboard })

  static let refusedStayOut = AccessInvariant("nobody who is refused unlocks, not for an instant") { _, app in
    app.unlocksOfTheRefused == 0
  }

  static let nothingLookedAt = AccessInvariant("no password is looked at while none may be") { _, app in
    app.looksWhileLimited == 0
  }
}

/// An unlock in the middle of which somebody locks.
struct InterruptedUnlock: Sendable, CounterexampleDescribable {
  /// Nil for biometrics.
  let password: String?
  let event: LockingEvent
  /// Before which call of store or keychain.
  let call: Int

  func attempt(on vault: inout AccessModel) throws {
    do {
      if let password { try vault.enter(password) } else { try vault.beRecognised(.succeeded) }
    } catch AppError.authentication(.locked) {
      // It was in the background already: nobody was let in.
    }
  }

  var counterexampleDescription: String {
    "\(password.map { describe($0) } ?? "biometrics"), \(event) before call \(call)"
  }
}

/// A change of the password.
struct PasswordChange: Sendable, CounterexampleDescribable {
  let old: String
  let new: String

  var counterexampleDescription: String { "from \(describe(old)) to \(describe(new))" }
}

extension AccessModel {
  mutating func interrupt(by event: LockingEvent) {
    lock()
    if event == .background { enterBackground() }
  }
}

extension Generator where Value == InterruptedUnlock {
  static func interruptedUnlock(of vault: AccessModel) -> Generator {
    let passwords = Generator<String?>.frequency(
      (4, .constant(vault.password)), (1, Generator<String>.nearMiss(of: vault.password).map { $0 }), (3, .constant(nil)))
    return Generator { source in
      InterruptedUnlock(
        password: try source(passwords), event: try source(.anyCase()), call: try source(.int(in: 0...6)))
    }
  }
}

extension Generator where Value == PasswordChange {
  /// Mostly with the right old password; sometimes to a short one, sometimes to the same.
  static func passwordChange(of vault: AccessModel) -> Generator {
    let old = Generator<String>.frequency(
      (5, .constant(vault.password)), (3, .nearMiss(of: vault.password)))
    let new = Generator<String>.frequency(
      (4, .masterPassword), (3, .passwordOfAnyLength), (1, .constant(vault.password)))
    return Generator { source in PasswordChange(old: try source(old), new: try source(new)) }
  }
}

extension Generator where Value == String {
  /// As it was chosen, or with its letters composed otherwise.
  static func rightPassword(of vault: AccessModel) -> Generator {
    .element(of: [
      vault.password, vault.password.precomposedStringWithCanonicalMapping,
      vault.password.decomposedStringWithCanonicalMapping,
    ])
  }
}

extension Generator where Value == Duration {
  /// Often until the delay after failures is over, or the vault locks by itself; or nearly, or just.
  /// So long, or a millisecond less or more.
  static func wait(near instant: Duration) -> Generator {
    .element(of: [instant, max(.zero, instant - .milliseconds(1)), instant + .milliseconds(1)])
  }

  static func wait(of vault: AccessModel) -> Generator {
    .wait(around: [vault.delay, vault.untilAutoLock].compactMap { $0 })
  }
}
