import Foundation
import PropertyTesting

/// Held-out cases of parts that depend on each other: numbers, places, lengths, letters.
enum HeldOutCouplings {
  static let all = [
    smallDifference, differenceOfOne, threeCycle, longerCoupling, indexFirst, threeBounded, boundedSum, sevenDistinct,
    twoLists, threeOfThree, flaggedSum, flaggedDistinct, loop, sameLetters, wordsOfLetters, datesApart, thousandth,
    decimalSum, doublesSum, keyAndValue, commonFactor, equalHalves, dotProduct, weightedSum, remainderOfSum, thirds,
    ordered, allocations, removal, documentOrder, singlePrecision,
  ]

  private typealias Pair = Generator<(Int, Int)>
  private static let positivePair = Pair.zip(.int(in: 1...2_147_483_647), .int(in: 1...2_147_483_647))

  /// From the challenge, but not of the rows that are measured.
  static let smallDifference = ChallengeRow("small difference", minimum: "(10, 6)", positivePair) { a, b in
    try expect("none", a < 10 || !(1...4).contains(abs(a - b)))
  }

  static let differenceOfOne = ChallengeRow("difference of one", minimum: "(10, 9)", positivePair) { a, b in
    try expect("none", a < 10 || abs(a - b) != 1)
  }

  /// Of the two cycles over three places, the one whose first points less far.
  static let threeCycle = ChallengeRow(
    "cycle of three", minimum: "[1, 2, 0]", Generator<[Int]>.array(of: .int(in: 0...10))
  ) {
    list in
    try assume(list.allSatisfy { $0 < list.count })
    try expect(
      "none",
      !list.indices.contains { list[$0] != $0 && list[list[$0]] != $0 && list[list[list[$0]]] == $0 })
  }

  static let longerCoupling = ChallengeRow(
    "coupling, to 20", minimum: "[1, 0]", Generator<[Int]>.array(of: .int(in: 0...20))
  ) {
    list in
    try assume(list.allSatisfy { $0 < list.count })
    try expect("none", !list.indices.contains { list[$0] != $0 && list[list[$0]] == $0 })
  }

  static let indexFirst = ChallengeRow(
    "deletion, index first", minimum: "(0, [0, 0])", Generator<(Int, [Int])>.zip(.int(in: 0...20), .array(of: .int()))
  ) { index, list in
    try assume(index < list.count)
    var rest = list
    if let position = rest.firstIndex(of: list[index]) { rest.remove(at: position) }
    try expect("gone", !rest.contains(list[index]))
  }

  private static let bounded = Generator<[Int16]>.array(of: .integer()).filter { $0.reduce(0, &+) < 256 }

  /// As with five lists: the sum has to wrap.
  static let threeBounded = ChallengeRow(
    "three bounded lists", minimum: "([], [-1], [-32768])",
    Generator<([Int16], [Int16], [Int16])>.zip(bounded, bounded, bounded)
  ) { a, b, c in try expect("small", (a + b + c).reduce(0, &+) < 768) }

  /// No number is large enough alone; the list that is empty comes first.
  static let boundedSum = ChallengeRow(
    "sum over two lists", minimum: "([], [256, 512])",
    Generator<([Int], [Int])>.zip(.array(of: .int(in: 0...512)), .array(of: .int(in: 0...512)))
  ) { a, b in try expect("small", (a + b).reduce(0, +) < 768) }

  static let sevenDistinct = ChallengeRow(
    "seven distinct in lists", minimum: "[[0, 1, -1, 2, -2, 3, -3]]", Generator<[[Int]]>.array(of: .array(of: .int()))
  ) { lists in try expect("few", Set(lists.joined()).count < 7) }

  /// Four choices beside the outer count; a longer list instead of the 1 would be a fifth.
  static let twoLists = ChallengeRow(
    "two distinct lists", minimum: "[[0], [1]]", Generator<[[Int]]>.array(of: .array(of: .int()))
  ) { lists in try expect("one", Set(lists.filter { !$0.isEmpty }).count < 2) }

  static let threeOfThree = ChallengeRow(
    "three lists of three", minimum: "[[0, 0, 0], [0, 0, 0], [0, 0, 0]]",
    Generator<[[Int]]>.array(of: .array(of: .int()))
  ) { lists in try expect("fewer", lists.count { $0.count >= 3 } < 3) }

  /// A list as a generator of one's own draws it: a number above 0 says that there is one more element.
  private static let flagged = Generator<[Int]> { source in
    var list: [Int] = []
    while try source(.int(in: 0...6)) > 0 { list.append(try source(.int(in: 0...200))) }
    return list
  }

  static let flaggedSum = ChallengeRow("sum of a drawn loop", minimum: "[100]", flagged) { list in
    try expect("small", list.reduce(0, +) < 100)
  }

  static let flaggedDistinct = ChallengeRow("distinct in a drawn loop", minimum: "[0, 1, 2]", flagged) { list in
    try expect("few", Set(list).count < 3)
  }

  static let loop = ChallengeRow(
    "maximum of a counted loop", minimum: "[900]",
    Generator<[Int]> { source in
      let count = try source(.int(in: 1...50))
      return try (0..<count).map { _ in try source(.int(in: 0...1_000)) }
    }
  ) { list in try expect("small", list.allSatisfy { $0 < 900 }) }

  /// The letters have to stay alike, and so have their places.
  static let sameLetters = ChallengeRow(
    "words that differ in case", minimum: #"["a", "A"]"#,
    Generator<[String]>.array(of: .text(.asciiPrintable, count: 0...2), count: 0...60)
  ) { words in try expect("none", Set(words.map { $0.lowercased() }).count == Set(words).count) }

