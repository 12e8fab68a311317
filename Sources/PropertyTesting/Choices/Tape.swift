/// Records the choices of one case, and replays a script of earlier ones.
///
/// Attached to a ``Source`` only for a case that is looked at closely (a failure, a shrink attempt, a
/// replay); passing cases run without one.
/// It belongs to one examination, which one task at a time works on: hence unchecked. No access of its fields
/// overlaps another, and a check of that on each would cost a third of the time of shrinking.
@usableFromInline
final class Tape: @unchecked Sendable {
  /// What a tape plays back.
  enum Script {
    /// With spans, so that the replay stays aligned: shrinking.
    case tokens([Token])
    /// Without: an exact replay from a token or a file.
    case flat([ScriptedChoice])
  }

  /// What was drawn in this run, with spans.
  @exclusivity(unchecked) private(set) var tokens: [Token] = []
  @exclusivity(unchecked) private(set) var choiceCount = 0
  /// Draws for which the script held no fitting choice, and choices that were passed over.
  @exclusivity(unchecked) private(set) var divergences = 0

  /// Set once the generator is done: what is drawn from here on, the property draws. When it goes on past
  /// the end of the script, it has only come further than it did, and the generator is the same.
  @exclusivity(unchecked) var isInProperty = false

  /// Set while a replay whose script has ended draws what is proposed, and not the simplest: see ``Generator/reflecting(_:)``.
  @exclusivity(unchecked) var takesProposals = false

  /// Set where what a case is depends on more than its choices: then trying all choices is not trying all cases.
  var dependsOnMore = false {
    didSet { journal?.dependsOnMore = dependsOnMore }
  }

  /// Set where the case ran in every order that its tasks may take turns in.
  var ranEverySchedule = false {
    didSet { journal?.ranEverySchedule = ranEverySchedule }
  }

  /// The points of each schedule of the case; nil unless somebody asks.
  @exclusivity(unchecked) var points: [[SchedulePoint]]?

  /// Where the case is written down while it happens: in a worker, which it may end.
  @exclusivity(unchecked) var journal: CaseJournal?

  // A script of one kind; the others are empty. Apart, because a switch over one enumeration would count references.
  private let kind: Kind
  private let script: [Token]
  private let flatScript: [ScriptedChoice]

  private enum Kind { case none, tokens, flat }

  /// Whether the script is one way through all that there are: see ``Enumeration``.
  let isEnumerated: Bool
  @exclusivity(unchecked) private var cursor = 0
  /// Up to where the script's decisions of schedules were read.
  @exclusivity(unchecked) private var scheduleCursor = 0
  /// For each open span that was matched with one of the script, how many of the script's were opened inside it
  /// without one of the replay; -1 where it was not matched.
  @exclusivity(unchecked) private var matched: [Int] = []
  /// Added to the next number that is replayed: see ``rewind(to:attempt:)``.
  @exclusivity(unchecked) private var offset: UInt64 = 0

  /// How many choices a replay may draw at most: a shrink attempt that draws more is not simpler, whatever
  /// follows.
  @exclusivity(unchecked) var choiceLimit = Int.max {
    didSet { if !isEnumerated { mostChoices = min(mostChoices, choiceLimit) } }
  }

  @exclusivity(unchecked) private var mostChoices: Int

  /// A replay that has drawn a million choices more than its script holds, or more than it may.
  var isRunaway: Bool { choiceCount > mostChoices }

  init(replaying script: Script? = nil, isEnumerated: Bool = false) {
    switch script {
    case nil: (kind, self.script, flatScript) = (.none, [], [])
    case .tokens(let tokens): (kind, self.script, flatScript) = (.tokens, tokens, [])
    case .flat(let choices): (kind, self.script, flatScript) = (.flat, [], choices)
    }
    self.isEnumerated = isEnumerated
    let scripted = self.script.count + flatScript.count
    mostChoices = isEnumerated ? ChoiceTree.longestPath : kind == .none ? .max : scripted + 1 << 20
    if kind == .tokens {
      tokens.reserveCapacity(self.script.count + 8)
      matched.reserveCapacity(16)
    }
  }

  /// Whether the whole script was replayed exactly. A schedule may end sooner or later than it did: that is
  /// the code under test having changed, not what it was given.
  var isExact: Bool {
    switch kind {
    case .none: true
    case .flat: divergences == 0 && flatScript[cursor...].allSatisfy { $0.kind == .schedule }
    case .tokens: divergences == 0 && script[cursor...].allSatisfy { !$0.isData }
    }
  }

  /// Whether choices of the script are left: after the generator is done, those of draws that the
  /// property makes itself.
  var hasMore: Bool { cursor < (kind == .flat ? flatScript.count : script.count) }

