import Foundation
import PlatformStandIns
import PropertyTesting
import QuickVaultReference

/// The model behind the protocol: an authentication with one item in the keychain and no core. QV-23 to QV-30 must hold
/// for it, too, because they could demand by accident what the reference stores, in which order, and when it looks.
@MainActor
final class AuthenticationTwin: AuthenticationService {
  enum Defect: String, CaseIterable, Sendable {
    case setsUpAgain = "takes a new master password while the vault is locked"
    case passesThroughUnlocked = "unlocks for an instant before it checks the password"
    case unlocksAfterALock = "completes an unlock although a lock or the background came meanwhile"
    case locksTwice = "reports a lock while it is locked already"
    // Biometrics.
    case countsBiometrics = "counts biometric failures as wrong passwords"
    case refusesPasswordsAfterBiometrics = "takes no password after a biometric failure"
    case countsDismissals = "counts a dismissed sensor as a failure"
    case limitsBiometrics = "refuses biometrics while passwords are limited"
    // The password, and its changes.
    case trimsPasswords = "trims a password before it counts"
    case demandsLengthOnlyAtSetup = "demands a length at setup, and none at a change"
    case trustsTheSession = "changes the password of an unlocked vault without checking the old one"
    case verifiesAfterWriting = "checks the old password after it has written the new one"
    case makesANewDataKey = "makes a new data key with the new password"
    case keepsTheOldPassword = "leaves the old password valid"
    case changesInTwoWrites = "removes the old key before it writes the new one"
    case changesWhileLocked = "changes the password while the vault is locked"
    case endsChangesAfterALock = "reports a completed change as failed"
    // The limit.
    case letsTheRightPasswordPass = "lets the right password pass while it is limited"
    case measuresFromTheFirst = "measures the delay from the first failure"
    case forgetsAfterTheDelay = "allows three more failures after the delay"
    case countsRefusals = "restarts the delay with each refused attempt"
    case measuresByTheWallClock = "measures the delay by the clock that anybody can set"
    case countsAfterLooking = "stores a failure only after it has checked the password"
    case looksBeforeRefusing = "checks a password and then refuses it"
    case judgesAtOnce = "judges simultaneous attempts all by the failures before them"
  }

  nonisolated static let twin = Twin<QuickVaultSystem, Defect>("AuthenticationTwin") { system, defect in
    system.parts.openAuthentication = { try await AuthenticationTwin.open($0, defect) }
  }

  private struct Stored: Codable {
    var key: [UInt8]
    var password: String
    var oldPassword: String?
    var failures: Int
    var lastFailure: Duration
    var biometricFailures: Int
  }

  private static let item = "twin"
  private let setup: AuthenticationSetup
  private let defect: Defect?
  /// Never in the background: ``isInBackground`` says whether an unlock may be completed.
  private var model = AccessModel()
  private var key: [UInt8] = []
  private var oldPassword: String?
  private var isInBackground = false
  /// Raised by everything that locks.
  private var locks = 0
  private var observers: [@MainActor @Sendable (AuthenticationTransition) -> Void] = []
  private var turn: Task<Void, Never>?

  private init(_ setup: AuthenticationSetup, _ defect: Defect?) {
    self.setup = setup
    self.defect = defect
  }

  private static func open(_ setup: AuthenticationSetup, _ defect: Defect?) async throws -> AuthenticationTwin {
    let twin = AuthenticationTwin(setup, defect)
    guard try await setup.keychain.exists(forKey: item) else { return twin }
    let stored = try JSONDecoder().decode(Stored.self, from: Data(try await setup.keychain.load(forKey: item)))
    (twin.key, twin.oldPassword) = (stored.key, stored.oldPassword)
    twin.model = AccessModel(
      password: stored.password, failures: stored.failures, lastFailure: stored.lastFailure,
      biometricFailures: stored.biometricFailures)
    return twin
  }

  private func save(_ model: AccessModel) async throws {
    let stored = Stored(
      key: key, password: model.password, oldPassword: oldPassword, failures: model.failures,
      lastFailure: model.lastFailure, biometricFailures: model.biometricFailures)
    try await setup.keychain.save(Array(try JSONEncoder().encode(stored)), forKey: Self.item)
  }

  // The state.

  var authenticationState: AuthenticationState { model.state }

  func observeTransitions(_ observer: @escaping @MainActor @Sendable (AuthenticationTransition) -> Void) {
    observers.append(observer)
  }

  private func become(_ after: AccessModel) {
    let before = model.state
    model = after
    guard before != after.state || defect == .locksTwice && before == .locked else { return }
    if after.state == .unlocked { setup.keyring.open(key) } else { setup.keyring.close() }
    for observer in observers { observer(AuthenticationTransition(from: before, to: after.state)) }
  }

  func lock() {
    locks += 1
    var after = model
    after.lock()
    become(after)
  }

