/// Looks for cases that the property asks for, or that reach new code: the best so far are changed, and what is
/// better is kept.
///
/// One case after the other, with random numbers from the run's seed: the same for any number of workers.
final class GuidedSearch {
  /// A case worth changing.
  struct Entry: Sendable {
    let tokens: [Token]
    /// The index whose size it has.
    let index: Int
    /// What the code compared with when it ran.
    var operands: [UInt64] = []
    /// Why it is kept.
    var reason: String
  }

  struct Outcome: Sendable {
    var summary = GuidanceSummary()
    var found: FoundCase?
    /// How the process of the found case ended, where it did.
    var death: String?
    /// What it threw, in words.
    var message: String?
    var entries: [Entry] = []
    /// How many cases met each known failure.
    var knownFailures: [String: Int] = [:]
    /// What the cases claimed.
    var evidence = Evidence.none
  }

  private let settings: RunSettings
  private let examine: (Examination) -> Void
  private let budget: Int
  private let time: TimeBudget?
  private var mutation: Mutation
  private var outcome = Outcome()
  /// The best case for each target, in the order of their names.
  private var best: [String: (value: Double, entry: Entry)] = [:]
  private var climbs: [String: Climb] = [:]
  private var pool: [Entry] = []
  /// For each thing reached: which case of the pool came to it first, and how often it was reached since.
  private var features: [UInt32: (place: Int, count: Int)] = [:]
  /// In the order in which they were reached.
  private var featureList: [UInt32] = []
  private var operands: [UInt64] = []
  private var tried: Set<UInt64> = []
  private var number: Int

  /// - Parameter number: of the first case.
  init(_ settings: RunSettings, number: Int, in time: TimeBudget? = nil, examine: @escaping (Examination) -> Void) {
    self.settings = settings
    self.time = time
    self.examine = examine
    self.number = number
    budget = max(0, settings.guidance.cases ?? settings.cases)
    mutation = Mutation(seed: Source.mix(settings.seed ^ 0x6775_6964_6564))
  }

  /// - Parameters:
  ///   - targets: what random cases came to.
  ///   - examples: how many the generator has; they are run first.
  ///   - saved: cases of the corpus, which are run next.
  func run(_ targets: [String: Target.Best], examples: Int = 0, from saved: [ReplayToken] = []) -> Outcome {
    for place in 0..<examples where outcome.found == nil {
      let choice = ScriptedChoice(kind: .branch, magnitude: UInt64(place) + 1, isBelow: false)
      look(Examination(index: 0, replaying: .flat([choice])))
      outcome.found?.example = place
    }
    for token in saved where outcome.found == nil {
      look(Examination(index: token.sizeIndex, replaying: .flat(token.choices)))
    }
    // Where nothing is watched, only the best cases matter, and they are known.
    let watched = settings.guidance.coverage == nil ? 0 : min(settings.cases, Self.randomSeeds)
    let indices = Set(targets.values.map(\.index)).union(0..<watched)
    for index in indices.sorted() where outcome.found == nil {
      look(Examination(seed: settings.seed, index: index))
    }
    var attempts = 0
    while outcome.found == nil, settings.watch?.isStopped != true, outcome.summary.cases < budget, attempts < budget.multipliedClamped(by: 8),
      !(best.isEmpty && pool.isEmpty), time?.isOver != true
    {
      attempt(attempts)
      attempts += 1
    }
    outcome.summary.targets = best.mapValues(\.value)
    outcome.summary.features = features.count
    outcome.entries = best.sorted { $0.key < $1.key }.map(\.value.entry) + pool.reversed()
    return outcome
  }

