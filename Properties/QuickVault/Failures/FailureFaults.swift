import Foundation
import PlatformStandIns
import PropertyTesting
import QuickVaultReference
import StorageContract

// What QV-F1 must catch: services that do not say what they could not do, and that do not ask whether somebody has locked.
extension Fault<QuickVaultSystem> {
  static let deletesIfItCan = Fault("deletesIfItCan", "says that a card is deleted, whatever the store says") {
    $0.parts.alterCards { cards, _ in
      AlteredCards(cards, deleteCard: { id in
        do { try await cards.deleteCard(id: id) } catch AppError.database {}
      })
    }
  }
  static let makesUpRefusedPins = Fault("makesUpRefusedPins", "shows a pin that the store has refused") {
    $0.parts.alterCards { cards, _ in
      AlteredCards(cards, togglePin: { id in
        do {
          return try await cards.togglePin(id: id)
        } catch AppError.database(let reason) {
          guard var card = try await cards.fetchAllCards().first(where: { $0.id == id }) else {
            throw AppError.database(reason)
          }
          card.isPinned.toggle()
          return card
        }
      })
    }
  }
  static let findsNothingIfItCannotRead = Fault("findsNothingIfItCannotRead", "finds nothing in a store that it cannot read") {
    $0.parts.alterCards { cards, _ in
      AlteredCards(cards, search: { query in
        do { return try await cards.searchCards(query: query) } catch AppError.database { return [] }
      })
    }
  }
  static let forgetsWhyItFailed = Fault("forgetsWhyItFailed", "does not say why the store refused") {
    $0.parts.alterCards { cards, _ in
      AlteredCards(cards, fetchAllCards: {
        do { return try await cards.fetchAllCards() } catch AppError.database { throw AppError.database("") }
      })
    }
  }
  static let setsPasswordsWithoutBiometrics = Fault(
    "setsPasswordsWithoutBiometrics", "sets a password although the key for biometrics cannot be stored"
  ) { system in
    let make = system.parts.makeKeychain
    system.parts.makeKeychain = { LenientKeychain(base: make($0), item: VaultItem.biometricKey) }
  }
  static let looksWithoutCounting = Fault(
    "looksWithoutCounting", "checks a password although it cannot count the attempt"
  ) { system in
    let make = system.parts.makeKeychain
    system.parts.makeKeychain = { LenientKeychain(base: make($0), item: VaultItem.attempts) }
  }

  static let leavesAVaultAfterARefusedSetup = Fault(
    "leavesAVaultAfterARefusedSetup", "stores the wrapped key before the key for biometrics, whose refusal then leaves a vault"
  ) { system in
    let make = system.parts.makeKeychain
    system.parts.makeKeychain = { keychain in
      let base = make(keychain)
      let held = Remembered<[UInt8]?>(nil)
      return ChangedKeychain(base: base, save: { data, key in
        if key == VaultItem.biometricKey {
          held.withValue { $0 = data }
        } else {
          try await base.save(data, forKey: key)
          if key == VaultItem.wrappedKey, let biometric = held.now { try await base.save(biometric, forKey: VaultItem.biometricKey) }
        }
      })
    }
  }
  static let changesPasswordsByHalves = Fault(
    "changesPasswordsByHalves", "deletes the wrapped key before it stores the one for the new password"
  ) { system in
    let make = system.parts.makeKeychain
    system.parts.makeKeychain = { keychain in
      let base = make(keychain)
      return ChangedKeychain(base: base, save: { data, key in
        if key == VaultItem.wrappedKey { try await base.delete(forKey: key) }
        try await base.save(data, forKey: key)
      })
    }
  }
  static let forgetsBiometricsIfRefused = Fault(
    "forgetsBiometricsIfRefused", "deletes the key for biometrics if it cannot be read"
  ) { system in
    let make = system.parts.makeKeychain
    system.parts.makeKeychain = { keychain in
      let base = make(keychain)
      return ChangedKeychain(base: base, load: { key in
        do {
          return try await base.load(forKey: key)
        } catch {
          if key == VaultItem.biometricKey { try await base.delete(forKey: key) }
          throw error
        }
      })
    }
  }
  static let countsUncheckedPasswords = Fault(
    "countsUncheckedPasswords", "leaves an attempt counted that could not be checked"
  ) { system in
    let make = system.parts.makeLimiter
    system.parts.makeLimiter = { CountingUnchecked(base: make($0, $1)) }
  }

  static let locksIfTheStoreRefuses = Fault("locksIfTheStoreRefuses", "locks the vault when the store refuses to search it") {
    system in
    let opened = Remembered<(any AuthenticationService)?>(nil)
    let open = system.parts.openAuthentication
    system.parts.openAuthentication = { setup in
      let authentication = try await open(setup)
      opened.withValue { $0 = authentication }
      return authentication
    }
    system.parts.alterCards { cards, _ in
      AlteredCards(cards, search: { query in
        do {
          return try await cards.searchCards(query: query)
        } catch AppError.database(let reason) {
          await opened.now?.lock()
          throw AppError.database(reason)
        }
      })
    }
  }
  static let staysLockedOnceOvertaken = Fault(
    "staysLockedOnceOvertaken", "deletes no card any more once a lock has overtaken a deletion"
  ) {
    $0.parts.alterCards { cards, _ in
      let wasOvertaken = Remembered(false)
      return AlteredCards(cards, deleteCard: { id in
        if wasOvertaken.now { throw AppError.card(.locked) }
        do {
          try await cards.deleteCard(id: id)
        } catch AppError.card(.locked) {
          wasOvertaken.withValue { $0 = true }
          throw AppError.card(.locked)
        }
      })
    }
  }
  static let takesALockForADeletion = Fault(
    "takesALockForADeletion", "says of a search that a lock has overtaken that the card is not there"
  ) {
    $0.parts.alterCards { cards, _ in
      AlteredCards(cards, search: { query in
        do { return try await cards.searchCards(query: query) } catch AppError.card(.locked) { throw AppError.card(.notFound) }
      })
    }
  }
  static let unlocksAfterALockAtOnce = Fault(
    "unlocksAfterALockAtOnce", "unlocks once more if a lock comes while the password is checked"
  ) { system in
    let make = system.parts.makeAuthScreen
    system.parts.makeAuthScreen = { StubbornScreen(make($0)) }
  }

