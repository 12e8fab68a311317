import PropertyTesting

extension Values where Value: Sequence {
  /// An element: of the generator `elements:` if the check has one, and otherwise of a value that is drawn for it.
  public func element(_ name: String) throws -> Value.Element {
    if let elements = elements as? Generator<Value.Element> { return try draw(elements, name) }
    let generator = generator
    return try draw(
      Generator<Value.Element> { source in
        let elements = Array(try source.draw(generator))
        guard !elements.isEmpty else { throw Discard(reason: "an empty value has no element to draw: name elements:") }
        return elements[try source.draw(.int(in: 0...(elements.count - 1)))]
      }, name)
  }

  /// Elements in an array.
  public func elements(_ name: String, count: ClosedRange<Int> = 0...6) throws -> [Value.Element] {
    let number = try draw(.int(in: count), "count of \(name)")
    return try (0..<max(0, number)).map { try element("\(name)[\($0)]") }
  }
}

extension Values where Value: SetAlgebra {
  /// An element: of the generator `elements:` of the check, or, if a set is its own element as an option set is, one option of a value.
  @_disfavoredOverload
  public func element(_ name: String) throws -> Value.Element {
    if let elements = elements as? Generator<Value.Element> { return try draw(elements, name) }
    guard elements == nil, let generator = generator as? Generator<Value.Element> else { throw MissingElements() }
    return try draw(
      Generator<Value.Element> { source in
        let value = try source.draw(generator)
        guard let set = value as? any OptionSet else { return value }
        let options = set.options.compactMap { $0 as? Value.Element }
        guard !options.isEmpty else { throw Discard(reason: "an empty option set has no option to draw: name elements:") }
        return options[try source.draw(.int(in: 0...(options.count - 1)))]
      }, name)
  }
}

extension OptionSet {
  /// Its options one by one, if the raw value has bits.
  fileprivate var options: [Self] {
    func bits<Raw: FixedWidthInteger>(_ raw: Raw) -> [RawValue] {
      (0..<Raw.bitWidth).compactMap { raw >> $0 & 1 == 1 ? (1 as Raw) << $0 as? RawValue : nil }
    }
    return (rawValue as? any FixedWidthInteger).map { bits($0).map(Self.init(rawValue:)) } ?? [self]
  }
}

/// A law draws elements, and the check has no generator of them.
struct MissingElements: Error, CustomStringConvertible {
  var description: String { "the law draws elements: name their generator, as checkLaws(…, of: …, elements: .int())" }
}
