import Foundation
import PropertyTesting

/// Cases of the same kinds as the shrinking challenge that no pass was tuned to: lists, numbers and pairs of numbers.
/// Beside each stands why nothing smaller fails.
enum HeldOutNumbers {
  static let all = [
    sumOfSmall, sumOfLarge, unsorted, unsortedNatural, duplicate, increasing, evenSum, checksum, overflow, product,
    flags, coupled, coupledThree, coupledDoubles, sumOfDoubles, longRun, setSum, remainder,
  ]

  /// Two elements of at most 100 come to 200; of three the first is least where the others are most.
  static let sumOfSmall = ChallengeRow(
    "sum of small numbers", minimum: "[50, 100, 100]", Generator<[Int]>.array(of: .int(in: 0...100))
  ) { try expect("small", $0.reduce(0, +) < 250) }

  static let sumOfLarge = ChallengeRow("sum of large numbers", minimum: "[1001]", Generator<[Int]>.array(of: .int()))
  {
    try expect("small", $0.reduce(0.0) { $0 + Double($1) } <= 1_000)
  }

  /// 0 comes before 1 in the first place.
  static let unsorted = ChallengeRow("unsorted", minimum: "[0, -1]", Generator<[Int]>.array(of: .int())) { list in
    try expect("sorted", zip(list, list.dropFirst()).allSatisfy { $0 <= $1 })
  }

  static let unsortedNatural = ChallengeRow(
    "unsorted, from 0", minimum: "[1, 0]", Generator<[Int]>.array(of: .int(in: 0...9))
  ) { list in try expect("sorted", zip(list, list.dropFirst()).allSatisfy { $0 <= $1 }) }

  static let duplicate = ChallengeRow(
    "duplicate above ten", minimum: "[11, 11]", Generator<[Int]>.array(of: .int(in: 0...1_000))
  ) { list in
    let large = list.filter { $0 > 10 }
    try expect("no duplicate", Set(large).count == large.count)
  }

  static let increasing = ChallengeRow("three rise", minimum: "[0, 1, 2]", Generator<[Int]>.array(of: .int())) {
    list in
    try expect(
      "none rise", !list.indices.dropFirst(2).contains { list[$0 - 2] < list[$0 - 1] && list[$0 - 1] < list[$0] })
  }

  static let evenSum = ChallengeRow(
    "sum of filtered numbers", minimum: "[100]",
    Generator<[Int]>.array(of: Generator<Int>.int(in: 0...1_000).filter { $0 % 2 == 0 })
  ) { try expect("small", $0.reduce(0, +) < 99) }

  static let checksum = ChallengeRow("checksum", minimum: "<07>", Generator<[UInt8]>.bytes()) { bytes in
    try expect("another one", bytes.reduce(0, &+) != 7)
  }

  /// 0 plus anything does not overflow.
  static let overflow = ChallengeRow(
    "overflow", minimum: "(1, 127)", Generator<(Int8, Int8)>.zip(.integer(), .integer())
  ) { a, b in try expect("no overflow", !a.addingReportingOverflow(b).overflow) }

  /// 9 × 100 is too small.
  static let product = ChallengeRow(
    "product", minimum: "(10, 100)", Generator<(Int, Int)>.zip(.int(in: 0...100), .int(in: 0...100))
  ) { a, b in try expect("small", a * b < 1_000) }

  static let flags = ChallengeRow("flags", minimum: "1088", Generator<UInt16>.integer()) { word in
    try expect("not both", word & 0x440 != 0x440)
  }

  static let coupled = ChallengeRow(
    "coupled numbers", minimum: "(7, 6)", Generator<(Int, Int)>.zip(.int(in: 0...1_000_000), .int(in: 0...1_000_000))
  ) { a, b in try expect("small or apart", a < 7 || abs(a - b) > 1) }

  static let coupledThree = ChallengeRow(
    "three coupled numbers", minimum: "(20, 19, 18)",
    Generator<(Int, Int, Int)>.zip(.int(in: 0...10_000), .int(in: 0...10_000), .int(in: 0...10_000))
  ) { a, b, c in try expect("small or apart", a < 20 || abs(a - b) > 1 || abs(b - c) > 1) }

