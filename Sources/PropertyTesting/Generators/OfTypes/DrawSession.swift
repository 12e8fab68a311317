import Foundation

/// One value of a `Decodable` type in the making: where its decoder draws from, and how deep it is.
///
/// A decoder is asked through protocols that are not `inout`, so the source is here while the value is drawn. No use of it overlaps another.
final class DrawSession {
  var source: Source
  let plan: DecodingPlan
  /// The types whose `init(from:)` is running, outermost first.
  private(set) var path: [ObjectIdentifier] = []
  /// How many draws of the value that is being made its `init(from:)`, or one around it, has refused.
  private(set) var attempt = 0
  /// What ends the case, whatever a `try?` in the decoded type does with it.
  private(set) var problem: (any Error)?
  /// Whether what is drawn is given: then no limit changes it.
  var isGuided = false
  /// The least case of an enumeration is looked for, and its parts may be so deep: see ``LeastCases``.
  var probe: LeastCases.Probe?
  /// In a row.
  private var refusals = 0
  /// How many values were drawn since the first of these.
  private var drawnInVain = 0
  /// The random state when the outermost type began.
  private var firstState: UInt64 = 0
  /// Everything is refused, and the requests are counted.
  var refusalProbe: Refusals.Probe?
  /// Spans that a container opened, and that nothing tells it to close.
  private var openSpans = 0

  init(_ source: Source, _ plan: DecodingPlan) {
    self.source = source
    self.plan = plan
  }

  /// A value at its place in the whole one.
  func value<Value: Decodable>(_ type: Value.Type, at site: DrawSite) throws -> Value {
    if let problem { throw problem }
    if source.isLimitDue { try source.checkLimits() }
    try source.checkLimit()
    if refusals > 0 { drawnInVain += 1 }
    if let draw = try plan.draw(for: type, at: site, in: self) { return draw }
    if let drawn = type as? any DrawnType.Type { return try cast(drawn.drawn(by: self, at: site)) }
    if let values = plan.values(of: type) {
      guard !values.isEmpty else { throw end(UngeneratedType("\(type) has no value: its allCases is empty", site)) }
      let wanted = site.wanted?.leaf.flatMap { leaf in values.firstIndex { describe($0) == describe(leaf) } }
      return values[choose(upTo: values.count - 1, wanted: wanted)]
    }
    return try decoded(type, at: site)
  }

  private func cast<Value>(_ value: Any) throws -> Value {
    guard let value = value as? Value else { throw end(UngeneratedType("\(type(of: value)) is not a \(Value.self)", nil)) }
    return value
  }

  /// Lets the type decode itself, and draws anew if it refuses.
  private func decoded<Value: Decodable>(_ type: Value.Type, at site: DrawSite) throws -> Value {
    let id = ObjectIdentifier(type)
    let level = level(of: id)
    if level > 0 {
      source.recursionNodes += 1
      // At the depth where nothing below repeats, a type that has not ended yet draws the wrong cases: the one around it draws again.
      guard level <= plan.depth + 2 else {
        // Without a draw on the way there is nothing to draw otherwise.
        if path.first == id, source.state == firstState { throw end(UngeneratedType("each \(type) has another \(type) in it: it has no end", site)) }
        throw TooDeep(type: "\(type)")
      }
    }
    if path.isEmpty { firstState = source.state }
    path.append(id)
    if !isGuided { source.recursionDepth += 1 }
    defer {
      path.removeLast()
      if !isGuided { source.recursionDepth -= 1 }
    }
    let mark = source.mark
    var last: (any Error)?
    // What a shrink step makes of a value is mostly accepted at once, or not worth a search.
    for number in 1...(source.tape?.isReplaying == true ? Self.attemptsInReplay : Self.attempts) {
      let (outer, spans) = (attempt, openSpans)
      attempt = max(attempt, number - 1)
      defer {
        attempt = outer
        closeSpans(to: spans)
      }
      do {
        let decoder = DrawingDecoder(session: self, owner: DrawOwner(type), site: site)
        let value = try type.init(from: decoder)
        if let problem { throw problem }
        try plan.checkUse(of: type, by: decoder.owner, in: self)
        if number > 1 { (refusals, drawnInVain) = (0, 0) }
        return value
      } catch {
        if let problem { throw problem }
        if error is Interruption || probe != nil && error is TooDeep { throw end(error) }
        last = error
      }
      refusals += 1
      closeSpans(to: spans)
      // What was given is not accepted.
      if probe != nil || refusalProbe != nil || isGuided { break }
      if refusals > Self.mostRefusals || drawnInVain > Self.mostDrawnInVain { throw end(refused(type, last)) }
      do { try source.reject(number, from: mark) } catch { throw end(error) }
    }
    // Not the end: a `try?` around it may have another way.
    throw refused(type, last)
  }

