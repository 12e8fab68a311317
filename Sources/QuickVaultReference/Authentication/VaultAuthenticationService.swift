import Foundation
import Observation
import PlatformStandIns

/// Runs ``AuthenticationCore`` with a keychain, a cipher and a sensor. Requests run one at a time, in the order in
/// which they were made, so nobody can guess several passwords at once. Locking does not wait for them.
@MainActor
@Observable
public final class VaultAuthenticationService: AuthenticationService {
  public private(set) var authenticationState: AuthenticationState

  @ObservationIgnored private var core: AuthenticationCore
  @ObservationIgnored private var observers: [@MainActor @Sendable (AuthenticationTransition) -> Void] = []
  /// Ends when the latest request has ended. The next request waits for it.
  @ObservationIgnored private var latest: Task<Void, Never>?
  private let setup: AuthenticationSetup

  /// The result of the work for a request.
  private struct Verdict {
    var outcome: AuthenticationOutcome
    /// The data key if the request may unlock the vault, nil otherwise.
    var key: [UInt8]?
  }

  /// Reads from the keychain whether there is a password, and the record of failed attempts.
  /// - Throws: ``AppError/database(_:)`` if the keychain cannot be read.
  public static func open(_ setup: AuthenticationSetup) async throws -> VaultAuthenticationService {
    try await AppError.wrapping {
      VaultAuthenticationService(
        setup, isConfigured: try await setup.keychain.exists(forKey: VaultItem.wrappedKey),
        record: try await AttemptRecord(from: setup))
    }
  }

  private init(_ setup: AuthenticationSetup, isConfigured: Bool, record: AttemptRecord) {
    self.setup = setup
    core = AuthenticationCore(
      isConfigured: isConfigured, record: record, policy: setup.policy, limiter: setup.limiter(setup.policy, record))
    authenticationState = core.state
  }

  public func observeTransitions(_ observer: @escaping @MainActor @Sendable (AuthenticationTransition) -> Void) {
    observers.append(observer)
  }

  // Calls that take effect at once.

  public func lock() { handle(.lock) }
  public func didEnterBackground() { handle(.didEnterBackground) }
  public func willEnterForeground() { handle(.willEnterForeground) }

  private func handle(_ event: AuthenticationEvent) {
    take(core.handle(event, at: setup.time.uptime()), key: nil)
  }

  // Requests, which take time.

  public func setupMasterPassword(_ password: String) async throws {
    try await request(.setup(length: password.count)) { [setup] in
      let key = try setup.randomBytes(AES256GCM.keySize)
      let wrapped = try await Self.wrap(key, password, setup)
      // The wrapped key comes last, because it makes the vault exist. If a step before it fails, setup can be tried
      // again.
      try await setup.keychain.save(key, forKey: VaultItem.biometricKey)
      try await setup.keychain.save(try wrapped.bytes(), forKey: VaultItem.wrappedKey)
      return Verdict(outcome: .succeeded, key: key)
    }
  }

  public func authenticateWithPassword(_ password: String) async throws {
    try await request(.password) { [setup] in
      guard let key = try await Self.unwrap(password, setup) else { return Verdict(outcome: .wrongPassword) }
      // After the vault was restored to another device, this item is missing. If it cannot be saved, the password still
      // works.
      if try await !setup.keychain.exists(forKey: VaultItem.biometricKey) {
        try? await setup.keychain.save(key, forKey: VaultItem.biometricKey)
      }
      return Verdict(outcome: .succeeded, key: key)
    }
  }

  public func authenticateWithBiometric() async throws {
    try await request(.biometrics) { [setup] in
      let outcome = await setup.biometrics.evaluate(reason: "解锁保险库 / Unlock the vault")
      guard outcome == .succeeded else { return Verdict(outcome: .notRecognised(outcome)) }
      do {
        let key = try await setup.keychain.load(forKey: VaultItem.biometricKey)
        return Verdict(outcome: .succeeded, key: key)
      } catch is MissingItem {
        return Verdict(outcome: .notRecognised(.unavailable))
      }
    }
  }

