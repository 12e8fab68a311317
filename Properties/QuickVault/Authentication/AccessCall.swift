import Foundation
import PlatformStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// What a user, the system and the time do to a vault.
enum AccessCall: Sendable {
  case setUp(String)
  case enter(String)
  case beRecognised(BiometricOutcome)
  case change(from: String, to: String)
  case lock, enterBackground, enterForeground, becomeActive, resignActive, relaunch
  /// Of the device, and a launch of the app so long after.
  case restart(Duration)
  case wait(Duration)
  /// The user, or a time server.
  case setClock(bySeconds: Int)
  case tick, touch
  /// The app's own wait until it has to look, to its end or given up at once.
  case sleep(isCancelled: Bool)
  case setTimeout(Duration?)
  /// This text, which says no time, in place of the stored timeout, and a relaunch.
  case damageTimeout(String)
  case add(String)
  case load, read, openDetail, attach
  case copy(String, isField: Bool)
  /// A copy, and a lock right after it.
  case copyAndLock(String, isField: Bool)
  /// Another app puts something on the clipboard.
  case copyElsewhere
  /// All at the same time.
  case guess([String])
  /// Whoever enters the password goes away as soon as it is looked at.
  case enterAndLeave(String)
  /// The app dies as soon as it has looked at the password, and is launched anew.
  case killAfterLook(String)
  /// Waits until passwords are looked at, and enters the right one.
  case comeBack
}

/// Calls of one kind, as far as there are any in a state of the model.
struct CallKind: Sendable {
  let calls: @Sendable (AccessModel) -> Generator<AccessCall>?

  init(_ calls: @escaping @Sendable (AccessModel) -> Generator<AccessCall>?) { self.calls = calls }

  init(_ call: AccessCall, when isPossible: @escaping @Sendable (AccessModel) -> Bool = { _ in true }) {
    calls = { isPossible($0) ? .constant(call) : nil }
  }
}

// To get in, and to be locked out.
extension CallKind {
  static let setUp = CallKind { vault in
    let passwords = Generator<String>.frequency((3, .masterPassword), (2, .passwordOfAnyLength))
    return vault.isSetUp ? nil : passwords.map(AccessCall.setUp)
  }
  static let setUpAgain = CallKind { $0.isSetUp ? Generator<String>.masterPassword.map(AccessCall.setUp) : nil }
  /// The right password, as it was chosen or with its letters composed otherwise.
  static let enter = CallKind { vault in
    let password = vault.password
    return Generator.element(of: [
      password, password.precomposedStringWithCanonicalMapping, password.decomposedStringWithCanonicalMapping,
    ]).map(AccessCall.enter)
  }
  static let enterNearMiss = CallKind { $0.isSetUp ? $0.nearMiss.map(AccessCall.enter) : nil }
  static let beRecognised = CallKind { _ in
    Generator<BiometricOutcome>.frequency(
      (5, .constant(.failed)), (4, .constant(.succeeded)), (2, .constant(.cancelled)), (1, .anyCase())
    ).map(AccessCall.beRecognised)
  }
  /// Mostly with the right old password; sometimes to a short one, sometimes to the same.
  static let change = CallKind { vault in
    let old = Generator<String>.frequency((5, .constant(vault.password)), (3, vault.nearMiss))
    let new = Generator<String>.frequency(
      (4, .masterPassword), (3, .passwordOfAnyLength), (1, .constant(vault.password)))
    return .build(AccessCall.change, from: old, new)
  }
  static let guess = CallKind { vault in
    guard vault.state == .locked && vault.failures < 3 else { return nil }
    return Generator.array(of: vault.nearMiss, count: 2...5).map(AccessCall.guess)
  }
  static let enterAndLeave = CallKind { vault in
    vault.isSetUp ? Generator<String>.frequency((3, vault.nearMiss), (1, .constant(vault.password))).map(AccessCall.enterAndLeave) : nil
  }
  static let killAfterLook = CallKind {
    $0.isSetUp && !$0.isInBackground ? $0.nearMiss.map(AccessCall.killAfterLook) : nil
  }
  static let lock = CallKind(.lock)
  static let enterBackground = CallKind(.enterBackground)
  static let enterForeground = CallKind(.enterForeground, when: \.isInBackground)
  static let becomeActive = CallKind(.becomeActive)
  static let resignActive = CallKind(.resignActive)
  static let relaunch = CallKind(.relaunch)
  /// Often just before the device was on for as long as at the last failure, or just then.
  static let restart = CallKind { vault in
    let near = [Duration.zero, .milliseconds(-1), .milliseconds(1), .seconds(30)].map { max(.zero, vault.lastFailure + $0) }
    return .frequency(
      (2, .element(of: near.map(AccessCall.restart))), (3, .element(of: [0, 1, 20, 60].map { .restart(.seconds($0)) })))
  }
}

