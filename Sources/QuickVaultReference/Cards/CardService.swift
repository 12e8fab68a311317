import Foundation
import StorageContract

/// Creates, changes and finds the vault's cards (Req 1). Each call is one transaction, and a call that throws has
/// changed nothing. If the vault locks before a call has taken effect, the call throws ``CardServiceError/locked``.
public protocol CardService: Sendable {
  /// Stores a new card, which is not pinned.
  /// - Parameters:
  ///   - group: a raw value of ``CardGroup``.
  ///   - cardType: a raw value of ``CardType``.
  ///   - fields: the card keeps their ids.
  /// - Throws: ``AppError``: `card(.locked)`, `validation`, `database`.
  func createCard(
    title: String, group: String, cardType: String, fields: [CardFieldDTO], tags: [String]
  ) async throws -> CardDTO
  /// Replaces each part that is not nil. `fields` replaces all fields. If everything is nil, nothing changes, not even
  /// the date.
  /// - Throws: ``AppError``: `card(.notFound)`, `card(.locked)`, `validation`, `database`.
  func updateCard(
    id: UUID, title: String?, group: String?, fields: [CardFieldDTO]?, tags: [String]?
  ) async throws -> CardDTO
  /// Deletes the card with its fields, attachments, thumbnails and shared files.
  /// - Throws: ``AppError``: `card(.notFound)`, `card(.locked)`, `database`.
  func deleteCard(id: UUID) async throws
  /// All cards, in the order of ``CardSorter``.
  /// - Throws: ``AppError``: `card(.locked)`, `database`.
  func fetchAllCards() async throws -> [CardDTO]
  /// The cards that ``CardSearch`` finds, in the order of ``CardSorter``.
  /// - Throws: ``AppError``: `card(.locked)`, `database`.
  func searchCards(query: String) async throws -> [CardDTO]
  /// Pins the card, or unpins it if it is pinned. This is a change, which makes the modification date later.
  /// - Throws: ``AppError``: `card(.notFound)`, `card(.locked)`, `database`.
  func togglePin(id: UUID) async throws -> CardDTO
}

/// The parts that a card service uses.
public struct CardSetup: Sendable {
  /// Holds the cards, and the fields and attachments that are deleted with them.
  public var store: any Store
  /// Encrypts and decrypts the values of fields.
  public var crypto: any CryptoService
  /// Gives each call its session.
  public var access: any VaultAccess
  /// The service removes the shared files of a deleted card's attachments.
  public var sharedFiles: SharedFiles
  /// Checks each card before the service stores it.
  public var validator: any CardValidating
  /// The test for the cards that a query finds.
  public var search: @Sendable (_ query: String) -> CardSearch.Matches
  /// Orders the cards that are returned.
  public var sort: @Sendable ([CardDTO]) -> [CardDTO]
  /// The clocks. The dates of cards come from the wall clock.
  public var time: VaultTime
  /// Makes the ids of new cards.
  public var makeID: @Sendable () -> UUID

  /// Creates a setup. By default it has the validator, search and order of this module, and random ids.
  public init(
    store: any Store, crypto: any CryptoService, access: any VaultAccess, sharedFiles: SharedFiles,
    validator: any CardValidating = CardValidator(),
    search: @escaping @Sendable (_ query: String) -> CardSearch.Matches = { CardSearch($0).matches },
    sort: @escaping @Sendable ([CardDTO]) -> [CardDTO] = { CardSorter.sorted($0) }, time: VaultTime,
    makeID: @escaping @Sendable () -> UUID = { UUID() }
  ) {
    self.store = store
    self.crypto = crypto
    self.access = access
    self.sharedFiles = sharedFiles
    self.validator = validator
    self.search = search
    self.sort = sort
    self.time = time
    self.makeID = makeID
  }
}
