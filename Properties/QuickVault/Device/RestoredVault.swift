import Foundation
import PlatformStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference
import StorageContract

/// A vault on a device that is locked, and on another that a backup is restored to.
struct RestoredVault: Sendable, CounterexampleDescribable {
  let password: String
  /// Wrong ones, on the other device.
  let guesses: Int
  /// Wrong ones at home, before the backup.
  let guessesAtHome: Int
  /// Whether the app is launched anew while the device is locked.
  let isRelaunched: Bool

  var counterexampleDescription: String {
    "\(describe(password)), \(guessesAtHome) wrong ones at home, \(guesses) there\(isRelaunched ? ", launched on a locked device" : "")"
  }

  @MainActor
  func run(_ system: QuickVaultSystem) async throws {
    let store = try await system.openStore()
    let home = try await EquippedDevice(system, store, key: 7)
    try await home.app.authScreen.setupPassword(password)
    let card = try await home.app.cards.createCard(
      title: "a", group: "Personal", cardType: "GeneralText",
      fields: [CardFieldDTO(id: UUID(), label: "Content", value: "1", isRequired: true, displayOrder: 0)], tags: [])
    home.app.authScreen.lock()
    // Counted, so that there is each of the keychain's items.
    try await home.unlock(password)
    home.app.authScreen.lock()
    try await expectShut(home, system, store)
    try await expectLimitIfCountIsDamaged(home, system, store)
    try await expectNoGuessIfAKeyIsDamaged(home, system, store)
    for _ in 0..<guessesAtHome { _ = await home.refusal { try await home.unlock(password + "1") } }
    try expect("items of the keychain", try await store.read { try $0.count("keychain_items") }, equals: Self.items.count)
    let backupKey = [UInt8](repeating: 3, count: 32)
    let backup = try await home.keychain.exportBackup(key: backupKey)

    // The keychain's items of the other device have places of their own in the store.
    let away = try await EquippedDevice(system, store, key: 9, restoring: (backup, backupKey))
    for item in Self.items {
      try expect("\(item) comes with a backup", try await away.keychain.retrieve(item) != nil, equals: item == VaultItem.wrappedKey)
    }
    try expect("the vault on the other device", away.app.authScreen.authState, equals: .locked)
    let refusal = await away.refusal { try await away.app.authScreen.authenticateWithBiometric() }
    try expect("what biometrics there say", refusal, equals: .authentication(.biometricUnavailable))
    for _ in 0..<guesses {
      let refusal = await away.refusal { try await away.unlock(password + "1") }
      try expect("what a wrong password there says", refusal, equals: .authentication(.invalidPassword))
    }
    try await expectOpenWithoutTheKeyForBiometrics(away)
    try expect("what the right password there says", await away.refusal { try await away.unlock(password) }, equals: nil)
    try expect("the cards there", try await away.app.cards.fetchAllCards().map(\.id), equals: [card.id])
    away.app.authScreen.lock()
    try await away.app.authScreen.authenticateWithBiometric()
    try expect("the cards for who is recognised there", try await away.app.cards.fetchAllCards().map(\.id), equals: [card.id])
    away.app.authScreen.lock()
    try await expectKept(away)
    try await store.close()
  }

  /// The password does not wait for biometrics: they come with the next unlock that can store their key.
  @MainActor
  private func expectOpenWithoutTheKeyForBiometrics(_ away: EquippedDevice) async throws {
    away.kept.refuses(VaultItem.biometricKey)
    try expect(
      "what the right password says if the key for biometrics cannot be stored",
      await away.refusal { try await away.unlock(password) }, equals: nil)
    away.app.authScreen.lock()
    let refusal = await away.refusal { try await away.app.authScreen.authenticateWithBiometric() }
    try expect("what biometrics say then", refusal, equals: .authentication(.biometricUnavailable))
    away.kept.refuses(nil)
  }

  /// A key that does not read is no wrong password and no stranger: nothing is counted, and nobody told so.
  @MainActor
  private func expectNoGuessIfAKeyIsDamaged(_ home: EquippedDevice, _ system: QuickVaultSystem, _ store: any Store) async throws {
    let password = password
    let uses: [(String, @MainActor @Sendable () async throws -> Void)] = [
      (VaultItem.wrappedKey, { try await home.unlock(password) }),
      (VaultItem.biometricKey, { try await home.app.authScreen.authenticateWithBiometric() }),
    ]
    for (item, use) in uses {
      for damage in KeptKeychain.Damage.allCases where item == VaultItem.wrappedKey || damage == .doesNotOpen {
        home.kept.damages(item, damage)
        let launched = try await home.launched(system, store)
        try expect("the state of an app that is launched where \(item) \(damage)", launched.authScreen.authState, equals: .locked)
        for _ in 0..<4 {
          let refusal = await home.refusal(use)
          let isOfTheData = if case .database? = refusal { true } else { false }
          try expect("where \(item) \(damage), its use says that the data cannot be read, not \(describe(refusal))", isOfTheData)
        }
        home.kept.damages(nil, damage)
        try expect("where \(item) reads again, its use says", await home.refusal(use), equals: nil)
        home.app.authScreen.lock()
      }
    }
  }

  /// What the service of the keychain keeps and deletes; on a locked device nothing of it is to be had.
  @MainActor
  private func expectKept(_ away: EquippedDevice) async throws {
    away.lock.lock()
    for item in Self.items {
      let isKept = try await isRefused(KeychainError.self) { _ = try await away.keychain.retrieve(item) }
      try expect("\(item) is kept from who has the locked other device", isKept)
    }
    away.lock.unlock()
    for item in Self.items {
      try expect("\(item) is there", try await away.service.exists(forKey: item))
      try await away.service.delete(forKey: item)
      try expect("\(item) is there when it was deleted", try await away.service.exists(forKey: item), equals: false)
      let isGone = try await isRefused(MissingItem.self) { _ = try await away.service.load(forKey: item) }
      try expect("\(item) is missing when it was deleted", isGone)
    }
  }

