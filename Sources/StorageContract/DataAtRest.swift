extension StoreLocation {
  /// What can be read here without the app: ``rawBytes()``, and ``Store/contentBytes()``, since a backend may show no files (a
  /// server), or have bytes in another form there. So a search for a secret never searches nothing. Only while no store is open here.
  /// - Throws: what the store throws, and ``StoreError/inUse(path:)``.
  package func bytesAtRest() async throws -> [UInt8] {
    var bytes: [UInt8] = []
    do { bytes = try await rawBytes() } catch StoreError.unsupported {}
    let store = try await open()
    bytes += try await store.contentBytes()
    try await store.close()
    return bytes
  }
}

extension Store {
  /// Names, keys and values of everything that the store holds, each with a zero behind it: no text is made of the end of one
  /// and the beginning of the next. Bytes are as they are, where ``dump()``, and the files of some
  /// backends, have their base64.
  package func contentBytes() async throws -> [UInt8] {
    try await read { transaction in
      var all: [UInt8] = []
      for collection in try transaction.collections() {
        all += Array(collection.utf8) + [0]
        for record in try transaction.scan(collection) {
          all += Array(record.key.utf8) + [0]
          for (name, value) in record.fields { all += Array(name.utf8) + [0] + value.plainBytes + [0] }
        }
      }
      return all
    }
  }
}

extension FieldValue {
  /// Bytes unchanged; the exact text of any other value.
  package var plainBytes: [UInt8] {
    if case .bytes(let bytes) = self { bytes } else { Array(exactText.utf8) }
  }
}
