import Foundation

/// The cases of a run by class, and the tables of what they collected. ``DistributionReport`` prints it.
public struct Distribution: Sendable, Equatable {
  /// A class of cases: see ``Trial/label(_:if:)``.
  public struct Class: Sendable, Equatable {
    /// The label of the class.
    public let name: String
    /// How many passed cases were in the class.
    public let count: Int
    /// The least share that the property demands; nil: none.
    public let required: Double?
    /// The shares that the count is compatible with, at ``RunSettings/shareConfidence``; nil if no share is required.
    public let interval: ClosedRange<Double>?
    /// What the cases say about the required share; nil if none is required, or if there are fewer than
    /// ``RunSettings/casesToJudgeShares`` cases.
    public let standing: ShareStanding?
  }

  /// One row of a table, or bar of a histogram.
  public struct Row: Sendable, Equatable {
    /// The collected value as it prints, or the range of the bar.
    public let name: String
    /// How many values are in the row.
    public let count: Int
  }

  /// What was collected under one name.
  public struct Table: Sendable, Equatable {
    /// The name that `trial.collect` was given.
    public let name: String
    /// How many values were collected.
    public let count: Int
    /// The bounds and mean, if all values are finite numbers; nil for a table of anything else.
    public let numbers: Summary?
    /// At most twelve rows: of numbers in rising order, of anything else the most frequent first.
    public let rows: [Row]
  }

  /// The bounds and the mean of a table of numbers.
  public struct Summary: Sendable, Equatable {
    /// The least number.
    public let least: Double
    /// The greatest number.
    public let greatest: Double
    /// The arithmetic mean.
    public let mean: Double
  }

  /// Cases that passed.
  public let cases: Int
  /// The classes with a required share first, then the most frequent.
  public let classes: [Class]
  /// The tables, sorted by name.
  public let tables: [Table]

  /// Whether the property neither labelled nor collected anything.
  public var isEmpty: Bool { classes.isEmpty && tables.isEmpty }

  static let rowLimit = 12

  init(
    cases: Int, counts: [String: Int], collected: [String: Collected], requiredShares: [String: Double],
    settings: RunSettings
  ) {
    self.cases = cases
    let names = Set(counts.keys).union(requiredShares.keys)
    classes = names.map { name in
      let count = counts[name] ?? 0
      guard let required = requiredShares[name] else {
        return Class(name: name, count: count, required: nil, interval: nil, standing: nil)
      }
      let isJudged = cases >= RunSettings.casesToJudgeShares
      return Class(
        name: name, count: count, required: required,
        interval: Binomial.interval(count, of: cases, error: 1 - settings.shareConfidence),
        standing: isJudged
          ? ShareStanding(count, of: cases, required: required, error: settings.shareError) : nil)
    }.sorted {
      let (left, right) = ($0.required != nil, $1.required != nil)
      if left != right { return left }
      return $0.count == $1.count ? $0.name < $1.name : $0.count > $1.count
    }
    tables = collected.filter { $0.key != Collected.limits }.sorted { $0.key < $1.key }.flatMap { Self.tables($0.key, $0.value) }
  }

  private static func tables(_ name: String, _ collected: Collected) -> [Table] {
    var tables: [Table] = []
    let numberCount = collected.numberCount
    if numberCount > 0 {
      tables.append(
        Table(
          name: name, count: numberCount,
          numbers: Summary(
            least: collected.least, greatest: collected.greatest,
            mean: collected.sum / Double(numberCount)),
          rows: Histogram(collected).rows))
    }
    let textCount = collected.textCount
    if textCount > 0 {
      let sorted = collected.texts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
      let isWhole = sorted.count <= rowLimit && collected.otherTexts == 0
      let shown = isWhole ? sorted : Array(sorted.prefix(rowLimit - 1))
      var rows = shown.map { Row(name: $0.key, count: $0.value) }
      if !isWhole {
        rows.append(Row(name: "(others)", count: textCount - shown.reduce(0) { $0 + $1.value }))
      }
      tables.append(Table(name: name, count: textCount, numbers: nil, rows: rows))
    }
    return tables
  }
}

