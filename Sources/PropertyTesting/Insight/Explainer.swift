/// Finds out which parts of a counterexample matter: changes one choice at a time, and sees whether the case
/// fails alike (after the explain phase of Hypothesis), and where it begins to.
///
/// Lengths and decisions of schedules are left as they are: with another length the rest is not fixed. The
/// values that it tries depend on the case alone, so that the same case is explained in the same words.
struct Explainer {
  /// What became of the case with another value at a choice.
  struct Probe {
    enum Outcome { case fails, passes, failsOtherwise }
    let outcome: Outcome
    /// The printed value, then what the property drew.
    let texts: [PrintedText]
  }

  /// A value that prints longer is not explained, in bytes.
  static let longestText = 20_000

  let base: Examination
  let origin: String
  let limit: Int
  private let time: TimeLimit
  let examine: (Examination) -> Void
  let texts: [PrintedText]
  private(set) var explanation = Explanation()

  init(
    of base: Examination, origin: String, limit: Int, time: Duration, examine: @escaping (Examination) -> Void
  ) {
    self.base = base
    self.origin = origin
    self.limit = limit
    self.time = TimeLimit(time)
    self.examine = examine
    texts = Self.texts(of: base)
  }

  static func texts(of examination: Examination) -> [PrintedText] {
    ([examination.value ?? ""] + examination.drawn.map(\.value)).map(PrintedText.init)
  }

  /// - Throws: if the explainer takes the case to print otherwise than it does. What was explained so far stays.
  mutating func run() throws {
    let places = base.tape.tokens.indices.filter { place in
      guard case .choice(let choice) = base.tape.tokens[place] else { return false }
      return ChoiceScale(choice).map { $0.first < $0.last } ?? false
    }
    guard !places.isEmpty else { return }
    let samples = min(max(limit / places.count, 4), 12)
    var studies: [ChoiceStudy] = []
    for place in places {
      guard !isOver, case .choice(let choice) = base.tape.tokens[place], let scale = ChoiceScale(choice) else {
        break
      }
      var study = ChoiceStudy(place: place, scale: scale)
      study.sample(samples, &self)
      study.findBounds(samples * 2 / 3, &self)
      studies.append(study)
    }
    try tell(studies)
    if isOver { explanation.stoppedEarly = true }
  }

  var isOver: Bool { explanation.calls >= limit || time.isOver }

  /// Runs the case with other values at some choices.
  /// - Returns: nil where the rest did not stay as it was, the case is discarded, or a limit is reached.
  mutating func probe(_ values: [Int: UInt64]) -> Probe? {
    guard !isOver else { return nil }
    var tokens = base.tape.tokens
    for (place, value) in values {
      if case .choice(let choice) = tokens[place] { tokens[place] = .choice(choice.with(value: value)) }
    }
    let examination = Examination(
      index: base.index, replaying: .tokens(tokens), printsValue: true, isShown: false)
    examine(examination)
    explanation.calls += 1
    // A case that passes may go on to draw more, one that fails earlier does not come as far.
    let drawn = examination.tape.tokens
    guard drawn.count > (values.keys.max() ?? 0), zip(drawn, tokens).allSatisfy({ $0 == $1 }) else { return nil }
    switch examination.result {
    case .passed: return Probe(outcome: .passes, texts: Self.texts(of: examination))
    case .failed(let failure):
      if failure.verdictWithoutCase != nil { return nil }
      return Probe(
        outcome: failure.origin == origin ? .fails : .failsOtherwise, texts: Self.texts(of: examination))
    case .discarded, .skipped: return nil
    }
  }

  /// Puts into words what was seen, part by part of the printed value.
  private mutating func tell(_ studies: [ChoiceStudy]) throws {
    var irrelevant: [ChoiceStudy] = []
    for group in groups(of: studies) {
      guard let first = group.first, let part = group.compactMap({ $0.part(in: texts) }).reduce(nil, union)
      else { continue }
      let finding: Explanation.Finding?
      if group.allSatisfy(\.isIrrelevant) {
        finding = .irrelevant(
          tried: group.reduce(0) { $0 + $1.tried }, areAll: group.count == 1 && first.isComplete)
        irrelevant += group
      } else {
        finding = group.count == 1 ? try first.finding(at: part, of: texts) : nil
      }
      guard let finding else { continue }
      let range = texts[part.text].named(part.range)
      let path = try texts[part.text].path(to: range)
      let name = part.text == 0 ? nil : base.drawn[part.text - 1].name
      let separator = path.isEmpty || path.hasPrefix("[") || path.hasPrefix(".") ? "" : path.hasPrefix("“") ? " " : "."
      explanation.parts.append(
        Explanation.Part(
          path: name.map { $0 + separator + path } ?? path, text: try texts[part.text].text(range),
          finding: finding))
    }
    if irrelevant.count > 1 { explanation.areIrrelevantTogether = areIrrelevantTogether(irrelevant) }
  }

