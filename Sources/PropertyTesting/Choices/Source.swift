/// The source from which generators draw their choices.
///
/// It is one concrete random source, so the compiler inlines a draw, which costs what a hand-written loop pays. A case is (run seed,
/// index): both determine the state of the source. Passing cases record nothing; only a case that the engine runs again has a record of
/// its choices. A `Source` is passed `inout` and never shared.
public struct Source: Sendable {
  /// Advances by a constant and is mixed on the way out (SplitMix64, Steele, Lea and Flood, OOPSLA 2014).
  @usableFromInline var state: UInt64
  @usableFromInline var mode: Mode
  @usableFromInline var index: Int
  @usableFromInline var simplestDraws = 0
  /// Nodes of recursive generators so far: see ``Generator/recursive(depth:leaf:deeper:)``.
  @usableFromInline var recursionNodes = 0
  /// How many nodes of recursive generators are being drawn, each within the one before.
  @usableFromInline var recursionDepth = 0
  /// Elements of collections and scalars of texts in recursive values so far: see ``drawCount(_:proposing:)``.
  @usableFromInline var recursionElements = 0
  @usableFromInline var recent = RecentDraws()
  /// The last double of the modes other than uniform: see ``RecentDraws``. NaN: there is none.
  @usableFromInline var recentDouble = Double.nan
  /// The random state before the last text of a biased case; 0: there is none. See ``TextPlan``.
  @usableFromInline var textState: UInt64 = 0
  /// How many scalars that text has.
  var textCount = 0
  /// What turns the order of the designed values: see ``Source/Mode/designed``.
  @usableFromInline var seed: UInt64
  /// How many designed values of each kind the case has drawn so far.
  @usableFromInline var designed = DesignedDraws()
  /// Where the stack stood when ``checkLimits()`` first looked.
  @usableFromInline var stackMark: UInt = 0
  /// What a collection may repeat: see ``CollectionPlan``.
  @usableFromInline var earlier: RelatedElements?
  @usableFromInline let tape: Tape?

  /// How values are proposed.
  @usableFromInline
  enum Mode: Sendable {
    /// Case 0: every draw is the simplest, up to a thousand of them.
    case simplest
    /// The first cases: mostly bounds and their neighbours, so that pairs of bounds come up early.
    case boundaries
    /// Every second one of the next 84: constants that programs compare with, and relations between values.
    case designed
    /// One case in four after the boundaries: a mixture of bounds, repeats, small and uniform values.
    case biased
    /// One in four: numbers near their targets, further away as the size grows.
    case scaled
    /// The others: uniform, which is also the fast path.
    case uniform

    @inlinable
    init(ofCase index: Int) {
      self =
        index >= Design.cases.lowerBound
        ? (index & 1 == 1
          ? index > Design.cases.upperBound ? .uniform : .designed : index & 2 == 0 ? .biased : .scaled)
        : index == 0 ? .simplest : .boundaries
    }
  }

  @inlinable
  init(seed: UInt64, index: Int) {
    self.init(seed: seed, index: index, tape: nil)
  }

  @inlinable
  init(seed: UInt64, index: Int, tape: Tape?) {
    state = Source.firstState(seed, index)
    mode = Mode(ofCase: index)
    self.index = index
    self.seed = seed
    self.tape = tape
  }

  /// Goes on to another case, without a new source: that would be taken down after each case.
  @inlinable
  mutating func restart(seed: UInt64, index: Int) {
    state = Source.firstState(seed, index)
    mode = Mode(ofCase: index)
    self.index = index
    simplestDraws = 0
    recursionNodes = 0
    recursionDepth = 0
    recursionElements = 0
    recent.count = 0
    recentDouble = .nan
    textState = 0
    self.seed = seed
    designed = DesignedDraws()
    if earlier != nil { earlier = nil }
    stackMark = 0
  }

  @inlinable
  static func firstState(_ seed: UInt64, _ index: Int) -> UInt64 {
    mix(seed &+ mix(UInt64(truncatingIfNeeded: index) &+ 0x9e37_79b9_7f4a_7c15))
  }

