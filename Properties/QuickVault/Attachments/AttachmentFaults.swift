import Foundation
import ImageStandIns
import PlatformStandIns
import PropertyTesting
import QuickVaultReference
import StorageContract

/// Attachments that are added, or shared, in another way.
struct ChangedAttachments: AttachmentService {
  typealias Add = @Sendable (any AttachmentService, UUID, [UInt8], String, String) async throws -> AttachmentDTO
  typealias Share = @Sendable (any AttachmentService, UUID) async throws -> URL

  typealias List = @Sendable (any AttachmentService, UUID) async throws -> [AttachmentDTO]

  let base: any AttachmentService
  var list: List = { try await $0.fetchAttachments(for: $1) }
  var add: Add = { try await $0.addAttachment(to: $1, fileData: $2, fileName: $3, mimeType: $4) }
  var share: Share = { try await $0.shareAttachment(id: $1) }

  func addAttachment(
    to cardId: UUID, fileData: [UInt8], fileName: String, mimeType: String
  ) async throws -> AttachmentDTO {
    try await add(base, cardId, fileData, fileName, mimeType)
  }
  func deleteAttachment(id: UUID) async throws { try await base.deleteAttachment(id: id) }
  func fetchAttachments(for cardId: UUID) async throws -> [AttachmentDTO] { try await list(base, cardId) }
  func attachmentData(id: UUID) async throws -> [UInt8] { try await base.attachmentData(id: id) }
  func shareAttachment(id: UUID) async throws -> URL { try await share(base, id) }
}

// What QV-14 must catch.
extension Fault<QuickVaultSystem> {
  private static func sealing(
    _ id: String, _ fact: String, _ seal: @escaping @Sendable (any CryptoService, [UInt8], String) throws -> [UInt8]
  ) -> Fault {
    Fault(id, fact) { system in
      system.parts.alterCrypto { crypto in AlteredCrypto(crypto, encryptFile: { try seal(crypto, $0, $1) }) }
    }
  }

  /// A fault that adds attachments in another way.
  static func adding(_ id: String, _ fact: String, _ add: @escaping ChangedAttachments.Add) -> Fault {
    Fault(id, fact) { system in
      let make = system.parts.makeAttachments
      system.parts.makeAttachments = { ChangedAttachments(base: make($0), add: add) }
    }
  }

  static let cutsFilesAtNUL = sealing("cutsFilesAtNUL", "ends a file at its first byte 0") {
    try $0.encryptFile(Array($1.prefix { $0 != 0 }), for: $2)
  }

  static let padsFiles = sealing("padsFiles", "fills files up to whole blocks of 16 bytes") {
    try $0.encryptFile($1 + [UInt8](repeating: 0, count: (16 - $1.count % 16) % 16), for: $2)
  }

  static let leavesThumbnailsReadable = Fault("leavesThumbnailsReadable", "stores thumbnails as they are") { system in
    system.parts.alterCrypto { crypto in
      AlteredCrypto(
        crypto, encryptFile: { $1.hasPrefix("thumbnail") ? $0 : try crypto.encryptFile($0, for: $1) },
        decryptFile: { $1.hasPrefix("thumbnail") ? $0 : try crypto.decryptFile($0, for: $1) })
    }
  }

  static let returnsWhatDoesNotDecrypt = Fault("returnsWhatDoesNotDecrypt", "returns data that it cannot decrypt unchanged") {
    system in
    system.parts.alterCrypto { crypto in
      AlteredCrypto(crypto, decryptFile: { (try? crypto.decryptFile($0, for: $1)) ?? $0 })
    }
  }

  static let saysTheEncryptedSize = adding("saysTheEncryptedSize", "gives the size of the encrypted file") {
    var attachment = try await $0.addAttachment(to: $1, fileData: $2, fileName: $3, mimeType: $4)
    attachment.fileSize += 28
    return attachment
  }

  static let keepsTheNameInLowerCase = adding("keepsTheNameInLowerCase", "keeps names in lower case") {
    try await $0.addAttachment(to: $1, fileData: $2, fileName: $3.lowercased(), mimeType: $4)
  }

  static let compressesImages = Fault("compressesImages", "stores re-encoded images") { system in
    let (make, images) = (system.parts.makeAttachments, system.parts.images)
    system.parts.makeAttachments = { setup in
      ChangedAttachments(base: make(setup), add: { base, card, data, name, type in
        let encoded = images.thumbnail(of: data) ?? data
        return try await base.addAttachment(to: card, fileData: encoded, fileName: name, mimeType: type)
      })
    }
  }

  static let leavesTheFileInTheSandbox = Fault("leavesTheFileInTheSandbox", "leaves a copy of each file beside the store") {
    system in
    let launch = system.launch
    system.launch = { platform, parts in
      var parts = parts
      let make = parts.makeAttachments
      parts.makeAttachments = { setup in
        ChangedAttachments(base: make(setup), add: { base, card, data, name, type in
          platform.sandbox.writeFile(data, at: "tmp/import")
          return try await base.addAttachment(to: card, fileData: data, fileName: name, mimeType: type)
        })
      }
      return try await launch(platform, parts)
    }
  }
}

// What QV-15 must catch.
extension Fault<QuickVaultSystem> {
  private static func limiting(
    _ id: String, _ fact: String, _ limit: @escaping @Sendable (Int64) -> Int64
  ) -> Fault {
    Fault(id, fact) { system in
      system.parts.makeAttachments = changingSetup(of: system.parts.makeAttachments) { setup in
        setup.policy.maximumFileSize = limit(setup.policy.maximumFileSize)
      }
    }
  }

