import Foundation
import ImageStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// Files to attach, and what somebody does to one of them on the disk.
struct StoredAttachments: Sendable {
  /// The last is attached twice.
  var files: [AttachmentFile]
  var tampering: Tampering
  /// Set on by this between one file and the next, the wall clock stamps them.
  var gapMilliseconds: Int
  /// What is added on the screen of a card.
  var added: AddedPicture

  /// Each gives back its bytes.
  func expectReadable(_ ids: [UUID], in vault: AttachmentVault) async throws {
    for (id, file) in zip(ids, files) {
      let read = try await vault.app.attachments.attachmentData(id: id)
      try expect("contents of \(describe(file))", read == file.bytes)
    }
  }

  /// What is stored shows nothing of them, and looks another way each time.
  func expectSealed(_ ids: [UUID], in vault: AttachmentVault) async throws {
    var nonces: Set<[UInt8]> = []
    for (id, file) in zip(ids, files) {
      let sealed = try await vault.sealedContents(id)
      try expect("bytes of an encrypted file", sealed.count, equals: file.bytes.count + 28)
      try expect("nothing readable in the encrypted file", !shows(file.bytes, in: sealed))
      nonces.insert(Array(sealed.prefix(12)))
      let thumbnail = try await vault.sealedThumbnail(id)
      try expect("only images have thumbnails", !thumbnail.isEmpty, equals: file.isImage)
      // Every PNG has this in its beginning.
      try expect("nothing readable in the thumbnail", !thumbnail.contains(Array("IHDR".utf8)))
    }
    try expect("nonces that differ", nonces.count, equals: files.count)
  }

  /// The card lists them by their dates, those of one date by their ids.
  func expectInOrder(_ ids: [UUID], of card: UUID, in vault: AttachmentVault) async throws {
    let listed = try await vault.app.attachments.fetchAttachments(for: card).map(\.id)
    let byAddition = gapMilliseconds < 0 ? ids.reversed() : ids
    try expect(
      "the files of the card, in order", listed,
      equals: gapMilliseconds == 0 ? ids.sorted { $0.uuidString < $1.uuidString } : byAddition)
  }

  func expectDamageIsNoticed(_ ids: [UUID], in vault: AttachmentVault, _ trial: Trial) async throws {
    switch tampering {
    case .flippedBit: trial.label("a bit is flipped")
    default: trial.label("is cut")
    }
    let first = try await vault.sealedContents(ids[0])
    try await vault.replaceContents(of: ids[0], by: tampering.applied(to: first))
    try await expectCorrupted(ids[0], "contents that were changed", in: vault)
    // The second's, which were encrypted with the same key.
    let second = try await vault.sealedContents(ids[1])
    try await vault.replaceContents(of: ids[0], by: second)
    try await vault.replaceContents(of: ids[1], by: first)
    try await expectCorrupted(ids[0], "contents of another attachment", in: vault)
    try await expectCorrupted(ids[1], "contents of another attachment", in: vault)
    for (id, file) in zip(ids, files).dropFirst(2) {
      try expect("an attachment beside", try await vault.app.attachments.attachmentData(id: id) == file.bytes)
    }
    try await vault.replaceContents(of: ids[1], by: second)
    try await vault.replaceContents(of: ids[0], by: try await vault.sealedValueOfAField())
    try await expectCorrupted(ids[0], "contents that were the value of a field", in: vault)
    try await vault.loseContents(of: ids[0])
    try await expectCorrupted(ids[0], "contents that are missing", in: vault)
    try await vault.replaceContents(of: ids[0], by: first)
    try await expectThumbnailsInTheirPlace(ids, in: vault, trial)
    try await expectReadable(ids, in: vault)
    // As the message says.
    let damaged = ids[0]
    try await vault.loseContents(of: damaged)
    try await vault.app.attachments.deleteAttachment(id: damaged)
    let failure = await refusal { _ = try await vault.app.attachments.attachmentData(id: damaged) }
    try expect("what is said of a damaged attachment that was deleted", failure, equals: .attachment(.notFound))
  }