  static let wordsOfLetters = ChallengeRow(
    "words of few letters", minimum: #"["a", "A"]"#, Generator<[String]>.array(of: .text(.of("abcABC"), count: 0...4))
  ) { words in try expect("none", Set(words.map { $0.lowercased() }).count == Set(words).count) }

  static let datesApart = ChallengeRow(
    "a month apart", minimum: "(2001-01-01T00:00:00Z, 2001-01-31T00:00:00Z)",
    Generator<(Date, Date)>.zip(.date(), .date())
  ) { a, b in try expect("near", abs(a.timeIntervalSince(b)) < 30 * 86_400) }

  static let thousandth = ChallengeRow(
    "a thousandth", minimum: "0.001", Generator<Decimal>.decimal(exponent: -6...2)
  ) { number in
    var (rounded, scaled) = (Decimal(), number * 100)
    NSDecimalRound(&rounded, &scaled, 0, .plain)
    try expect("two places", rounded == number * 100)
  }

  static let decimalSum = ChallengeRow(
    "sum of decimals in a list", minimum: "[1001]", Generator<[Decimal]>.array(of: .decimal())
  ) {
    try expect("small", $0.reduce(0, +) <= 1_000)
  }

  static let doublesSum = ChallengeRow(
    "sum of doubles in a list", minimum: "[50.0, 100.0]", Generator<[Double]>.array(of: .double(in: 0...100))
  ) { try expect("small", $0.reduce(0, +) < 150) }

  static let keyAndValue = ChallengeRow(
    "key equals value", minimum: "[1: 1]", Generator<[Int: Int]>.dictionary(of: .int(in: 0...30), .int(in: 0...30))
  ) { dictionary in try expect("none", dictionary.allSatisfy { $0 == 0 || $0 != $1 }) }

  static let commonFactor = ChallengeRow(
    "common factor", minimum: "(11, 11)", Pair.zip(.int(in: 0...1_000), .int(in: 0...1_000))
  ) { a, b in
    var (x, y) = (a, b)
    while y != 0 { (x, y) = (y, x % y) }
    try expect("none", a <= 10 || b <= 10 || x == 1)
  }

  static let equalHalves = ChallengeRow(
    "equal halves", minimum: "[1, 1]", Generator<[Int]>.array(of: .int(in: 0...5), count: 0...8)
  ) { list in
    let (first, second) = (list.prefix(list.count / 2).reduce(0, +), list.suffix(list.count / 2).reduce(0, +))
    try expect("different", list.count % 2 == 1 || first == 0 || first != second)
  }

  /// Two lists of one length.
  static let dotProduct = ChallengeRow(
    "dot product", minimum: "([6], [9])",
    Generator<([Int], [Int])>.zip(.array(of: .int(in: 0...9)), .array(of: .int(in: 0...9)))
  ) { a, b in
    try assume(a.count == b.count)
    try expect("small", zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } < 50)
  }

  static let weightedSum = ChallengeRow(
    "weighted sum", minimum: "(1, 50)", Pair.zip(.int(in: 0...100), .int(in: 0...50))
  ) {
    a, b in try expect("small", a + 2 * b <= 100)
  }

  static let remainderOfSum = ChallengeRow(
    "remainder of a sum", minimum: "(1, 6)", Pair.zip(.int(in: 1...1_000), .int(in: 1...1_000))
  ) { a, b in try expect("some", (a + b) % 7 != 0) }

  static let thirds = ChallengeRow(
    "filtered lengths", minimum: "[0, 0, 1]",
    Generator<[Int]>.array(of: .int(in: 0...100)).filter { $0.count % 3 == 0 && !$0.isEmpty }
  ) { list in try expect("all 0", list.allSatisfy { $0 == 0 }) }

  static let ordered = ChallengeRow(
    "filtered pair", minimum: "(0, 5)", Pair.zip(.int(in: 0...1_000), .int(in: 0...1_000)).filter { $0 < $1 }
  ) { try expect("small", $1 < 5) }

  /// Allocate, release and use, the last two by a place: of three blocks the large one is last.
  static let allocations = ChallengeRow(
    "use of a large block of three", minimum: "[(0, 0), (0, 0), (0, 21), (2, 2)]",
    Generator<[(Int, Int)]>.array(of: .zip(.int(in: 0...2), .int(in: 0...64)), count: 0...30)
  ) { steps in
    var blocks: [Int] = []
    for (step, number) in steps {
      switch step {
      case 0: blocks.append(number)
      case 1 where !blocks.isEmpty: blocks.remove(at: number % blocks.count)
      case 2 where blocks.count > 2: try expect("small", blocks[number % blocks.count] <= 20)
      default: break
      }
    }
  }

  /// A key with one on either side; the simplest three, in the simplest order.
  static let removal = ChallengeRow(
    "a key between two", minimum: "([0, 1, -1], 0)", Generator<([Int], Int)>.zip(.array(of: .int()), .int())
  ) { keys, key in
    try expect("at an end", !(keys.contains(key) && keys.contains { $0 < key } && keys.contains { $0 > key }))
  }

  static let documentOrder = ChallengeRow("leaves out of order", minimum: "[1, 0]", Tree.generator) { tree in
    try expect("in order", tree.leaves == tree.leaves.sorted())
  }

  /// One and the first binary digit that there is no room for.
  static let singlePrecision = ChallengeRow(
    "single precision", minimum: "1.0000000596046448",
    Generator<Double>.double(in: -1_000...1_000).filter { $0.magnitude > 0.01 || $0 == 0 }
  ) { number in try expect("exact", Double(Float(number)) == number) }
}

extension Tree {
  var leaves: [Int] {
    switch self {
    case .leaf(let number): [number]
    case .node(let parts): parts.flatMap(\.leaves)
    }
  }
}
