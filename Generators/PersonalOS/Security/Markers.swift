import PropertyTesting

extension Generator where Value == String {
  /// Text that occurs nowhere by chance, so a search of the disk can look for it. At least 16 characters: first letters
  /// and digits, then sometimes accents and symbols.
  public static var marker: Generator {
    let core = Generator.text(.of("abcdefghijkmnopqrstuvwxyz0123456789"), count: 16...20)
    return .build({ $0 + $1 }, from: core, .frequency((3, .constant("")), (1, .text(count: 0...4))))
  }
}

extension Generator where Value == [UInt8] {
  /// Up to 64 KiB: short payloads, block sizes of ciphers and their neighbours, and long payloads. A long payload
  /// repeats a short one, because drawing each byte takes long.
  public static var payload: Generator {
    .frequency(
      (8, .bytes(count: 0...40)),
      (8, repeated(to: .element(of: [0, 1, 15, 16, 17, 31, 32, 33, 255, 256, 257]))),
      (3, repeated(to: .int(in: 0...4_096))),
      (1, repeated(to: .element(of: [65_535, 65_536]))))
  }

  private static func repeated(to size: Generator<Int>) -> Generator {
    .build({ bytes, count in (0..<count).map { bytes[$0 % bytes.count] } }, from: .bytes(count: 1...20), size)
  }
}
