import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

// What comes in the middle of a call: a lock, the background, another guess, the end of the process.
extension AccessMachine {
  /// No unlock, or a lock right after it. A wrong password counts all the same, a right one too.
  static let interruptUnlock = interrupted(
    "interruptUnlock", weight: 14, with: { .unlock(of: $0) },
    when: { $0.state == .locked && $0.delay == nil && $0.biometricFailures < 3 }
  ) { vault, password in
    if let password { try vault.enter(password) } else { try vault.beRecognised(.succeeded) }
  } system: { driver, password in
    if let password { try await driver.enter(password) } else { try await driver.beRecognised(.succeeded) }
  }
  .labelled("locked in the middle of an unlock") { $0.argument(Interrupted<String?>.self)?.event == .lock }
  .labelled("in the background in the middle of an unlock") {
    $0.argument(Interrupted<String?>.self)?.event == .background
  }

  static let interruptSetup = interrupted(
    "interruptSetup", weight: 6, with: { _ in .masterPassword }, when: { $0.state == .setupRequired },
    takesEffect: { $0.state != .setupRequired }
  ) { try $0.setUp($1) } system: { try await $0.setUp($1) }
  .labelled("locked in the middle of a setup") { _ in true }

  static let interruptChange = interrupted(
    "interruptChange", weight: 10, with: { _ in .masterPassword },
    // Whether a right password that came to nothing makes up for wrong ones before, nobody says.
    when: { $0.state == .unlocked && $0.failures == 0 }, takesEffect: \.isGranted
  ) { try $0.change(from: $0.password, to: $1) } system: { try await $0.change(from: $0.password, to: $1) }
  .labelled("locked in the middle of a change of the password") { _ in true }

  static let interruptLoad = interrupted(
    "interruptLoad", weight: 12, with: { _ in .constant(()) }, calls: 0...3, when: { $0.state == .unlocked }
  ) { vault, _ in try vault.load() } system: { driver, _ in try await driver.load() }
  .labelled("locked while cards are read") { !$0.before.cards.isEmpty }

  static let interruptAdd = interrupted(
    "interruptAdd", weight: 6, with: { .constant("MARKER \($0.cards.count)") }, calls: 0...2,
    when: { $0.state == .unlocked }, takesEffect: \.isGranted
  ) { try $0.add($1) } system: { try await $0.add($1) }
  .labelled("locked while a card is stored") { _ in true }

  /// A call with a lock in its middle. It may be refused as locked; otherwise its result is that of the model. Then the
  /// vault is locked, and the screens are empty.
  /// - Parameter takesEffect: whether the call has done what it was to do.
  private static func interrupted<Argument: Sendable>(
    _ name: String, weight: Int, with argument: @escaping @Sendable (AccessModel) -> Generator<Argument>,
    calls: ClosedRange<Int> = 0...6, when isPossible: @escaping @Sendable (AccessModel) -> Bool,
    takesEffect: @escaping @Sendable (InterruptedEnd) -> Bool = { _ in true },
    model: @escaping @Sendable (inout AccessModel, Argument) throws -> Void,
    system: @escaping @Sendable (inout AccessDriver, Argument) async throws -> Void
  ) -> AccessCommand {
    AccessCommand(
      name, weight: weight, with: { Interrupted.call(with: argument($0), at: calls) }, when: isPossible
    ) { vault, call in
      try? model(&vault, call.argument)
      vault.interrupt(by: call.event)
    } system: { driver, call in
      try await driver.interrupt(by: call.event, atCall: call.call) { try await system(&$0, call.argument) }
    } judging: { vault, call, end in
      var (after, refusal) = (vault, AppError?.none)
      do {
        try model(&after, call.argument)
      } catch let error as AppError {
        refusal = error.unlessLocked
      }
      try expect("the error, other than locked", end.error, equals: refusal)
      if takesEffect(end) { vault = after }
      vault.interrupt(by: call.event)
    }
  }

  /// Several guesses at the same time are judged one after the other. Returns how many are judged.
  static let guessAtOnce = AccessCommand(
    "guessAtOnce", weight: 5, with: { .array(of: .nearMiss(of: $0.password), count: 2...5) },
    when: { $0.state == .locked && $0.failures < 3 }
  ) { vault, passwords in
    let failures = vault.failures
    for password in passwords { try? vault.enter(password) }
    return vault.failures - failures
  } system: {
    try await $0.guess($1)
  }
  .labelled("more guesses at once than are allowed") { $0.after.failures == 3 }

  /// The app dies while the password is changed: afterwards exactly one of both opens the vault.
  static let killDuringChange = AccessCommand(
    "killDuringChange", weight: 20, with: .zip(.masterPassword, .int(in: 0...2), .anyCase(WriteMoment.self)),
    when: { $0.state == .unlocked && $0.failures == 0 }, requiring: { $0.password != $1.0 }
  ) { vault, _ in
    vault.relaunch()
    try? vault.enter(vault.password)
  } system: { driver, kill in
    try await driver.change(to: kill.0, killedAtWrite: kill.1, kill.2)
  } judging: { vault, kill, openers in
    try expect("passwords that open the vault after the kill", openers.count, equals: 1)
    if openers.first != vault.password { try vault.change(from: vault.password, to: kill.0) }
    vault.relaunch()
    try vault.enter(vault.password)
  }
  .labelled("killed in the middle of a change of the password") { _ in true }

  /// Whoever ends the app in the middle of a guess has used the guess up. Returns whether the password was looked at.
  static let killAfterLook = AccessCommand(
    "killAfterLook", weight: 12, with: { .nearMiss(of: $0.password) },
    when: { $0.state != .setupRequired && !$0.isInBackground }
  ) { vault, password in
    let isLimited = vault.delay != nil
    try? vault.enter(password)
    vault.relaunch()
    return !isLimited
  } system: {
    try await $0.killAfterLook(at: $1)
  }
  .labelled("killed after the password was looked at") { $0.after.failures > $0.before.failures }
}