  /// Whether the next draw has a choice in the script; true where nothing is replayed.
  var hasScriptLeft: Bool {
    skipSchedule()
    return kind == .none || hasMore
  }

  var isReplaying: Bool { kind != .none }

  /// The value of the next draw: the script's where there is one that fits, else the simplest; and
  /// `proposed` where nothing is replayed.
  @inline(never)
  func resolve(
    _ proposed: UInt64, kind: ChoiceKind, lower: UInt64, upper: UInt64, target: UInt64
  ) -> UInt64 {
    var choice = Choice(kind: kind, value: proposed, lower: lower, upper: upper, target: target)
    if isReplaying, !takesProposals { choice.value = replayedValue(for: choice) }
    tokens.append(.choice(choice))
    choiceCount += 1
    if journal != nil { keep(.token(.choice(choice))) }
    return choice.value
  }

  /// A scheduler's decision: the script's where its next choice is one, else 0; and 0 where nothing is
  /// replayed, for ``amend(_:_:)`` to correct. Gives the value and the token.
  func resolveSchedule(upTo last: UInt64) -> (value: UInt64, token: Int) {
    let value = min(nextScheduled() ?? 0, last)
    let choice = Choice(kind: .schedule, value: value, lower: 0, upper: last, target: 0)
    tokens.append(.choice(choice))
    choiceCount += 1
    keep(.token(.choice(choice)))
    return (value, tokens.count - 1)
  }

  /// Sets a decision that was recorded before it was known.
  func amend(_ token: Int, _ value: UInt64) {
    guard tokens.indices.contains(token), case .choice(let choice) = tokens[token] else { return }
    tokens[token] = .choice(choice.with(value: value))
    keep(.amended(token: token, value))
  }

  /// Corrects the last draw, where its script held a value that the draw cannot stand for.
  func amendLast(_ value: UInt64) {
    guard case .choice(let choice) = tokens.last else { return }
    tokens[tokens.count - 1] = .choice(choice.with(value: value))
    divergences += 1
    keep(.amended(token: tokens.count - 1, value))
  }

  /// Over the kind and the range of each draw but a scheduler's, in order: tells whether a generator has
  /// changed.
  var fingerprint: Fingerprint {
    var fingerprint = Fingerprint()
    for case .choice(let choice) in tokens where choice.kind != .schedule {
      fingerprint.add(kind: choice.kind, lower: choice.lower, upper: choice.upper)
    }
    return fingerprint
  }

  /// Where an attempt begins that may be rejected.
  @usableFromInline
  struct Mark {
    fileprivate let tokenCount: Int
    fileprivate let choiceCount: Int
    fileprivate let cursor: Int
  }

  var mark: Mark { Mark(tokenCount: tokens.count, choiceCount: choiceCount, cursor: cursor) }

  /// Takes back what a rejected attempt drew, so that only what was accepted is recorded.
  ///
  /// A replay goes over the same part of the script again with its first number raised by `attempt`: so a
  /// candidate that a filter rejects stands for the next one that passes, and numbers shrink through
  /// filters as they do without.
  func rewind(to mark: Mark, attempt: Int) {
    tokens.removeSubrange(mark.tokenCount...)
    choiceCount = mark.choiceCount
    defer { keep(.rewound(tokenCount: mark.tokenCount)) }
    guard isReplaying else { return }
    cursor = mark.cursor
    offset = UInt64(attempt)
    divergences += 1
  }

  /// Takes back what was recorded since `mark`, and goes on in the script where it stands: for a part of a replay
  /// that no longer applies, and is left out. At a place where the same spans are open as at the mark.
  func forget(to mark: Mark) {
    tokens.removeSubrange(mark.tokenCount...)
    choiceCount = mark.choiceCount
    if isReplaying { divergences += 1 }
    keep(.rewound(tokenCount: mark.tokenCount))
  }

  /// All that a tape changes while it records or plays, for a part of a case that runs several times.
  struct State {
    fileprivate let tokens: [Token]
    fileprivate let choiceCount: Int
    fileprivate let divergences: Int
    fileprivate let cursor: Int
    fileprivate let scheduleCursor: Int
    fileprivate let matched: [Int]
    fileprivate let offset: UInt64
  }

  var state: State {
    State(
      tokens: tokens, choiceCount: choiceCount, divergences: divergences, cursor: cursor,
      scheduleCursor: scheduleCursor, matched: matched, offset: offset)
  }

  func restore(_ state: State) {
    tokens = state.tokens
    choiceCount = state.choiceCount
    divergences = state.divergences
    cursor = state.cursor
    scheduleCursor = state.scheduleCursor
    matched = state.matched
    offset = state.offset
    // What is kept may differ anywhere: a decision of a schedule is corrected after it was recorded.
    keep(.rewound(tokenCount: 0))
    for token in tokens { keep(.token(token)) }
  }

