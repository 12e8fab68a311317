import StorageContract

// Texts as stores compare them: see `KeyBytes`.
extension [String] {
  /// Each once, where it comes first.
  var eachOnce: [String] {
    var met: Set<KeyBytes> = []
    return filter { met.insert(KeyBytes($0)).inserted }
  }

  var inByteOrder: [String] { sorted(by: KeyBytes.precedes) }

  func holds(_ text: String) -> Bool { contains { KeyBytes.equal($0, text) } }

  func without(_ text: String) -> [String] { filter { !KeyBytes.equal($0, text) } }
}