/// The bars of collected numbers: one for each where they are few and whole; else of one width where they lie
/// close, and by powers of two where they do not.
struct Histogram {
  private(set) var rows: [Distribution.Row] = []

  init(_ collected: Collected) {
    let buckets = collected.numbers.sorted { $0.key < $1.key }.map { (Collected.start(of: $0.key), $0.value) }
    let (least, greatest) = (collected.least, collected.greatest)
    let magnitude = max(abs(least), abs(greatest))
    let isWhole = buckets.allSatisfy { $0.0 == $0.0.rounded() }
    if isWhole, magnitude < 32, greatest - least < Double(Distribution.rowLimit) {
      for number in Int(least)...Int(greatest) {
        let count = buckets.first { $0.0 == Double(number) }?.1 ?? 0
        rows.append(Distribution.Row(name: "\(number)", count: count))
      }
      return
    }
    // A power of two, so that no bucket lies in two bars.
    var width = exp2((log2(max(greatest - least, .leastNormalMagnitude)) - 4).rounded(.up))
    if isWhole { width = max(width, 1) }
    while (greatest / width).rounded(.down) - (least / width).rounded(.down) >= Double(Distribution.rowLimit) {
      width *= 2
    }
    // Toward zero a bucket starts where it ends for negative numbers: those lie in the bar below.
    func bar(_ start: Double, _ isNegative: Bool) -> Double {
      isNegative ? (start / width).rounded(.up) - 1 : (start / width).rounded(.down)
    }
    let total = collected.numberCount
    let counts = Dictionary(
      buckets.map { (isWhole ? ($0.0 / width).rounded(.down) : bar($0.0, $0.0 < 0), $0.1) },
      uniquingKeysWith: +)
    let fullest = counts.values.max() ?? 0
    guard total < 20 || Double(fullest) < 0.8 * Double(total) || counts.count < 3 else {
      rows = Self.byPowersOfTwo(buckets)
      return
    }
    guard let first = counts.keys.min(), let last = counts.keys.max() else { return }
    var index = first
    while index <= last {
      rows.append(
        Distribution.Row(
          name: isWhole
            ? Self.span(max(least, index * width), min(greatest + 1, (index + 1) * width))
            : "\(Self.short(index * width)) ≤ x < \(Self.short((index + 1) * width))",
          count: counts[index] ?? 0))
      index += 1
    }
  }

  /// Bars that double in width, merged two by two until they are few enough.
  private static func byPowersOfTwo(_ buckets: [(Double, Int)]) -> [Distribution.Row] {
    var step = 1
    while true {
      // Magnitudes below 1 too have a positive key, and zero lies between them and their negatives.
      func key(_ start: Double) -> Int {
        guard start != 0 else { return 0 }
        let group = Int((Double(start.magnitude.exponent) / Double(step)).rounded(.down)) + 100
        return start < 0 ? -group : group
      }
      let counts = Dictionary(buckets.map { (key($0.0), $0.1) }, uniquingKeysWith: +)
      if counts.count > Distribution.rowLimit {
        step += 1
        continue
      }
      return counts.sorted { $0.key < $1.key }.map { key, count in
        guard key != 0 else { return Distribution.Row(name: "0", count: count) }
        let low = exp2(Double((abs(key) - 100) * step))
        let span = "\(short(low)) ≤ \(key < 0 ? "−x" : "x") < \(short(low * exp2(Double(step))))"
        return Distribution.Row(name: span, count: count)
      }
    }
  }

  /// Whole numbers from `low` to below `high`.
  private static func span(_ low: Double, _ high: Double) -> String {
    high - low <= 1 ? short(low) : "\(short(low)) … \(short(high - 1))"
  }

  /// Whole numbers in full up to a million; others with a few digits.
  static func short(_ number: Double) -> String {
    if number == number.rounded(), number.magnitude < 10_000_000 { return "\(Int(number))" }
    return String(format: "%.4g", number)
  }
}