  /// How large the case should be, from 1 to 100. It scales collections and magnitudes.
  ///
  /// Over a cycle of 50 cases it rises in steps of two, and every tenth case has size 100. A generator that reads it is no longer
  /// enumerated: see ``RunSettings/enumerates``.
  @inlinable
  public var size: Int {
    if tape != nil { noteSizeUse() }
    return caseSize
  }

  @inlinable
  var caseSize: Int { index % 10 == 9 ? 100 : 1 + (index % 50) * 2 }

  /// What the case draws depends on its size, which is no choice.
  @usableFromInline @inline(never)
  func noteSizeUse() { tape?.dependsOnMore = true }

  /// Some branches of a choice never come up, though it ranges over them.
  @usableFromInline @inline(never)
  func noteBarredBranches() { tape?.dependsOnMore = true }

  @inlinable
  static func mix(_ word: UInt64) -> UInt64 {
    var z = word
    z = (z ^ (z &>> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z &>> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z &>> 31)
  }

  /// 64 random bits.
  @inlinable
  mutating func nextWord() -> UInt64 {
    state = state &+ 0x9e37_79b9_7f4a_7c15
    return Source.mix(state)
  }

  /// Uniform in `0...last`. The bias of the multiplication is below 2⁻³² for ranges up to 2³², and wide
  /// ranges are drawn for variety, not for statistics.
  @inlinable
  mutating func uniform(upTo last: UInt64) -> UInt64 {
    let word = nextWord()
    return last == .max ? word : word.multipliedFullWidth(by: last &+ 1).high
  }

  /// A whole number by its order-preserving form. Every draw of the engine but doubles ends here.
  @inlinable
  mutating func draw(_ kind: ChoiceKind, in lower: UInt64, _ upper: UInt64, target: UInt64) -> UInt64 {
    let last = upper &- lower
    let proposed =
      mode == .uniform || (last < 256 && mode != .simplest && mode != .boundaries && (last < 100 || mode != .designed))
      ? lower &+ uniform(upTo: last) : proposeInteger(in: lower, upper, target: target)
    return tape == nil
      ? proposed : resolve(proposed, kind: kind, lower: lower, upper: upper, target: target)
  }

  /// Like ``draw(_:in:_:target:)`` without the bias to bounds: for decisions whose shares matter.
  @inlinable
  mutating func drawUniformly(_ kind: ChoiceKind, upTo last: UInt64) -> UInt64 {
    let proposed = mode == .simplest && staysSimplest() ? 0 : uniform(upTo: last)
    return tape == nil ? proposed : resolve(proposed, kind: kind, lower: 0, upper: last, target: 0)
  }

  /// Whether something is there: 0 for no, otherwise one of the other numbers up to `last`.
  @inlinable
  mutating func drawFlag(_ kind: ChoiceKind, upTo last: UInt64) -> UInt64 {
    if mode != .designed { return drawUniformly(kind, upTo: last) }
    let proposed = proposeFlag(upTo: last)
    return tape == nil ? proposed : resolve(proposed, kind: kind, lower: 0, upper: last, target: 0)
  }

  /// A generator that goes on until it likes what it draws would never end if every draw were the simplest.
  @usableFromInline
  mutating func staysSimplest() -> Bool {
    simplestDraws &+= 1
    if simplestDraws > 1_000 { mode = .biased }
    return mode == .simplest
  }

  // What follows changes nothing of the source, and is mutating for speed: for a call of any other method that is not
  // inlined, a source that is passed `inout` is copied.

  /// Records `proposed`, or takes the replayed value in its place.
  @usableFromInline @inline(never)
  mutating func resolve(
    _ proposed: UInt64, kind: ChoiceKind, lower: UInt64, upper: UInt64, target: UInt64
  ) -> UInt64 {
    // Not by way of a variable, which would count a reference for each draw.
    tape?.resolve(proposed, kind: kind, lower: lower, upper: upper, target: target) ?? proposed
  }

  /// Draws a value of another generator, as a part that shrinking can treat as a whole.
  @inlinable
  public mutating func draw<Value>(_ generator: Generator<Value>) throws -> Value {
    if isLimitDue { try checkLimits() }
    if tape == nil { return try generator.produce(&self) }
    try checkLimit()
    return try span(.draw) { source in try generator.produce(&source) }
  }

  /// Draws a value: `try source(.int(in: 1...6))` is `try source.draw(.int(in: 1...6))`.
  @inlinable
  public mutating func callAsFunction<Value>(_ generator: Generator<Value>) throws -> Value {
    try draw(generator)
  }

  /// The least index whose cases have the same size: sizes repeat every 50 cases.
  static func sizeIndex(of index: Int) -> Int { index % 50 }

  /// Marks what `body` draws as one part of the value.
  @inlinable
  mutating func span<Value>(
    _ label: SpanLabel, _ body: (inout Source) throws -> Value
  ) throws -> Value {
    openSpan(label)
    defer { closeSpan() }
    return try body(&self)
  }

  @usableFromInline
  mutating func openSpan(_ label: SpanLabel) { tape?.open(label) }

  @usableFromInline
  mutating func closeSpan() { tape?.close() }

  /// False where a replay has used its script up; true where nothing is replayed.
  var hasScriptLeft: Bool { tape?.hasScriptLeft ?? true }

  /// Where an attempt begins that may be rejected; nil where nothing is recorded.
  @usableFromInline
  var mark: Tape.Mark? {
    mutating get { tape?.mark }
  }

  /// Where the last draw stands among the tokens; nil where nothing is recorded.
  @usableFromInline
  var lastToken: Int? {
    mutating get { tape.map { $0.tokens.count - 1 } }
  }

  /// Corrects how many elements a collection has.
  @usableFromInline
  mutating func amendCount(at token: Int?, to count: Int) {
    if let token { tape?.amend(token, UInt64(count)) }
  }

  /// Forgets what a rejected attempt drew. The special first cases draw at random from here on: they would
  /// propose the same again.
  @usableFromInline
  mutating func reject(_ attempt: Int, from mark: Tape.Mark?) throws {
    mode = .biased
    if let tape, tape.isEnumerated { throw Discard(reason: "these choices are rejected") }
    try checkRejected(attempt)
    if let mark { tape?.rewind(to: mark, attempt: attempt) }
  }

  /// Ends a generator that draws until it likes what it gets, when a replay has nothing more to give.
  @usableFromInline
  mutating func checkLimit() throws {
    if let tape, tape.isRunaway { throw Discard(reason: "the replay draws without end") }
  }
}

/// The last four wide draws of a case: uniform numbers almost never collide, equal and neighbouring ones
/// find bugs.
@usableFromInline
struct RecentDraws: Sendable {
  @usableFromInline var values: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  @usableFromInline var count: UInt64 = 0

  @inlinable init() {}

  @inlinable
  mutating func remember(_ value: UInt64) {
    switch count & 3 {
    case 0: values.0 = value
    case 1: values.1 = value
    case 2: values.2 = value
    default: values.3 = value
    }
    count = count &+ 1
  }

  var last: UInt64? {
    switch count & 3 {
    case _ where count == 0: nil
    case 0: values.3
    case 1: values.0
    case 2: values.1
    default: values.2
    }
  }

  /// The last two, in the order in which they were drawn.
  var lastTwo: (UInt64, UInt64)? {
    guard count > 1 else { return nil }
    return switch count & 3 {
    case 0: (values.2, values.3)
    case 1: (values.3, values.0)
    case 2: (values.0, values.1)
    default: (values.1, values.2)
    }
  }

  func pick(_ random: UInt64) -> UInt64? {
    guard count > 0 else { return nil }
    switch random % min(count, 4) {
    case 0: return values.0
    case 1: return values.1
    case 2: return values.2
    default: return values.3
    }
  }
}
