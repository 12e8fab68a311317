import Foundation
import PropertyTesting
import StorageContract

extension Generator where Value == FieldValue {
  /// Any value that every store keeps exactly, of every type; small ones by preference. Null is simplest.
  static let storable: Generator = .frequency(
    (2, .constant(.null)),
    (2, Generator<Bool>.bool.map { .bool($0) }),
    (4, Generator<Int64>.integer(in: -9...9).map { .int64($0) }),
    (2, .storableInteger),
    (3, Generator<String>.text(.asciiPrintable, count: 0...4).map { .text($0) }),
    (2, .storableText),
    (2, .storableBytes),
    (2, .storableDecimal),
    (2, .storableDouble),
    (2, .storableDate),
    (1, .storableUUID))

  /// Any 64 bits, those often that a double cannot hold.
  static let storableInteger: Generator = .frequency(
    (2, Generator<Int64>.integer().map { .int64($0) }),
    (2, Generator<Int64>.element(of: [.max, .min, 1 << 53, 1 << 62]).map { .int64($0) }),
    (2, Generator<Int64>.integer(in: (1 << 53) - 3...(1 << 53) + 3).map { .int64($0) }),
    (1, Generator<Int64>.integer(in: -(1 << 53) - 3 ... -(1 << 53) + 3).map { .int64($0) }))

  /// Any 64 bits: both zeros, subnormals, infinities, NaNs of either sign with any payload.
  static let storableDouble: Generator = .frequency(
    (4, Generator<Double>.double(in: -1000...1000).map { .double($0) }),
    (2, Generator<Double>.double().map { .double($0) }),
    (4, Generator<Double>.element(of: [-0.0, .infinity, -.infinity, .nan]).map { .double($0) }),
    (3, Generator<Double>.notANumber.map { .double($0) }),
    (2, Generator<Double>.subnormal.map { .double($0) }),
    (2, Generator<UInt64>.integer().map { .double(Double(bitPattern: $0)) }))

  /// Decimals of at most 38 digits, at every scale that is stored.
  static let storableDecimal: Generator = Generator<StoredDecimal>.storable.map { .decimal($0.decimal) }

  /// Text with what breaks programs: see ``Generator/troublesomeText``.
  static let storableText: Generator = Generator<String>.troublesomeText.map { .text($0) }

  /// Bytes of which many are NUL, line feed, 0xFF or halves of UTF-8 sequences.
  static let storableBytes: Generator = Generator<[UInt8]>.troublesomeBytes.map { .bytes($0) }

  /// Instants by the bits of their seconds: with fractions finer than a microsecond, and far beyond any calendar.
  static let storableDate: Generator = Generator<Double>.frequency(
    (3, .double(in: -1_000_000_000...1_000_000_000)),
    (3, Generator<UInt64>.integer(in: 0...0xFFFF_FFFF).map { 700_000_000 + Double($0) / 4_294_967_296 }),
    (1, .double(in: -70_000_000_000...10_000_000_000)),
    (1, .element(of: [-0.0, -978_307_200, 978_307_200, -63_114_076_800, 252_423_993_599.999])),
    (2, .double()),
    (1, .subnormal)
  ).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }

  static let storableUUID: Generator = Generator<UUID>.uuid.map { .uuid($0) }
}

extension Generator where Value == Double {
  /// NaNs of either sign, quiet and signalling, with any payload.
  static let notANumber: Generator = Generator { source in
    let payload = try source(Generator<UInt64>.integer(in: 1...(1 << 52) - 1))
    let sign: UInt64 = try source(.bool) ? 1 << 63 : 0
    return Double(bitPattern: sign | 0x7FF << 52 | payload)
  }

  /// Those below the least normal magnitude, but not zero.
  static let subnormal: Generator = Generator { source in
    let significand = try source(Generator<UInt64>.integer(in: 1...(1 << 52) - 1))
    let sign: UInt64 = try source(.bool) ? 1 << 63 : 0
    return Double(bitPattern: sign | significand)
  }
}

extension Generator where Value == [UInt8] {
  static let troublesomeBytes: Generator = .array(
    of: .frequency(
      (1, .integer(in: 0...255)), (3, .element(of: [0, 0x0A, 0x0D, 0xFF, 0x80, 0xC3, 0xED, 0xF4, 0x22, 0x5C]))),
    count: 0...40)
}
