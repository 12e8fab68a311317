/// A value as it encodes itself: what ``Generator/reflecting(_:)`` has a decoder draw once more.
/// Unchecked, because the values in it are those of a `Sendable` one.
indirect enum EncodedNode: @unchecked Sendable {
  case null
  /// A number, a text, or a value that is drawn as a whole.
  case leaf(Any)
  case list([EncodedNode])
  case keyed([(key: String, node: EncodedNode)])
  /// An entry of a dictionary.
  case pair(key: EncodedNode, value: EncodedNode)

  var isNull: Bool { if case .null = self { true } else { false } }

  var leaf: Any? { if case .leaf(let value) = self { value } else { nil } }

  var entry: (key: EncodedNode, value: EncodedNode)? { if case .pair(let key, let value) = self { (key, value) } else { nil } }

  /// Those that are not null.
  var keys: [String]? {
    if case .keyed(let entries) = self { entries.filter { !$0.node.isNull }.map(\.key) } else { nil }
  }

  var elementCount: Int? { if case .list(let nodes) = self { nodes.count } else { nil } }

  func child(_ key: any CodingKey) -> EncodedNode? {
    switch self {
    case .list(let nodes): key.intValue.flatMap { nodes.indices.contains($0) ? nodes[$0] : nil }
    case .keyed(let entries): entries.first { $0.key == key.stringValue }?.node ?? .null
    case .null, .leaf, .pair: nil
    }
  }

  private var children: [EncodedNode] {
    switch self {
    case .null, .leaf: []
    case .list(let nodes): nodes
    case .keyed(let entries): entries.map(\.node)
    case .pair(let key, let value): [key, value]
    }
  }

  /// How many scalars its longest text has.
  var longestText: Int { max((leaf as? String)?.unicodeScalars.count ?? 0, children.map(\.longestText).max() ?? 0) }

  var mostElements: Int { max(elementCount ?? 0, keys?.count ?? 0, children.map(\.mostElements).max() ?? 0) }

  /// The values in it that are drawn as a whole, each type's in their order.
  var constants: [Any] { (leaf is any DrawnWhole ? leaf.map { [$0] } ?? [] : []) + children.flatMap(\.constants) }
}
