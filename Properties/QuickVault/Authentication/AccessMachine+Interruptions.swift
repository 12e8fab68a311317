import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// What locks a vault from outside.
enum LockingEvent: Sendable, CaseIterable {
  case lock, background
  /// To the background and back again, before the call goes on.
  case visit
}

/// A call, and what comes before which of its calls of store or keychain, or after all of them.
struct InterruptedCall: Sendable {
  let call: AccessCall
  let event: LockingEvent
  let place: Int

  /// Whether the call did what it was to do. An unlock did, even if it was refused as locked: its password counts all
  /// the same.
  func tookEffect(_ end: InterruptedEnd) -> Bool {
    switch call {
    case .setUp: end.state != .setupRequired
    case .add, .change: end.error == nil || end.error?.unlessLocked != nil
    default: true
    }
  }
}

struct InterruptedEnd: Sendable {
  let error: AppError?
  let state: AuthenticationState
}

/// A change of the password. The app dies at this moment of a write, or after the change, and is launched anew.
struct KilledPasswordChange: Sendable {
  let old, new: String
  let write: Int
  let moment: WriteMoment
}

extension AppError {
  var unlessLocked: AppError? { [.authentication(.locked), .card(.locked)].contains(self) ? nil : self }
}

extension AccessModel {
  mutating func interrupt(by event: LockingEvent) {
    if event == .lock { lock() } else { enterBackground() }
    if event == .visit { isInBackground = false }
  }
}

// What comes in the middle of a call.
extension AccessMachine {
  static let interruption = interrupted(weight: 20, when: { $0.state != .locked || $0.mayUnlock }) { vault in
    switch vault.state {
    case .setupRequired: .interrupted(Generator<String>.masterPassword.map(AccessCall.setUp), at: 0...6)
    case .locked: .interrupted(vault.unlocks, at: 0...6)
    case .unlocked:
      .frequency(
        (2, .interrupted(.constant(.load), at: 0...3)), (1, .interrupted(.constant(.add(vault.nextCard)), at: 0...2)))
    }
  }

  static let interruptedChange = interrupted(weight: 16, when: \.mayChange) { vault in
    .interrupted(Generator<String>.masterPassword.map { .change(from: vault.password, to: $0) }, at: 0...6)
  }

  /// The call may be refused as locked; otherwise its result is that of the model. Then the vault is locked.
  private static func interrupted(
    weight: Int, when isPossible: @escaping @Sendable (AccessModel) -> Bool,
    with calls: @escaping @Sendable (AccessModel) -> Generator<InterruptedCall>
  ) -> AccessCommand {
    AccessCommand("interrupt", weight: weight, with: calls, when: isPossible) { vault, interrupted in
      _ = try? vault.perform(interrupted.call)
      vault.interrupt(by: interrupted.event)
    } system: { driver, interrupted in
      try await driver.interrupt(interrupted)
    } judging: { vault, interrupted, end in
      var (after, refusal) = (vault, AppError?.none)
      do {
        _ = try after.perform(interrupted.call)
      } catch let error as AppError {
        refusal = error.unlessLocked
      }
      try expect("the error, other than locked", end.error?.unlessLocked, equals: refusal)
      if interrupted.tookEffect(end) { vault = after }
      vault.interrupt(by: interrupted.event)
    }
  }

  /// Exactly one of both passwords opens the vault afterwards.
  static let killedChange = AccessCommand(
    "kill", weight: 20,
    with: { vault in
      .build(KilledPasswordChange.init, from: .constant(vault.password), .masterPassword, .int(in: 0...2), .anyCase())
    }, when: \.mayChange, requiring: { $0.password == $1.old && $1.old != $1.new }
  ) { vault, _ in
    vault.relaunch()
    try? vault.enter(vault.password)
  } system: { driver, kill in
    try await driver.kill(kill)
  } judging: { vault, kill, openers in
    try expect("passwords that open the vault after the kill", openers.count, equals: 1)
    if openers.first != kill.old { try vault.change(from: kill.old, to: kill.new) }
    vault.relaunch()
    try vault.enter(vault.password)
  }
}

extension AccessModel {
  fileprivate var mayUnlock: Bool { state == .locked && delay == nil && biometricFailures < 3 }
  fileprivate var unlocks: Generator<AccessCall> {
    .frequency(
      (4, .constant(.enter(password))), (1, nearMiss.map(AccessCall.enter)), (3, .constant(.beRecognised(.succeeded))))
  }
  /// Whether a right password that came to nothing makes up for wrong ones before, nobody says.
  fileprivate var mayChange: Bool { state == .unlocked && failures == 0 }
}

extension Generator where Value == InterruptedCall {
  fileprivate static func interrupted(_ calls: Generator<AccessCall>, at places: ClosedRange<Int>) -> Generator {
    .build(InterruptedCall.init, from: calls, .anyCase(), .int(in: places))
  }
}