  static let coupledDoubles = ChallengeRow(
    "coupled doubles", minimum: "(101.0, 101.0)",
    Generator<(Double, Double)>.zip(.double(in: 0...1_000), .double(in: 0...1_000))
  ) { a, b in try expect("small or apart", a <= 100 || abs(a - b) >= 1) }

  /// With 0 the other would have to be above its range; the first whole number that leaves room is 1.
  static let sumOfDoubles = ChallengeRow(
    "sum of doubles", minimum: "(1.0, 1000.0)",
    Generator<(Double, Double)>.zip(.double(in: 0...1_000), .double(in: 0...1_000))
  ) { a, b in try expect("small", a + b <= 1_000.5) }

  static let longRun = ChallengeRow(
    "a run of three", minimum: "[false, false, false]", Generator<[Bool]>.array(of: .bool)
  ) { list in
    try expect(
      "none", !list.indices.dropFirst(2).contains { list[$0 - 2] == list[$0 - 1] && list[$0 - 1] == list[$0] })
  }

  /// The two largest come to 99; with 0 as a third they still do.
  static let setSum = ChallengeRow(
    "sum of a set", minimum: "[1, 49, 50]", Generator<Set<Int>>.set(of: .int(in: 0...50), count: 0...10)
  ) { try expect("small", $0.reduce(0, +) < 100) }

  static let remainder = ChallengeRow("remainder", minimum: "10", Generator<Int>.int(in: 0...10_000)) { number in
    try expect("another one", number % 7 != 3 || number < 5)
  }
}

/// Arrays of thousands of elements: there is no time to try each pair, or each element in each round.
enum HeldOutLong {
  static let all = [needle, twins, descent, manyAlike, manyDistinct, manyLarge, far]

  private static func repeated(_ text: String, _ count: Int) -> String {
    "[" + Array(repeating: text, count: count).joined(separator: ", ") + "]"
  }

  static let needle = ChallengeRow(
    "long: one large", minimum: "[999000]", Generator<[Int]>.array(of: .int(in: 0...1_000_000), count: 0...5_000)
  ) { list in try expect("all small", list.allSatisfy { $0 < 999_000 }) }

  static let twins = ChallengeRow(
    "long: a duplicate", minimum: "[0, 0]", Generator<[Int]>.array(of: .int(in: 0...1_000_000), count: 0...5_000)
  ) { list in try expect("distinct", Set(list).count == list.count) }

  static let descent = ChallengeRow(
    "long: unsorted", minimum: "[0, -1]", Generator<[Int]>.array(of: .int(), count: 0...5_000)
  ) { list in try expect("sorted", zip(list, list.dropFirst()).allSatisfy { $0 <= $1 }) }

  static let manyAlike = ChallengeRow(
    "long: many", minimum: repeated("0", 200), Generator<[Int]>.array(of: .int(), count: 0...5_000)
  ) { list in try expect("few", list.count < 200) }

  static let manyDistinct = ChallengeRow(
    "long: many distinct", minimum: "[" + (0..<100).map { "\($0)" }.joined(separator: ", ") + "]",
    Generator<[Int]>.array(of: .int(in: 0...1_000_000), count: 0...5_000)
  ) { list in try expect("few", Set(list).count < 100) }

  static let manyLarge = ChallengeRow(
    "long: many large", minimum: repeated("10", 100),
    Generator<[Int]>.array(of: .int(in: 0...1_000), count: 0...5_000)
  ) { list in try expect("few", list.count { $0 >= 10 } < 100) }

  /// The first and the last of all are equal, and there are two of them at least.
  static let far = ChallengeRow(
    "long: both ends", minimum: "[3, 3]", Generator<[Int]>.array(of: .int(in: 0...20), count: 0...5_000)
  ) { list in try expect("other ends", list.count < 2 || list[0] < 3 || list[0] != list[list.count - 1]) }
}

