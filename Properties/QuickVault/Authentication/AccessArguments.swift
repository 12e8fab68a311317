import Foundation
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

struct PasswordChange: Sendable {
  let old: String
  let new: String
}

/// A copy of a card, or of its field.
struct CardCopy: Sendable {
  let content: String
  let isField: Bool
}

/// What locks a vault from outside.
enum LockingEvent: Sendable, CaseIterable {
  case lock
  case background
}

/// A call with this argument, and what comes before which of its calls of store or keychain.
struct Interrupted<Argument: Sendable>: Sendable {
  let argument: Argument
  let event: LockingEvent
  let call: Int

  static func call(with argument: Generator<Argument>, at calls: ClosedRange<Int>) -> Generator<Interrupted> {
    Generator { source in
      Interrupted(argument: try source(argument), event: try source(.anyCase()), call: try source(.int(in: calls)))
    }
  }
}

/// How a call ended in the middle of which the vault was locked.
struct InterruptedEnd: Sendable {
  /// Nil if the call was granted, or refused as locked.
  let error: AppError?
  let isGranted: Bool
  let state: AuthenticationState
}

extension AppError {
  var unlessLocked: AppError? { [.authentication(.locked), .card(.locked)].contains(self) ? nil : self }
}

extension AccessModel {
  mutating func interrupt(by event: LockingEvent) {
    if event == .lock { lock() } else { enterBackground() }
  }
}

extension Generator where Value == AccessModel {
  /// Mostly a vault that is set up already; it takes some commands to come there.
  /// - Parameter files: of the first card, which is on the screen with them.
  static func vault(files: ClosedRange<Int>) -> Generator {
    let unlocked = Generator { source in
      let (password, cards) = (try source(.masterPassword), try source(.int(in: 0...2)))
      return AccessModel(password: password, cards: cards, files: cards > 0 ? try source(.int(in: files)) : 0)
    }
    return .frequency((1, .constant(AccessModel())), (2, unlocked))
  }
}

extension Generator where Value == String? {
  /// Nil for biometrics.
  static func unlock(of vault: AccessModel) -> Generator {
    .frequency(
      (4, .constant(vault.password)), (1, Generator<String>.nearMiss(of: vault.password).map { $0 }), (3, .constant(nil)))
  }
}

extension Generator where Value == PasswordChange {
  /// Mostly with the right old password; sometimes to a short one, sometimes to the same.
  static func passwordChange(of vault: AccessModel) -> Generator {
    let old = Generator<String>.frequency((5, .constant(vault.password)), (3, .nearMiss(of: vault.password)))
    let new = Generator<String>.frequency(
      (4, .masterPassword), (3, .passwordOfAnyLength), (1, .constant(vault.password)))
    return Generator { source in PasswordChange(old: try source(old), new: try source(new)) }
  }
}

extension Generator where Value == CardCopy {
  /// Of a card in the vault, or of one that never was in it.
  static func copy(in vault: AccessModel) -> Generator {
    Generator { source in
      CardCopy(content: try source(.element(of: ["another card"] + vault.cards)), isField: try source(.bool))
    }
  }
}

extension Generator where Value == String {
  /// As it was chosen, or with its letters composed otherwise.
  static func rightPassword(of vault: AccessModel) -> Generator {
    let password = vault.password
    return .element(of: [
      password, password.precomposedStringWithCanonicalMapping, password.decomposedStringWithCanonicalMapping,
    ])
  }
}

extension Generator where Value == Duration? {
  static let timeoutOrNever = Generator.frequency(
    (4, Generator<Duration>.autoLockTimeout.map { $0 }), (1, .constant(nil)))
}

extension Generator where Value == Duration {
  /// So long, or a millisecond less or more.
  static func wait(near instant: Duration) -> Generator {
    .element(of: [instant, max(.zero, instant - .milliseconds(1)), instant + .milliseconds(1)])
  }

  /// Often until the delay after failures is over, or the vault locks by itself; or nearly, or just.
  static func wait(of vault: AccessModel) -> Generator {
    .wait(around: [vault.delay, vault.untilAutoLock].compactMap { $0 })
  }
}
