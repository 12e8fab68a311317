import PropertyTesting

/// One row of the public shrinking challenge (jlink/shrinking-challenge): a property that must fail, and
/// the smallest counterexample that there is, as it prints.
struct ChallengeRow: Sendable, CustomStringConvertible {
  let name: String
  let minimum: String
  let property: Property<Void>

  init<Value>(
    _ name: String, minimum: String, _ generator: Generator<Value>,
    _ predicate: @escaping @Sendable (Value) throws -> Void
  ) {
    self.name = name
    self.minimum = minimum
    property = Requirement(name, "shrinking challenge").holds(forAll: generator) { value, _ in try predicate(value) }
  }

  /// From one seed: up to 100,000 cases, and the first that fails made simple.
  func run(seed: UInt64, shrinks: Bool = true) async -> PropertyResult {
    let settings = RunSettings(
      cases: 100_000, seed: seed, shrinks: shrinks, shrinkTime: .seconds(3_600), failures: 1,
      explanationCalls: 0)
    return await Runner(settings: settings).run(property, on: Fixture(system: {}))
  }

  var description: String { name }
}

enum ShrinkingChallenge {
  static let all = [
    boundFive, largeUnionList, reverse, lengthList, differenceZero, binaryHeap, coupling, deletion,
    distinct, nestedLists,
  ]

  static let boundFive = ChallengeRow(
    "bound5", minimum: "([], [], [], [-1], [-32768])",
    .zip(boundedList, boundedList, boundedList, boundedList, boundedList)
  ) { lists in
    let all = lists.0 + lists.1 + lists.2 + lists.3 + lists.4
    try expect("the sum is small", wrappingSum(all) < 1_280)
  }

  static let largeUnionList = ChallengeRow(
    "large_union_list", minimum: "[[0, 1, -1, 2, -2]]",
    Generator<[[Int]]>.array(of: .array(of: .int()))
  ) { lists in
    try expect("few distinct numbers", Set(lists.joined()).count < 5)
  }

  static let reverse = ChallengeRow("reverse", minimum: "[0, 1]", Generator<[Int]>.array(of: .int())) {
    list in try expect("a palindrome", list == list.reversed())
  }

  static let lengthList = ChallengeRow(
    "lengthlist", minimum: "[900]",
    Generator<Int>.int(in: 1...100).flatMap { .array(of: .int(in: 0...1_000), count: $0) }
  ) { list in
    try expect("all below 900", list.allSatisfy { $0 < 900 })
  }

  static let differenceZero = ChallengeRow(
    "difference_zero", minimum: "(10, 10)",
    Generator<(Int, Int)>.zip(.int(in: 1...2_147_483_647), .int(in: 1...2_147_483_647))
  ) { a, b in
    try expect("small or different", a < 10 || a != b)
  }

  /// The other two differences of the challenge, which are measured beside its ten rows.
  static let differenceSmall = ChallengeRow(
    "difference_must_not_be_small", minimum: "(10, 6)",
    Generator<(Int, Int)>.zip(.int(in: 1...2_147_483_647), .int(in: 1...2_147_483_647))
  ) { a, b in
    try expect("small, equal or far apart", a < 10 || a == b || abs(a - b) > 4)
  }

  static let differenceOne = ChallengeRow(
    "difference_must_not_be_one", minimum: "(10, 9)",
    Generator<(Int, Int)>.zip(.int(in: 1...2_147_483_647), .int(in: 1...2_147_483_647))
  ) { a, b in
    try expect("small or not one apart", a < 10 || abs(a - b) != 1)
  }

  static let coupling = ChallengeRow(
    "coupling", minimum: "[1, 0]", Generator<[Int]>.array(of: .int(in: 0...10))
  ) { list in
    try assume(list.allSatisfy { $0 < list.count })
    try expect(
      "no two point at each other",
      !list.indices.contains { list[$0] != $0 && list[list[$0]] == $0 })
  }

  static let deletion = ChallengeRow(
    "deletion", minimum: "([0, 0], 0)",
    Generator<([Int], Int)>.zip(.array(of: .int()), .int(in: 0...10))
  ) { list, index in
    try assume(index < list.count)
    var rest = list
    if let position = rest.firstIndex(of: list[index]) { rest.remove(at: position) }
    try expect("the element is gone", !rest.contains(list[index]))
  }

  static let distinct = ChallengeRow(
    "distinct", minimum: "[0, 1, -1]", Generator<[Int]>.array(of: .int())
  ) { list in
    try expect("fewer than three distinct", Set(list).count < 3)
  }

  static let nestedLists = ChallengeRow(
    "nestedlists", minimum: "[[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]",
    Generator<[[Int]]>.array(of: .array(of: .constant(0)))
  ) { lists in
    try expect("few in all", lists.joined().count <= 10)
  }

  private static let boundedList = Generator<[Int16]>.array(of: .integer()).filter {
    wrappingSum($0) < 256
  }

  private static func wrappingSum(_ list: [Int16]) -> Int16 { list.reduce(0, &+) }
}

extension ShrinkingChallenge {
  /// Four nodes over the keys 0 and 1; of those shapes the one with the earliest empty branch.
  static let binaryHeap = ChallengeRow("binheap", minimum: "(0 - (0 1 0))", heap) { heap in
    let list = heap.wronglySorted
    try expect("sorted", zip(list, list.dropFirst()).allSatisfy { $0 <= $1 })
  }

  private static let heap = Generator<Int>.int(in: 0...20).flatMap { heap(bound: .min, size: $0) }

  private static func heap(bound: Int, size: Int) -> Generator<Heap> {
    Generator { source in
      let branch = try source(.int(in: 1...8))
      if size <= 0 || branch == 1 { return .empty }
      let key = try source(.int(in: bound ... .max))
      let left = try source(heap(bound: key, size: size / 2))
      let right = try source(heap(bound: key, size: size / 2))
      return .node(key, left, right)
    }
  }
}

/// A heap that is merged rightly and listed wrongly.
indirect enum Heap: Sendable, CounterexampleDescribable {
  case empty
  case node(Int, Heap, Heap)

  /// Depth first, which is not in order.
  var list: [Int] {
    switch self {
    case .empty: []
    case .node(let key, let left, let right): [key] + left.list + right.list
    }
  }

  /// The first key and then, wrongly, the merged rest as it stands.
  var wronglySorted: [Int] {
    guard case .node(let key, let left, let right) = self else { return [] }
    return [key] + Heap.merging(left, right).list
  }

  static func merging(_ first: Heap, _ second: Heap) -> Heap {
    guard case .node(let a, let left, let right) = first else { return second }
    guard case .node(let b, let otherLeft, let otherRight) = second else { return first }
    return a <= b
      ? .node(a, merging(right, second), left) : .node(b, merging(otherRight, first), otherLeft)
  }

  var counterexampleDescription: String {
    switch self {
    case .empty: "-"
    case .node(let key, .empty, .empty): "\(key)"
    case .node(let key, let left, let right):
      "(\(key) \(left.counterexampleDescription) \(right.counterexampleDescription))"
    }
  }
}
