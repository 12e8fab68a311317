import PropertyTesting

extension Generator where Value == String {
  /// Text that occurs nowhere by chance, so a search of the disk can look for it. At least 16 characters: first letters
  /// and digits, then sometimes accents and symbols.
  public static var marker: Generator {
    Generator { source in
      let core = try source(.text(.of("abcdefghijkmnopqrstuvwxyz0123456789"), count: 16...20))
      return core + (try source(.frequency((3, .constant("")), (1, .text(count: 0...4)))))
    }
  }
}

extension Generator where Value == [UInt8] {
  /// Up to 64 KiB: short payloads, block sizes of ciphers and their neighbours, and long payloads. A long payload is
  /// computed from one drawn number, because drawing each byte takes long.
  public static var payload: Generator {
    .frequency(
      (8, .bytes(count: 0...40)),
      (8, patterned(size: .element(of: [0, 1, 15, 16, 17, 31, 32, 33, 255, 256, 257]))),
      (3, patterned(size: .int(in: 0...4_096))),
      (1, patterned(size: .element(of: [65_535, 65_536]))))
  }

  private static func patterned(size: Generator<Int>) -> Generator {
    Generator { source in
      let count = try source(size)
      var state = try source(.integer(in: UInt64.min...UInt64.max))
      let words = (0..<(count + 7) / 8).map { _ in
        // Knuth's multiplier for 64 bits. The upper bits are well mixed, so the shift mixes the lower ones with them.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ state >> 32).littleEndian
      }
      return words.withUnsafeBytes { Array($0.prefix(count)) }
    }
  }
}