  static let sharesAfterALock = Fault(
    "sharesAfterALock", "writes a shared file although the vault was locked meanwhile, or the store refuses"
  ) { system in
    system.wire { platform, parts in
      let make = parts.makeAttachments
      parts.makeAttachments = { setup in
        ChangedAttachments(base: make(setup), share: { base, id in
          do {
            return try await base.shareAttachment(id: id)
          } catch {
            platform.sandbox.writeFile([1], at: "tmp/shared/a")
            throw error
          }
        })
      }
    }
  }
  static let deletesAfterALock = Fault("deletesAfterALock", "deletes a card although the vault was locked meanwhile") {
    $0.parts.alterCards { cards, setup in
      AlteredCards(cards, deleteCard: { id in
        _ = try await setup.access.begin()
        do {
          try await cards.deleteCard(id: id)
        } catch AppError.card(.locked) {
          try await setup.store.write { _ = try $0.delete(id.uuidString, in: Card.collection) }
          throw AppError.card(.locked)
        }
      })
    }
  }
  static let marksAfterALock = Fault("marksAfterALock", "changes a watermark although the vault was locked meanwhile") { system in
    let make = system.parts.makeWatermarks
    system.parts.makeWatermarks = { LateWatermarks(base: make($0), setup: $0) }
  }
  static let listsAttachmentsAfterALock = Fault(
    "listsAttachmentsAfterALock", "gives out attachments that it has read before a lock"
  ) { system in
    let make = system.parts.makeAttachments
    system.parts.makeAttachments = { setup in
      let read = Remembered<[UUID: [AttachmentDTO]]>([:])
      return ChangedAttachments(base: make(setup), list: { base, card in
        do {
          let attachments = try await base.fetchAttachments(for: card)
          read.withValue { $0[card] = attachments }
          return attachments
        } catch AppError.authentication(.locked) {
          guard let known = read.now[card] else { throw AppError.authentication(.locked) }
          return known
        }
      })
    }
  }
}

/// Says nothing if one of its items cannot be stored.
private struct LenientKeychain: KeychainService {
  let base: any KeychainService
  let item: String

  func save(_ data: [UInt8], forKey key: String) async throws {
    if key == item { try? await base.save(data, forKey: key) } else { try await base.save(data, forKey: key) }
  }
  func load(forKey key: String) async throws -> [UInt8] { try await base.load(forKey: key) }
  func delete(forKey key: String) async throws { try await base.delete(forKey: key) }
  func exists(forKey key: String) async throws -> Bool { try await base.exists(forKey: key) }
}

private struct ChangedKeychain: KeychainService {
  let base: any KeychainService
  var save: (@Sendable ([UInt8], String) async throws -> Void)?
  var load: (@Sendable (String) async throws -> [UInt8])?

  func save(_ data: [UInt8], forKey key: String) async throws {
    if let save { try await save(data, key) } else { try await base.save(data, forKey: key) }
  }
  func load(forKey key: String) async throws -> [UInt8] {
    if let load { try await load(key) } else { try await base.load(forKey: key) }
  }
  func delete(forKey key: String) async throws { try await base.delete(forKey: key) }
  func exists(forKey key: String) async throws -> Bool { try await base.exists(forKey: key) }
}

@MainActor
private final class StubbornScreen: ForwardingAuthScreen {
  override func authenticate(with password: String) async throws {
    do {
      try await super.authenticate(with: password)
    } catch AppError.authentication(.locked) {
      try await super.authenticate(with: password)
    }
  }
}

private struct CountingUnchecked: AttemptLimiting {
  var base: any AttemptLimiting

  mutating func handle(_ event: AttemptEvent, at now: Duration) -> [AttemptEffect] {
    event == .abandoned ? [] : base.handle(event, at: now)
  }
}

private struct LateWatermarks: WatermarkService {
  let base: any WatermarkService
  let setup: AttachmentSetup

  func updateWatermark(for attachment: UUID, text: String) async throws {
    _ = try await setup.access.begin()
    do {
      try await base.updateWatermark(for: attachment, text: text)
    } catch AppError.authentication(.locked) {
      try await setup.store.write { transaction in
        guard var fields = try transaction.get(attachment.uuidString, in: CardAttachment.collection)?.fields else { return }
        fields["watermarkText"] = .text(text)
        _ = try transaction.put(fields, at: attachment.uuidString, in: CardAttachment.collection)
      }
      throw AppError.authentication(.locked)
    }
  }

  func removeWatermark(from attachment: UUID) async throws { try await base.removeWatermark(from: attachment) }
}
