import Foundation
import PropertyTesting
import StorageContract

/// Text or bytes of a certain size, the contents of which show any part that is missing, moved or repeated.
struct SizedValue: Sendable, CounterexampleDescribable {
  let isText: Bool
  let sizeBytes: Int
  /// Where in its pattern the contents begin.
  let phase: Int

  /// A declared limit above this is not tried: what it takes would make the laws slow.
  static let largestTriedBytes = RecordRules.defaultMaximumFieldSizeBytes

  /// The same kind of value in another size.
  func of(sizeBytes: Int) -> SizedValue {
    SizedValue(isText: isText, sizeBytes: sizeBytes, phase: phase)
  }

  var value: FieldValue {
    guard isText else {
      let start = phase % Self.bytePattern.count
      return .bytes(Self.repeated(Self.bytePattern[start...] + Self.bytePattern[..<start], sizeBytes: sizeBytes))
    }
    // Whole characters, then as many of one byte as are missing.
    let start = Self.textPattern.prefix(phase % 8).utf8.count
    let pattern = Array(Self.textPattern.utf8)
    let whole = sizeBytes - sizeBytes % pattern.count
    let bytes = Self.repeated(pattern[start...] + pattern[..<start], sizeBytes: whole)
    return .text(String(decoding: bytes + [UInt8](repeating: 0x78, count: sizeBytes - whole), as: UTF8.self))
  }

  private static func repeated(_ pattern: ArraySlice<UInt8>, sizeBytes: Int) -> [UInt8] {
    var bytes = Array(pattern)
    while bytes.count < sizeBytes { bytes += bytes }
    return Array(bytes.prefix(sizeBytes))
  }

  /// 251 bytes: a prime, so that no two pages begin alike.
  private static let bytePattern = (0..<251).map { UInt8($0) }
  /// 67 bytes in characters of 1 to 4, of which the ends of pages cut some.
  private static let textPattern = "0123456789 ß€😀 line\n \"quoted\" \\ back é 한글 😀 of a text"

  var counterexampleDescription: String { "\(isText ? "text" : "bytes") of \(sizeBytes) bytes, from \(phase)" }
}

extension Generator where Value == SizedValue {
  /// Mostly around the sizes of pages.
  static let sized: Generator = Generator { source in
    SizedValue(
      isText: try source(.bool), sizeBytes: try source(.aroundPages), phase: try source(.int(in: 0...250)))
  }
}

extension Generator where Value == Int {
  fileprivate static let aroundPages: Generator = .frequency(
    (3, .int(in: 0...300)),
    (6, Generator<(Int, Int)>.zip(.element(of: [512, 4_096, 65_536]), .int(in: -1...1)).map { $0 + $1 }),
    (2, Generator<Int>.int(in: -1...1).map { 1 << 20 + $0 }))
}

extension FieldValue {
  /// Fails the case if the bytes differ. One comparison of memory, because there can be many bytes.
  func expectSameBytes(
    _ claim: String, _ other: FieldValue?, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) throws {
    noteClaim(fileID: fileID, line: line)
    let isSame =
      switch (self, other) {
      case (.text(let left), .text(let right)): KeyBytes.equal(left, right)
      case (.bytes(let left), .bytes(let right)): left.count == right.count && memcmp(left, right, left.count) == 0
      default: false
      }
    if isSame { return }
    throw ExpectationFailure(
      claim: "\(claim)\(place(ofDifferenceTo: other))", expected: describe(self),
      actual: other.map { describe($0) } ?? "no value",
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Where two values of one type begin to differ, for a report; empty where they are of two types.
  private func place(ofDifferenceTo other: FieldValue?) -> String {
    let bytes: ([UInt8], [UInt8])
    switch (self, other) {
    case (.text(let left), .text(let right)): bytes = (Array(left.utf8), Array(right.utf8))
    case (.bytes(let left), .bytes(let right)): bytes = (left, right)
    default: return ""
    }
    // By halves, since memory is compared many times faster than bytes are one by one.
    var (same, end) = (0, min(bytes.0.count, bytes.1.count))
    while same < end {
      let middle = (same + end + 1) / 2
      if memcmp(bytes.0, bytes.1, middle) == 0 { same = middle } else { end = middle - 1 }
    }
    return ", from byte \(same) on"
  }
}
