/// Takes down what a value encodes, in the parts that ``DrawSession`` draws.
struct TreeEncoder: Encoder {
  /// What is encoded so far.
  final class Box {
    var value: EncodedNode?
    var entries: [(key: String, box: Box)] = []
    var elements: [Box]?

    var node: EncodedNode {
      if let value { return value }
      if let elements { return .list(elements.map(\.node)) }
      return .keyed(entries.map { ($0.key, $0.box.node) })
    }

    func entry(_ key: String) -> Box {
      let box = Box()
      entries.removeAll { $0.key == key }
      entries.append((key, box))
      return box
    }

    func element() -> Box {
      let box = Box()
      elements = (elements ?? []) + [box]
      return box
    }
  }

  let box: Box
  let plan: DecodingPlan
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { plan.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(TreeKeyedContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    box.elements = box.elements ?? []
    return TreeUnkeyedContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { TreeSingleContainer(encoder: self) }

  func nested(_ box: Box) -> TreeEncoder { TreeEncoder(box: box, plan: plan) }

  func write<Value: Encodable>(_ value: Value) throws {
    box.value = try Self.node(of: value, plan)
  }

  static func node<Value: Encodable>(of value: Value, _ plan: DecodingPlan) throws -> EncodedNode {
    if let parts = value as? any DrawnParts { return try parts.node(plan) }
    if value is any DrawnType || plan.values(of: Value.self) != nil { return .leaf(value) }
    let encoder = TreeEncoder(box: Box(), plan: plan)
    try value.encode(to: encoder)
    return encoder.box.node
  }
}

private struct TreeSingleContainer: SingleValueEncodingContainer {
  let encoder: TreeEncoder
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() { encoder.box.value = .null }
  mutating func encode<Value: Encodable>(_ value: Value) throws { try encoder.write(value) }
}

private struct TreeUnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: TreeEncoder
  var codingPath: [any CodingKey] { [] }
  var count: Int { encoder.box.elements?.count ?? 0 }

  mutating func encodeNil() { encoder.box.element().value = .null }
  mutating func encode<Value: Encodable>(_ value: Value) throws { try encoder.nested(encoder.box.element()).write(value) }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    encoder.nested(encoder.box.element()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.nested(encoder.box.element()).unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { encoder.nested(encoder.box.element()) }
}

private struct TreeKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: TreeEncoder
  var codingPath: [any CodingKey] { [] }

  private func nested(_ key: Key) -> TreeEncoder { encoder.nested(encoder.box.entry(key.stringValue)) }

  mutating func encodeNil(forKey key: Key) { nested(key).box.value = .null }
  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try nested(key).write(value) }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    nested(key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nested(key).unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { encoder.nested(encoder.box.entry(SuperKey().stringValue)) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key) }
}

/// A type that is drawn part by part, but not by its `init(from:)`.
protocol DrawnParts {
  func node(_ plan: DecodingPlan) throws -> EncodedNode
}

extension Optional: DrawnParts where Wrapped: Encodable {
  func node(_ plan: DecodingPlan) throws -> EncodedNode { try map { try TreeEncoder.node(of: $0, plan) } ?? .null }
}

extension Array: DrawnParts where Element: Encodable {
  func node(_ plan: DecodingPlan) throws -> EncodedNode { .list(try map { try TreeEncoder.node(of: $0, plan) }) }
}

extension Set: DrawnParts where Element: Encodable {
  func node(_ plan: DecodingPlan) throws -> EncodedNode {
    // Its own order changes from process to process.
    .list(try map { (describe($0), try TreeEncoder.node(of: $0, plan)) }.sorted { $0.0 < $1.0 }.map(\.1))
  }
}

extension Dictionary: DrawnParts where Key: Encodable, Value: Encodable {
  func node(_ plan: DecodingPlan) throws -> EncodedNode {
    let entries = try map { key, value in
      (describe(key), EncodedNode.pair(key: try TreeEncoder.node(of: key, plan), value: try TreeEncoder.node(of: value, plan)))
    }
    return .list(entries.sorted { $0.0 < $1.0 }.map(\.1))
  }
}

extension Range: DrawnParts where Bound: Encodable {
  func node(_ plan: DecodingPlan) throws -> EncodedNode { .list(try [lowerBound, upperBound].map { try TreeEncoder.node(of: $0, plan) }) }
}

extension ClosedRange: DrawnParts where Bound: Encodable {
  func node(_ plan: DecodingPlan) throws -> EncodedNode { .list(try [lowerBound, upperBound].map { try TreeEncoder.node(of: $0, plan) }) }
}
