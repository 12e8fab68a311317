import Foundation
import Observation

/// One card with its attachments.
@MainActor
public protocol CardDetail: ScreenModel {
  /// As the user edits it; nil while the vault is locked.
  var card: CardDTO? { get set }
  var attachments: [AttachmentDTO] { get }
  var isEditing: Bool { get set }

  /// Reads the attachments.
  func loadAttachments() async throws
  /// Stores what was edited, and ends editing.
  func saveCard() async throws
  /// - Throws: ``AppError``: `authentication(.locked)`.
  func copyCard() throws
  func copyField(_ field: CardFieldDTO) throws
  func addAttachment(_ data: [UInt8], fileName: String) async throws
  func deleteAttachment(_ attachmentId: UUID) async throws
  func applyWatermark(to attachmentId: UUID, text: String) async throws
  func removeWatermark(from attachmentId: UUID) async throws
  /// See ``AttachmentService/shareAttachment(id:)``.
  func shareAttachment(_ attachmentId: UUID) async throws -> URL
}

/// What a detail screen works with.
public struct CardDetailSetup: Sendable {
  public var cards: any CardService
  public var attachments: any AttachmentService
  public var watermarks: any WatermarkService
  public var copy: any CopyService
  public var announce: @MainActor @Sendable (CardDTO.ID, CardDTO?) -> Void

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

@MainActor
@Observable
public final class CardDetailViewModel: CardDetail {
  public var card: CardDTO?
  public private(set) var attachments: [AttachmentDTO] = []
  public var isEditing = false

  @ObservationIgnored private var locks = 0
  private let id: UUID
  private let setup: CardDetailSetup

  public init(_ card: CardDTO, _ setup: CardDetailSetup) {
    self.card = card
    id = card.id
    self.setup = setup
  }

  public func loadAttachments() async throws {
    let locksBefore = locks
    let fetched = try await setup.attachments.fetchAttachments(for: id)
    if locksBefore == locks { attachments = fetched }
  }

  public func saveCard() async throws {
    guard let edited = card else { throw AppError.card(.locked) }
    let locksBefore = locks
    let saved = try await setup.cards.updateCard(
      id: id, title: edited.title, group: edited.group, fields: edited.fields, tags: edited.tags)
    guard locksBefore == locks else { return }
    // What the user has typed since is not thrown away.
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
    try await loadAttachments()
  }

  public func deleteAttachment(_ attachmentId: UUID) async throws {
    try await setup.attachments.deleteAttachment(id: attachmentId)
    try await loadAttachments()
  }

  public func applyWatermark(to attachmentId: UUID, text: String) async throws {
    try await setup.watermarks.updateWatermark(for: attachmentId, text: text)
    try await loadAttachments()
  }

  public func removeWatermark(from attachmentId: UUID) async throws {
    try await setup.watermarks.removeWatermark(from: attachmentId)
    try await loadAttachments()
  }

  public func shareAttachment(_ attachmentId: UUID) async throws -> URL {
    try await setup.attachments.shareAttachment(id: attachmentId)
  }

  /// What was edited and not stored is gone: it may not stay in the clear.
  public func vaultDidLock() {
    locks += 1
    card = nil
    attachments = []
    isEditing = false
  }

  /// What was typed stays, also when the card is deleted; its files do not.
  public func cardDidChange(_ id: UUID, to card: CardDTO?) {
    guard id == self.id else { return }
    if self.card != nil, !isEditing { self.card = card }
    if card == nil { attachments = [] }
  }

  public var content: ScreenContent {
    ScreenContent(
      texts: (card.map { [$0.title] + $0.tags + $0.fields.flatMap { [$0.label, $0.value] } } ?? [])
        + attachments.flatMap { [$0.fileName, $0.watermarkText].compactMap(\.self) },
      pictures: attachments.compactMap(\.thumbnailImage))
  }
}
