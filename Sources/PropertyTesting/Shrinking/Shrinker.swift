/// Makes a failing case as simple as it finds: fewer choices first, then each choice nearer to its target
/// (shortlex), by running the property on smaller and smaller choice sequences.
///
/// It is synchronous and knows nothing of values or systems: `attempt` runs an examination. The same
/// failure from any seed ends in the same counterexample wherever the passes reach the least one.
final class Shrinker {
  /// When to stop. The call limit makes the result reproducible; the time limit guards against slow
  /// properties, and a report says when it cut shrinking short.
  struct Limits {
    var calls = 5_000
    /// Candidates generated, most of which never reach the property.
    var candidates = 200_000
    var time = Duration.seconds(60)
    /// Can end it early.
    var watch: RunWatch?
    /// Is told each pass and each simpler case.
    var note: RunNote?
    var propertyID = ""
    var passes = shrinkPasses
  }

  private(set) var best: Shape
  private var bestKey: UInt64
  /// How often the property was called.
  private(set) var calls = 0
  /// For each pass: how many candidates it proposed, how many of them the property was called with, and how
  /// many were taken.
  private(set) var counters: [(pass: String, candidates: Int, calls: Int, taken: Int)]
  private(set) var stoppedEarly = false
  /// Whether the pass that runs has had its share of the time without a gain: the others come first.
  private var isPassOver = false
  /// How much time is left when that is so, and how many candidates there were when the pass began, or gained.
  private var endOfPass = (left: Duration.zero, share: Duration.zero, candidates: 0)
  /// Whether the last candidate said nothing of the property: the generator rejected it, or made of it a case that
  /// is not simpler or was tried before.
  private(set) var wasUnfit = false
  /// How many candidates were taken: as long as this stays, so does the best case.
  private(set) var taken = 0
  /// Each candidate that was taken.
  private(set) var path: [Counterexample.Step] = []
  /// Values that halving came down to, with failing ones close above: it is not likely that others fail below.
  private var thresholds: Set<Choice> = []
  /// What went wrong in passes, which were then left out.
  private(set) var faults: [EngineFault] = []
  /// How often all passes have run.
  private(set) var round = 0
  /// The best case as it was when this round began.
  private(set) var roundStart: Shape

  private let origin: String
  /// The index of the case, which its size depends on.
  private let index: Int
  private let limits: Limits
  private let attempt: (Examination) -> Void
  private var candidates = 0
  private var tried: Set<UInt64> = []
  private var currentPass = 0
  /// What is known of the numbers of the case with this key: whether each stands alone, and whether it is a threshold.
  private var known: (key: UInt64, alone: [Int: Bool], thresholds: [Int: Bool]) = (0, [:], [:])
  /// For each pass, the key of the best case when it last found nothing.
  private var fruitless: [Int: UInt64] = [:]
  private var faulty: Set<Int> = []
  private let time: TimeLimit

  /// In the first round a pass may take this part of the time without a gain, and twice as much in each round after it. A case that takes
  /// long, or is large, has time for the boldest steps of all passes then, and not for all steps of the first.
  private static let shares = 8
  /// How far from a number others are looked at, to tell a threshold.
  private static let beyond: [UInt64] = [1, 2, 5]
  private static let fewEqual = 3
  /// So many candidates, each pass tries.
  private static let boldest = 3

  /// - Parameters:
  ///   - tokens: the recorded failing case.
  ///   - index: its index in the run.
  ///   - origin: only failures of this origin count: see ``Failure/origin``.
  init(
    _ tokens: [Token], index: Int = 0, origin: String, limits: Limits = Limits(),
    attempt: @escaping (Examination) -> Void
  ) {
    best = Shape(tokens)
    roundStart = best
    self.index = index
    self.origin = origin
    self.limits = limits
    time = TimeLimit(limits.time)
    self.attempt = attempt
    counters = limits.passes.map { ($0.name, 0, 0, 0) }
    bestKey = key(tokens)
    tried.insert(bestKey)
  }

