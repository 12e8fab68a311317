import Foundation
import PlatformStandIns
import QuickVaultGenerators
import QuickVaultReference
import StorageContract
import StorageFaults
import Synchronization

/// The app with an unlocked vault, launch after launch, as somebody uses it who knows the password. The keychain has a disk
/// of its own: what is done to the app's store does not reach it.
@MainActor
final class UnlockedVault {
  nonisolated let clock = VirtualClock()
  nonisolated let clipboard = Clipboard()
  nonisolated let sandbox = AppSandbox()
  /// What goes wrong in the store.
  nonisolated let faults = StoreFaults()
  private(set) var app: VaultApp
  private(set) var store: any Store
  private let system: QuickVaultSystem
  private let location: any StoreLocation
  private let keychain: any Keychain
  private let keychainStore: any Store
  private let idSource = IDSource()

  /// The cards created, and the ids of their fields by place.
  private var ids: [UUID] = []
  private var fieldIDs: [UUID: [UUID]] = [:]

  private static let password = "correct horse"

  /// A new device: the first launch sets the password.
  init(_ system: QuickVaultSystem) async throws {
    self.system = system
    location = AnyStoreLocation(open: system.openStore).with(faults)
    keychainStore = try await MemoryLocation().open()
    keychain = try KeychainStore(
      store: keychainStore, device: DeviceLock(), deviceKey: [UInt8](repeating: 7, count: 32))
    store = try await location.open()
    app = try await system.launch(
      Self.platform(store, keychain, clipboard, sandbox, clock, idSource))
    try await app.authentication.setupMasterPassword(Self.password)
  }

  /// Makes one, and ends it after `body`, whatever becomes of that.
  static func use(_ system: QuickVaultSystem, _ body: @MainActor (UnlockedVault) async throws -> Void) async throws {
    let vault = try await UnlockedVault(system)
    do {
      try await body(vault)
    } catch {
      // The first failure is the one to report.
      try? await vault.end()
      throw error
    }
    try await vault.end()
  }

  /// Ends the app, starts it again, and unlocks it.
  func relaunch() async throws {
    try await store.close()
    store = try await location.open()
    app = try await system.launch(Self.platform(store, keychain, clipboard, sandbox, clock, idSource))
    try await unlock()
  }

  func lock() { app.authentication.lock() }
  func unlock() async throws { try await app.authentication.authenticateWithPassword(Self.password) }

  private static func platform(
    _ store: any Store, _ keychain: any Keychain, _ clipboard: Clipboard, _ sandbox: AppSandbox, _ clock: VirtualClock,
    _ ids: IDSource
  ) -> VaultPlatform {
    VaultPlatform(
      store: store, keychain: keychain, biometrics: ScriptedBiometrics(), clipboard: clipboard, sandbox: sandbox,
      time: .virtual(clock), policy: VaultPolicy(derivationRounds: 1, autoLockTimeout: nil), makeID: { ids.next() })
  }

  func end() async throws {
    try await store.close()
    try await keychainStore.close()
  }

  /// What lies on the disk once the app has ended.
  func endedAtRest() async throws -> [UInt8] {
    try await end()
    return try await system.whatIsAtRest()
  }
}

// Cards, by number.
extension UnlockedVault {
  /// The id of a card; of one that was never created, an id that no card has.
  func id(of card: Int) -> UUID {
    ids.indices.contains(card) ? ids[card] : IDSource.stranger(UInt8(truncatingIfNeeded: card))
  }

  func number(of id: UUID) -> Int? { ids.firstIndex(of: id) }

  func begin(with model: CardsModel) async throws {
    for draft in model.beginning {
      clock.advance(by: .microseconds(model.gap))
      try await create(draft)
    }
  }