// Time, and what is in the vault.
extension CallKind {
  /// Often until the delay after failures is over, or the vault locks by itself; or nearly, or just.
  static let wait = CallKind { Generator<Duration>.wait(of: $0).map(AccessCall.wait) }
  /// Around the instant at which the vault locks by itself; a whole hour if it never does.
  static let waitNearTimeout = CallKind { vault in
    let instant = vault.untilAutoLock ?? .seconds(3_600)
    let around = [instant, max(.zero, instant - .milliseconds(1)), instant + .milliseconds(1)]
    return .element(of: around.map(AccessCall.wait))
  }
  static let setClock = CallKind { _ in .element(of: [-86_400, -30, 30, 86_400].map(AccessCall.setClock)) }
  static let tick = CallKind(.tick)
  static let touch = CallKind(.touch)
  static let sleep = CallKind { _ in Generator<Bool>.bool.map { .sleep(isCancelled: $0) } }
  static let setTimeout = CallKind { _ in
    .frequency((4, Generator<Duration>.autoLockTimeout.map(AccessCall.setTimeout)), (1, .constant(.setTimeout(nil))))
  }
  static let damageTimeout = CallKind { _ in
    .element(of: ["-1 0", "0 -1", "30", "30 0 0", "x 0", "", "Never", "-30 -1"].map(AccessCall.damageTimeout))
  }
  static let add = CallKind { .constant(.add($0.nextCard)) }
  static let load = CallKind(.load)
  static let read = CallKind(.read)
  static let openDetail = CallKind(.openDetail, when: { !$0.cards.isEmpty })
  static let attach = CallKind(.attach, when: { !$0.cards.isEmpty && $0.files < 3 })
  static let copy = CallKind { .build(AccessCall.copy, from: $0.anyCard, .bool) }
  static let copyAndLock = CallKind { .build(AccessCall.copyAndLock, from: $0.anyCard, .bool) }
  static let copyElsewhere = CallKind(.copyElsewhere)
}

extension AccessModel {
  /// A call may be for a state that the model foresaw.
  func allows(_ call: AccessCall) -> Bool {
    switch call {
    case .openDetail, .attach: !cards.isEmpty
    case .guess, .enterAndLeave, .killAfterLook: isSetUp
    default: true
    }
  }

  var isSetUp: Bool { state != .setupRequired }
  var nearMiss: Generator<String> { .nearMiss(of: password) }
  var nextCard: String { "MARKER \(cards.count)" }
  /// In the vault, or one that never was.
  fileprivate var anyCard: Generator<String> { .element(of: ["another card"] + cards) }
}

extension Generator where Value == Duration {
  static func wait(of vault: AccessModel) -> Generator {
    .wait(around: [vault.delay, vault.untilAutoLock].compactMap { $0 })
  }
}

extension Generator where Value == AccessModel {
  /// Mostly a vault that is set up already; it takes some commands to come there.
  /// - Parameter files: of the first card, which is on the screen with them.
  static func vault(files: ClosedRange<Int>, policyTimeout: Generator<Duration?> = .constant(.seconds(300))) -> Generator {
    let unlocked = Generator.build(
      { AccessModel(password: $0, cards: $1, files: $1 > 0 ? $2 : 0) }, from: .masterPassword, .int(in: 0...2),
      .int(in: files))
    let vault = Generator.frequency((1, .constant(AccessModel())), (2, unlocked))
    return .build(
      { vault, timeout in
        var vault = vault
        (vault.policyTimeout, vault.timeout) = (timeout, timeout)
        return vault
      }, from: vault, policyTimeout)
  }
}
