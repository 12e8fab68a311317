// What the compiler says of generators by the names that other libraries give them. Nothing here can be called: see docs/common-mistakes.md.

extension Generator {
  /// For a constant by another name.
  @available(*, unavailable, renamed: "constant(_:)")
  public static func just(_ value: Value) -> Generator { notCallable }

  /// For a constant by another name.
  @available(*, unavailable, renamed: "constant(_:)")
  public static func always(_ value: Value) -> Generator { notCallable }

  /// For a range without its label.
  @available(*, unavailable, renamed: "int(in:)")
  public static func int(_ range: ClosedRange<Int>) -> Generator<Int> { .int(in: range) }

  /// For bounds that are two arguments.
  @available(*, unavailable, message: "bounds are a range: .int(in: 0...9)")
  public static func int(min: Int, max: Int) -> Generator<Int> { .int() }

  /// For bounds that are two arguments.
  @available(*, unavailable, message: "bounds are a range: .double(in: 0...1)")
  public static func double(min: Double, max: Double) -> Generator<Double> { .double() }

  /// For a length by another name.
  @available(*, unavailable, message: "the length of a text is its count: .text(count: 1...5)")
  public static func text(length: ClosedRange<Int>) -> Generator<String> { .text() }

  /// For elements without their label.
  @available(*, unavailable, renamed: "array(of:)")
  public static func array<Element>(_ element: Generator<Element>) -> Generator<[Element]> { .array(of: element) }

  /// For a length by another name.
  @available(*, unavailable, message: "the length of an array is its count: .array(of: .int(), count: 1...5)")
  public static func array<Element>(of element: Generator<Element>, length: ClosedRange<Int>) -> Generator<[Element]> { .array(of: element) }

  /// For an optional with a label.
  @available(*, unavailable, renamed: "optional(_:)")
  public static func optional<Wrapped>(of wrapped: Generator<Wrapped>) -> Generator<Wrapped?> { .optional(wrapped) }

  /// For values that are no list.
  @available(*, unavailable, message: "the values are a list: .element(of: [1, 2, 3])")
  public static func element(of first: Value, _ second: Value, _ others: Value...) -> Generator { notCallable }

  /// For the cases of a type that is not decodable.
  @available(*, unavailable, message: "the cases of a CaseIterable type are .anyCase(Suit.self)")
  @_disfavoredOverload
  public static func of(_ type: Value.Type) -> Generator where Value: CaseIterable { notCallable }

  /// For an array that ends a chain.
  @available(*, unavailable, message: "an array comes before its elements: .array(of: .int(), count: 0...5)")
  public func array(of count: ClosedRange<Int>) -> Generator<[Value]> { .array(of: self) }

  /// For an array that ends a chain.
  @available(*, unavailable, message: "an array comes before its elements: .array(of: .int(), count: 0...5)")
  public func array(length: ClosedRange<Int>) -> Generator<[Value]> { .array(of: self) }

  /// For an array that ends a chain.
  @available(*, unavailable, message: "an array comes before its elements: .array(of: .int())")
  public func array() -> Generator<[Value]> { .array(of: self) }

  /// For a filter by another name.
  @available(*, unavailable, renamed: "filter(_:)")
  public func suchThat(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> Generator { self }
}

/// For calls without their parentheses: a type cannot have a property and a function of one name, but its protocol can.
public protocol CalledWithoutParentheses {}

extension Generator: CalledWithoutParentheses {}

extension CalledWithoutParentheses {
  /// For a call without its parentheses.
  @available(*, unavailable, message: "call it: .int()")
  public static var int: Generator<Int> { .int() }

  /// For a call without its parentheses.
  @available(*, unavailable, message: "call it: .double()")
  public static var double: Generator<Double> { .double() }
}

extension Generator where Value == String {
  /// For texts by the name of their type.
  @available(*, unavailable, renamed: "text()")
  public static func string() -> Generator { .text() }
}

extension Generator {
  private static var notCallable: Generator { Generator { _ in throw Discard(reason: "not callable") } }
}
