import StorageContract

// Texts are compared by their UTF-8 bytes, as stores compare them: see `KeyBytes`.
extension [String] {
  /// The texts without repetitions. Each stands where it occurs first.
  var eachOnce: [String] {
    var met: Set<KeyBytes> = []
    return filter { met.insert(KeyBytes($0)).inserted }
  }

  /// The texts in the order of their UTF-8 bytes.
  var inByteOrder: [String] { sorted(by: KeyBytes.precedes) }

  /// Whether the list has a text of the same bytes.
  func holds(_ text: String) -> Bool { contains { KeyBytes.equal($0, text) } }

  /// The list without every text of the same bytes.
  func without(_ text: String) -> [String] { filter { !KeyBytes.equal($0, text) } }
}