/// Held-out cases of structure: records, dependent draws, text, trees, commands.
enum HeldOutStructures {
  static let all = [
    parentheses, chain, calculator, dictionaryValue, dictionaryTwins, capitals, notPalindrome, instant, instants,
    fraction, decimals, flatMaps, index, twoIndices, matrix, permutation, words, bindings, stack, decomposed,
    caseFolding,
    quoted, cycle, overlap, tree, document,
  ]

  static let parentheses = ChallengeRow(
    "parentheses", minimum: #""((()))""#, Generator<String>.text(.of("()"), count: 0...20)
  ) { text in
    var (depth, deepest, least) = (0, 0, 0)
    for character in text {
      depth += character == "(" ? 1 : -1
      (deepest, least) = (max(deepest, depth), min(least, depth))
    }
    try expect("shallow or unbalanced", depth != 0 || least < 0 || deepest < 3)
  }

  /// A third key right of the second, which is right of the first: a smaller third one goes left.
  static let chain = ChallengeRow("search tree of depth 3", minimum: "[0, 1, 2]", Generator<[Int]>.array(of: .int()))
  {
    keys in
    var depths: [Int: Int] = [:]
    for key in keys where depths[key] == nil {
      let below = depths.keys.filter { $0 < key }.max().flatMap { depths[$0] } ?? 0
      let above = depths.keys.filter { $0 > key }.min().flatMap { depths[$0] } ?? 0
      depths[key] = max(below, above) + 1
    }
    try expect("shallow", (depths.values.max() ?? 0) < 3)
  }

  /// A divisor that is not written as 0 is at least one operation.
  static let calculator = ChallengeRow("calculator", minimum: "(0 / (0 + 0))", Expression.generator) { expression in
    guard expression.hasNoLiteralZeroDivisor else { throw Discard(reason: "divides by 0 as written") }
    try expect("has a value", expression.value != nil)
  }

  static let dictionaryValue = ChallengeRow(
    "dictionary value", minimum: #"["": 10]"#, Generator<[String: Int]>.dictionary(of: .text(), .int(in: 0...100))
  ) { dictionary in try expect("small", dictionary.values.allSatisfy { $0 < 10 }) }

  static let dictionaryTwins = ChallengeRow(
    "equal dictionary values", minimum: #"["": 3, "a": 3]"#,
    Generator<[String: Int]>.dictionary(of: .text(), .int(in: 0...20))
  ) { dictionary in
    let large = dictionary.values.filter { $0 > 2 }
    try expect("distinct", Set(large).count == large.count)
  }

  static let capitals = ChallengeRow(
    "repeated capital", minimum: #""AA""#, Generator<String>.text(.asciiPrintable)
  ) { text in
    let capitals = text.filter(\.isUppercase)
    try expect("distinct", Set(capitals).count == capitals.count)
  }

  static let notPalindrome = ChallengeRow(
    "not a palindrome", minimum: #""ab""#, Generator<String>.text()
  ) { text in try expect("a palindrome", text.unicodeScalars.elementsEqual(text.unicodeScalars.reversed())) }

  /// 2020-03-01, noon.
  static let instant = ChallengeRow("date", minimum: "2020-03-01T12:00:00Z", Generator<Date>.date()) { date in
    try expect("before", date < Date(timeIntervalSinceReferenceDate: 604_756_800))
  }

  static let instants = ChallengeRow(
    "end before start", minimum: "(2001-01-01T00:00:00Z, 2000-12-31T23:59:59Z)",
    Generator<(Date, Date)>.zip(.date(), .date())
  ) { start, end in try expect("in order", start <= end) }

  static let fraction = ChallengeRow("decimal fraction", minimum: "0.1", Generator<Decimal>.decimal()) { number in
    var (rounded, original) = (Decimal(), number)
    NSDecimalRound(&rounded, &original, 0, .plain)
    try expect("whole", rounded == number)
  }

  static let decimals = ChallengeRow(
    "sum of decimals", minimum: "(0, 101)", Generator<(Decimal, Decimal)>.zip(.decimal(), .decimal())
  ) { a, b in try expect("small", a + b <= 100) }

