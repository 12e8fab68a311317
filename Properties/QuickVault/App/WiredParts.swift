import Foundation
import PropertyTesting
import QuickVaultReference
import StorageContract

// Parts of the app that are connected otherwise than they should be: what the faults of the whole app are made of.

extension QuickVaultSystem {
  /// Changes the parts when the app is launched: by what the device gives it.
  mutating func wire(_ change: @escaping @Sendable (VaultPlatform, inout VaultParts) -> Void) {
    let launch = launch
    self.launch = { platform, parts in
      var parts = parts
      change(platform, &parts)
      return try await launch(platform, parts)
    }
  }
}

/// An authentication that does not hear of everything, or whose state is taken for more than it is.
@MainActor
final class WiredAuthentication: AuthenticationService {
  enum Occasion: Sendable { case background, lock, biometrics }

  private let base: any AuthenticationService
  private let occasion: Occasion?
  private let tell: @Sendable () -> Void
  private let locksInTheBackground: @Sendable () -> Bool
  private let tellsOfTheBackground: Bool
  private var isEnteringTheBackground = false

  init(
    _ base: any AuthenticationService, tells occasion: Occasion? = nil,
    locksInTheBackground: @escaping @Sendable () -> Bool = { true }, tellsOfTheBackground: Bool = true,
    _ tell: @escaping @Sendable () -> Void = {}
  ) {
    self.base = base
    self.occasion = occasion
    self.locksInTheBackground = locksInTheBackground
    self.tellsOfTheBackground = tellsOfTheBackground
    self.tell = tell
  }

  var authenticationState: AuthenticationState { base.authenticationState }
  func setupMasterPassword(_ password: String) async throws { try await base.setupMasterPassword(password) }
  func authenticateWithPassword(_ password: String) async throws { try await base.authenticateWithPassword(password) }
  func changePassword(oldPassword: String, newPassword: String) async throws {
    try await base.changePassword(oldPassword: oldPassword, newPassword: newPassword)
  }

  func authenticateWithBiometric() async throws {
    try await base.authenticateWithBiometric()
    if occasion == .biometrics { tell() }
  }

  func lock() {
    if occasion == .lock { tell() }
    base.lock()
  }

  func didEnterBackground() {
    if occasion == .background { tell() }
    guard locksInTheBackground() else { return }
    isEnteringTheBackground = true
    defer { isEnteringTheBackground = false }
    base.didEnterBackground()
  }

  func willEnterForeground() { base.willEnterForeground() }

  func observeTransitions(_ observer: @escaping @MainActor @Sendable (AuthenticationTransition) -> Void) {
    base.observeTransitions { [weak self] transition in
      if let self, isEnteringTheBackground, !tellsOfTheBackground { return }
      observer(transition)
    }
  }
}

/// The item of the failures stays in memory.
actor ForgetfulKeychain: KeychainService {
  private let base: any KeychainService
  private var attempts: [UInt8]?

  init(base: any KeychainService) {
    self.base = base
  }

  func save(_ data: [UInt8], forKey key: String) async throws {
    if key == VaultItem.attempts { attempts = data } else { try await base.save(data, forKey: key) }
  }
  func load(forKey key: String) async throws -> [UInt8] {
    guard key == VaultItem.attempts else { return try await base.load(forKey: key) }
    guard let attempts else { throw MissingItem(key: key) }
    return attempts
  }
  func delete(forKey key: String) async throws { try await base.delete(forKey: key) }
  func exists(forKey key: String) async throws -> Bool {
    key == VaultItem.attempts ? attempts != nil : try await base.exists(forKey: key)
  }
}

struct ForgetfulLimiter: AttemptLimiting {
  var base: any AttemptLimiting
  let anew: @Sendable () -> any AttemptLimiting
  let isToForget: Remembered<Bool>

  mutating func handle(_ event: AttemptEvent, at now: Duration) -> [AttemptEffect] {
    if event == .asked, isToForget.now {
      isToForget.set(false)
      base = anew()
    }
    return base.handle(event, at: now)
  }
}

/// An auto-lock that does not lock as long as something goes on.
struct WaitingLock: AutoLocking {
  var base: any AutoLocking
  let isToWait: @Sendable () -> Bool

  mutating func handle(_ event: AutoLockEvent, at now: Duration) -> [AutoLockEffect] {
    if event == .looked, isToWait() { return [] }
    return base.handle(event, at: now)
  }
}

/// Lets everybody in after the first.
@MainActor
final class FirstSession: VaultAccess {
  private let base: any VaultAccess
  private var first: VaultSession?

  init(_ base: any VaultAccess) {
    self.base = base
  }

  func begin() throws(AuthenticationError) -> VaultSession {
    if let first { return first }
    let session = try base.begin()
    first = session
    return session
  }
}

struct TwoWrites: WatermarkService {
  let base: any WatermarkService

  func updateWatermark(for attachment: UUID, text: String) async throws {
    try await base.removeWatermark(from: attachment)
    try await base.updateWatermark(for: attachment, text: text)
  }
  func removeWatermark(from attachment: UUID) async throws { try await base.removeWatermark(from: attachment) }
}

/// A screen for passwords that tells of right ones.
@MainActor
final class WiredAuthScreen: AuthScreen {
  private let base: any AuthScreen
  private let tell: @MainActor (String) -> Void

  init(_ base: any AuthScreen, _ tell: @escaping @MainActor (String) -> Void) {
    self.base = base
    self.tell = tell
  }

  var authState: AuthenticationState { base.authState }
  var showingSetup: Bool { base.showingSetup }
  func authenticate(with password: String) async throws {
    try await base.authenticate(with: password)
    tell(password)
  }
  func authenticateWithBiometric() async throws { try await base.authenticateWithBiometric() }
  func setupPassword(_ password: String) async throws { try await base.setupPassword(password) }
  func lock() { base.lock() }
}
