/// Values by key. What of them is there is drawn where the type asks.
struct DrawingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: DrawingDecoder
  private let drawn = Drawn()

  private final class Drawn {
    var keys: [Key]?
    var presence: [String: Bool] = [:]
    /// What the user's generator made for a key, before anybody decoded it.
    var given: [String: Any] = [:]
  }

  init(decoder: DrawingDecoder) {
    self.decoder = decoder
    if decoder.session.plan.hasProperties { decoder.owner.keys.formUnion(Self.names) }
  }

  /// The names of all keys, and their string values; empty if they cannot be known.
  private static var names: [String] {
    guard let cases = EnumCases(of: Key.self), let keys = cases.values(as: Key.self) else { return [] }
    return cases.names + keys.map(\.stringValue)
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  private var session: DrawSession { decoder.session }

  /// One key, if the type's cases are the keys; else any texts that are keys.
  ///
  /// An enumeration with payloads has one key for each case, and takes exactly one of them.
  var allKeys: [Key] {
    if let keys = drawn.keys { return keys }
    guard session.problem == nil else { return [] }
    let keys = drawKeys()
    drawn.keys = keys
    return keys
  }

  private func drawKeys() -> [Key] {
    guard let all = session.plan.values(of: Key.self), !all.isEmpty else { return drawTexts() }
    if let probe = session.probe { return session.probed(all, of: decoder.owner, probe) }
    let wanted = decoder.site.wanted?.keys
    let ordered = decoder.owner.cases == nil ? all : session.leastFirst(all, of: decoder.owner)
    let isFull = session.isFull(decoder.owner.type)
    let place = wanted.flatMap { keys in ordered.firstIndex { keys.contains($0.stringValue) } } ?? (isFull ? 0 : nil)
    return [ordered[session.choose(upTo: ordered.count - 1, wanted: place)]]
  }

  /// Keys that are any text, as those of a dictionary.
  private func drawTexts() -> [Key] {
    let spans = session.spanCount
    session.openSpan(.collection)
    defer { session.closeSpans(to: spans) }
    let wanted = decoder.site.wanted?.keys
    let isFull = session.isFull(decoder.owner.type)
    let count = session.source.drawCount(session.plan.elementBounds, proposing: isFull ? 0 : wanted?.count)
    var keys: [Key] = []
    var seen: Set<String> = []
    for place in 0..<count {
      let spans = session.spanCount
      session.openSpan(.element)
      defer { session.closeSpans(to: spans) }
      let text = wanted.flatMap { place < $0.count ? $0[place] : nil }
      guard let name = try? session.text(wanted: text, hints: decoder.owner.cases?.names ?? []), let key = Key(stringValue: name)
      else { continue }
      if seen.insert(key.stringValue).inserted { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool {
    if let keys = drawn.keys { return keys.contains { $0.stringValue == key.stringValue } }
    if let known = drawn.presence[key.stringValue] { return known }
    guard session.problem == nil else { return false }
    let site = site(key)
    let isThere: Bool
    if session.plan.decides(site) {
      let given = session.given(at: site)
      drawn.given[key.stringValue] = given
      isThere = given != nil
    } else {
      isThere = self.isThere(wanted: site.wanted, type: nil)
    }
    drawn.presence[key.stringValue] = isThere
    return isThere
  }

  private func isThere(wanted: EncodedNode?, type: Any.Type?) -> Bool {
    if let type, session.isFull(type) { return session.resolve(0, .branch, 0, 4, target: 0) != 0 }
    if decoder.site.wanted != nil { return session.choose(upTo: 4, wanted: wanted?.isNull == false ? 1 : 0) != 0 }
    return session.source.drawFlag(.branch, upTo: 4) != 0
  }

  func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    if !decoder.isNested, session.refuses(decoder.owner) {
      throw decoder.refusal(of: type)
    }
    // In two steps: nil can be cast to any optional type.
    if let given = drawn.given[key.stringValue], let value = given as? Value { return value }
    let spans = session.spanCount
    session.openSpan(.draw)
    defer { session.closeSpans(to: spans) }
    return try session.value(type, at: site(key))
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    let site = site(key)
    // What is given for a property of an optional type is optional, too.
    if session.plan.decides(site) { return try session.value(Value?.self, at: site) }
    let isThere = drawn.presence[key.stringValue] ?? isThere(wanted: site.wanted, type: type)
    drawn.presence[key.stringValue] = isThere
    return isThere ? try decode(type, forKey: key) : nil
  }

  private func site(_ key: Key) -> DrawSite { nested(key).site }

  private func nested(_ key: Key) -> DrawingDecoder {
    let name = session.plan.hasProperties ? EnumCases.name(of: key) : nil
    return decoder.nested(key, names: [name, key.stringValue].compactMap(\.self))
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
    try nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try nested(key).unkeyedContainer() }

  func superDecoder() throws -> any Decoder { decoder.nested(SuperKey(), names: ["super"]) }

  func superDecoder(forKey key: Key) throws -> any Decoder { nested(key) }
}

/// Where a superclass decodes itself.
struct SuperKey: CodingKey {
  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }

  var stringValue: String { "super" }
  var intValue: Int? { nil }
}
