/// Numbers and texts that the code under test is written with: what it compares a value with has next to no chance among all values.
///
/// The engine reads no file. A harness reads the constants from the sources and sets ``current``, as `PropertyIssues` does.
public final class CodeConstants: Sendable {
  /// Each once, in ascending order.
  let integers: [Int64]
  let doubles: [Double]
  /// Each once, as scalars.
  let texts: [[Unicode.Scalar]]

  /// Those that the properties of this task are about; nil: none are known.
  @TaskLocal public static var current: CodeConstants?

  /// - Parameters:
  ///   - integers: in any order. Whole doubles are like these, too.
  ///   - doubles: finite ones.
  public init(integers: some Sequence<Int64>, doubles: some Sequence<Double>, texts: some Sequence<String>) {
    self.integers = Set(integers).sorted()
    self.doubles = Set(doubles).filter(\.isFinite).sorted()
    // By their scalars: texts that are equal may differ in them.
    self.texts = Set(texts.map { Array($0.unicodeScalars) }).sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension Source {
  /// Which of the cases it is in which values are constants of the code: 21 of the first hundred, the first such in each of them and in
  /// every second up to four.
  private var codeSlot: Int? {
    guard Design.cases.contains(index), index & 7 == 4 || index & 7 == 6 else { return nil }
    return (index - 20) / 8 * 2 + (index & 7 == 6 ? 1 : 0)
  }

  /// The slot of the next value of a kind of which there were `drawn` so far; nil: it is no constant.
  private func codeSlot(after drawn: Int) -> Int? {
    guard let slot = codeSlot, drawn == 0 || slot & 1 == 0 && drawn < Design.orderedDraws else { return nil }
    return slot
  }

  /// A constant of the code, or a number next to one once each has come, for a range that is not small.
  mutating func codeInteger(_ lower: UInt64, _ upper: UInt64, _ target: UInt64) -> UInt64? {
    let draw = Int(designed.codeNumbers)
    guard upper &- lower > 100, let slot = codeSlot(after: draw), let numbers = CodeConstants.current?.integers,
      let value = Source.entry(of: numbers, slot: slot, seed: seed, draw: draw, lower, upper, target)
    else { return nil }
    designed.codeNumbers &+= 1
    switch slot / numbers.count {
    case 1 where value < upper: return value &+ 1
    case 2 where value > lower: return value &- 1
    default: return value
    }
  }

  /// Later in a run, any of them, or a number next to it.
  func anyCodeInteger(_ random: UInt64, _ lower: UInt64, _ upper: UInt64, _ target: UInt64) -> UInt64? {
    guard index > Design.cases.upperBound, upper &- lower > 100, let numbers = CodeConstants.current?.integers, !numbers.isEmpty else {
      return nil
    }
    let number = numbers[Int(random >> 2) % numbers.count] &+ [-1, 0, 0, 1][Int(random & 3)]
    return Source.form(of: number, lower, upper, Source.zero(target))
  }

  mutating func codeDouble(in range: ClosedRange<Double>) -> Double? {
    let draw = Int(designed.codeNumbers)
    guard let slot = codeSlot(after: draw), let constants = CodeConstants.current else { return nil }
    let values = constants.doubles.filter(range.contains) + constants.integers.lazy.map(Double.init).filter(range.contains)
    guard !values.isEmpty else { return nil }
    designed.codeNumbers &+= 1
    return values[Design.place(slot: slot, of: values.count, seed: seed, draw: draw)]
  }

  /// A text of the code, of those that are as long as they may be; once each has come, with others behind it or before it.
  mutating func codeText(count bounds: ClosedRange<Int>) -> CodeText? {
    let draw = Int(designed.codeTexts)
    guard let slot = codeSlot(after: draw), let texts = CodeConstants.current?.texts else { return nil }
    let fitting = texts.filter { bounds.contains($0.count) }
    guard !fitting.isEmpty else { return nil }
    designed.codeTexts &+= 1
    let (round, text) = (slot / fitting.count, fitting[Design.place(slot: slot, of: fitting.count, seed: seed, draw: draw)])
    return CodeText(before: round == 2 ? 2 : 0, scalars: text, after: round == 1 ? 2 : 0)
  }

  /// The scalars, as far as the alphabet has them.
  mutating func text(_ plan: CodeText, of scalar: Generator<Unicode.Scalar>, count bounds: ClosedRange<Int>) throws -> String {
    defer { designed.change = .none }
    let count = min(plan.before + plan.scalars.count + plan.after, bounds.upperBound)
    let drawn: [Unicode.Scalar] = try elements(count: bounds, limit: .max, proposing: count) { list, source in
      let place = list.count - plan.before
      source.designed.change = plan.scalars.indices.contains(place) ? .exactly(plan.scalars[place]) : .none
      list.append(try scalar.produce(&source))
    }
    return String(String.UnicodeScalarView(drawn))
  }
}

/// A text of the code, and how many others are before it and behind it.
struct CodeText {
  let before: Int
  let scalars: [Unicode.Scalar]
  let after: Int
}