  private func attempt(_ round: Int) {
    let labels = best.keys.sorted()
    // Every target has its turn, and so has what was reached; each by steps and by leaps.
    let turn = round / 2 % (labels.count + (pool.isEmpty ? 0 : 1))
    if turn < labels.count, let parent = best[labels[turn]]?.entry {
      let label = labels[turn]
      if round % 2 == 0 {
        let before = best[label]?.value ?? 0
        guard let candidate = climbs[label, default: Climb()].candidate(parent.tokens) else {
          climbs[label, default: Climb()].learn(improved: false)
          return
        }
        look(Examination(index: parent.index, replaying: .tokens(candidate), isWanted: isNew))
        climbs[label]?.learn(improved: (best[label]?.value ?? before) > before)
      } else {
        leap(from: parent)
      }
    } else if !pool.isEmpty {
      leap(from: pool[mutation.below(4) == 0 ? mutation.below(pool.count) : rarePlace()])
    }
  }

  /// The case that came first to the rarest of some things reached: what few cases come to is where the unknown is.
  private func rarePlace() -> Int {
    var rarest: (place: Int, count: Int)?
    for _ in 0..<Self.rivals {
      let rival = features[featureList[mutation.below(featureList.count)]]
      if let rival, rival.count < rarest?.count ?? .max { rarest = rival }
    }
    return rarest?.place ?? 0
  }

  private func leap(from parent: Entry) {
    let tokens = mutation.changed(parent.tokens, operands: mutation.below(2) == 0 ? parent.operands : operands)
    look(Examination(index: parent.index, replaying: .tokens(tokens), isWanted: isNew))
  }

  private func isNew(_ tape: Tape) -> Bool {
    tape.hasMore || tried.insert(key(tape.tokens)).inserted
  }

  /// Runs a case, and keeps it where it is better than all before.
  private func look(_ examination: Examination) {
    examination.watchesClaims = outcome.evidence < .claim
    settings.guidance.coverage?.begin()
    examine(examination)
    let coverage = settings.guidance.coverage?.end() ?? Coverage()
    if examination.ranPredicate { outcome.summary.cases += 1 }
    let entry = Entry(tokens: examination.tape.tokens, index: examination.index, reason: "")
    switch examination.result {
    case .skipped, .discarded: return
    case .failed(let failure):
      outcome.found = FoundCase(
        number: number, index: examination.index, script: .tokens(examination.tape.tokens))
      outcome.message = failure.message
      if failure.isInterruption { outcome.death = failure.message }
      return
    case .passed: number += 1
    }
    outcome.evidence = max(outcome.evidence, examination.evidence)
    if let known = examination.knownFailure { outcome.knownFailures[known, default: 0] += 1 }
    for (label, value) in examination.targets where value >= best[label]?.value ?? -.infinity {
      var kept = entry
      kept.reason = "the highest “\(label)”: \(value)"
      if value > best[label]?.value ?? -.infinity {
        outcome.summary.targetSteps[label, default: []].append(TargetStep(case: number - 1, value: value))
      }
      best[label] = (value, kept)
    }
    let known = featureList.count
    for feature in coverage.features {
      if features[feature] == nil { featureList.append(feature) }
      features[feature, default: (pool.count, 0)].count += 1
    }
    if featureList.count > known {
      outcome.summary.featureSteps.append(TargetStep(case: number - 1, value: Double(featureList.count)))
      var kept = entry
      kept.reason = "it reached \(featureList.count - known) new places"
      kept.operands = Array(coverage.operands.suffix(Self.operandCount))
      pool.append(kept)
    }
    for operand in coverage.operands where operand > 1 && !operands.contains(operand) {
      operands.append(operand)
      if operands.count > Self.operandCount { operands.removeFirst() }
    }
  }

  /// Over the choices and where parts begin and end.
  private func key(_ tokens: [Token]) -> UInt64 {
    tokens.reduce(0) { hash, token in
      switch token {
      case .choice(let choice): Source.mix(hash ^ Source.mix(choice.value &+ 3))
      case .open: Source.mix(hash ^ 1)
      case .close: Source.mix(hash ^ 2)
      }
    }
  }

  private static let randomSeeds = 100
  private static let rivals = 32
  private static let operandCount = 128
}

extension Int {
  fileprivate func multipliedClamped(by factor: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
