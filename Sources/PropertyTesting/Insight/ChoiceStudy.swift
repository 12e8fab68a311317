/// What is learnt of one choice of a counterexample, by trying other values of it.
struct ChoiceStudy {
  /// Where the choice stands among the tokens.
  let place: Int
  let scale: ChoiceScale
  /// By place on the scale; without the value that it has.
  private(set) var probes: [UInt64: Explainer.Probe] = [:]
  /// The first and the last place at which it fails, where that is one range, as far as was seen.
  private(set) var bounds: ClosedRange<UInt64>?

  /// Fewer others than this do not show that a part does not matter.
  static let fewest = 4
  /// As many values as this are tried one by one.
  static let mostOfAll: UInt64 = 24

  init(place: Int, scale: ChoiceScale) {
    self.place = place
    self.scale = scale
  }

  var tried: Int { probes.count }
  /// All values that it can have were tried.
  var isComplete: Bool { scale.last - scale.first == UInt64(tried) }
  var isIrrelevant: Bool {
    (tried >= Self.fewest || isComplete) && tried > 0 && probes.values.allSatisfy { $0.outcome == .fails }
  }

  private func fails(at place: UInt64) -> Bool? {
    place == scale.current ? true : probes[place].map { $0.outcome == .fails }
  }

  /// - Returns: whether it fails there; nil where that cannot be said.
  private mutating func attempt(_ place: UInt64, _ explainer: inout Explainer) -> Bool? {
    if let known = fails(at: place) { return known }
    guard let probe = explainer.probe([self.place: scale.value(of: place)]) else { return nil }
    probes[place] = probe
    return probe.outcome == .fails
  }

  /// Tries neighbours, the ends of the range and values from all over it.
  mutating func sample(_ count: Int, _ explainer: inout Explainer) {
    if scale.last - scale.first < Self.mostOfAll {
      for place in scale.first...scale.last { _ = attempt(place, &explainer) }
      return
    }
    let neighbours = [scale.moved(by: 1, up: false), scale.moved(by: 1, up: true)].compactMap { $0 }
    for place in neighbours + [scale.first, scale.last] { _ = attempt(place, &explainer) }
    var round = 0
    while tried < count, round < 2 * count, probes.values.allSatisfy({ $0.outcome == .fails }) {
      _ = attempt(scale.random(round, place), &explainer)
      round += 1
    }
  }

  /// Where it begins and ends to fail: by bisection between a value that fails and one that does not; then by
  /// values on either side.
  /// - Parameter count: how many to try within it, and how many on either side.
  mutating func findBounds(_ count: Int, _ explainer: inout Explainer) {
    guard probes.values.contains(where: { $0.outcome != .fails }),
      let upper = end(up: true, &explainer), let lower = end(up: false, &explainer)
    else { return }
    bounds = lower...upper
    if !isComplete {
      for round in 0..<count {
        _ = attempt(scale.random(round, place + 1, lower...upper), &explainer)
        if lower > scale.first {
          _ = attempt(scale.further(round, place + 2, scale.first...(lower - 1)), &explainer)
        }
        if upper < scale.last {
          _ = attempt(scale.further(round, place + 3, (upper + 1)...scale.last), &explainer)
        }
      }
    }
    // A neighbour that was never seen, or another value on the wrong side: there is no such range.
    let ends = [lower > scale.first ? lower - 1 : nil, upper < scale.last ? upper + 1 : nil].compactMap { $0 }
    let isVerified =
      fails(at: lower) == true && fails(at: upper) == true && ends.allSatisfy { fails(at: $0) == false }
      && probes.allSatisfy { (lower...upper).contains($0.key) == ($0.value.outcome == .fails) }
    if !isVerified { bounds = nil }
  }

  /// The last place, going up or down, up to which it fails.
  private mutating func end(up: Bool, _ explainer: inout Explainer) -> UInt64? {
    let outer = up ? scale.last : scale.first
    let beyond = probes.filter { up ? $0.key > scale.current : $0.key < scale.current }
    let passing = beyond.filter { $0.value.outcome != .fails }.keys
    guard var outside = up ? passing.min() : passing.max() else {
      return attempt(outer, &explainer) == true ? outer : nil
    }
    var inside = scale.current
    while up ? inside + 1 < outside : outside + 1 < inside {
      let middle = min(inside, outside) + (max(inside, outside) - min(inside, outside)) / 2
      guard let fails = attempt(middle, &explainer) else { return nil }
      if fails { inside = middle } else { outside = middle }
    }
    return inside
  }