  /// Runs the passes, each once over the whole case, until none of them finds anything simpler.
  func run() {
    if best.choiceTokens.isEmpty { return }
    var goesOn = true
    while goesOn && !stoppedEarly {
      goesOn = false
      roundStart = best
      for (index, pass) in limits.passes.enumerated() where !faulty.contains(index) {
        // What found nothing in this case finds nothing in it again.
        let current = bestKey
        if fruitless[index] == current { continue }
        currentPass = index
        let before = counters[index].taken
        beginShare()
        limits.note?.enter(.shrinking(pass: pass.name))
        do {
          try pass.run(self)
        } catch {
          faulty.insert(index)
          faults.append(EngineFault(part: "the shrink pass “\(pass.name)”", message: describe(error)))
        }
        if stoppedEarly { return }
        if counters[index].taken > before || isPassOver { goesOn = true } else { fruitless[index] = current }
      }
      round += 1
    }
  }

  private func beginShare() {
    isPassOver = false
    let share = limits.time / Self.shares * (1 << min(round, Self.shares))
    endOfPass = (time.left - share, share, candidates)
  }

  /// Whether `tokens` replays to a simpler case that fails alike; then it is the new best.
  func consider(_ tokens: [Token]?) -> Bool {
    wasUnfit = false
    guard !isExhausted(), let tokens else { return false }
    let proposed = key(tokens)
    guard tried.insert(proposed).inserted else { return false }
    let examination = Examination(index: index, replaying: .tokens(tokens)) { [best] tape in
      // Where the property goes on drawing, the case is not known before it has run.
      if tape.hasMore { return true }
      guard isSimpler(tape.tokens, than: best.tokens) else { return false }
      let actual = key(tape.tokens)
      return actual == proposed || self.tried.insert(actual).inserted
    }
    examination.tape.choiceLimit = best.choiceTokens.count
    let isFailure = failsAlike(examination)
    wasUnfit = !examination.ranPredicate
    return isFailure && take(examination)
  }

  /// The points of each schedule of a case, which is run once more if it was tried before. Nil if it is the new best, or did not
  /// run.
  func points(in tokens: [Token]) -> [[SchedulePoint]]? {
    guard !isExhausted() else { return nil }
    let examination = Examination(index: index, replaying: .tokens(tokens))
    examination.tape.points = []
    tried.insert(key(tokens))
    if failsAlike(examination), take(examination) { return nil }
    return examination.ranPredicate ? examination.tape.points : nil
  }

  /// Makes a case that fails the best, if it is simpler.
  private func take(_ examination: Examination) -> Bool {
    guard isSimpler(examination.tape.tokens, than: best.tokens) else { return false }
    best = Shape(examination.tape.tokens)
    bestKey = key(best.tokens)
    counters[currentPass].taken += 1
    taken += 1
    beginShare()
    path.append(
      Counterexample.Step(
        pass: counters[currentPass].pass, calls: calls, choices: best.choiceTokens.count, bits: best.bits))
    limits.note?.best(examination, of: limits.propertyID) { generate(best.tokens, printsValue: true) }
    return true
  }

  /// ``consider(_:)`` for a case with other values at some choices.
  func consider(replacing values: ChoiceValues) -> Bool {
    consider(best.replacing(values))
  }

  /// Whether a case with other values at some choices fails alike, simpler or not. It is not taken.
  func fails(replacing values: ChoiceValues) -> Bool {
    guard !isExhausted() else { return false }
    return failsAlike(Examination(index: index, replaying: .tokens(best.replacing(values))))
  }

  /// Whether the number at `token` does not fail further from its target by one, so that the failing ones lie apart from each other.
  func standsAlone(at token: Int) -> Bool {
    if known.key != bestKey { known = (bestKey, [:], [:]) }
    if let isAlone = known.alone[token] { return isAlone }
    guard let further = best.choice(at: token)?.further(by: 1) else { return true }
    let isAlone = !fails(replacing: [token: further])
    known.alone[token] = isAlone
    return isAlone
  }

  /// Whether the number or character at `token` is a threshold: halving came down to it, or several further from its target fail as well,
  /// alone or together with a few that are equal to it.
  func isThreshold(at token: Int) -> Bool {
    guard let choice = best.choice(at: token) else { return false }
    if isKnownThreshold(choice) { return true }
    let isAlone = standsAlone(at: token)
    if let isThreshold = known.thresholds[token] { return isThreshold }
    let group = isAlone ? best.tokens(of: choice) : [token]
    let isThreshold =
      (!isAlone || 2...Self.fewEqual ~= group.count)
      && (isAlone ? Self.beyond[...] : Self.beyond.dropFirst()).allSatisfy { step in
        choice.further(by: step).map { fails(replacing: ChoiceValues(group, to: $0)) } ?? false
      }
    known.thresholds[token] = isThreshold
    return isThreshold
  }

