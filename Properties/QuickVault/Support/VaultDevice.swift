import Foundation
import PlatformStandIns
import QuickVaultReference
import StorageContract
import Synchronization

/// What outlives the app: its store, its keychain, which lies in the same store, the clock, the clipboard and the sensor.
final class VaultDevice: Sendable {
  let clock = VirtualClock()
  let clipboard = Clipboard()
  let sandbox = AppSandbox()
  let sensor = Sensor()
  let interruption = Interruption()
  let derivations = DerivationCount()
  private let system: QuickVaultSystem
  private let policy: VaultPolicy
  private let deviceKey = [UInt8](repeating: 7, count: 32)

  init(_ system: QuickVaultSystem, policy: VaultPolicy = VaultPolicy(derivationRounds: 1)) {
    self.system = system
    self.policy = policy
  }

  /// Opens the store and starts the app over it.
  @MainActor
  func launch() async throws -> (store: any Store, app: VaultApp) {
    let store = interruption.over(try await system.openStore())
    var parts = system.parts
    let makeCrypto = parts.makeCrypto
    parts.makeCrypto = { [derivations] in CountedCrypto(base: makeCrypto($0), count: derivations) }
    let makeCards = parts.makeCards
    parts.makeCards = { [interruption] in InterruptedCards(base: makeCards($0), interruption: interruption) }
    let app = try await system.launch(
      VaultPlatform(
        store: store, keychain: try KeychainStore(store: store, device: DeviceLock(), deviceKey: deviceKey),
        biometrics: sensor, clipboard: clipboard, sandbox: sandbox, time: .virtual(clock),
        policy: policy), parts)
    return (store, app)
  }
}

/// A sensor that gives one answer to everybody until it is told another.
final class Sensor: BiometricAuthenticator {
  private let outcome = Mutex(BiometricOutcome.unavailable)

  func says(_ next: BiometricOutcome) { outcome.withLock { $0 = next } }

  func evaluate(reason: String) async -> BiometricOutcome { outcome.withLock { $0 } }
}

/// How often a key was derived from a password: how often a password was looked at.
final class DerivationCount: Sendable {
  private struct State {
    var count = 0
    var whenDone: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var now: Int { state.withLock { $0.count } }

  /// Calls the closure after the next derivation.
  func afterNext(_ action: (@Sendable () -> Void)?) { state.withLock { $0.whenDone = action } }

  func add() {
    let action = state.withLock { state in
      state.count += 1
      defer { state.whenDone = nil }
      return state.whenDone
    }
    action?()
  }
}

/// Cards that may take a moment from the service to the screen.
private struct InterruptedCards: CardService {
  let base: any CardService
  let interruption: Interruption

  func createCard(
    title: String, group: String, cardType: String, fields: [CardFieldDTO], tags: [String]
  ) async throws -> CardDTO {
    try await base.createCard(title: title, group: group, cardType: cardType, fields: fields, tags: tags)
  }

  func updateCard(
    id: UUID, title: String?, group: String?, fields: [CardFieldDTO]?, tags: [String]?
  ) async throws -> CardDTO {
    try await base.updateCard(id: id, title: title, group: group, fields: fields, tags: tags)
  }

  func deleteCard(id: UUID) async throws { try await base.deleteCard(id: id) }

  func fetchAllCards() async throws -> [CardDTO] {
    let cards = try await base.fetchAllCards()
    await interruption.pass()
    return cards
  }

  func searchCards(query: String) async throws -> [CardDTO] { try await base.searchCards(query: query) }
  func togglePin(id: UUID) async throws -> CardDTO { try await base.togglePin(id: id) }
}

/// A crypto service whose derivations are counted.
private struct CountedCrypto: CryptoService {
  let base: any CryptoService
  let count: DerivationCount

  var rounds: Int { base.rounds }

  func deriveKey(from password: String, salt: [UInt8], rounds: Int) throws -> [UInt8] {
    defer { count.add() }
    return try base.deriveKey(from: password, salt: salt, rounds: rounds)
  }

  func encrypt(_ text: String, for place: String) throws -> [UInt8] { try base.encrypt(text, for: place) }
  func decrypt(_ sealed: [UInt8], for place: String) throws -> String { try base.decrypt(sealed, for: place) }
  func encryptFile(_ data: [UInt8], for place: String) throws -> [UInt8] { try base.encryptFile(data, for: place) }
  func decryptFile(_ sealed: [UInt8], for place: String) throws -> [UInt8] { try base.decryptFile(sealed, for: place) }
  func generateSalt() throws -> [UInt8] { try base.generateSalt() }
  func hashPassword(_ password: String) throws -> String { try base.hashPassword(password) }
  func verifyPassword(_ password: String, hash: String) throws -> Bool {
    try base.verifyPassword(password, hash: hash)
  }
}