  @discardableResult
  func create(_ draft: CardDraft) async throws -> ExactCard {
    let given = draft.fields.map { $0.dto(idSource.next()) }
    let card = try await app.cards.createCard(
      title: draft.title, group: draft.group, cardType: draft.cardType.rawValue, fields: given, tags: draft.tags)
    // An id that there is already stands for two cards then.
    ids.append(card.id)
    fieldIDs[card.id] = given.map(\.id)
    return exact(card)
  }

  /// A field keeps its id by its place among the fields as they were given.
  func update(_ card: Int, _ edit: CardEdit) async throws -> ExactCard {
    let id = id(of: card)
    let given = edit.fields?.enumerated().map { place, field in
      field.dto(fieldIDs[id].flatMap { $0.indices.contains(place) ? $0[place] : nil } ?? idSource.next())
    }
    let updated = try await app.cards.updateCard(
      id: id, title: edit.title, group: edit.group, fields: given, tags: edit.tags)
    if let given { fieldIDs[id] = given.map(\.id) }
    return exact(updated)
  }

  func togglePin(_ card: Int) async throws -> ExactCard { exact(try await app.cards.togglePin(id: id(of: card))) }

  func delete(_ card: Int) async throws { try await app.cards.deleteCard(id: id(of: card)) }

  /// What comes of each attempt while the vault is locked, which it is for no longer than that.
  func attemptsWhileLocked(on card: Int) async throws -> [String] {
    lock()
    var found: [String] = []
    for attempt in LockedAttempt.allCases {
      do {
        switch attempt {
        case .update: _ = try await update(card, CardEdit(title: "b"))
        case .pin: _ = try await togglePin(card)
        case .delete: try await delete(card)
        case .fetch: _ = try await cards()
        case .search: _ = try await app.cards.searchCards(query: "")
        }
        found.append("\(attempt): done")
      } catch let error as AppError {
        found.append("\(attempt): \(error == .card(.locked) ? "card(locked)" : "\(error)")")
      }
    }
    try await unlock()
    return found
  }

  /// All cards, in the vault's order.
  func cards() async throws -> [ExactCard] { try await app.cards.fetchAllCards().map(exact) }

  /// All cards, in the order in which they were created.
  func cardsByNumber() async throws -> [ExactCard] {
    try await cards().sorted { ($0.number ?? .max) < ($1.number ?? .max) }
  }

  /// The card as screens have it.
  /// - Throws: `card(.notFound)` if the vault does not list it.
  func dto(_ card: Int) async throws -> CardDTO {
    let id = id(of: card)
    guard let found = try await app.cards.fetchAllCards().first(where: { $0.id == id }) else { throw AppError.card(.notFound) }
    return found
  }

  func exact(_ card: CardDTO) -> ExactCard {
    ExactCard(
      number: number(of: card.id), title: card.title, group: card.group, cardType: card.cardType,
      fields: card.fields.map { field in
        ExactField(
          place: fieldIDs[card.id]?.firstIndex(of: field.id), label: field.label, value: field.value,
          isRequired: field.isRequired, displayOrder: field.displayOrder)
      }, isPinned: card.isPinned, tags: card.tags, created: Stamp(card.createdAt), modified: Stamp(card.modifiedAt))
  }
}

/// What nobody may do while the vault is locked.
enum LockedAttempt: CaseIterable { case update, pin, delete, fetch, search }

/// New ids, the same in each run of a case, and none of them 0.
final class IDSource: Sendable {
  private let made = Mutex(UInt32(0))

  func next() -> UUID {
    let number = made.withLock { made in
      made += 1
      return made
    }
    // Scattered, so that the order of ids is not that of their making.
    return Self.id(number &* 0x9E37_79B1, 0x40)
  }

  /// One that ``next()`` never makes.
  static func stranger(_ number: UInt8) -> UUID { id(UInt32(number), 0x80) }

  private static func id(_ number: UInt32, _ kind: UInt8) -> UUID {
    func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: number >> shift) }
    return UUID(uuid: (byte(24), byte(16), byte(8), byte(0), 0, 0, kind, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
  }
}