  /// Runs a candidate and counts it. Whether it fails for the reason that the case does.
  private func failsAlike(_ examination: Examination) -> Bool {
    candidates += 1
    counters[currentPass].candidates += 1
    attempt(examination)
    if examination.ranPredicate {
      limits.watch?.shrinks(choices: best.choiceTokens.count)
      calls += 1
      counters[currentPass].calls += 1
    }
    guard case .failed(let failure) = examination.result else { return false }
    return failure.origin == origin
  }

  /// What `tokens` replays to, without a call of the property. Nil where the generator rejects them, or the
  /// property goes on drawing.
  func preview(_ tokens: [Token]) -> Preview? {
    let examination = generate(tokens, keepsValue: true)
    guard case .skipped = examination.result, !examination.tape.hasMore else { return nil }
    return Preview(tokens: examination.tape.tokens, printValue: examination.printValue)
  }

  /// What a replay drew.
  struct Preview {
    let tokens: [Token]
    fileprivate let printValue: (() -> String)?
  }

  /// The value of a preview, as it prints: made once more where it is in another process.
  func print(_ preview: Preview) -> String? {
    guard let printValue = preview.printValue else { return print(preview.tokens) }
    candidates += 1
    return printValue()
  }

  /// The value that `tokens` stand for, as it prints.
  func print(_ tokens: [Token]) -> String? { generate(tokens, printsValue: true).value }

  private func generate(_ tokens: [Token], printsValue: Bool = false, keepsValue: Bool = false) -> Examination {
    candidates += 1
    let examination = Examination(
      index: index, replaying: .tokens(tokens), printsValue: printsValue, keepsValue: keepsValue, isShown: false,
      isWanted: { _ in false })
    attempt(examination)
    return examination
  }

  func noteThreshold(_ choice: Choice) { thresholds.insert(choice) }

  /// Without a call: whether it was noted.
  func isKnownThreshold(_ choice: Choice) -> Bool { thresholds.contains(choice) }

  func wasTried(_ tokens: [Token]) -> Bool { tried.contains(key(tokens)) }

  /// Whether a limit is reached, of all or of the pass that runs. What takes long without a candidate asks for it by itself.
  func isExhausted() -> Bool {
    if stoppedEarly || isPassOver { return true }
    let left = time.left
    stoppedEarly =
      calls >= limits.calls || candidates >= limits.candidates
      || left == .zero || limits.watch?.isStopped == true
    // Its boldest it tries in any case, unless it does not come to them.
    isPassOver = left < endOfPass.left && (candidates >= endOfPass.candidates + Self.boldest || left < endOfPass.left - endOfPass.share)
    return stoppedEarly || isPassOver
  }
}

extension Shape {
  /// How many bits it takes to say how far the choices are from their simplest values: the measure of ``Counterexample/Step``.
  fileprivate var bits: Int {
    choiceTokens.reduce(0) { sum, place in
      guard case .choice(let choice) = tokens[place] else { return sum }
      let distance = choice.complexity.distance
      return sum + (UInt64.bitWidth - distance.leadingZeroBitCount)
    }
  }
}

/// A hash of the choices and of where spans begin and end: one multiplication for each, because every candidate is
/// hashed. It goes by pointer, since a debug build iterates over an array by calls that it does not specialise.
private func key(_ tokens: [Token]) -> UInt64 {
  tokens.withUnsafeBufferPointer { buffer in
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    guard var token = buffer.baseAddress else { return Source.mix(hash) }
    let end = token + buffer.count
    while token != end {
      let word: UInt64 =
        switch token.pointee {
        case .choice(let choice): choice.value &+ (UInt64(choice.kind.rawValue) &+ 3) &* 0x9e37_79b9_7f4a_7c15
        case .open: 1
        case .close: 2
        }
      hash = (hash ^ word) &* 0xbf58_476d_1ce4_e5b9
      hash ^= hash &>> 32
      token += 1
    }
    return Source.mix(hash)
  }
}
