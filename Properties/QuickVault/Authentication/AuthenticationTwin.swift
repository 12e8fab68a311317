import Foundation
import PlatformStandIns
import PropertyTesting
import QuickVaultReference

/// A second authentication, written apart from the reference: without a core, with items of its own in the keychain. It
/// stores a guess before it looks at it, as anybody must whose app can be ended.
@MainActor
final class AuthenticationTwin: AuthenticationService {
  enum Defect: String, CaseIterable, Sendable {
    // The state.
    case setsUpAgain = "takes a new master password while the vault is locked"
    case passesThroughUnlocked = "unlocks before it checks the password, and locks again if it is wrong"
    case locksBeforeSetup = "becomes locked by a lock before there is a password"
    case opensBeforeSetup = "lets anybody in before there is a password"
    case unlocksAfterALock = "completes an unlock although a lock came meanwhile"
    case staysUnlockedAfterALock = "only hides the vault when the user locks it, and keeps its state"
    case locksTwice = "reports a lock while it is locked already"
    // Biometrics.
    case countsBiometrics = "counts biometric failures as wrong passwords"
    case refusesPasswordsAfterBiometrics = "takes no password after a biometric failure"
    case erasesTheKeyAfterBiometrics = "erases the wrapped key after three biometric failures"
    case neverDisablesBiometrics = "asks for biometrics however often they failed"
    case keepsBiometricsDisabled = "leaves biometrics disabled after the right password"
    case forgetsBiometricFailures = "forgets biometric failures at a relaunch"
    case countsDismissals = "counts a dismissed sensor as a failure"
    case limitsBiometrics = "refuses biometrics while passwords are limited"
    // The background.
    case staysOpenInTheBackground = "does not lock in the background"
    case unlocksInTheBackground = "ends an unlock in the background"
    // The length.
    case countsBytes = "counts the bytes of a password"
    case countsUTF16 = "counts the UTF-16 units of a password"
    case countsScalars = "counts the scalars of a password"
    case demandsNine = "demands more than 8 characters"
    case demandsSeven = "accepts 7 characters"
    case demandsLengthOnlyAtSetup = "demands a length at setup, and none at a change"
    case trimsPasswords = "trims a password before it counts"
    // Changes.
    case trustsTheSession = "changes the password of an unlocked vault without checking the old one"
    case verifiesAfterWriting = "checks the old password after it has written the new one"
    case makesANewDataKey = "makes a new data key with the new password"
    case keepsTheOldWrap = "leaves the old password valid"
    case changesInTwoWrites = "removes the old key before it writes the new one"
    case writesSaltAndKeyApart = "writes the new salt and the new key one after the other"
    case forgetsToCountChanges = "does not count wrong old passwords"
    case changesWhileLocked = "changes the password while the vault is locked"
    case endsChangesAfterALock = "reports a completed change as failed"
    // The limit.
    case limitsAfterFour = "refuses after the fourth failure"
    case letsTheRightPasswordPass = "lets the right password pass while it is limited"
    case forgetsAtRelaunch = "forgets failures at a relaunch"
    case successDoesNotReset = "does not forget failures after a success"
    case measuresFromTheFirst = "measures the delay from the first failure"
    case refusesForASecondLess = "refuses for 29 seconds"
    case refusesAtTheInstant = "still refuses at the instant at which the delay is over"
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

  private(set) var authenticationState: AuthenticationState
  let setup: AuthenticationSetup
  let defect: Defect?
  var record: GuessRecord
  private var observers: [@MainActor @Sendable (AuthenticationTransition) -> Void] = []
  private var isInBackground = false
  /// Raised by everything that locks.
  private var locks = 0
  private var hasFailedBiometrics = false
  private var turn: Task<Void, Never>?

  static func open(_ setup: AuthenticationSetup, _ defect: Defect?) async throws -> AuthenticationTwin {
    var record = try await GuessRecord.load(from: setup.keychain)
    if defect == .forgetsAtRelaunch { (record.failures, record.instant) = (0, .zero) }
    if defect == .forgetsBiometricFailures { record.biometricFailures = 0 }
    let isConfigured = try await setup.keychain.exists(forKey: TwinItem.key)
    return AuthenticationTwin(setup, defect, record, isConfigured: isConfigured)
  }

  private init(_ setup: AuthenticationSetup, _ defect: Defect?, _ record: GuessRecord, isConfigured: Bool) {
    self.setup = setup
    self.defect = defect
    self.record = record
    authenticationState = isConfigured ? .locked : .setupRequired
  }

  func observeTransitions(_ observer: @escaping @MainActor @Sendable (AuthenticationTransition) -> Void) {
    observers.append(observer)
  }

  private func become(_ state: AuthenticationState) {
    let before = authenticationState
    authenticationState = state
    for observer in observers { observer(AuthenticationTransition(from: before, to: state)) }
  }

  // Locking.

  func lock() {
    locks += 1
    switch authenticationState {
    case .unlocked:
      setup.keyring.close()
      if defect != .staysUnlockedAfterALock { become(.locked) }
    case .locked: if defect == .locksTwice { become(.locked) }
    case .setupRequired: if defect == .locksBeforeSetup { become(.locked) }
    }
  }

  func didEnterBackground() {
    isInBackground = true
    if defect != .staysOpenInTheBackground { lock() }
  }

  func willEnterForeground() { isInBackground = false }

  private func unlock(with key: [UInt8], unlessLockedSince locksBefore: Int) throws {
    let isLocked = locks != locksBefore && defect != .unlocksAfterALock
    let isHidden = isInBackground && defect != .unlocksInTheBackground
    // In the background a lock has come already; where that is the defect, it may not be the reason.
    if isHidden || isLocked && !(defect == .unlocksInTheBackground && isInBackground) { throw error(.locked) }
    guard authenticationState != .unlocked else { return }
    setup.keyring.open(key)
    become(.unlocked)
  }

