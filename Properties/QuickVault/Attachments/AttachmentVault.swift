import Foundation
import ImageStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference
import StorageContract

/// An unlocked vault with cards that files are attached to, on a device that outlives the app.
struct AttachmentVault: Sendable {
  let device: VaultDevice
  private let system: QuickVaultSystem
  private(set) var store: any Store
  private(set) var app: VaultApp
  private static let password = "correct horse"

  @MainActor
  init(_ system: QuickVaultSystem, policy: VaultPolicy = VaultPolicy(derivationRounds: 1)) async throws {
    self.system = system
    device = VaultDevice(system, policy: policy)
    (store, app) = try await device.launch()
    try await app.authentication.setupMasterPassword(Self.password)
  }

  func close() async throws { try await store.close() }

  @MainActor
  mutating func relaunch() async throws {
    try await store.close()
    (store, app) = try await device.launch()
    try await app.authentication.authenticateWithPassword(Self.password)
  }

  /// What lies on the disk; the app is launched anew for it.
  @MainActor
  mutating func whatIsAtRest() async throws -> [UInt8] {
    try await store.close()
    let bytes = try await system.whatIsAtRest()
    (store, app) = try await device.launch()
    try await app.authentication.authenticateWithPassword(Self.password)
    return bytes
  }

  func addCard(_ title: String) async throws -> UUID {
    let field = CardFieldDTO(id: UUID(), label: "内容", value: title, isRequired: true, displayOrder: 0)
    return try await app.cards.createCard(
      title: title, group: "Personal", cardType: "GeneralText", fields: [field], tags: []
    ).id
  }

  func add(_ file: AttachmentFile, to card: UUID) async throws -> AttachmentDTO {
    try await app.attachments.addAttachment(
      to: card, fileData: file.bytes, fileName: file.name, mimeType: file.mimeType)
  }

  /// The file that the other app would read, with the name that it would see.
  func shared(_ id: UUID) async throws -> (name: String, contents: [UInt8], url: URL) {
    let url = try await app.attachments.shareAttachment(id: id)
    guard let contents = await app.sharedFiles.contents(of: url) else {
      throw SharedFileMissing(url: url)
    }
    // What stands behind the last slash, byte by byte: `lastPathComponent` drops a U+FEFF, and a slash with a mark over it is
    // another character.
    let path = Array(url.path.utf8)
    let start = path.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0
    return (String(decoding: path[start...], as: UTF8.self), contents, url)
  }

  // Beneath the app.

  /// Everything stored, without the versions, which a write that is undone may use up.
  func stored() async throws -> [String: [String: [String: FieldValue]]] {
    try await store.read { transaction in
      var contents: [String: [String: [String: FieldValue]]] = [:]
      for collection in try transaction.collections() {
        for record in try transaction.scan(collection) { contents[collection, default: [:]][record.key] = record.fields }
      }
      return contents
    }
  }

  /// What is stored of an attachment's contents, encrypted.
  func sealedContents(_ id: UUID) async throws -> [UInt8] { try await sealed(id, in: AttachmentContents.collection, "encryptedData") }
  func sealedValueOfAField() async throws -> [UInt8] {
    guard case .bytes(let sealed)? = try await store.read({ try $0.scan(CardField.collection).first?.fields["encryptedValue"] }) else {
      return []
    }
    return sealed
  }
  func sealedThumbnail(_ id: UUID) async throws -> [UInt8] { try await sealed(id, in: CardAttachment.collection, "thumbnailData") }

  private func sealed(_ id: UUID, in collection: String, _ field: String) async throws -> [UInt8] {
    let value = try await store.read { try $0.get(id.uuidString, in: collection)?.fields[field] }
    guard case .bytes(let sealed)? = value else { return [] }
    return sealed
  }

  /// Somebody changes what lies on the disk.
  func replaceContents(of id: UUID, by sealed: [UInt8]) async throws {
    try await store.write { transaction in
      _ = try transaction.put(["encryptedData": .bytes(sealed)], at: id.uuidString, in: AttachmentContents.collection)
    }
  }
}

extension AttachmentVault {
  /// Somebody takes the contents off the disk, and leaves the attachment.
  func loseContents(of id: UUID) async throws {
    try await store.write { _ = try $0.delete(id.uuidString, in: AttachmentContents.collection) }
  }

  func replaceThumbnail(of id: UUID, by sealed: [UInt8]) async throws {
    try await store.write { transaction in
      guard var fields = try transaction.get(id.uuidString, in: CardAttachment.collection)?.fields else { return }
      fields["thumbnailData"] = .bytes(sealed)
      _ = try transaction.put(fields, at: id.uuidString, in: CardAttachment.collection)
    }
  }
}

/// A file was shared and does not lie there.
struct SharedFileMissing: Error {
  let url: URL
}

/// Whether 16 bytes on end of the plain ones stand among the others.
func shows(_ plain: [UInt8], in bytes: [UInt8]) -> Bool {
  guard plain.count >= 16, bytes.count >= 16 else { return false }
  let places = stride(from: 0, through: plain.count - 16, by: max(1, plain.count / 32))
  // Runs of zeros and the like are everywhere.
  let windows = Set(places.map { Array(plain[$0..<($0 + 16)]) }.filter { Set($0).count >= 8 })
  return windows.contains { bytes.holds($0) }
}
