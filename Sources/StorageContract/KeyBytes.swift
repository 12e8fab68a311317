#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A record key as stores compare it: by its UTF-8 bytes.
///
/// Swift's `String` compares, orders and hashes by canonical equivalence. So `é` (U+00E9) and `e` with a
/// combining acute are one dictionary key, but two records of a store. Use this type for record keys in
/// dictionaries and sets, and ``precedes(_:_:)`` to order keys.
public struct KeyBytes: Sendable, Hashable, Comparable {
  /// The key as it was given.
  public let text: String

  /// A key to compare by the UTF-8 bytes of `text`.
  public init(_ text: String) {
    self.text = text
  }

  public static func == (left: KeyBytes, right: KeyBytes) -> Bool {
    equal(left.text, right.text)
  }

  public static func < (left: KeyBytes, right: KeyBytes) -> Bool {
    precedes(left.text, right.text)
  }

  public func hash(into hasher: inout Hasher) {
    var copy = text
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // As the standard library does: "ab", "c" and "a", "bc" must not feed the hasher the same bytes.
    hasher.combine(0xFF as UInt8)
  }

  /// Whether both texts are the same bytes.
  public static func equal(_ left: String, _ right: String) -> Bool {
    order(left, right) == 0
  }

  /// Whether `left` comes before `right` in byte order. It is also the order of Unicode code points.
  public static func precedes(_ left: String, _ right: String) -> Bool {
    order(left, right) < 0
  }

  /// Negative, zero or positive, as `left` comes before, is, or comes after `right`.
  static func order(_ left: String, _ right: String) -> Int {
    let fast = left.utf8.withContiguousStorageIfAvailable { leftBytes in
      right.utf8.withContiguousStorageIfAvailable { rightBytes in
        order(leftBytes, rightBytes)
      }
    }
    if let fast, let result = fast { return result }
    // Only text bridged from Foundation is not contiguous; copying makes it so.
    var leftCopy = left
    var rightCopy = right
    return leftCopy.withUTF8 { leftBytes in
      rightCopy.withUTF8 { rightBytes in order(leftBytes, rightBytes) }
    }
  }

  private static func order(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    if let leftBase = left.baseAddress, let rightBase = right.baseAddress {
      let common = memcmp(leftBase, rightBase, min(left.count, right.count))
      if common != 0 { return Int(common) }
    }
    return left.count - right.count
  }
}
