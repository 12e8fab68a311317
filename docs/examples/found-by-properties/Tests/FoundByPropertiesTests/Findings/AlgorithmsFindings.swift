import Algorithms
import PropertyTesting

/// apple/swift-algorithms.
enum AlgorithmsFindings {
  static let all = [chunks, striding, binomial, allCombinations]

  private static let package = "apple/swift-algorithms"

  static let chunks = Finding(
    "chunks-far-offset", in: package, by: .byHand,
    "`ChunksOfCountCollection.index(_:offsetBy:limitedBy:)` traps if the distance times the count overflows.",
    demand: "According to `Collection`, it returns nil if the index would be beyond the limit. `prefix` relies on that.",
    result: "traps", needsProcess: true,
    reproduction: { print in print(Array([1].chunks(ofCount: .max).prefix(2))) },
    forAll: .zip(.element(of: [1, 2, Int.max / 2, .max]), .int(in: 0...3))
  ) { count, length in
    try expect("the first chunks", [1].chunks(ofCount: count).prefix(length).count, equals: min(length, 1))
  }

  static let striding = Finding(
    "striding-far-offset", in: package, by: .byHand,
    "`StridingCollection.index(_:offsetBy:limitedBy:)` traps if the distance times the step overflows.",
    demand: "According to `Collection`, it returns nil if the index would be beyond the limit. `prefix` relies on that.",
    result: "traps", needsProcess: true,
    reproduction: { print in print(Array([1].striding(by: .max).prefix(2))) },
    forAll: .zip(.element(of: [1, 2, Int.max / 2, .max]), .int(in: 0...3))
  ) { step, length in
    try expect("the first elements", [1].striding(by: step).prefix(length).count, equals: min(length, 1))
  }

  static let binomial = Finding(
    "combinations-count", in: package, by: .byHand,
    "`CombinationsSequence.count` traps although the number is an `Int`.",
    demand:
      "Its documentation says that it is the total number of combinations, here 465428353255261088.",
    result: "traps", needsProcess: true,
    reproduction: { print in print((0..<62).combinations(ofCount: 31).count) },
    forAll: .zip(.int(in: 55...62), .int(in: 0...31))
  ) { size, count in
    let counts = [count, size - count].map { (0..<size).combinations(ofCount: $0).count }
    try expect("as many with \(size - count)", counts[0], equals: counts[1])
  }

  static let allCombinations = Finding(
    "combinations-count-all", in: package, by: .byHand,
    "`CombinationsSequence.count` of all combinations is negative, or 0, if there are more than `Int.max`.",
    demand: "Its documentation says that it is the total number of combinations, and 64 elements have more than none.",
    result: "[-9223372036854775808, 0]",
    reproduction: { print in print([63, 64].map { (0..<$0).combinations(ofCount: 0...).count }) },
    forAll: .int(in: 50...70)
  ) { size in
    try expect("the count is positive", (0..<size).combinations(ofCount: 0...).count > 0)
  }
}