  private func refused<Value>(_ type: Value.Type, _ last: (any Error)?) -> Discard {
    if let discard = last as? Discard { return discard }
    let reason = last.map { error in error is TooDeep ? "\(error)" : Self.reason(of: error) } ?? ""
    return Discard(
      reason: "\(type).init(from:) threw for each of \(Self.attempts) draws, the last time: \(reason). "
        + "Say how to generate it: .of(…) { $0.use(…, for: \(type).self) }")
  }

  private static func reason(of error: any Error) -> String {
    switch error as? DecodingError {
    case .dataCorrupted(let context)?, .keyNotFound(_, let context)?, .typeMismatch(_, let context)?, .valueNotFound(_, let context)?:
      context.debugDescription
    default: "\(error)"
    }
  }

  /// Ends the case with `error`.
  func end(_ error: any Error) -> any Error {
    problem = problem ?? error
    return problem ?? error
  }

  /// How often `id` is around what is drawn now.
  func level(of id: ObjectIdentifier) -> Int {
    var level = 0
    for type in path where type == id { level += 1 }
    return level
  }

  /// Whether values of a type that contains itself are to end here: an optional is nil then, a collection is empty.
  func isFull<Value>(_ type: Value.Type) -> Bool { isFull(ObjectIdentifier(type)) }

  func isFull(_ id: ObjectIdentifier) -> Bool {
    let level = isGuided ? 0 : level(of: id)
    return level > 0 && (level >= plan.depth || source.recursionNodes > 2 * source.caseSize)
  }

  /// One of the numbers up to `last`, each as likely; 0 is the simplest.
  func choose(upTo last: Int, wanted: Int? = nil) -> Int {
    guard last > 0 else { return 0 }
    let drawn = wanted.map { resolve(UInt64($0), .branch, 0, UInt64(last), target: 0) }
    return Int(truncatingIfNeeded: drawn ?? source.drawUniformly(.branch, upTo: UInt64(last)))
  }

  /// `proposed`, recorded, or what a replay has in its place.
  func resolve(_ proposed: UInt64, _ kind: ChoiceKind, _ lower: UInt64, _ upper: UInt64, target: UInt64) -> UInt64 {
    source.tape == nil ? proposed : source.resolve(proposed, kind: kind, lower: lower, upper: upper, target: target)
  }

  func openSpan(_ label: SpanLabel) {
    source.openSpan(label)
    openSpans += 1
  }

  /// Closes what was opened since there were `count`.
  func closeSpans(to count: Int) {
    while openSpans > count {
      source.closeSpan()
      openSpans -= 1
    }
  }

  var spanCount: Int { openSpans }

  /// How often a type may refuse what it gets before the case is discarded.
  private static let attempts = 100
  private static let attemptsInReplay = 10
  /// The same of all types of one value, if none of them accepts a draw after a refusal.
  private static let mostRefusals = 500
  /// So many values are drawn for them: a large type that refuses most of what it gets would take a second for each case.
  private static let mostDrawnInVain = 5_000
}

/// Where in the whole value something is drawn.
struct DrawSite {
  /// A key, and the type that asked for it.
  struct Frame {
    let owner: ObjectIdentifier
    /// The name of the key's case, and its string value.
    let names: [String]
  }

  var frames: [Frame] = []
  var codingPath: [any CodingKey] = []
  /// The value that is to be drawn here.
  var wanted: EncodedNode?
  /// Texts that the type may wait for.
  var hints: [String] = []
}

/// A value whose type contains itself is as deep as it may be.
struct TooDeep: Error, CustomStringConvertible {
  let type: String

  var description: String { "a \(type) is inside itself, and inside that, without an end in sight" }
}

/// A type that ``Generator/of(_:depth:_:)`` cannot generate.
struct UngeneratedType: Error, CustomStringConvertible, CounterexampleDescribable {
  let description: String

  var counterexampleDescription: String { description }

  init(_ what: String, _ site: DrawSite?) {
    let path = (site?.codingPath ?? []).map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    description = path.isEmpty ? what : "\(what), at \(path)"
  }
}
