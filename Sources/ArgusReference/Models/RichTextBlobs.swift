import StorageContract

/// The rendered texts of an article, in a record of their own: one that is damaged is rendered anew and costs no article.
public struct RichTextBlobs: Sendable, Equatable {
  public let articleID: String
  public var blobs: [RichTextField: [UInt8]]

  public init(articleID: String, blobs: [RichTextField: [UInt8]]) {
    self.articleID = articleID
    self.blobs = blobs
  }
}

extension RichTextBlobs: StoredModel {
  public static let collection = "rich_text"
  public var storageKey: String { articleID }

  public var storedFields: [String: FieldValue] {
    var fields: [String: FieldValue] = ["articleID": .text(articleID)]
    for (field, bytes) in blobs { fields[field.rawValue] = .bytes(bytes) }
    return fields
  }

  public init(stored record: Record) throws(UnreadableRecord) {
    var blobs: [RichTextField: [UInt8]] = [:]
    for field in RichTextField.allCases { blobs[field] = try record.optionalBytes(field.rawValue) }
    self.init(articleID: try record.identity("articleID"), blobs: blobs)
  }
}