  /// A thumbnail is not the file, nor the file its thumbnail, though both have the attachment's id.
  private func expectThumbnailsInTheirPlace(_ ids: [UUID], in vault: AttachmentVault, _ trial: Trial) async throws {
    guard let place = files.firstIndex(where: \.isImage) else { return }
    trial.label("a thumbnail in place of its file")
    let (id, stranger) = (ids[place], ids.first { $0 != ids[place] })
    let (contents, thumbnail) = (try await vault.sealedContents(id), try await vault.sealedThumbnail(id))
    try await vault.replaceContents(of: id, by: thumbnail)
    try await expectCorrupted(id, "contents that were the thumbnail", in: vault)
    try await vault.replaceContents(of: id, by: contents)
    var others = [contents, try await vault.sealedValueOfAField()]
    if let stranger, files.indices.contains(where: { ids[$0] == stranger && files[$0].isImage }) {
      others.append(try await vault.sealedThumbnail(stranger))
    }
    guard let card = try await vault.app.cards.fetchAllCards().first?.id else { return }
    let another = try await vault.addCard("another card")
    for other in others {
      try await vault.replaceThumbnail(of: id, by: other)
      try expect("a file whose thumbnail is damaged", try await vault.app.attachments.attachmentData(id: id) == files[place].bytes)
      try expect("the files of another card", try await vault.app.attachments.fetchAttachments(for: another).count, equals: 0)
      let failure = await refusal { _ = try await vault.app.attachments.fetchAttachments(for: card) }
      try expect("the reason for refusing another's bytes as a thumbnail", failure, equals: .attachment(.corrupted))
    }
    try await vault.replaceThumbnail(of: id, by: thumbnail)
    let shown = try await vault.app.attachments.fetchAttachments(for: card).first { $0.id == id }
    try expect("the thumbnail in its place is shown", shown?.thumbnailImage != nil)
  }

  private func expectCorrupted(_ id: UUID, _ what: String, in vault: AttachmentVault) async throws {
    let app = vault.app
    let uses: [(String, @Sendable () async throws -> Void)] = [
      ("a look", { _ = try await app.attachments.attachmentData(id: id) }),
      ("a share", { _ = try await app.attachments.shareAttachment(id: id) }),
      ("a watermark", { try await app.watermarks.updateWatermark(for: id, text: "A") }),
    ]
    for (use, attempt) in uses {
      let failure = await refusal(attempt)
      try expect("the reason for refusing \(use) at \(what)", failure, equals: .attachment(.corrupted))
    }
  }
}

/// Why it was not done; nil if it was.
private func refusal(_ attempt: () async throws -> Void) async -> AppError? {
  do {
    try await attempt()
    return nil
  } catch {
    return AppError(error)
  }
}

extension Generator where Value == StoredAttachments {
  static let storedAttachments = Generator { source in
    var files = try source(.array(of: .attachment(), count: 1...3))
    files.append(files[files.count - 1])
    return StoredAttachments(files: files, tampering: try source(.tampering),
      gapMilliseconds: try source(.element(of: [1, 0, -1])), added: try source(.addedPicture))
  }
}

/// A limit, and the sizes of files that are attached one after the other.
struct FilesNearTheLimit: Sendable {
  var limit: Int
  var sizes: [Int]
}

extension Generator where Value == FilesNearTheLimit {
  /// 10 MiB (Req 5.3).
  static let ofTheApp = 10_485_760

  static let filesNearTheLimit = Generator { source in
    let limit = try source(.frequency((12, .int(in: 0...300)), (2, .constant(1 << 16)), (1, .constant(ofTheApp))))
    // A file as large as that takes its time: one byte more is refused before anything is encrypted.
    if limit == ofTheApp { return FilesNearTheLimit(limit: limit, sizes: [limit + 1, 1]) }
    let size = Generator<Int>.frequency(
      (5, Generator<Int>.element(of: [0, 1, 0, 1, -1, -2, 2]).map { max(0, limit + $0) }), (2, .int(in: 0...max(1, limit))),
      (1, Generator<Int>.int(in: 3...40).map { limit + $0 }), (1, .constant(max(0, limit - 28))))
    return FilesNearTheLimit(limit: limit, sizes: try source(.array(of: size, count: 1...4)))
  }
}
