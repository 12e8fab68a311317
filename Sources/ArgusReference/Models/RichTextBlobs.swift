import StorageContract

/// The rendered texts of an article, in a record of their own. If this record is damaged, the app renders the texts
/// again and loses no article.
public struct RichTextBlobs: Sendable, Equatable {
  /// The id of the article, and the key of the record.
  public let articleID: String
  /// The rich text of each field, encoded by ``RichTextBlob``. A field without an entry has to be rendered.
  public var blobs: [RichTextField: [UInt8]]

  /// Creates the blobs of an article.
  public init(articleID: String, blobs: [RichTextField: [UInt8]]) {
    self.articleID = articleID
    self.blobs = blobs
  }
}

extension RichTextBlobs: StoredModel {
  /// The collection of rendered texts.
  public static let collection = "rich_text"
  /// The id of the article.
  public var storageKey: String { articleID }

  /// The article's id, and one field for each blob.
  public var storedFields: [String: FieldValue] {
    var fields: [String: FieldValue] = ["articleID": .text(articleID)]
    for (field, bytes) in blobs { fields[field.rawValue] = .bytes(bytes) }
    return fields
  }

  /// Reads the blobs. A missing or null field has no blob.
  /// - Throws: ``UnreadableRecord`` if the id is not the record's key, or if a field has another type.
  public init(stored record: Record) throws(UnreadableRecord) {
    var blobs: [RichTextField: [UInt8]] = [:]
    for field in RichTextField.allCases { blobs[field] = try record.optionalBytes(field.rawValue) }
    self.init(articleID: try record.identity("articleID"), blobs: blobs)
  }
}
