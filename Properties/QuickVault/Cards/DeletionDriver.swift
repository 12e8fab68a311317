import Foundation
import ImageStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference
import StorageContract
import StorageFaults

/// A vault with attachments, by number, and what its store says of those that were deleted.
struct DeletionDriver: Sendable {
  let vault: UnlockedVault
  private var attachmentIDs: [UUID] = []
  /// Of deleted cards and their attachments.
  private var deleted: [UUID] = []
  private var cardOfAttachment: [UUID: UUID] = [:]

  init(vault: UnlockedVault) {
    self.vault = vault
  }

  mutating func attach(_ attaching: Attaching) async throws {
    let card = await vault.id(of: attaching.card)
    for _ in 0..<attaching.count {
      let number = attachmentIDs.count
      let data = attaching.isImage ? try Self.image() : Array("file \(number)".utf8)
      let added = try await vault.app.attachments.addAttachment(
        to: card, fileData: data, fileName: "\(number)", mimeType: attaching.isImage ? "image/png" : "text/plain")
      attachmentIDs.append(added.id)
      cardOfAttachment[added.id] = card
    }
  }

  private static func image() throws -> [UInt8] {
    try ImageCodec.encodePNG(Bitmap(width: 2, height: 2))
  }

  func share(_ attachment: Int) async throws {
    _ = try await vault.app.attachments.shareAttachment(id: attachmentIDs[attachment])
  }

  mutating func delete(_ card: Int) async throws -> DeletionTraces {
    let ids = await idsOf(card)
    let before = try await contents().parted(by: ids)
    let files = vault.sandbox.files
    try await vault.delete(card)
    deleted += ids
    return try await traces(of: ids, before.others, files)
  }

  mutating func delete(_ refused: RefusedDeletion) async throws -> RefusedDeletion.Found {
    let ids = await idsOf(refused.card)
    let (before, files) = (try await contents(), vault.sandbox.files)
    vault.faults.inject(StoreFault(refused.point, .fails, skipping: refused.step))
    var isRefused = false
    do {
      try await vault.delete(refused.card)
    } catch is AppError {
      isRefused = true
    }
    vault.faults.heal()
    if !isRefused { deleted += ids }
    return RefusedDeletion.Found(
      isRefused: isRefused, isUnchanged: try await contents() == before && vault.sandbox.files == files)
  }

  private func idsOf(_ card: Int) async -> [UUID] {
    let id = await vault.id(of: card)
    return [id] + attachmentIDs.filter { cardOfAttachment[$0] == id }
  }

  private func traces(
    of ids: [UUID], _ others: [StoredItem], _ files: [String: [UInt8]]
  ) async throws -> DeletionTraces {
    let after = try await contents().parted(by: ids)
    func isOfOthers(_ path: String) -> Bool { !ids.contains { path.hasBytes(of: $0.uuidString) } }
    let left = vault.sandbox.files
    return DeletionTraces(
      recordsLeft: after.about.map(\.place), filesLeft: left.keys.filter { !isOfOthers($0) }.sorted(),
      changedOthers: after.others != others || left.filter { isOfOthers($0.key) } != files.filter { isOfOthers($0.key) })
  }

  private func contents() async throws -> StoredContents { try await StoredContents(vault.store) }

  func recordsOfTheDeleted() async throws -> [String] { try await contents().parted(by: deleted).about.map(\.place) }

  /// By the number of the card; those of each in their order.
  func attachments() async throws -> [Int: [Int]] {
    var result: [Int: [Int]] = [:]
    for card in try await vault.cards() {
      guard let number = card.number else { continue }
      let found = try await vault.app.attachments.fetchAttachments(for: vault.id(of: number))
      let numbers = found.map { attachment in attachmentIDs.firstIndex(of: attachment.id) ?? -1 }
      if !numbers.isEmpty { result[number] = numbers.sorted() }
    }
    return result
  }
}

extension StoredItem {
  /// Without ids, which say nothing to a reader.
  fileprivate var place: String { "a record of \(collection)" }
}