  /// The list needs two places, so that both numbers are at least 2.
  static let flatMaps = ChallengeRow(
    "chain of flatMaps", minimum: "(2, [0, 2])",
    Generator<Int>.int(in: 0...20).flatMap { n in
      Generator<Int>.int(in: 0...n).flatMap { m in
        Generator<[Int]>.array(of: .int(in: 0...n), count: m).map { (n, $0) }
      }
    }
  ) { n, list in try expect("short or without the bound", list.count < 2 || !list.contains(n)) }

  static let index = ChallengeRow(
    "index of a five", minimum: "([5], 0)",
    Generator<([Int], Int)>.zip(.array(of: .int(in: 0...9)), .int(in: 0...20))
  ) { list, index in
    try assume(index < list.count)
    try expect("no five", list[index] != 5)
  }

  static let twoIndices = ChallengeRow(
    "two indices", minimum: "([3, 3], 0, 1)",
    Generator<([Int], Int, Int)>.zip(.array(of: .int(in: 0...9)), .int(in: 0...20), .int(in: 0...20))
  ) { list, i, j in
    try assume(i < list.count && j < list.count && i != j)
    try expect("small or different", list[i] < 3 || list[i] != list[j])
  }

  /// One row comes to 99 at most.
  static let matrix = ChallengeRow(
    "column of a matrix", minimum: "[[51], [99]]",
    Generator<(Int, Int)>.zip(.int(in: 0...6), .int(in: 0...6)).flatMap { rows, columns in
      Generator<[[Int]]>.array(of: .array(of: .int(in: 0...99), count: columns), count: rows)
    }
  ) { matrix in
    try expect(
      "small", (matrix.first ?? []).indices.allSatisfy { column in matrix.reduce(0) { $0 + $1[column] } < 150 })
  }

  /// The last element first is the least change that moves it to the front.
  static let permutation = ChallengeRow(
    "permutation", minimum: "[2, 1, 3, 4, 5]", Generator<[Int]>.permutation(of: [1, 2, 3, 4, 5])
  ) { try expect("1 first", $0.first == 1) }

  static let words = ChallengeRow(
    "length of words", minimum: #"["aaaaaaaaaa"]"#, Generator<[String]>.array(of: .text(.asciiPrintable))
  ) { words in try expect("short", words.reduce(0) { $0 + $1.count } < 10) }

  static let bindings = ChallengeRow(
    "two bindings of a key", minimum: "[(0, 0), (0, 1)]",
    Generator<[(Int, Int)]>.array(of: .zip(.int(in: 0...50), .int()))
  ) { bindings in
    for (key, value) in bindings {
      try expect("one value", bindings.allSatisfy { $0.0 != key || $0.1 == value })
    }
  }

  /// Five steps at least; of those with two pushes the one whose second is a pop comes first.
  static let stack = ChallengeRow(
    "stack underflow", minimum: "[push 0, pop, push 0, pop, pop]",
    Generator<[StackStep]>.array(of: StackStep.generator)
  ) { steps in
    var (depth, pushes) = (0, 0)
    for step in steps {
      if case .push = step {
        (depth, pushes) = (depth + 1, pushes + 1)
      } else {
        try expect("there is one to pop", depth > 0 || pushes < 2)
        depth = max(0, depth - 1)
      }
    }
  }

  /// The first character that is decomposed.
  static let decomposed = ChallengeRow("decomposed", minimum: #""À""#, Generator<String>.text()) { text in
    let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars
    try expect("as it was", text.unicodeScalars.elementsEqual(scalars))
  }

  /// U+00B5 becomes the Greek letter.
  static let caseFolding = ChallengeRow("case there and back", minimum: #""µ""#, Generator<String>.text()) { text in
    try expect(
      "the same", text.lowercased().unicodeScalars.elementsEqual(text.uppercased().lowercased().unicodeScalars))
  }

