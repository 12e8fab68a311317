import Foundation

/// A type that is drawn as such, and not by its `init(from:)`: that would ask for texts of a form that no draw has.
protocol DrawnType {
  static func drawn(by session: DrawSession, at site: DrawSite) throws -> Self
}

/// A type with a generator of its own.
protocol DrawnWhole: DrawnType {
  static var generator: Generator<Self> { get }
}

extension DrawnWhole {
  static func drawn(by session: DrawSession, at site: DrawSite) throws -> Self {
    let constants = session.plan.constants(of: Self.self)
    guard !constants.isEmpty else { return try session.source.draw(generator) }
    let wanted = site.wanted?.leaf.map { leaf in
      let text = describe(leaf)
      return (constants.firstIndex { describe($0) == text } ?? -1) + 1
    }
    let place = session.choose(upTo: constants.count, wanted: wanted)
    return place == 0 ? try session.source.draw(generator) : constants[place - 1]
  }
}

extension Date: DrawnWhole { static var generator: Generator<Date> { .date() } }
extension URL: DrawnWhole { static var generator: Generator<URL> { .url } }
extension UUID: DrawnWhole { static var generator: Generator<UUID> { .uuid } }
extension Data: DrawnWhole { static var generator: Generator<Data> { .data() } }
extension Decimal: DrawnWhole { static var generator: Generator<Decimal> { .decimal() } }
extension TimeZone: DrawnWhole { static var generator: Generator<TimeZone> { .timeZone } }
extension Locale: DrawnWhole { static var generator: Generator<Locale> { .locale } }
extension Calendar: DrawnWhole { static var generator: Generator<Calendar> { .calendar } }
extension DateComponents: DrawnWhole { static var generator: Generator<DateComponents> { .dateComponents } }
extension Duration: DrawnWhole { static var generator: Generator<Duration> { .duration() } }
extension DateInterval: DrawnWhole {
  static var generator: Generator<DateInterval> {
    Generator { source in
      let dates = [try source(.date()), try source(.date())].sorted()
      return DateInterval(start: dates[0], end: dates[1])
    }
  }
}
extension CharacterSet: DrawnWhole {
  static var generator: Generator<CharacterSet> { Generator<String>.text().map { CharacterSet(charactersIn: $0) } }
}
extension IndexSet: DrawnWhole {
  // A set of indices has a `Generator` of its own.
  static var generator: PropertyTesting.Generator<IndexSet> {
    PropertyTesting.Generator<[Int]>.array(of: .int(in: 0...1_000), count: 0...20).map { IndexSet($0) }
  }
}
extension URLComponents: DrawnWhole {
  static var generator: Generator<URLComponents> {
    Generator<URL>.url.compactMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }
  }
}
extension AttributedString: DrawnWhole {
  static var generator: Generator<AttributedString> { Generator<String>.text().map { AttributedString($0) } }
}

extension Optional: DrawnType where Wrapped: Decodable {
  static func drawn(by session: DrawSession, at site: DrawSite) throws -> Wrapped? {
    if session.isFull(Wrapped.self) {
      guard session.resolve(0, .branch, 0, 4, target: 0) != 0 else { return nil }
    } else if let wanted = site.wanted {
      guard session.choose(upTo: 4, wanted: wanted.isNull ? 0 : 1) != 0 else { return nil }
    } else if session.source.drawFlag(.branch, upTo: 4) == 0 {
      return nil
    }
    return try session.value(Wrapped.self, at: site)
  }
}

extension Array: DrawnType where Element: Decodable {
  static func drawn(by session: DrawSession, at site: DrawSite) throws -> [Element] {
    var elements: [Element] = []
    try session.collect(site, of: Element.self) { index in
      elements.append(try session.value(Element.self, at: site.element(index)))
      return true
    }
    return elements
  }
}

extension Set: DrawnType where Element: Decodable {
  static func drawn(by session: DrawSession, at site: DrawSite) throws -> Set {
    var elements: Set<Element> = []
    try session.collect(site, of: Element.self) { index in
      elements.insert(try session.value(Element.self, at: site.element(index))).inserted
    }
    return elements
  }
}

extension Dictionary: DrawnType where Key: Decodable, Value: Decodable {
  static func drawn(by session: DrawSession, at site: DrawSite) throws -> [Key: Value] {
    var result: [Key: Value] = [:]
    try session.collect(site, of: Value.self) { index in
      let entry = site.element(index)
      let key = try session.value(Key.self, at: entry.part(of: entry.wanted?.entry?.key))
      let value = try session.value(Value.self, at: entry.part(of: entry.wanted?.entry?.value))
      guard result[key] == nil else { return false }
      result[key] = value
      return true
    }
    return result
  }
}

extension Range: DrawnType where Bound: Decodable {
  static func drawn(by session: DrawSession, at site: DrawSite) throws -> Range {
    let (one, other) = try session.bounds(Bound.self, at: site)
    return Swift.min(one, other)..<Swift.max(one, other)
  }
}

extension ClosedRange: DrawnType where Bound: Decodable {
  static func drawn(by session: DrawSession, at site: DrawSite) throws -> ClosedRange {
    let (one, other) = try session.bounds(Bound.self, at: site)
    return Swift.min(one, other)...Swift.max(one, other)
  }
}

extension Measurement: DrawnType where UnitType: Dimension {
  static func drawn(by session: DrawSession, at site: DrawSite) throws -> Measurement {
    let value = try session.value(Double.self, at: site.part(of: nil))
    return Measurement(value: value, unit: UnitType.baseUnit())
  }
}

extension DrawSite {
  /// The place of an element of a collection.
  func element(_ index: Int) -> DrawSite {
    DrawSite(frames: frames, codingPath: codingPath + [ElementKey(index)], wanted: wanted?.child(ElementKey(index)), hints: hints)
      .withoutProperty
  }

  /// The place of a part that has no key.
  func part(of wanted: EncodedNode?) -> DrawSite {
    DrawSite(frames: frames, codingPath: codingPath, wanted: wanted, hints: hints).withoutProperty
  }

  /// What is given for a property is not for the elements of its value.
  private var withoutProperty: DrawSite {
    var site = self
    site.frames = []
    return site
  }
}

extension DrawSession {
  /// A collection. `add` appends at most one element; if it does not, it is asked again, up to 50 times in a row.
  func collect<Element>(_ site: DrawSite, of type: Element.Type, _ add: (Int) throws -> Bool) throws {
    let spans = spanCount
    openSpan(.collection)
    defer { closeSpans(to: spans) }
    let drawn = source.drawCount(plan.elementBounds, proposing: isFull(type) ? 0 : site.wanted?.elementCount)
    let countToken = source.lastToken
    var (count, failures) = (0, 0)
    while count < drawn {
      try source.checkLimit()
      let mark = source.mark
      openSpan(.element)
      let isAdded: Bool
      do {
        defer { closeSpans(to: spans + 1) }
        isAdded = try add(count)
      }
      if isAdded {
        (count, failures) = (count + 1, 0)
        continue
      }
      failures += 1
      do { try source.reject(failures, from: mark) } catch { throw end(error) }
      if failures >= 50 {
        source.amendCount(at: countToken, to: count)
        break
      }
    }
  }

  /// Two bounds in any order.
  func bounds<Bound: Decodable>(_ type: Bound.Type, at site: DrawSite) throws -> (Bound, Bound) {
    (try value(type, at: site.element(0)), try value(type, at: site.element(1)))
  }
}
