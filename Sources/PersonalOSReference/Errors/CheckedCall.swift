import Foundation
import PlatformStandIns

/// A call of a part of the app that checks its input. The error that it throws is all that a developer learns about the
/// mistake.
public enum CheckedCall: Sendable {
  /// The type as which a field of a record is read.
  public enum FieldType: String, Sendable, CaseIterable {
    case text, decimal, date, double, bool, int64, bytes, uuid
    /// A case of `PriceSource`, stored as its name.
    case source
    case optionalText, optionalDate, optionalInt64
    /// The record's key as the text of a UUID. The field name does not matter.
    case key
  }

  /// Reads a field of a record as a type.
  case field(String, FieldType, of: StoredRecord)
  /// Reads the field `amount` of a record as the JSON of a decimal.
  case storedAmount(StoredRecord)
  /// Reads a text that the user typed as an amount.
  case amount(String)
  /// Reads a message of the price feed.
  case prices(Data)
  /// Reads a file of exported trades.
  case trades(Data)
  /// Reads a document of remote configuration.
  case configuration([UInt8])
  /// Reads the text of a backup.
  case backup([UInt8])
  /// Encrypts with AES-256-GCM, with a key and a nonce of these sizes in bytes.
  case seal(keySize: Int, nonceSize: Int)
  /// Decrypts a text that was sealed with a key of 32 bytes, with another key of this size in bytes.
  case open(keySize: Int)
  /// Derives a key of this size in bytes from a password, by PBKDF2 with SHA-256.
  case deriveKey(iterations: Int, keySize: Int)
  /// Makes this number of random bytes.
  case randomBytes(Int)
  /// Opens the legal documents of a web site at this address.
  case legalSite(String)

  /// The error that the call throws. It is nil if the part accepts the input.
  public var refusal: (any Error)? {
    do {
      try run()
      return nil
    } catch {
      return error
    }
  }

  private func run() throws {
    switch self {
    case .field(let field, let type, let record): try Self.read(field, type, of: record)
    case .storedAmount(let record): _ = try StoredAmount(stored: record)
    case .amount(let text): _ = try AmountText.read(text)
    case .prices(let message): _ = try PriceFeed.read(message)
    case .trades(let file): _ = try TradeArchive.read(file)
    case .configuration(let document): _ = try RemoteConfiguration(document: document)
    case .backup(let file): _ = try BackupEnvelope(file)
    case .seal(let keySize, let nonceSize):
      _ = try AES256GCM.seal([], key: Self.bytes(keySize), nonce: Self.bytes(nonceSize))
    case .open(let keySize):
      let key = Self.bytes(AES256GCM.keySize)
      let sealed = try AES256GCM.seal([], key: key, nonce: Self.bytes(AES256GCM.nonceSize))
      _ = try AES256GCM.open(sealed, key: Self.bytes(keySize))
    case .deriveKey(let iterations, let keySize):
      _ = try PBKDF2SHA256.key(password: [], salt: [], iterations: iterations, keySize: keySize)
    case .randomBytes(let count): _ = try SecureRandom.bytes(count)
    case .legalSite(let site): _ = try LegalDocumentProvider(site: site)
    }
  }

  private static func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 7, count: count) }

  private static func read(_ field: String, _ type: FieldType, of record: StoredRecord) throws {
    switch type {
    case .text: _ = try record.text(field)
    case .decimal: _ = try record.decimal(field)
    case .date: _ = try record.date(field)
    case .double: _ = try record.double(field)
    case .bool: _ = try record.bool(field)
    case .int64: _ = try record.int64(field)
    case .bytes: _ = try record.bytes(field)
    case .uuid: _ = try record.uuid(field)
    case .source: let _: PriceSource = try record.name(field)
    case .optionalText: _ = try record.optionalText(field)
    case .optionalDate: _ = try record.optionalDate(field)
    case .optionalInt64: _ = try record.optionalInt64(field)
    case .key: _ = try record.uuidKey()
    }
  }
}
