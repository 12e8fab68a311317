import Foundation
import PlatformStandIns
import QuickVaultReference
import StorageContract

/// An app over memory, on a device that outlives it.
@MainActor
final class TestVault {
  static let password = "correct horse"

  let clock = VirtualClock()
  let clipboard = Clipboard()
  let sandbox = AppSandbox()
  let biometrics: ScriptedBiometrics
  let location = MemoryLocation()
  var policy = VaultPolicy(derivationRounds: 1, maximumFileSize: 1_000)
  private var deviceKey = [UInt8](repeating: 3, count: 32)
  private(set) var store: any Store
  private(set) var app: VaultApp

  init(
    policy: VaultPolicy = VaultPolicy(derivationRounds: 1, maximumFileSize: 1_000),
    biometrics: ScriptedBiometrics = ScriptedBiometrics()
  ) async throws {
    self.policy = policy
    self.biometrics = biometrics
    store = try await location.open()
    app = try await Self.launch(store, clock, clipboard, sandbox, biometrics, policy, deviceKey)
  }

  /// Ends the app and starts it again.
  func relaunch() async throws {
    app = try await Self.launch(store, clock, clipboard, sandbox, biometrics, policy, deviceKey)
  }

  /// Another device, with the same data and with what the keychain lets out into backups.
  func restoreOnAnotherDevice() async throws {
    let key = [UInt8](repeating: 8, count: 32)
    let backup = try await keychain().exportBackup(key: key)
    deviceKey = [UInt8](repeating: 4, count: 32)
    try await keychain().restoreBackup(backup, key: key)
    try await relaunch()
  }

  func keychain() throws -> KeychainStore {
    try KeychainStore(store: store, device: DeviceLock(), deviceKey: deviceKey)
  }

  private static func launch(
    _ store: any Store, _ clock: VirtualClock, _ clipboard: Clipboard, _ sandbox: AppSandbox,
    _ biometrics: ScriptedBiometrics, _ policy: VaultPolicy, _ deviceKey: [UInt8]
  ) async throws -> VaultApp {
    try await VaultApp.launch(
      VaultPlatform(
        store: store, keychain: try KeychainStore(store: store, device: DeviceLock(), deviceKey: deviceKey),
        biometrics: biometrics, clipboard: clipboard, sandbox: sandbox, time: .virtual(clock), policy: policy))
  }

  func setUp() async throws { try await app.authentication.setupMasterPassword(Self.password) }
  func unlock() async throws { try await app.authentication.authenticateWithPassword(Self.password) }
  var state: AuthenticationState { app.authentication.authenticationState }

  /// A general text with this content.
  func makeCard(_ content: String, title: String = "title", tags: [String] = []) async throws -> CardDTO {
    try await app.cards.createCard(
      title: title, group: "Personal", cardType: "GeneralText", fields: [field("Content", content)], tags: tags)
  }
}

func field(
  _ label: String, _ value: String, order: Int16 = 0, isRequired: Bool = false, id: UUID = UUID()
) -> CardFieldDTO {
  CardFieldDTO(id: id, label: label, value: value, isRequired: isRequired, displayOrder: order)
}

/// The fields of a template in its order, with these values.
func fields(_ template: CardTemplate, _ values: [String], in language: CardTemplate.Language = .english) -> [CardFieldDTO] {
  zip(template.fields, values).enumerated().map { place, pair in
    field(pair.0.label(in: language), pair.1, order: Int16(place), isRequired: pair.0.isRequired)
  }
}
