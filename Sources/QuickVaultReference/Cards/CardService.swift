import Foundation
import StorageContract

/// The cards of the vault (Req 1). Each call is one transaction; one that throws has changed nothing. A lock that comes
/// before a call has taken effect makes it throw ``CardServiceError/locked``.
public protocol CardService: Sendable {
  /// - Parameters:
  ///   - group: a raw value of ``CardGroup``.
  ///   - cardType: a raw value of ``CardType``.
  ///   - fields: with ids of their own, which are kept.
  /// - Throws: ``AppError``: `card(.locked)`, `validation`, `database`.
  func createCard(
    title: String, group: String, cardType: String, fields: [CardFieldDTO], tags: [String]
  ) async throws -> CardDTO
  /// Replaces what is not nil; with nothing but nils, nothing changes. `fields` replaces all of them.
  /// - Throws: ``AppError``: `card(.notFound)`, `card(.locked)`, `validation`, `database`.
  func updateCard(
    id: UUID, title: String?, group: String?, fields: [CardFieldDTO]?, tags: [String]?
  ) async throws -> CardDTO
  /// Deletes the card with its fields, attachments, thumbnails and shared files.
  func deleteCard(id: UUID) async throws
  /// In the order of ``CardSorter``.
  func fetchAllCards() async throws -> [CardDTO]
  /// Those that ``CardSearch`` finds, in the order of ``CardSorter``.
  func searchCards(query: String) async throws -> [CardDTO]
  func togglePin(id: UUID) async throws -> CardDTO
}

/// What a card service works with.
public struct CardSetup: Sendable {
  public var store: any Store
  public var crypto: any CryptoService
  public var access: any VaultAccess
  public var sharedFiles: SharedFiles
  public var sort: @Sendable ([CardDTO]) -> [CardDTO]
  public var time: VaultTime
  public var makeID: @Sendable () -> UUID

  public init(
    store: any Store, crypto: any CryptoService, access: any VaultAccess, sharedFiles: SharedFiles,
    sort: @escaping @Sendable ([CardDTO]) -> [CardDTO] = { CardSorter.sorted($0) }, time: VaultTime,
    makeID: @escaping @Sendable () -> UUID = { UUID() }
  ) {
    self.store = store
    self.crypto = crypto
    self.access = access
    self.sharedFiles = sharedFiles
    self.sort = sort
    self.time = time
    self.makeID = makeID
  }
}
