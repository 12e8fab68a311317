extension Store {
  /// All contents of the store as text. Equal contents give equal text on every backend: collections
  /// and keys in byte order, versions, and fields by name with type and exact value.
  ///
  ///     schemaVersion 2
  ///     collection trades
  ///       "AAPL" version 7
  ///         price decimal "0.1"
  ///
  /// The put counter shows only in the versions. Decimals count by value, so 1.0 and 1 give the same text.
  public func dump() async throws -> String {
    try await read { transaction in
      var text = [UInt8]()
      text.appendLiteral("schemaVersion ")
      text.appendInteger(try transaction.schemaVersion())
      text.appendLiteral("\n")
      for collection in try transaction.collections() {
        text.appendLiteral("collection ")
        text.append(contentsOf: collection.utf8)
        text.appendLiteral("\n")
        for record in try transaction.scan(collection) {
          text.append(record)
        }
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ record: Record) {
    appendLiteral("  ")
    appendJSONString(record.key)
    appendLiteral(" version ")
    appendInteger(record.version)
    appendLiteral("\n")
    for (name, value) in record.fields.sorted(by: { KeyBytes.precedes($0.key, $1.key) }) {
      appendLiteral("    ")
      append(contentsOf: name.utf8)
      appendLiteral(" ")
      append(contentsOf: value.kind.utf8)
      appendLiteral(" ")
      appendJSONString(value.exactText)
      appendLiteral("\n")
    }
  }
}