  func didEnterBackground() {
    isInBackground = true
    lock()
  }

  func willEnterForeground() { isInBackground = false }

  // Requests.

  func setupMasterPassword(_ password: String) async throws {
    try await inTurn { [self] after in
      if defect == .setsUpAgain && after.state == .locked { after = AccessModel() }
      let trimmed = password.trimmingCharacters(in: .whitespacesAndNewlines)
      try after.setUp(defect == .trimsPasswords ? trimmed : password)
      key = try setup.randomBytes(32)
    }
  }

  func authenticateWithPassword(_ password: String) async throws {
    try await inTurn { [self] after in
      if defect == .refusesPasswordsAfterBiometrics && after.biometricFailures > 0 { throw AppError.card(.locked) }
      if defect == .passesThroughUnlocked && after.state == .locked {
        become(AccessModel(password: after.password, cards: 0))
        become(after)
      }
      let (isDelayOver, lastFailure) = (after.failures >= 3 && after.delay == nil, after.lastFailure)
      defer { if defect == .measuresFromTheFirst && after.failures > 1 { after.lastFailure = lastFailure } }
      if defect == .forgetsAfterTheDelay && isDelayOver { after.failures = 0 }
      if defect == .countsRefusals && after.delay != nil { after.lastFailure = after.now }
      if defect == .letsTheRightPasswordPass && password == after.password { after.failures = 0 }
      try await look(at: password, after)
      try after.enter(password == oldPassword ? after.password : password)
    }
  }

  func authenticateWithBiometric() async throws {
    try await inTurn { [self] after in
      if defect == .limitsBiometrics && after.delay != nil { throw AuthenticationError.biometricUnavailable }
      var outcome = BiometricOutcome.unavailable
      if after.state != .setupRequired && after.biometricFailures < 3 {
        outcome = await setup.biometrics.evaluate(reason: "解锁 / Unlock")
      }
      if defect == .countsBiometrics && outcome == .failed { after.failures += 1 }
      try after.beRecognised(defect == .countsDismissals && outcome == .cancelled ? .failed : outcome)
    }
  }

  func changePassword(oldPassword: String, newPassword: String) async throws {
    try await inTurn(unlocks: false) { [self] after in
      if defect == .changesWhileLocked && after.state == .locked
        || defect == .demandsLengthOnlyAtSetup && after.state == .unlocked
      {
        try after.enter(oldPassword)
        return after.password = newPassword
      }
      if after.state == .unlocked && newPassword.count >= 8 { try await look(at: oldPassword, after) }
      let password = after.password
      defer { if defect == .verifiesAfterWriting && after.state == .unlocked { after.password = newPassword } }
      try after.change(from: defect == .trustsTheSession ? password : oldPassword, to: newPassword)
      if defect == .makesANewDataKey { key = try setup.randomBytes(32) }
      if defect == .keepsTheOldPassword { self.oldPassword = password }
      if defect == .changesInTwoWrites { try await setup.keychain.delete(forKey: Self.item) }
    }
  }

  /// Counts the guess as wrong before it looks.
  private func look(at password: String, _ model: AccessModel) async throws {
    guard model.state != .setupRequired, model.delay == nil || defect == .looksBeforeRefusing else { return }
    var wrong = model
    (wrong.failures, wrong.lastFailure) = (wrong.failures + 1, wrong.now)
    if defect != .countsAfterLooking { try await save(wrong) }
    _ = try setup.crypto.deriveKey(from: password, salt: try setup.crypto.generateSalt())
  }

  /// Stores what comes of the call, one call after the other. A lock wins over an unlock that it overtakes.
  private func inTurn(
    unlocks: Bool = true, _ call: @escaping @MainActor @Sendable (inout AccessModel) async throws -> Void
  ) async throws {
    let previous = defect == .judgesAtOnce ? nil : turn
    let task = Task {
      await previous?.value
      let (locksBefore, isSetUp) = (locks, model.state != .setupRequired)
      var (after, refusal) = (model, AppError?.none)
      after.pass(now - after.now)
      do {
        try await call(&after)
      } catch {
        refusal = AppError(error)
      }
      if after.state != .setupRequired { try await save(after) }
      let isOvertaken = isInBackground || locks != locksBefore
      if isOvertaken && isSetUp && defect != .unlocksAfterALock {
        if refusal == nil && (unlocks || defect == .endsChangesAfterALock) { refusal = .authentication(.locked) }
        after.lock()
      }
      become(after)
      if isOvertaken && !isSetUp { lock() }
      if let refusal { throw refusal }
    }
    turn = Task { _ = await task.result }
    try await task.value
  }

  private var now: Duration {
    defect == .measuresByTheWallClock
      ? .milliseconds(Int64((setup.time.date().timeIntervalSinceReferenceDate * 1_000).rounded())) : setup.time.uptime()
  }
}
