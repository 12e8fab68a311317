import Foundation
import Observation

/// One card with its attachments.
@MainActor
public protocol CardDetail: ScreenModel {
  /// The card as the user edits it. A lock sets it to nil, and so does a deletion while the user is not editing.
  var card: CardDTO? { get set }
  /// The attachments that the last load read. A lock or a deletion of the card clears them.
  var attachments: [AttachmentDTO] { get }
  /// Whether the user is editing. Changes from other screens do not replace the card then.
  var isEditing: Bool { get set }

  /// Reads the attachments, again if they change meanwhile. If the vault locks meanwhile, they are not shown.
  /// - Throws: as ``AttachmentService/fetchAttachments(for:)``.
  func loadAttachments() async throws
  /// Stores the edited card. Ends editing unless the user has typed more in the meantime.
  /// - Throws: as ``CardService/updateCard(id:title:group:fields:tags:)``; `card(.locked)` if ``card`` is nil.
  func saveCard() async throws
  /// Copies the card as text.
  /// - Throws: ``AppError``: `authentication(.locked)`, also if ``card`` is nil.
  func copyCard() throws
  /// Copies the value of a field.
  /// - Throws: ``AppError``: `authentication(.locked)`.
  func copyField(_ field: CardFieldDTO) throws
  /// Adds a file, with the MIME type of its name's extension, and reads the attachments again. If reading them throws,
  /// the file is added nevertheless.
  func addAttachment(_ data: [UInt8], fileName: String) async throws
  /// Deletes the attachment, and reads the others again. If reading them throws, the attachment is deleted
  /// nevertheless.
  func deleteAttachment(_ attachmentId: UUID) async throws
  /// Sets the watermark: see ``WatermarkService/updateWatermark(for:text:)``. Then it reads the attachments again.
  func applyWatermark(to attachmentId: UUID, text: String) async throws
  /// Removes the watermark: see ``WatermarkService/removeWatermark(from:)``. Then it reads the attachments again.
  func removeWatermark(from attachmentId: UUID) async throws
  /// Writes a file for another app: see ``AttachmentService/shareAttachment(id:)``.
  func shareAttachment(_ attachmentId: UUID) async throws -> URL
}

/// The parts that a card's screen uses.
public struct CardDetailSetup: Sendable {
  /// Stores the edited card.
  public var cards: any CardService
  /// Reads, adds, deletes and shares the card's files.
  public var attachments: any AttachmentService
  /// Sets and removes watermark texts.
  public var watermarks: any WatermarkService
  /// Copies the card and its fields.
  public var copy: any CopyService
  /// Tells the other screens about the card that this screen stored.
  public var announce: @MainActor @Sendable (CardDTO.ID, CardDTO?) -> Void

  /// Creates a setup. By default it announces nothing.
  public init(
    cards: any CardService, attachments: any AttachmentService, watermarks: any WatermarkService,
    copy: any CopyService, announce: @escaping @MainActor @Sendable (CardDTO.ID, CardDTO?) -> Void = { _, _ in }
  ) {
    self.cards = cards
    self.attachments = attachments
    self.watermarks = watermarks
    self.copy = copy
    self.announce = announce
  }
}

/// A card's screen over the services. It drops results that arrive after a lock.
@MainActor
@Observable
public final class CardDetailViewModel: CardDetail {
  public var card: CardDTO?
  public private(set) var attachments: [AttachmentDTO] = []
  public var isEditing = false

  @ObservationIgnored private var locks = 0
  /// How often the files were changed on this screen, or the card deleted.
  @ObservationIgnored private var changes = 0
  /// The card as it was changed last, on any screen. Nil after a lock or a deletion.
  @ObservationIgnored private var newest: CardDTO?
  private let id: UUID
  private let setup: CardDetailSetup

  /// Starts with this card and without attachments, which ``loadAttachments()`` reads.
  public init(_ card: CardDTO, _ setup: CardDetailSetup) {
    self.card = card
    newest = card
    id = card.id
    self.setup = setup
  }

  public func loadAttachments() async throws {
    let locksBefore = locks
    var fetched: [AttachmentDTO]
    var changesBefore: Int
    repeat {
      changesBefore = changes
      fetched = try await setup.attachments.fetchAttachments(for: id)
    } while changesBefore != changes
    if locksBefore == locks { attachments = fetched }
  }

  private func loadChangedAttachments() async throws {
    changes += 1
    try await loadAttachments()
  }

  public func saveCard() async throws {
    guard let edited = card else { throw AppError.card(.locked) }
    let locksBefore = locks
    let saved = try await setup.cards.updateCard(
      id: id, title: edited.title, group: edited.group, fields: edited.fields, tags: edited.tags)
    guard locksBefore == locks else { return }
    // Keep what the user has typed since.
    if card == edited {
      card = saved
      isEditing = false
    }
    setup.announce(id, saved)
  }

  public func copyCard() throws {
    guard let card else { throw AppError.authentication(.locked) }
    try setup.copy.copyCard(card)
  }

  public func copyField(_ field: CardFieldDTO) throws { try setup.copy.copyField(field) }

  public func addAttachment(_ data: [UInt8], fileName: String) async throws {
    _ = try await setup.attachments.addAttachment(
      to: id, fileData: data, fileName: fileName, mimeType: MIMEType.of(fileName: fileName))
    try await loadChangedAttachments()
  }

  public func deleteAttachment(_ attachmentId: UUID) async throws {
    try await setup.attachments.deleteAttachment(id: attachmentId)
    try await loadChangedAttachments()
  }

  public func applyWatermark(to attachmentId: UUID, text: String) async throws {
    try await setup.watermarks.updateWatermark(for: attachmentId, text: text)
    try await loadChangedAttachments()
  }

  public func removeWatermark(from attachmentId: UUID) async throws {
    try await setup.watermarks.removeWatermark(from: attachmentId)
    try await loadChangedAttachments()
  }

  public func shareAttachment(_ attachmentId: UUID) async throws -> URL {
    try await setup.attachments.shareAttachment(id: attachmentId)
  }

  /// Drops everything, unsaved edits included: they must not stay in memory unencrypted.
  public func vaultDidLock() {
    locks += 1
    newest = nil
    card = nil
    attachments = []
    isEditing = false
  }

  /// Keeps the user's edits, even if the card was deleted. A deletion clears the attachments.
  public func cardDidChange(_ id: UUID, to card: CardDTO?) {
    guard id == self.id else { return }
    if let known = newest, known.modifiedAt <= card?.modifiedAt ?? .distantFuture { newest = card }
    // If two changes overlap, the later one may arrive first.
    let card = newest
    if !isEditing { self.card = card }
    if card == nil {
      changes += 1
      attachments = []
    }
  }

  public var content: ScreenContent {
    ScreenContent(
      texts: (card.map { [$0.title] + $0.tags + $0.fields.flatMap { [$0.label, $0.value] } } ?? [])
        + attachments.flatMap { [$0.fileName, $0.watermarkText].compactMap(\.self) },
      pictures: attachments.compactMap(\.thumbnailImage))
  }
}
