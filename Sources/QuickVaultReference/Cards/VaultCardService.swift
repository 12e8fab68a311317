import Foundation
import StorageContract

/// Cards in the store, their fields encrypted.
public struct VaultCardService: CardService {
  private let setup: CardSetup
  private let validator = CardValidator()

  public init(_ setup: CardSetup) {
    self.setup = setup
  }

  public func createCard(
    title: String, group: String, cardType: String, fields: [CardFieldDTO], tags: [String]
  ) async throws -> CardDTO {
    try await inSession { session in
      try validator.validate(title: title)
      let group = try validator.group(group)
      let cardType = try validator.cardType(cardType)
      try validator.validate(fields, of: cardType)
      let now = setup.time.date()
      let card = Card(
        id: setup.makeID(), title: title, group: group, cardType: cardType, isPinned: false,
        tags: try TagList.encode(tags), createdAt: now, modifiedAt: now)
      let sealed = try self.sealed(fields, card: card.id)
      try await setup.store.write { transaction in
        try transaction.save(card)
        for field in sealed { try transaction.save(field) }
        try session.demandCurrent()
      }
      return try dto(card, fields)
    }
  }

  public func updateCard(
    id: UUID, title: String?, group: String?, fields: [CardFieldDTO]?, tags: [String]?
  ) async throws -> CardDTO {
    let changesNothing = title == nil && group == nil && fields == nil && tags == nil
    return try await change(id) { card in
      if let title {
        try validator.validate(title: title)
        card.title = title
      }
      if let group { card.group = try validator.group(group) }
      if let tags { card.tags = try TagList.encode(tags) }
      if let fields { try validator.validate(fields, of: card.cardType) }
      return changesNothing ? nil : fields
    } counts: { !changesNothing }
  }

  public func togglePin(id: UUID) async throws -> CardDTO {
    try await change(id) { card in
      card.isPinned.toggle()
      return nil
    } counts: { true }
  }

  public func deleteCard(id: UUID) async throws {
    try await inSession { session in
      let attachments = try await setup.store.write { transaction in
        guard try transaction.delete(id.uuidString, in: Card.collection) else { throw CardServiceError.notFound }
        for field in try transaction.scan(
          CardField.collection, from: id.uuidString + "/", to: id.uuidString + "0", limit: nil)
        {
          try transaction.delete(field.key, in: CardField.collection)
        }
        let attachments = try transaction.fetch(CardAttachment.self).filter { $0.card == id }.map(\.id)
        for attachment in attachments {
          try transaction.delete(attachment.uuidString, in: CardAttachment.collection)
          try transaction.delete(attachment.uuidString, in: AttachmentContents.collection)
        }
        try session.demandCurrent()
        return attachments
      }
      for attachment in attachments { setup.sharedFiles.remove(of: attachment) }
    }
  }

  public func fetchAllCards() async throws -> [CardDTO] { try await cards { _ in true } }

  public func searchCards(query: String) async throws -> [CardDTO] {
    let search = CardSearch(query)
    return try await cards { search.matches($0) }
  }

  private func cards(where isWanted: @Sendable (CardDTO) -> Bool) async throws -> [CardDTO] {
    try await inSession { session in
      let (cards, fields) = try await setup.store.read { transaction in
        (try transaction.fetch(Card.self), try transaction.fetch(CardField.self))
      }
      let fieldsOfCard = Dictionary(grouping: fields, by: \.card)
      let dtos = try cards.map { try dto($0, try opened(fieldsOfCard[$0.id] ?? [])) }
      try session.demandCurrent()
      return setup.sort(dtos.filter(isWanted))
    }
  }

  // One change of a card.

  /// - Parameters:
  ///   - edit: changes the card, and gives the fields that replace its own; nil keeps them.
  ///   - counts: whether it is a change at all.
  private func change(
    _ id: UUID, _ edit: @Sendable (inout Card) throws -> [CardFieldDTO]?, counts: @Sendable () -> Bool
  ) async throws -> CardDTO {
    try await inSession { session in
      let now = setup.time.date()
      return try await setup.store.write { transaction in
        guard var card = try transaction.fetch(Card.self, key: id.uuidString) else { throw CardServiceError.notFound }
        let stored = try transaction.fetch(CardField.self, below: id.uuidString)
        let replacement = try edit(&card)
        if counts() {
          card.modifiedAt = Self.date(now, after: card.modifiedAt)
          try transaction.save(card)
        }
        if let replacement {
          for field in stored { try transaction.delete(field.storageKey, in: CardField.collection) }
          for field in try sealed(replacement, card: id) { try transaction.save(field) }
        }
        // Read before the commit: what was changed is returned, whoever locks afterwards.
        let result = try dto(card, try replacement ?? opened(stored))
        try session.demandCurrent()
        return result
      }
    }
  }

  /// Later than `previous` in any case: clocks stand still and are set back.
  private static func date(_ now: Date, after previous: Date) -> Date {
    let next = previous.addingTimeInterval(0.001)
    // Thousands of years away a millisecond is less than the distance of two dates.
    let earliest =
      next > previous
      ? next : Date(timeIntervalSinceReferenceDate: previous.timeIntervalSinceReferenceDate.nextUp)
    return max(now, earliest)
  }

  // From and to what is stored.

  private func inSession<Result>(_ body: (VaultSession) async throws -> Result) async throws -> Result {
    try await AppError.wrapping(locked: .card(.locked)) { try await body(try await setup.access.begin()) }
  }

  private func sealed(_ fields: [CardFieldDTO], card: UUID) throws -> [CardField] {
    try fields.enumerated().map { position, field in
      CardField(
        id: field.id, card: card, position: position, label: field.label,
        encryptedValue: try setup.crypto.encrypt(field.value, for: CardField.place(card: card, field: field.id)),
        isRequired: field.isRequired, displayOrder: field.displayOrder)
    }
  }

  private func opened(_ fields: [CardField]) throws -> [CardFieldDTO] {
    try fields.map { field in
      CardFieldDTO(
        id: field.id, label: field.label,
        value: try setup.crypto.decrypt(
          field.encryptedValue, for: CardField.place(card: field.card, field: field.id)),
        isRequired: field.isRequired, displayOrder: field.displayOrder)
    }
  }

  private func dto(_ card: Card, _ fields: [CardFieldDTO]) throws -> CardDTO {
    CardDTO(
      id: card.id, title: card.title, group: card.group.rawValue, cardType: card.cardType.rawValue,
      fields: fields.inDisplayOrder, isPinned: card.isPinned, tags: try TagList.decode(card.tags),
      createdAt: card.createdAt, modifiedAt: card.modifiedAt)
  }
}
