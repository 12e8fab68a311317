import Foundation

// The beginning of a chain that ends in another type: `.int(in: 0...9).map { Level($0) }` in the place of a `Generator<Level>`. There, the
// compiler looks for `int` in `Generator<Level>`. These forms are in the generators of every type; where the plain ones fit, it takes those.

extension Generator {
  /// Whole numbers to be mapped to another type.
  @inlinable @_disfavoredOverload
  public static func int(in range: ClosedRange<Int>, target: Int? = nil) -> Generator<Int> { .int(in: range, target: target) }

  /// Any `Int`, to be mapped to another type.
  @inlinable @_disfavoredOverload
  public static func int() -> Generator<Int> { .int() }

  /// Doubles to be mapped to another type.
  @inlinable @_disfavoredOverload
  public static func double(in range: ClosedRange<Double>, including special: [Double] = []) -> Generator<Double> {
    .double(in: range, including: special)
  }

  /// Finite doubles to be mapped to another type.
  @inlinable @_disfavoredOverload
  public static func double() -> Generator<Double> { .double() }

  /// False or true, to be mapped to another type.
  @inlinable @_disfavoredOverload
  public static var bool: Generator<Bool> { .bool }

  /// Texts to be mapped to another type.
  @inlinable @_disfavoredOverload
  public static func text(_ alphabet: Alphabet = .unicode, count: ClosedRange<Int>? = nil) -> Generator<String> {
    .text(alphabet, count: count)
  }

  /// Identifiers to be mapped to another type.
  @inlinable @_disfavoredOverload
  public static var uuid: Generator<UUID> { .uuid }

  /// Arrays to be mapped to another type.
  @inlinable @_disfavoredOverload
  public static func array<Element>(of element: Generator<Element>, count: ClosedRange<Int>? = nil) -> Generator<[Element]> {
    .array(of: element, count: count)
  }

  /// One of the values of a list, to be mapped to another type.
  @inlinable @_disfavoredOverload
  public static func element<Element: Sendable>(of elements: [Element]) -> Generator<Element> { .element(of: elements) }
}
