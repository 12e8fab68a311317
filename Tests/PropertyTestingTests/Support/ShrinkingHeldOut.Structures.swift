import Foundation
import PropertyTesting

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