  public func changePassword(oldPassword: String, newPassword: String) async throws {
    try await request(.change(length: newPassword.count)) { [setup] in
      let session = setup.keyring.session
      guard let key = try await Self.unwrap(oldPassword, setup) else { return Verdict(outcome: .wrongPassword) }
      let wrapped = try await Self.wrap(key, newPassword, setup)
      guard let session, session.isCurrent else { throw AuthenticationError.locked }
      try await setup.keychain.save(try wrapped.bytes(), forKey: VaultItem.wrappedKey)
      return Verdict(outcome: .succeeded)
    }
  }

  private func request(
    _ request: AuthenticationRequest, _ work: @escaping @MainActor @Sendable () async throws -> Verdict
  ) async throws {
    let previous = latest
    let turn = Task {
      await previous?.value
      try await AppError.wrapping { try await self.inTurn(request, work) }
    }
    latest = Task { _ = await turn.result }
    try await turn.value
  }

  private func inTurn(
    _ request: AuthenticationRequest, _ work: @MainActor @Sendable () async throws -> Verdict
  ) async throws {
    let first = core.handle(.asked(request), at: setup.time.uptime())
    if !first.contains(.proceed) {
      // If a refusal cannot be stored, the stored record is stricter than it should be.
      for record in first.records { try? await save(record) }
    }
    guard first.contains(.proceed) else { throw first.refusal ?? .locked }
    let verdict: Verdict
    do {
      for record in first.records { try await save(record) }
      verdict = try await work()
    } catch {
      await end(core.handle(.ended(request, .failed), at: setup.time.uptime()), key: nil)
      throw error
    }
    let last = core.handle(.ended(request, verdict.outcome), at: setup.time.uptime())
    await end(last, key: verdict.key)
    if let refusal = last.refusal { throw refusal }
  }

  /// Applies the change of state first, in one step, so nobody sees a state without its key. Then it stores the
  /// records. If that fails, the stored record is stricter than it should be, and the next one replaces it.
  private func end(_ effects: [AuthenticationEffect], key: [UInt8]?) async {
    take(effects, key: key)
    for record in effects.records { try? await save(record) }
  }

  private func take(_ effects: [AuthenticationEffect], key: [UInt8]?) {
    for effect in effects {
      switch effect {
      case .unlock:
        if let key { setup.keyring.open(key) }
        move(to: .unlocked)
      case .lock:
        setup.keyring.close()
        move(to: .locked)
      case .proceed, .refuse, .persist: break
      }
    }
  }

  private func move(to state: AuthenticationState) {
    let transition = AuthenticationTransition(from: authenticationState, to: state)
    authenticationState = state
    for observer in observers { observer(transition) }
  }

  private func save(_ record: AttemptRecord) async throws {
    try await setup.keychain.save(try record.bytes(), forKey: VaultItem.attempts)
  }

  // PBKDF2 takes a tenth of a second, so it does not run on the main actor.

  @concurrent
  private nonisolated static func wrap(
    _ key: [UInt8], _ password: String, _ setup: AuthenticationSetup
  ) async throws -> WrappedKey {
    try WrappedKey(key, password: password, nonce: try setup.randomBytes(AES256GCM.nonceSize), setup.crypto)
  }

  /// The data key, or nil for a wrong password.
  @concurrent
  private nonisolated static func unwrap(_ password: String, _ setup: AuthenticationSetup) async throws -> [UInt8]? {
    let stored = try await setup.keychain.load(forKey: VaultItem.wrappedKey)
    return try WrappedKey(bytes: stored).dataKey(password: password, setup.crypto)
  }
}

extension [AuthenticationEffect] {
  fileprivate var refusal: AuthenticationError? {
    for case .refuse(let error) in self { return error }
    return nil
  }

  fileprivate var records: [AttemptRecord] {
    compactMap { if case .persist(let record) = $0 { record } else { nil } }
  }
}

extension AttemptRecord {
  /// Reads the stored record. If it cannot be decoded, any number of attempts may have failed, so both limits count as
  /// just reached.
  fileprivate init(from setup: AuthenticationSetup) async throws {
    do {
      self = try AttemptRecord(bytes: try await setup.keychain.load(forKey: VaultItem.attempts))
    } catch is MissingItem {
      self.init()
    } catch is KeychainError, is DecodingError {
      self.init(
        failures: setup.policy.allowedFailures, lastFailure: setup.time.uptime(),
        biometricFailures: setup.policy.allowedBiometricFailures)
    }
  }
}
