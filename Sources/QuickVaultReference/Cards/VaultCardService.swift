import Foundation
import StorageContract

/// Keeps cards in the store, with the values of their fields encrypted.
public struct VaultCardService: CardService {
  private let setup: CardSetup

  /// Creates a service, which uses the store only when it is called.
  public init(_ setup: CardSetup) {
    self.setup = setup
  }

  public func createCard(
    title: String, group: String, cardType: String, fields: [CardFieldDTO], tags: [String]
  ) async throws -> CardDTO {
    try await inSession { session in
      try setup.validator.validate(title: title)
      let group = try setup.validator.group(group)
      let cardType = try setup.validator.cardType(cardType)
      try setup.validator.validate(fields, of: cardType)
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
        try setup.validator.validate(title: title)
        card.title = title
      }
      if let group { card.group = try setup.validator.group(group) }
      if let tags { card.tags = try TagList.encode(tags) }
      if let fields { try setup.validator.validate(fields, of: card.cardType) }
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
    try await cards(where: setup.search(query))
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

  // Changing one card.

  /// Changes a card in one transaction, and sets its date.
  /// - Parameters:
  ///   - edit: changes the card, and returns the fields that replace its own. Nil keeps them.
  ///   - counts: whether this is a change. If it is not, neither the card nor its date is stored.
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
        // Build the result before the commit, so that a lock after the commit does not prevent its return.
        let result = try dto(card, try replacement ?? opened(stored))
        try session.demandCurrent()
        return result
      }
    }
  }

  /// `now`, but at least a millisecond after `previous`: clocks can stand still or go back.
  private static func date(_ now: Date, after previous: Date) -> Date {
    let next = previous.addingTimeInterval(0.001)
    // Thousands of years away, the distance of two dates is more than a millisecond.
    let earliest =
      next > previous
      ? next : Date(timeIntervalSinceReferenceDate: previous.timeIntervalSinceReferenceDate.nextUp)
    return max(now, earliest)
  }

  // Conversion from and to the stored form.

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