  static let refusesTheLimit = limiting("refusesTheLimit", "refuses a file of exactly the limit") { $0 - 1 }
  static let acceptsOneByteMore = limiting("acceptsOneByteMore", "accepts one byte more than the limit") { $0 + 1 }
  static let measuresTheEncryptedFile = limiting("measuresTheEncryptedFile", "measures the encrypted file") { $0 - 28 }
  static let countsDecimalMegabytes = limiting("countsDecimalMegabytes", "sets the limit to 10,000,000 bytes") {
    $0 * 1_000_000 / 1_048_576
  }
  static let acceptsAnySize = limiting("acceptsAnySize", "accepts files of any size") { _ in .max }
  static let refusesAllFiles = limiting("refusesAllFiles", "refuses every file") { _ in -1 }

  static let countsTheWholeCard = adding("countsTheWholeCard", "limits all files of a card together") {
    base, card, data, name, type in
    let size = Int64(data.count)
    let others = try await base.fetchAttachments(for: card).reduce(0) { $0 + $1.fileSize }
    guard others == 0 || others + size <= 256 else {
      throw AppError.attachment(.fileTooLarge(size: size, max: 256))
    }
    return try await base.addAttachment(to: card, fileData: data, fileName: name, mimeType: type)
  }

  static let storesBeforeItRefuses = Fault("storesBeforeItRefuses", "stores a file that is too large, and then refuses it") {
    system in
    let make = system.parts.makeAttachments
    system.parts.makeAttachments = { setup in
      var open = setup
      open.policy.maximumFileSize = .max
      let max = setup.policy.maximumFileSize
      return ChangedAttachments(base: make(open), add: { base, card, data, name, type in
        let attachment = try await base.addAttachment(to: card, fileData: data, fileName: name, mimeType: type)
        guard Int64(data.count) <= max else {
          throw AppError.attachment(.fileTooLarge(size: Int64(data.count), max: max))
        }
        return attachment
      })
    }
  }

  static let cutsFilesAtTheLimit = Fault("cutsFilesAtTheLimit", "keeps as much of a file as the limit allows") { system in
    let make = system.parts.makeAttachments
    system.parts.makeAttachments = { setup in
      let max = Int(setup.policy.maximumFileSize)
      return ChangedAttachments(base: make(setup), add: { base, card, data, name, type in
        try await base.addAttachment(to: card, fileData: Array(data.prefix(max)), fileName: name, mimeType: type)
      })
    }
  }

  static let saysNoSize = adding("saysNoSize", "refuses without size and limit") { base, card, data, name, type in
    do {
      return try await base.addAttachment(to: card, fileData: data, fileName: name, mimeType: type)
    } catch AppError.attachment(.fileTooLarge) {
      throw AppError.attachment(.fileTooLarge(size: 0, max: 0))
    }
  }
}

// Types and thumbnails of what is added on a card's screen, and the app's own limit.
extension Fault<QuickVaultSystem> {
  static let takesTheFirstEnding = Fault("takesTheFirstEnding", "takes a file's type from the first ending of its name") { system in
    let make = system.parts.makeCardDetail
    system.parts.makeCardDetail = { card, setup in
      var setup = setup
      setup.attachments = ChangedAttachments(base: setup.attachments, add: { base, card, data, name, type in
        let isText = name.split(separator: ".").dropFirst().first == "txt"
        return try await base.addAttachment(to: card, fileData: data, fileName: name, mimeType: isText ? "text/plain" : type)
      })
      return make(card, setup)
    }
  }

  static let takesANameForAnEnding = Fault(
    "takesANameForAnEnding", "takes the name of a file without an ending for its ending"
  ) { system in
    let make = system.parts.makeCardDetail
    system.parts.makeCardDetail = { card, setup in
      var setup = setup
      setup.attachments = ChangedAttachments(base: setup.attachments, add: { base, card, data, name, type in
        let types = ["png": "image/png", "pdf": "application/pdf", ".jpg": "image/jpeg"]
        return try await base.addAttachment(
          to: card, fileData: data, fileName: name, mimeType: types[name.lowercased()] ?? type)
      })
      return make(card, setup)
    }
  }

  static let listsFilesByName = Fault("listsFilesByName", "lists the files of a card by their names") { system in
    let make = system.parts.makeAttachments
    system.parts.makeAttachments = { setup in
      ChangedAttachments(base: make(setup), list: { base, card in
        try await base.fetchAttachments(for: card).sorted { ($0.fileName, $0.id.uuidString) < ($1.fileName, $1.id.uuidString) }
      })
    }
  }

  static let makesSmallThumbnails = Fault("makesSmallThumbnails", "makes thumbnails of 127 pixels") { system in
    system.parts.images = SmallThumbnails(base: system.parts.images)
  }

  static let raisesTheLimitOfTheApp = Fault("raisesTheLimitOfTheApp", "accepts files of 11 MiB by default") { system in
    let launch = system.launch
    system.launch = { platform, parts in
      var platform = platform
      if platform.policy.maximumFileSize == VaultPolicy.standard.maximumFileSize { platform.policy.maximumFileSize = 11 << 20 }
      return try await launch(platform, parts)
    }
  }
}

private struct SmallThumbnails: ImageProcessing {
  let base: any ImageProcessing

  func bitmap(of data: [UInt8]) -> Bitmap? { base.bitmap(of: data) }
  func thumbnail(of data: [UInt8]) -> [UInt8]? {
    base.bitmap(of: data).flatMap { try? ImageCodec.encodePNG($0.scaled(toFit: 127)) }
  }
  func applyWatermark(_ text: String, style: WatermarkStyle, to bitmap: Bitmap) throws(WatermarkError) -> Bitmap {
    try base.applyWatermark(text, style: style, to: bitmap)
  }
  func watermarked(_ data: [UInt8], text: String) throws(WatermarkError) -> [UInt8] { try base.watermarked(data, text: text) }
}