  // Getting in.

  func setupMasterPassword(_ password: String) async throws {
    try await inTurn { [self] in
      let mayReset = defect == .setsUpAgain && authenticationState == .locked
      guard authenticationState == .setupRequired || mayReset else { throw error(.alreadyConfigured) }
      try demandLength(of: password)
      let key = try setup.randomBytes(32)
      try await setup.keychain.save(key, forKey: TwinItem.biometrics)
      try await setup.keychain.save(try sealed(key, with: password), forKey: TwinItem.key)
      setup.keyring.open(key)
      let locksBefore = locks
      become(.unlocked)
      if isInBackground || locksBefore != startLocks { lock() }
    }
  }

  func authenticateWithPassword(_ password: String) async throws {
    try await inTurn { [self] in
      let locksBefore = startLocks
      if authenticationState == .setupRequired {
        guard defect == .opensBeforeSetup else { throw error(.notConfigured) }
        return try unlock(with: [UInt8](repeating: 0, count: 32), unlessLockedSince: locksBefore)
      }
      if defect == .refusesPasswordsAfterBiometrics && hasFailedBiometrics { throw error(.locked) }
      if defect == .passesThroughUnlocked && authenticationState == .locked { become(.unlocked) }
      defer {
        if defect == .passesThroughUnlocked && setup.keyring.session == nil && authenticationState == .unlocked { become(.locked) }
      }
      let key = try await judged(password)
      if defect == .passesThroughUnlocked && !isInBackground && locks == locksBefore { setup.keyring.open(key) }
      try unlock(with: key, unlessLockedSince: locksBefore)
    }
  }

  func authenticateWithBiometric() async throws {
    try await inTurn { [self] in
      let locksBefore = startLocks
      if authenticationState == .setupRequired { throw error(.notConfigured) }
      let isDisabled = record.biometricFailures >= 3 && defect != .neverDisablesBiometrics
      if isDisabled { throw error(.biometricUnavailable) }
      if defect == .limitsBiometrics, let delay { throw error(.rateLimited(retryAfter: delay)) }
      let outcome = await setup.biometrics.evaluate(reason: "解锁 / Unlock")
      if outcome == .unavailable { throw error(.biometricUnavailable) }
      if outcome == .failed || outcome == .cancelled && defect == .countsDismissals {
        hasFailedBiometrics = true
        record.biometricFailures += 1
        if defect == .countsBiometrics { (record.failures, record.instant) = (record.failures + 1, now) }
        if defect == .erasesTheKeyAfterBiometrics && record.biometricFailures >= 3 {
          try await setup.keychain.delete(forKey: TwinItem.key)
        }
        try await record.save(to: setup.keychain)
      }
      guard outcome == .succeeded else { throw error(.biometricFailed) }
      try unlock(with: try await setup.keychain.load(forKey: TwinItem.biometrics), unlessLockedSince: locksBefore)
    }
  }

  func changePassword(oldPassword: String, newPassword: String) async throws {
    try await inTurn { [self] in
      let locksBefore = startLocks
      if authenticationState == .setupRequired { throw error(.notConfigured) }
      if authenticationState == .locked && defect != .changesWhileLocked { throw error(.locked) }
      if defect != .demandsLengthOnlyAtSetup { try demandLength(of: newPassword) }
      let old = try await setup.keychain.load(forKey: TwinItem.key)
      var key: [UInt8]
      switch defect {
      case .trustsTheSession:
        key = try await setup.keychain.load(forKey: TwinItem.biometrics)
      case .verifiesAfterWriting:
        key = try await setup.keychain.load(forKey: TwinItem.biometrics)
        try await setup.keychain.save(try sealed(key, with: newPassword), forKey: TwinItem.key)
        key = try await judged(oldPassword, against: old)
      default:
        key = try await judged(oldPassword, counting: defect != .forgetsToCountChanges)
      }
      if locks != locksBefore && defect != .endsChangesAfterALock { throw error(.locked) }
      if defect == .makesANewDataKey {
        key = try setup.randomBytes(32)
        try await setup.keychain.save(key, forKey: TwinItem.biometrics)
      }
      try await write(try sealed(key, with: newPassword), inPlaceOf: old)
      if locks != locksBefore && defect == .endsChangesAfterALock { throw error(.locked) }
    }
  }

  private func write(_ wrapped: [UInt8], inPlaceOf old: [UInt8]) async throws {
    switch defect {
    case .keepsTheOldWrap: try await setup.keychain.save(old, forKey: TwinItem.oldKey)
    case .changesInTwoWrites: try await setup.keychain.delete(forKey: TwinItem.key)
    case .writesSaltAndKeyApart:
      try await setup.keychain.save(Array(wrapped.prefix(16) + old.dropFirst(16)), forKey: TwinItem.key)
    default: break
    }
    try await setup.keychain.save(wrapped, forKey: TwinItem.key)
  }

  // Turns.

  /// What ``locks`` was when the request under way began.
  private var startLocks = 0

  private func inTurn(_ work: @escaping @MainActor @Sendable () async throws -> Void) async throws {
    let previous = defect == .judgesAtOnce ? nil : turn
    let task = Task {
      await previous?.value
      startLocks = locks
      do {
        try await work()
      } catch let error as AppError {
        throw error
      } catch {
        throw AppError(error)
      }
    }
    turn = Task { _ = await task.result }
    try await task.value
  }

  func error(_ error: AuthenticationError) -> AppError { .authentication(error) }
}
