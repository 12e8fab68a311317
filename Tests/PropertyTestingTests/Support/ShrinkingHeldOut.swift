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
