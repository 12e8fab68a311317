import StorageContract

/// A number as the fields of a record.
struct OverlapValue {
  let number: Int64

  var fields: [String: FieldValue] { ["v": .int64(number)] }

  init(number: Int64) {
    self.number = number
  }

  /// - Throws: ``OverlapGarbage`` where it is not a record of this kind.
  init(_ record: Record) throws {
    guard record.fields.count == 1, case .int64(let number) = record.fields["v"] else {
      throw OverlapGarbage(description: "the record at \(record.key) holds \(record.fields), which no transaction put")
    }
    self.number = number
  }
}

struct OverlapGarbage: Error, CustomStringConvertible {
  let description: String
}
