import Synchronization

/// What does not change from value to value of a ``Generator/of(_:depth:_:)``.
/// Unchecked for the constants, which are parts of `Sendable` values.
final class DecodingPlan: @unchecked Sendable {
  let depth: Int
  let userInfo: [CodingUserInfoKey: any Sendable]
  private let types: [ObjectIdentifier: @Sendable (inout Source) throws -> Any]
  private let properties: [OwnedProperty]
  private let problem: String?
  /// The most scalars of a text: more than usual only if a value that is to be drawn has more.
  let textCount: Int
  /// The most elements of a collection; nil: as many as the case's size.
  let elementCount: Int?

  /// Values that are no tree of others, of those that are to be drawn: an address cannot be made from its draws.
  private let constants: [ObjectIdentifier: [Any]]
  /// See ``LeastCases``.
  let least = Mutex<[LeastCases.Question: Bool]>([:])
  /// Which requests each type may be refused.
  let refusals = Mutex<[ObjectIdentifier: Refusals]>([:])

  var hasProperties: Bool { !properties.isEmpty }

  private struct OwnedProperty: Sendable {
    let root: ObjectIdentifier
    let rootName: String
    let names: [String]
    let draw: @Sendable (inout Source) throws -> Any
  }

  init<Whole>(_ parts: PartGenerators<Whole>, depth: Int, wanted: [EncodedNode] = []) {
    self.depth = min(max(1, depth), 100)
    types = parts.types
    properties = parts.properties.map { OwnedProperty(root: $0.root, rootName: $0.rootName, names: $0.names, draw: $0.draw) }
    problem = parts.problem
    userInfo = parts.userInfo
    textCount = max(40, wanted.map(\.longestText).max() ?? 0)
    let elements = wanted.map(\.mostElements).max() ?? 0
    elementCount = elements > 100 ? elements : nil
    constants = Dictionary(grouping: wanted.flatMap(\.constants)) { ObjectIdentifier(type(of: $0)) }
  }

  /// The bounds of a collection.
  var elementBounds: ClosedRange<Int>? { elementCount.map { 0...$0 } }

  /// The values of this type that are to be drawn.
  func constants<Value>(of type: Value.Type) -> [Value] {
    constants.isEmpty ? [] : (constants[ObjectIdentifier(type)] ?? []).compactMap { $0 as? Value }
  }

  /// What the user's generator for this place, or for the type, makes; nil: there is none.
  func draw<Value>(for type: Value.Type, at site: DrawSite, in session: DrawSession) throws -> Value? {
    if let problem { throw session.end(UngeneratedType(problem, nil)) }
    guard let draw = property(at: site)?.draw ?? types[ObjectIdentifier(type)] else { return nil }
    let drawn = try draw(&session.source)
    if let value = drawn as? Value { return value }
    throw session.end(
      UngeneratedType("the generator given for it makes a \(Swift.type(of: drawn)), and its type decodes a \(Value.self)", site))
  }

  /// What the user's generator for the property at `site` makes; nil: nil, or there is none.
  func draw(at site: DrawSite, from source: inout Source) throws -> Any? {
    guard let drawn = try property(at: site)?.draw(&source) else { return nil }
    if let optional = drawn as? any OptionalValue { return optional.content }
    return drawn
  }

  /// Whether a property's generator decides what stands at `site`.
  func decides(_ site: DrawSite) -> Bool { property(at: site) != nil }

  private func property(at site: DrawSite) -> OwnedProperty? {
    guard !properties.isEmpty, !site.frames.isEmpty else { return nil }
    return properties.first { property in
      guard site.frames.count >= property.names.count else { return false }
      let frames = site.frames.suffix(property.names.count)
      return frames.first?.owner == property.root && zip(frames, property.names).allSatisfy { $0.names.contains($1) }
    }
  }

  /// A generator for a property that no key has is a mistake that nothing else would show.
  func checkUse<Value>(of type: Value.Type, by owner: DrawOwner, in session: DrawSession) throws {
    guard !properties.isEmpty else { return }
    for property in properties where property.root == ObjectIdentifier(type) {
      guard let name = property.names.first, !owner.keys.isEmpty, !owner.keys.contains(name) else { continue }
      throw session.end(
        UngeneratedType(
          "\(property.rootName) decodes no key \(name), for which a generator is given; it has \(owner.keys.sorted().joined(separator: ", "))",
          nil))
    }
  }

  /// All values of a type that has few: an enumeration without payloads, or what is `CaseIterable`. Nil: another type.
  func values<Value>(of type: Value.Type) -> [Value]? {
    if let iterable = type as? any CaseIterable.Type { return allCases(of: iterable) as? [Value] }
    return EnumCases(of: type)?.values(as: type)
  }
}

/// An optional whose type is not known.
private protocol OptionalValue {
  var content: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var content: Any? { map { $0 as Any } }
}

private func allCases<Cases: CaseIterable>(of type: Cases.Type) -> [Any] { Array(type.allCases) }

/// A type while it decodes itself.
final class DrawOwner {
  let type: Any.Type
  /// Nil where the type is no enumeration with payloads.
  private(set) lazy var cases: EnumCases? = EnumCases(of: type).flatMap { $0.payloadCount > 0 ? $0 : nil }
  /// The names of all keys that it may have, and their string values.
  var keys: Set<String> = []
  /// How many more requests it is refused: see ``Refusals``.
  var refusals: Int?

  init(_ type: Any.Type) {
    self.type = type
  }
}

extension DrawSession {
  /// What the user's generator for the property at `site` makes; nil: nil, or an error that ends the case.
  func given(at site: DrawSite) -> Any? {
    do {
      return try plan.draw(at: site, from: &source)
    } catch {
      _ = end(error)
      return nil
    }
  }
}
