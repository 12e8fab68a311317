/// One member, the type's name, with the exact text of the value: `{"decimal":"0.1"}`.
///
/// Use it where your backend keeps fields as one JSON text or blob: `JSONEncoder().encode(fields)` loses nothing of any
/// value that a store has to keep.
extension FieldValue: Codable {
  private struct Kind: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Kind.self)
    try container.encode(exactText, forKey: Kind(stringValue: kind))
  }

  /// - Throws: `DecodingError` for anything but a value that ``encode(to:)`` wrote.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Kind.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "A value has one member, its type's name, not \(container.allKeys.count)."))
    }
    let text = try container.decode(String.self, forKey: key)
    guard let value = FieldValue(kind: key.stringValue, exactText: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "“\(text.prefix(80))” is not a value of type \(key.stringValue).")
    }
    self = value
  }
}