  func open(_ label: SpanLabel) {
    tokens.append(.open(label))
    if kind == .tokens {
      skipSchedule()
      if cursor < script.count, case .open = script[cursor] {
        cursor += 1
        matched.append(0)
      } else {
        matched.append(-1)
      }
    }
    if journal != nil { keep(.token(.open(label))) }
  }

  func close() {
    tokens.append(.close)
    if kind == .tokens, let depth = matched.last {
      matched.removeLast()
      if depth >= 0 { skipToClose(over: depth) }
    }
    if journal != nil { keep(.token(.close)) }
  }

  /// Passes over what is left of the script's open span.
  /// - Parameter depth: how many spans of the script are open inside it.
  private func skipToClose(over depth: Int) {
    var depth = depth
    while cursor < script.count {
      let token = script[cursor]
      cursor += 1
      switch token {
      case .open: depth += 1
      case .close:
        if depth == 0 { return }
        depth -= 1
      case .choice: if token.isData { divergences += 1 }
      }
    }
  }

  private func keep(_ entry: CaseJournal.Entry) {
    guard let journal else { return }
    journal.append(entry)
    journal.note(cursor: cursor, divergences: divergences)
  }

  /// Takes over what a tape with the same script came to in another process.
  func restore(from journal: CaseJournal, _ entries: [CaseJournal.Entry]) {
    tokens = []
    isInProperty = false
    for entry in entries {
      switch entry {
      case .token(let token): tokens.append(token)
      case .amended(let token, let value):
        guard tokens.indices.contains(token), case .choice(let choice) = tokens[token] else { continue }
        tokens[token] = .choice(choice.with(value: value))
      case .rewound(let count): tokens.removeSubrange(min(max(0, count), tokens.count)...)
      case .ranPredicate: isInProperty = true
      case .value, .drawn, .note, .figure, .steps, .marks, .result, .suspected, .known, .claimed: break
      }
    }
    choiceCount = tokens.count { if case .choice = $0 { true } else { false } }
    cursor = journal.cursor
    divergences = journal.divergences
    dependsOnMore = journal.dependsOnMore
    ranEverySchedule = journal.ranEverySchedule
  }

  /// The script's next decision of a schedule. They are read apart from the data, so that neither is
  /// misread for the other when a schedule comes to more or fewer decisions than it did.
  private func nextScheduled() -> UInt64? {
    while scheduleCursor < flatScript.count {
      scheduleCursor += 1
      let choice = flatScript[scheduleCursor - 1]
      if choice.kind == .schedule { return choice.magnitude }
    }
    while scheduleCursor < script.count {
      scheduleCursor += 1
      if let value = script[scheduleCursor - 1].scheduleValue { return value }
    }
    return nil
  }

  @inline(__always)
  private func skipSchedule() {
    if kind == .flat {
      while cursor < flatScript.count, flatScript[cursor].kind == .schedule { cursor += 1 }
    } else {
      while cursor < script.count, script[cursor].scheduleValue != nil { cursor += 1 }
    }
  }

  /// The script's next choice of a kind in the span that is open.
  ///
  /// What a branch or a depth decides on may have come to draw more than it did, or less: choices of another kind are
  /// passed over where one of this kind follows, also inside spans that are not opened now; where none follows, they
  /// stay for the draws to come.
  private func nextScripted(_ kind: ChoiceKind) -> Choice? {
    var (index, opened) = (cursor, 0)
    while index < min(script.count, cursor + 16) {
      switch script[index] {
      case .choice(let choice) where choice.kind == kind:
        if index > cursor { divergences += 1 }
        cursor = index + 1
        if opened > 0, let enclosing = matched.lastIndex(where: { $0 >= 0 }) { matched[enclosing] += opened }
        return choice
      case .choice: break
      case .open: opened += 1
      case .close:
        if opened == 0 { return nil }
        opened -= 1
      }
      index += 1
    }
    return nil
  }

  private func replayedValue(for choice: Choice) -> UInt64 {
    skipSchedule()
    switch kind {
    case .flat where cursor < flatScript.count:
      cursor += 1
      if let value = flatScript[cursor - 1].value(in: choice) { return value }
    case .tokens where cursor < script.count:
      if let scripted = nextScripted(choice.kind) {
        defer { offset = 0 }
        if choice.kind == .double { return scripted.value }
        let fitted = min(max(scripted.value, choice.lower), choice.upper)
        if fitted != scripted.value { divergences += 1 }
        return fitted + min(offset, choice.upper - fitted)
      }
    default: break
    }
    if !isInProperty || hasMore { divergences += 1 }
    defer { offset = 0 }
    // A double's bit pattern is no number to add to.
    if choice.kind == .double { return choice.target }
    return choice.target + min(offset, choice.upper - choice.target)
  }
}