  static let quoted = ChallengeRow("needs escaping", minimum: #""\"""#, Generator<String>.text(.ascii)) { text in
    try expect("plain", !text.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || $0.value < 0x20 })
  }

  static let cycle = ChallengeRow(
    "cycle of two", minimum: "[(0, 1), (1, 0)]",
    Generator<[(Int, Int)]>.array(of: .zip(.int(in: 0...4), .int(in: 0...4)), count: 0...12)
  ) { edges in
    try expect("none", !edges.contains { edge in edge.0 != edge.1 && edges.contains { $0 == (edge.1, edge.0) } })
  }

  /// Starts and lengths: equal starts overlap as soon as both have a length.
  static let overlap = ChallengeRow(
    "overlapping intervals", minimum: "[(0, 1), (0, 1)]",
    Generator<[(Int, Int)]>.array(of: .zip(.int(in: 0...1_000), .int(in: 0...50)))
  ) { intervals in
    let sorted = intervals.filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }
    try expect("apart", zip(sorted, sorted.dropFirst()).allSatisfy { $0.0 + $0.1 <= $1.0 })
  }

  /// Three leaves of which one is above 5.
  static let tree = ChallengeRow("tree", minimum: "[0, 0, 6]", Tree.generator) { tree in
    try expect("few or small", tree.leafCount < 3 || tree.sum < 6)
  }

  /// A list inside a list, and a text in it.
  static let document = ChallengeRow("document", minimum: "[[\"a\"]]", Document.generator) { document in
    try expect("no text that deep", !document.hasText(below: 2))
  }
}

indirect enum Expression: Sendable, CounterexampleDescribable {
  case number(Int)
  case sum(Expression, Expression)
  case quotient(Expression, Expression)

  static let generator = Generator<Expression>.recursive(
    depth: 4, leaf: Generator<Int>.int(in: -100...100).map { .number($0) }
  ) { part in
    .oneOf(
      Generator<(Expression, Expression)>.zip(part, part).map { .sum($0, $1) },
      Generator<(Expression, Expression)>.zip(part, part).map { .quotient($0, $1) })
  }

  /// Nil where it divides by 0.
  var value: Int? {
    switch self {
    case .number(let number): return number
    case .sum(let a, let b):
      guard let a = a.value, let b = b.value else { return nil }
      return a + b
    case .quotient(let a, let b):
      guard let a = a.value, let b = b.value, b != 0 else { return nil }
      return a / b
    }
  }

  var hasNoLiteralZeroDivisor: Bool {
    switch self {
    case .number: return true
    case .sum(let a, let b): return a.hasNoLiteralZeroDivisor && b.hasNoLiteralZeroDivisor
    case .quotient(let a, let b):
      if case .number(0) = b { return false }
      return a.hasNoLiteralZeroDivisor && b.hasNoLiteralZeroDivisor
    }
  }

  var counterexampleDescription: String {
    switch self {
    case .number(let number): "\(number)"
    case .sum(let a, let b): "(\(a.counterexampleDescription) + \(b.counterexampleDescription))"
    case .quotient(let a, let b): "(\(a.counterexampleDescription) / \(b.counterexampleDescription))"
    }
  }
}

enum StackStep: Sendable, CounterexampleDescribable {
  case pop
  case push(Int)

  static let generator = Generator<StackStep>.oneOf(.constant(.pop), Generator<Int>.int().map { .push($0) })

  var counterexampleDescription: String {
    switch self {
    case .pop: "pop"
    case .push(let number): "push \(number)"
    }
  }
}

indirect enum Document: Sendable, CounterexampleDescribable {
  case number(Int)
  case text(String)
  case list([Document])

  static let generator = Generator<Document>.recursive(
    depth: 4,
    leaf: .oneOf(
      Generator<Int>.int().map { .number($0) }, Generator<String>.text(count: 0...5).map { .text($0) })
  ) { part in Generator<[Document]>.array(of: part, count: 0...4).map { .list($0) } }

  /// Whether there is a text of one character or more in at least that many lists.
  func hasText(below depth: Int) -> Bool {
    switch self {
    case .number: false
    case .text(let text): depth <= 0 && !text.isEmpty
    case .list(let parts): parts.contains { $0.hasText(below: depth - 1) }
    }
  }

  var counterexampleDescription: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): "\"\(text)\""
    case .list(let parts): "[" + parts.map(\.counterexampleDescription).joined(separator: ", ") + "]"
    }
  }
}
