import PropertyTesting

/// Predicates over one number, drawn at random from a grammar: a bound, and one or two conditions that leave gaps. What is
/// least is found by trying every number, so that nothing here is tuned to a case that somebody named.
struct RandomPredicate: Sendable {
  let text: String
  let holds: @Sendable (Int) -> Bool

  static let range = 0...1_000_000

  /// Draws predicates by `seed` until there are `count` for which one number in 500 or more fails.
  static func draw(_ count: Int, seed: UInt64) -> [(predicate: RandomPredicate, least: Int)] {
    var words = Words(state: seed)
    var drawn: [(RandomPredicate, Int)] = []
    while drawn.count < count {
      let predicate = predicate(&words)
      var (failing, least) = (0, Int?.none)
      for number in range where predicate.holds(number) {
        failing += 1
        if least == nil { least = number }
      }
      if let least, failing >= range.count / 500 { drawn.append((predicate, least)) }
    }
    return drawn
  }

  private static func predicate(_ words: inout Words) -> RandomPredicate {
    let bound = [50, 100, 1_000, 2_020, 5_000, 20_000][words.below(6)] + words.below(40)
    let (first, second) = (condition(&words), condition(&words))
    switch words.below(4) {
    case 0:
      return RandomPredicate(text: "above \(bound), \(first.text), \(second.text)") {
        $0 > bound && first.holds($0) && second.holds($0)
      }
    case 1:
      return RandomPredicate(text: "above \(bound), \(first.text) or \(second.text)") {
        $0 > bound && (first.holds($0) || second.holds($0))
      }
    default:
      return RandomPredicate(text: "above \(bound), \(first.text)") { $0 > bound && first.holds($0) }
    }
  }

  private static func condition(_ words: inout Words) -> RandomPredicate {
    switch words.below(11) {
    case 0:
      let modulus = 2 + words.below(12)
      let rest = words.below(modulus)
      return RandomPredicate(text: "\(rest) modulo \(modulus)") { $0 % modulus == rest }
    case 1:
      let modulus = 2 + words.below(5)
      let rest = words.below(modulus)
      return RandomPredicate(text: "not \(rest) modulo \(modulus)") { $0 % modulus != rest }
    case 2:
      let digit = words.below(10)
      return RandomPredicate(text: "with a digit \(digit)") { digits($0).contains(digit) }
    case 3:
      let digit = words.below(10)
      return RandomPredicate(text: "ending in \(digit)") { $0 % 10 == digit }
    case 4:
      let bits = 2 + words.below(5)
      return RandomPredicate(text: "of \(bits) one bits") { $0.nonzeroBitCount == bits }
    case 5:
      return RandomPredicate(text: "square") { number in
        let root = Int(Double(number).squareRoot())
        return root * root == number
      }
    case 6: return RandomPredicate(text: "prime", holds: isPrime)
    case 7:
      let sum = 5 + words.below(15)
      return RandomPredicate(text: "of digits that add up to \(sum)") { digits($0).reduce(0, +) == sum }
    case 8:
      let bit = words.below(10)
      return RandomPredicate(text: "with bit \(bit)") { $0 >> bit & 1 == 1 }
    case 9:
      let modulus = 13 + words.below(100)
      let rest = words.below(modulus)
      return RandomPredicate(text: "\(rest) modulo \(modulus)") { $0 % modulus == rest }
    default:
      let modulus = 100 + words.below(300)
      let rest = 1 + words.below(modulus - 1)
      return RandomPredicate(text: "at least \(rest) modulo \(modulus)") { $0 % modulus >= rest }
    }
  }

  private static func digits(_ number: Int) -> [Int] {
    var (rest, digits) = (number, [Int]())
    repeat {
      digits.append(rest % 10)
      rest /= 10
    } while rest > 0
    return digits
  }

  private static func isPrime(_ number: Int) -> Bool {
    guard number > 1 else { return false }
    var divisor = 2
    while divisor * divisor <= number {
      if number % divisor == 0 { return false }
      divisor += 1
    }
    return true
  }
}

/// How often shrinking ends in the least counterexample of predicates that nobody chose.
enum RandomPredicateFigures {
  static func table(seed: UInt64, predicates: Int = 30, runs: Int = 20) async -> String {
    let drawn = RandomPredicate.draw(predicates, seed: seed)
    var lines = [
      "\(predicates) predicates drawn with seed \(seed), \(runs) runs each", "",
      "| drawn as | least | predicates least in all runs | median calls while shrinking |", "|---|---|---|---|",
    ]
    lines.append(await row("a number", drawn, runs, .int(in: RandomPredicate.range)) { $0.holds } least: { "\($0)" })
    lines.append(
      await row("a number in a list", drawn, runs, .array(of: .int(in: RandomPredicate.range))) { predicate in
        { list in list.contains(where: predicate.holds) }
      } least: { "[\($0)]" })
    lines.append(
      await row("a whole double", drawn, runs, .double(in: 0...1e6)) { predicate in
        { $0 == $0.rounded() && predicate.holds(Int($0)) }
      } least: { "\(Double($0))" })
    lines.append(
      await row(
        "the first of two numbers", drawn, runs, .zip(.int(in: RandomPredicate.range), .int(in: RandomPredicate.range))
      ) { predicate in
        { predicate.holds($0.0) && $0.1 > 777 && $0.1 % 3 == 1 }
      } least: { "(\($0), 778)" })
    return lines.joined(separator: "\n")
  }

  private static func row<Value>(
    _ name: String, _ drawn: [(predicate: RandomPredicate, least: Int)], _ runs: Int, _ generator: Generator<Value>,
    fails: (RandomPredicate) -> @Sendable (Value) -> Bool, least: (Int) -> String
  ) async -> String {
    var (found, minimal, whole, calls) = (0, 0, 0, [Int]())
    for (predicate, number) in drawn {
      let fails = fails(predicate)
      let row = ChallengeRow(predicate.text, minimum: least(number), generator) { try expect("passes", !fails($0)) }
      var (ended, least) = (0, 0)
      for seed in 1...UInt64(runs) {
        guard let counterexample = await row.run(seed: seed).verdict.counterexample else { continue }
        ended += 1
        if counterexample.value == row.minimum { least += 1 }
        calls.append(counterexample.shrinking.calls)
      }
      (found, minimal, whole) = (found + ended, minimal + least, whole + (least == ended ? 1 : 0))
    }
    let median = calls.isEmpty ? 0 : calls.sorted()[calls.count / 2]
    return "| \(name) | \(minimal) of \(found) | \(whole) of \(drawn.count) | \(median) |"
  }
}