  /// What changes in print with it; nil where nothing does.
  func part(in texts: [PrintedText]) -> PrintedPart? {
    var part: PrintedPart?
    for (_, probe) in probes.sorted(by: { $0.key < $1.key }) {
      for (index, pair) in zip(texts, probe.texts).enumerated() {
        guard let range = pair.0.difference(from: pair.1) else { continue }
        if let known = part, known.text == index {
          let lower = min(known.range.lowerBound, range.lowerBound)
          part = PrintedPart(text: index, range: lower..<max(known.range.upperBound, range.upperBound))
        } else if part == nil || part.map({ $0.text > index }) == true {
          part = PrintedPart(text: index, range: range)
        }
        break
      }
    }
    return part.flatMap { $0.range.isEmpty ? nil : $0 }
  }

  /// What can be said of it, where it is one part of the text for itself.
  func finding(at part: PrintedPart, of texts: [PrintedText]) throws -> Explanation.Finding? {
    let suffix = texts[part.text].lexemes.count - part.range.upperBound
    func text(_ place: UInt64) throws -> String? {
      if place == scale.current { return try texts[part.text].text(part.range) }
      guard let printed = probes[place]?.texts, part.text < printed.count else { return nil }
      let end = printed[part.text].lexemes.count - suffix
      return part.range.lowerBound < end ? try printed[part.text].text(part.range.lowerBound..<end) : nil
    }
    let places = (Array(probes.keys) + [scale.current]).sorted()
    let printed = try places.compactMap(text)
    guard printed.count == places.count else { return nil }
    let numbers = printed.compactMap(Double.init)
    let isRising = zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
    let isFalling = zip(numbers, numbers.dropFirst()).allSatisfy { $0 >= $1 }
    if let bounds, numbers.count == places.count, isRising || isFalling {
      return try ends(of: bounds, isRising: isRising, text)
    }
    guard isComplete, places.count <= 8, !isIrrelevant else { return nil }
    let failing = different(try places.filter { fails(at: $0) == true }.compactMap(text))
    let others = different(try places.filter { fails(at: $0) == false }.compactMap(text))
    // Values that print alike cannot be told apart in words.
    guard Set(failing).isDisjoint(with: others) else { return nil }
    return .values(failing: failing, others: others)
  }

  /// Several values of a choice may print alike.
  private func different(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  private func ends(
    of bounds: ClosedRange<UInt64>, isRising: Bool, _ text: (UInt64) throws -> String?
  ) throws -> Explanation.Finding? {
    func end(_ inside: UInt64, _ outside: UInt64) throws -> Explanation.End? {
      guard let fails = try text(inside), let neighbour = try text(outside), let probe = probes[outside] else {
        return nil
      }
      return Explanation.End(
        fails: fails, neighbour: neighbour, neighbourPasses: probe.outcome == .passes)
    }
    let low = bounds.lowerBound > scale.first ? try end(bounds.lowerBound, bounds.lowerBound - 1) : nil
    let high = bounds.upperBound < scale.last ? try end(bounds.upperBound, bounds.upperBound + 1) : nil
    guard low != nil || high != nil else { return nil }
    return .bounds(
      Explanation.Bounds(
        lower: isRising ? low : high, upper: isRising ? high : low, isOneValue: bounds.lowerBound == bounds.upperBound,
        tried: tried, areAll: isComplete))
  }
}

extension CaseJudge {
  /// What can be said of a confirmed counterexample; nil where nothing was looked into.
  ///
  /// Not for a schedule that switches: with other values its switches come at other points. Nor for a value that no report prints whole.
  /// - Parameter met: takes down failures of other origins on the way.
  func explanation(of confirmed: Examination, _ met: FailuresMet) -> (text: Explanation, fault: EngineFault?)? {
    guard settings.explanationCalls > 0, !isOutOfTime, case .failed(let failure) = confirmed.result,
      confirmed.value?.utf8.count ?? 0 < Explainer.longestText,
      Switches.count(in: confirmed.tape.tokens) ?? 0 == 0
    else { return nil }
    var explainer = Explainer(
      of: confirmed, origin: failure.origin, limit: settings.explanationCalls, time: min(timeLeft, settings.shrinkTime / 12)
    ) { examination in
      examine(examination)
      met.note(examination)
    }
    do {
      try settings.explains(&explainer)
    } catch {
      return (explainer.explanation, EngineFault(part: "the explanation", message: describe(error)))
    }
    return (explainer.explanation, nil)
  }
}
