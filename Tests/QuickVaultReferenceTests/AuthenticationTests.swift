import Foundation
import PlatformStandIns
import QuickVaultReference
import StorageContract
import Synchronization
import Testing

@Suite("Authentication")
@MainActor
struct AuthenticationTests {
  @Test("Setup unlocks, once; a password of eight characters is long enough, whatever its bytes")
  func setup() async throws {
    let vault = try await TestVault()
    #expect(vault.state == .setupRequired && vault.app.authScreen.showingSetup)
    await #expect(throws: AppError.authentication(.passwordTooShort(min: 8))) {
      try await vault.app.authentication.setupMasterPassword("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦")
    }
    await #expect(throws: AppError.authentication(.notConfigured)) { try await vault.unlock() }
    #expect(vault.state == .setupRequired)
    try await vault.app.authentication.setupMasterPassword("密码密码密码密码")
    #expect(vault.state == .unlocked)
    await #expect(throws: AppError.authentication(.alreadyConfigured)) { try await vault.setUp() }
    try await vault.relaunch()
    #expect(vault.state == .locked)
    await #expect(throws: AppError.authentication(.alreadyConfigured)) { try await vault.setUp() }
    try await vault.app.authentication.authenticateWithPassword("密码密码密码密码")
    #expect(vault.state == .unlocked)
  }

  @Test("Three wrong passwords shut out the right one for 30 s, over a relaunch too; biometrics stay")
  func limit() async throws {
    let vault = try await TestVault()
    try await vault.setUp()
    vault.app.authentication.lock()
    for _ in 1...3 {
      await #expect(throws: AppError.authentication(.invalidPassword)) {
        try await vault.app.authentication.authenticateWithPassword("wrong")
      }
    }
    try await vault.relaunch()
    vault.clock.advance(by: .seconds(29))
    vault.clock.stepWallClock(by: .seconds(86_400))
    await #expect(throws: AppError.authentication(.rateLimited(retryAfter: .seconds(1)))) { try await vault.unlock() }
    vault.biometrics.says(.succeeded)
    try await vault.app.authentication.authenticateWithBiometric()
    #expect(vault.state == .unlocked)
    await #expect(throws: AppError.authentication(.rateLimited(retryAfter: .seconds(1)))) {
      try await vault.app.authentication.changePassword(oldPassword: TestVault.password, newPassword: "another one")
    }
    vault.app.authentication.lock()
    vault.clock.advance(by: .seconds(1))
    try await vault.unlock()
  }

  @Test("After three failures biometrics are out of use until the password was right, over a relaunch too")
  func biometrics() async throws {
    let vault = try await TestVault()
    try await vault.setUp()
    vault.app.authentication.lock()
    for outcome in [BiometricOutcome.cancelled, .failed, .failed, .failed] {
      vault.biometrics.says(outcome)
      await #expect(throws: AppError.authentication(.biometricFailed)) {
        try await vault.app.authentication.authenticateWithBiometric()
      }
    }
    try await vault.relaunch()
    vault.biometrics.says(.succeeded)
    await #expect(throws: AppError.authentication(.biometricUnavailable)) {
      try await vault.app.authentication.authenticateWithBiometric()
    }
    #expect(vault.biometrics.reasons.count == 4 && vault.state == .locked)
    try await vault.unlock()
    vault.app.authentication.lock()
    try await vault.app.authentication.authenticateWithBiometric()
    #expect(vault.state == .unlocked)
  }

  @Test("Changing the password keeps all data, and the old one is of no use")
  func change() async throws {
    let vault = try await TestVault()
    try await vault.setUp()
    let card = try await vault.makeCard("content")
    await #expect(throws: AppError.authentication(.invalidPassword)) {
      try await vault.app.authentication.changePassword(oldPassword: "wrong", newPassword: "another one")
    }
    await #expect(throws: AppError.authentication(.passwordTooShort(min: 8))) {
      try await vault.app.authentication.changePassword(oldPassword: TestVault.password, newPassword: "short")
    }
    try await vault.app.authentication.changePassword(oldPassword: TestVault.password, newPassword: "another one")
    #expect(vault.state == .unlocked)
    vault.app.authentication.lock()
    await #expect(throws: AppError.authentication(.locked)) {
      try await vault.app.authentication.changePassword(oldPassword: "another one", newPassword: "a third one")
    }
    try await vault.relaunch()
    await #expect(throws: AppError.authentication(.invalidPassword)) { try await vault.unlock() }
    try await vault.app.authentication.authenticateWithPassword("another one")
    #expect(try await vault.app.cards.fetchAllCards() == [card])
  }

  @Test("A vault made with other rounds still opens, and takes the new ones when its password changes")
  func otherRounds() async throws {
    let vault = try await TestVault()
    try await vault.setUp()
    vault.policy.derivationRounds = 5
    try await vault.relaunch()
    try await vault.unlock()
    try await vault.app.authentication.changePassword(oldPassword: TestVault.password, newPassword: TestVault.password)
    vault.policy.derivationRounds = 1
    try await vault.relaunch()
    try await vault.unlock()
  }

  @Test("Locking wins: an unlock that ends in the background, or after a lock, does not unlock")
  func lockingWins() async throws {
    let act = Mutex<(@MainActor @Sendable () -> Void)?>(nil)
    let biometrics = ScriptedBiometrics { await act.withLock { $0 }?() }
    let vault = try await TestVault(biometrics: biometrics)
    try await vault.setUp()
    for event in [nil, LifeCycleEvent.didEnterBackground] {
      vault.app.authentication.lock()
      act.withLock { $0 = { if let event { vault.app.handle(event) } else { vault.app.authentication.lock() } } }
      biometrics.says(.succeeded)
      await #expect(throws: AppError.authentication(.locked)) {
        try await vault.app.authentication.authenticateWithBiometric()
      }
      #expect(vault.state == .locked && vault.app.authScreen.authState == .locked)
    }
    act.withLock { $0 = nil }
    vault.app.handle(.willEnterForeground)
    try await vault.unlock()
  }

  @Test("The sensor answers what is set by the time the user has looked")
  func lateAnswer() async throws {
    let sensor = Mutex<ScriptedBiometrics?>(nil)
    let biometrics = ScriptedBiometrics { sensor.withLock { $0 }?.says(.failed) }
    let vault = try await TestVault(biometrics: biometrics)
    try await vault.setUp()
    vault.app.authentication.lock()
    biometrics.says(.succeeded)
    sensor.withLock { $0 = biometrics }
    await #expect(throws: AppError.self) { try await vault.app.authentication.authenticateWithBiometric() }
    #expect(vault.state == .locked)
  }

  @Test("Attempts that come at the same time are judged one after the other")
  func concurrentAttempts() async throws {
    let vault = try await TestVault()
    try await vault.setUp()
    vault.app.authentication.lock()
    let authentication = vault.app.authentication
    let attempts = (1...8).map { number in
      Task { try await authentication.authenticateWithPassword("wrong \(number)") }
    }
    var errors: [AppError] = []
    for attempt in attempts {
      do { try await attempt.value } catch let error as AppError { errors.append(error) }
    }
    #expect(errors.count { $0 == .authentication(.invalidPassword) } == 3)
    #expect(errors.count { $0 == .authentication(.rateLimited(retryAfter: .seconds(30))) } == 5)
  }

  @Test("A record of attempts that does not read counts as the limit")
  func damagedRecord() async throws {
    let vault = try await TestVault()
    try await vault.setUp()
    try await vault.keychain().store([1, 2, 3], for: VaultItem.attempts, accessibility: .whenUnlockedThisDeviceOnly)
    try await vault.relaunch()
    await #expect(throws: AppError.authentication(.rateLimited(retryAfter: .seconds(30)))) { try await vault.unlock() }
  }

  @Test("Decision: a backup holds the wrapped key alone: on another device the password opens the vault, then biometrics")
  func anotherDevice() async throws {
    let vault = try await TestVault()
    try await vault.setUp()
    let card = try await vault.makeCard("content")
    try await vault.restoreOnAnotherDevice()
    #expect(vault.state == .locked)
    vault.biometrics.says(.succeeded)
    await #expect(throws: AppError.authentication(.biometricUnavailable)) {
      try await vault.app.authentication.authenticateWithBiometric()
    }
    try await vault.unlock()
    #expect(try await vault.app.cards.fetchAllCards() == [card])
    vault.app.authentication.lock()
    vault.biometrics.says(.succeeded)
    try await vault.app.authentication.authenticateWithBiometric()
    #expect(vault.state == .unlocked)
  }

  @Test("The production figures are those of the source")
  func figures() {
    #expect(
      VaultPolicy.standard
        == VaultPolicy(
          derivationRounds: 100_000, minimumPasswordLength: 8, allowedFailures: 3, attemptDelay: .seconds(30),
          allowedBiometricFailures: 3, maximumFileSize: 10_485_760, autoLockTimeout: .seconds(300)))
  }
}