  /// All that the app keeps in the keychain.
  private static let items = [VaultItem.wrappedKey, VaultItem.biometricKey, VaultItem.attempts]

  /// The right password has to wait as after the last failure that is allowed, and biometrics for the password.
  @MainActor
  private func expectLimitIfCountIsDamaged(_ home: EquippedDevice, _ system: QuickVaultSystem, _ store: any Store) async throws {
    try await home.keychain.store([1], for: VaultItem.attempts, accessibility: .whenUnlockedThisDeviceOnly)
    let app = try await home.launched(system, store)
    let password = password
    let biometrics = await home.refusal { try await app.authScreen.authenticateWithBiometric() }
    try expect("what biometrics say if the count of failures does not read", biometrics, equals: .authentication(.biometricUnavailable))
    for (wait, expected) in [(Duration.zero, Duration.seconds(30)), (.milliseconds(29_999), .milliseconds(1))] {
      home.clock.advance(by: wait)
      let refusal = await home.refusal { try await app.authScreen.authenticate(with: password) }
      try expect(
        "what the right password says if the count of failures does not read", refusal,
        equals: .authentication(.rateLimited(retryAfter: expected)))
    }
    home.clock.advance(by: .milliseconds(1))
    let refusal = await home.refusal { try await app.authScreen.authenticate(with: password) }
    try expect("what the right password says after the delay", refusal, equals: nil)
    app.authScreen.lock()
    try await app.authScreen.authenticateWithBiometric()
    app.authScreen.lock()
  }

  /// The device is locked: no key is to be read, nobody gets in, and no new vault is begun. Unlocked it opens.
  @MainActor
  private func expectShut(_ home: EquippedDevice, _ system: QuickVaultSystem, _ store: any Store) async throws {
    home.lock.lock()
    for item in Self.items {
      let isKept = try await isRefused(KeychainError.self) { _ = try await home.keychain.retrieve(item) }
      try expect("\(item) is kept from who has a locked device", isKept)
    }
    let app = isRelaunched ? try await home.launched(system, store) : home.app
    let attempts: [(String, @MainActor @Sendable () async throws -> Void)] = [
      ("the password", { try await app.authScreen.authenticate(with: password) }),
      ("biometrics", { try await app.authScreen.authenticateWithBiometric() }),
      ("another setup", { try await app.authScreen.setupPassword("another password") }),
    ]
    for (what, attempt) in attempts {
      try expect("\(what) on a locked device is refused", await home.refusal(attempt) != nil)
      try expect("the state after \(what)", app.authScreen.authState, equals: .locked)
    }
    home.lock.unlock()
    try await home.unlock(password)
    home.app.authScreen.lock()
  }
}

/// A device of its own key, with the app on it.
@MainActor
private final class EquippedDevice {
  let lock = DeviceLock()
  let clock = VirtualClock()
  let keychain: KeychainStore
  /// The keychain as the app has it.
  let kept: KeptKeychain
  let service: any KeychainService
  private(set) var app: VaultApp

  init(
    _ system: QuickVaultSystem, _ store: any Store, key: UInt8, restoring backup: (bytes: [UInt8], key: [UInt8])? = nil
  ) async throws {
    keychain = try KeychainStore(store: store, device: lock, deviceKey: [UInt8](repeating: key, count: 32))
    if let backup { try await keychain.restoreBackup(backup.bytes, key: backup.key) }
    // The other device has a later version of the app, which takes more rounds for new keys.
    kept = KeptKeychain(base: keychain)
    service = system.parts.makeKeychain(keychain)
    app = try await Self.launch(system, store, kept, clock, rounds: backup == nil ? 1 : 2)
  }

  /// A later version of the app, on this device.
  func launched(_ system: QuickVaultSystem, _ store: any Store) async throws -> VaultApp {
    try await Self.launch(system, store, kept, clock, rounds: 3)
  }

  private static func launch(
    _ system: QuickVaultSystem, _ store: any Store, _ keychain: any Keychain, _ clock: VirtualClock, rounds: Int
  ) async throws -> VaultApp {
    let sensor = ScriptedBiometrics()
    sensor.says(.succeeded)
    return try await system.launch(
      VaultPlatform(
        store: store, keychain: keychain, biometrics: sensor, clipboard: Clipboard(), sandbox: AppSandbox(),
        time: .virtual(clock), policy: VaultPolicy(derivationRounds: rounds)))
  }

  func unlock(_ password: String) async throws { try await app.authScreen.authenticate(with: password) }

  /// What the user is shown; nil if it was done.
  func refusal(_ attempt: @MainActor @Sendable () async throws -> Void) async -> AppError? {
    do {
      try await attempt()
      return nil
    } catch {
      return AppError(error)
    }
  }
}

@MainActor
private func isRefused<Failure: Error>(
  _ type: Failure.Type, _ attempt: @MainActor () async throws -> Void
) async throws -> Bool {
  do {
    try await attempt()
    return false
  } catch is Failure {
    return true
  }
}

extension Generator where Value == RestoredVault {
  static let restoredVault = Generator { source in
    RestoredVault(
      password: try source(.masterPassword), guesses: try source(.int(in: 0...2)),
      guessesAtHome: try source(.int(in: 0...2)), isRelaunched: try source(.bool))
  }
}