  private mutating func areIrrelevantTogether(_ studies: [ChoiceStudy]) -> Bool? {
    var tried = 0
    for round in 0..<6 {
      let values = studies.map { ($0.place, $0.scale.value(of: $0.scale.random(round, $0.place))) }
      guard let probe = probe(Dictionary(values, uniquingKeysWith: { first, _ in first })) else { continue }
      if probe.outcome != .fails { return false }
      tried += 1
    }
    return tried >= 3 ? true : nil
  }

  /// Choices that show in one part of the text, such as the characters of a word.
  private func groups(of studies: [ChoiceStudy]) -> [[ChoiceStudy]] {
    var groups: [(part: PrintedPart, studies: [ChoiceStudy])] = []
    for study in studies {
      guard let part = study.part(in: texts) else { continue }
      var joined = (part: part, studies: [study])
      groups.removeAll { group in
        guard group.part.overlaps(joined.part) else { return false }
        joined = (union(group.part, joined.part) ?? joined.part, group.studies + joined.studies)
        return true
      }
      groups.append(joined)
    }
    return groups.sorted { ($0.part.text, $0.part.range.lowerBound) < ($1.part.text, $1.part.range.lowerBound) }
      .map(\.studies)
  }

  private func union(_ left: PrintedPart?, _ right: PrintedPart) -> PrintedPart? {
    guard let left, left.text == right.text else { return left ?? right }
    let (lower, upper) = (
      min(left.range.lowerBound, right.range.lowerBound), max(left.range.upperBound, right.range.upperBound)
    )
    return PrintedPart(text: left.text, range: lower..<upper)
  }
}

/// A part of what is printed of a case.
struct PrintedPart {
  /// 0: the value; from 1 on: what the property drew.
  let text: Int
  /// Lexemes of that text.
  let range: Range<Int>

  func overlaps(_ other: PrintedPart) -> Bool {
    text == other.text && (range.overlaps(other.range) || range == other.range)
  }
}

/// The values of a choice in their order, as whole numbers.
struct ChoiceScale {
  let choice: Choice
  let first: UInt64
  let last: UInt64
  let current: UInt64

  /// nil for choices that are not explained, and for doubles out of their range (special values).
  init?(_ choice: Choice) {
    self.choice = choice
    switch choice.kind {
    case .count, .schedule: return nil
    case .double:
      (first, last) = (Self.ordered(choice.lower), Self.ordered(choice.upper))
      current = Self.ordered(choice.value)
    case .integer, .boolean, .branch, .character:
      (first, last, current) = (choice.lower, choice.upper, choice.value)
    }
    guard first <= current, current <= last else { return nil }
  }

  func value(of place: UInt64) -> UInt64 { choice.kind == .double ? Self.pattern(place) : place }

  /// Bit patterns of doubles in the order of their values.
  private static func ordered(_ bits: UInt64) -> UInt64 { bits >> 63 == 1 ? ~bits : bits | 1 << 63 }
  private static func pattern(_ ordered: UInt64) -> UInt64 { ordered >> 63 == 1 ? ordered ^ 1 << 63 : ~ordered }

  /// A number of its own for each round and salt, anywhere in the range.
  func random(_ round: Int, _ salt: Int) -> UInt64 { random(round, salt, first...last) }

  func random(_ round: Int, _ salt: Int, _ range: ClosedRange<UInt64>) -> UInt64 {
    let word = Source.mix(UInt64(salt) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(round) &+ 1)
    let width = range.upperBound - range.lowerBound
    return range.lowerBound + (width == .max ? word : word.multipliedFullWidth(by: width + 1).high)
  }

  /// First a half, a third and the double of how far the number is from the simplest one, which fail again more often than others; then
  /// numbers anywhere in the range.
  func further(_ round: Int, _ salt: Int, _ range: ClosedRange<UInt64>) -> UInt64 {
    let isAbove = current > choice.target
    let distance = isAbove ? current - choice.target : choice.target - current
    let relatives = [distance / 2, distance / 3, distance &* 2].map { isAbove ? choice.target &+ $0 : choice.target &- $0 }
      .filter { choice.kind == .integer && range.contains($0) }
    return round < relatives.count ? relatives[round] : random(round, salt, range)
  }

  func moved(by distance: UInt64, up: Bool) -> UInt64? {
    let (moved, overflow) =
      up ? current.addingReportingOverflow(distance) : current.subtractingReportingOverflow(distance)
    return !overflow && moved >= first && moved <= last ? moved : nil
  }
}
