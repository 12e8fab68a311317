import Foundation
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// Files to attach, and what somebody does to one of them on the disk.
struct StoredAttachments: Sendable {
  /// The last is attached twice.
  var files: [AttachmentFile]
  var tampering: Tampering

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
    try await vault.replaceContents(of: ids[0], by: first)
    try await vault.replaceContents(of: ids[1], by: second)
    try await expectReadable(ids, in: vault)
  }

  private func expectCorrupted(_ id: UUID, _ what: String, in vault: AttachmentVault) async throws {
    for isShared in [false, true] {
      do {
        if isShared {
          _ = try await vault.app.attachments.shareAttachment(id: id)
        } else {
          _ = try await vault.app.attachments.attachmentData(id: id)
        }
      } catch let error as AppError {
        try expect("the reason for refusing \(what)", error, equals: .attachment(.corrupted))
        continue
      }
      try expect("\(what) are refused", false)
    }
  }
}

extension Generator where Value == StoredAttachments {
  static let storedAttachments = Generator { source in
    var files = try source(.array(of: .attachment(), count: 1...3))
    files.append(files[files.count - 1])
    return StoredAttachments(files: files, tampering: try source(.tampering))
  }
}

/// A limit, and the sizes of files that are attached one after the other.
struct FilesNearTheLimit: Sendable {
  var limit: Int
  var sizes: [Int]
}

extension Generator where Value == FilesNearTheLimit {
  static let filesNearTheLimit = Generator { source in
    let limit = try source(.frequency((6, .int(in: 0...300)), (1, .constant(1 << 16))))
    let size = Generator<Int>.frequency(
      (5, Generator<Int>.element(of: [0, 1, 0, 1, -1, -2, 2]).map { max(0, limit + $0) }), (2, .int(in: 0...max(1, limit))),
      (1, Generator<Int>.int(in: 3...40).map { limit + $0 }), (1, .constant(max(0, limit - 28))))
    return FilesNearTheLimit(limit: limit, sizes: try source(.array(of: size, count: 1...4)))
  }
}
