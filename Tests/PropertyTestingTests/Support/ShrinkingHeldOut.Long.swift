import PropertyTesting

/// Arrays of thousands of elements: there is no time to try each pair, or each element in each round.
enum HeldOutLong {
  static let all = [needle, twins, descent, manyAlike, manyDistinct, manyLarge, far, ofFixedCount, mostStay]

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

  static let ofFixedCount = ChallengeRow(
    "long: one large among 5000", minimum: "[" + String(repeating: "0, ", count: 4_999) + "101]",
    Generator<[Int]>.array(of: .int(in: 0...1_000), count: 5_000)
  ) { list in try expect("all small", list.allSatisfy { $0 <= 100 }) }

  static let mostStay = ChallengeRow(
    "long: 3001 of 5000", minimum: "[" + String(repeating: "0, ", count: 3_000) + "101]",
    Generator<[Int]>.array(of: .int(in: 0...1_000), count: 0...5_000)
  ) { list in try expect("few or small", list.count <= 3_000 || list.allSatisfy { $0 <= 100 }) }
}
