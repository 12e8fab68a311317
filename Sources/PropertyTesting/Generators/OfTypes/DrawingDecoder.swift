/// Answers every request of an `init(from:)` with a draw.
struct DrawingDecoder: Decoder {
  let session: DrawSession
  let owner: DrawOwner
  let site: DrawSite
  /// Whether this is a part of what the type decodes: its containers in a container.
  var isNested = false

  var codingPath: [any CodingKey] { site.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { session.plan.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if !isNested, session.refuses(owner, isContainer: true) { throw refusal(of: [String: Int].self) }
    return KeyedDecodingContainer(DrawingKeyedContainer(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if !isNested, session.refuses(owner, isContainer: true) { throw refusal(of: [Int].self) }
    return DrawingUnkeyedContainer(decoder: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { DrawingSingleContainer(decoder: self) }

  /// The same type, one key further.
  func nested(_ key: any CodingKey, names: [String]) -> DrawingDecoder {
    DrawingDecoder(session: session, owner: owner, site: site.at(key, names: names, of: owner), isNested: true)
  }

  func refusal<Value>(of type: Value.Type) -> DecodingError {
    .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: "this case has another type here"))
  }
}

extension DrawSite {
  /// What `owner` decodes here for `key`.
  func at(_ key: any CodingKey, names: [String], of owner: DrawOwner) -> DrawSite {
    DrawSite(
      frames: frames + [Frame(owner: ObjectIdentifier(owner.type), names: names)], codingPath: codingPath + [key],
      wanted: wanted?.child(key), hints: owner.cases?.names ?? [])
  }
}

/// The place of an element.
struct ElementKey: CodingKey {
  let index: Int

  init(_ index: Int) { self.index = index }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { index = intValue }

  var stringValue: String { "\(index)" }
  var intValue: Int? { index }
}

/// A value that stands alone.
struct DrawingSingleContainer: SingleValueDecodingContainer {
  let decoder: DrawingDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool {
    let session = decoder.session
    if let wanted = decoder.site.wanted { return session.choose(upTo: 4, wanted: wanted.isNull ? 1 : 0) == 1 }
    // Nil is a value of its own here, so it is not the simplest: 1 of 5.
    return session.problem == nil && session.choose(upTo: 4) == 1
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if !decoder.isNested, decoder.session.refuses(decoder.owner) { throw decoder.refusal(of: type) }
    var site = decoder.site
    if let cases = decoder.owner.cases { site.hints = cases.names }
    return try decoder.session.value(type, at: site)
  }
}

/// Values one after the other.
struct DrawingUnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: DrawingDecoder
  private(set) var currentIndex = 0
  /// Drawn once somebody asks; until then there are as many as are asked for.
  private let drawn = Drawn()

  private final class Drawn {
    var count: Int?
  }

  init(decoder: DrawingDecoder) {
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var count: Int? {
    if let count = drawn.count { return count }
    let session = decoder.session
    guard session.problem == nil else { return 0 }
    session.openSpan(.collection)
    let wanted = decoder.site.wanted?.elementCount
    let full = session.isFull(decoder.owner.type)
    drawn.count = currentIndex + session.source.drawCount(session.plan.elementBounds, proposing: full ? 0 : wanted)
    return drawn.count
  }

  var isAtEnd: Bool { currentIndex >= count ?? 0 }

  private mutating func next() -> DrawingDecoder {
    defer { currentIndex += 1 }
    return decoder.nested(ElementKey(currentIndex), names: ["\(currentIndex)"])
  }

  private func checkEnd<Value>(_ type: Value.Type) throws {
    guard let count = drawn.count, currentIndex >= count else { return }
    throw DecodingError.valueNotFound(
      type, DecodingError.Context(codingPath: codingPath, debugDescription: "this case has only \(count) elements"))
  }

  mutating func decodeNil() throws -> Bool {
    try checkEnd(Never.self)
    let session = decoder.session
    let wanted = decoder.site.wanted.map { $0.child(ElementKey(currentIndex))?.isNull == true ? 1 : 0 }
    let isNil = session.choose(upTo: 4, wanted: wanted) == 1
    if isNil { currentIndex += 1 }
    return isNil
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try checkEnd(type)
    let session = decoder.session
    if !decoder.isNested, session.refuses(decoder.owner) { throw decoder.refusal(of: type) }
    let spans = session.spanCount
    session.openSpan(.element)
    defer { session.closeSpans(to: spans) }
    return try session.value(type, at: next().site)
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try checkEnd(type)
    return try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try checkEnd(Never.self)
    return try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    try checkEnd(Never.self)
    return next()
  }
}
