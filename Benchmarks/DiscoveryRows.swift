import Foundation
import PropertyTesting

/// A property that must fail: how soon is what is measured.
struct DiscoveryRow: Sendable {
  let name: String
  private let property: Property<Void>

  init<Value>(
    _ name: String, _ generator: Generator<Value>,
    _ predicate: @escaping @Sendable (Value, Trial) throws -> Void
  ) {
    self.name = name
    property = Property<Void>(name, "discovery", forAll: generator) { value, _, trial in try predicate(value, trial) }
  }

  init<Value>(
    _ name: String, _ generator: Generator<Value>, holds: @escaping @Sendable (Value) throws -> Bool
  ) {
    self.init(name, generator) { value, _ in try expect("the claim", try holds(value)) }
  }

  /// Which case fails first, counted from 1; nil where none of the first `cases` does.
  func firstFailure(seed: UInt64, cases: Int) async -> Int? {
    let settings = RunSettings(cases: cases, seed: seed, shrinks: false)
    let result = await Runner(settings: settings).run(property, on: Fixture(system: {}))
    guard case .found(let index)? = result.verdict.counterexample?.origin else { return nil }
    return index + 1
  }
}

/// The rows of the public shrinking challenge (jlink/shrinking-challenge), the two differences among them that
/// uniform numbers never come to.
extension DiscoveryRow {
  static let challenge = [
    boundFive, largeUnionList, reverse, lengthList, binaryHeap, coupling, deletion, distinct, nestedLists,
    differenceZero, differenceSmall, differenceOne,
  ]

  private static let wide = Generator<Int>.int(in: 1...2_147_483_647)
  private static let pair = Generator<(Int, Int)>.zip(wide, wide)

  static let differenceZero = DiscoveryRow("difference_must_not_be_zero", pair) { a, b in a < 10 || a != b }

  static let differenceSmall = DiscoveryRow("difference_must_not_be_small", pair) { a, b in
    a < 10 || a == b || (a - b).magnitude > 4
  }

  static let differenceOne = DiscoveryRow("difference_must_not_be_one", pair) { a, b in
    a < 10 || (a - b).magnitude != 1
  }

  static let boundFive = DiscoveryRow("bound5", .zip(bounded, bounded, bounded, bounded, bounded)) { lists in
    wrappingSum(lists.0 + lists.1 + lists.2 + lists.3 + lists.4) < 1_280
  }

  private static let bounded = Generator<[Int16]>.array(of: .integer()).filter { wrappingSum($0) < 256 }

  private static func wrappingSum(_ list: [Int16]) -> Int16 { list.reduce(0, &+) }

  static let largeUnionList = DiscoveryRow("large_union_list", Generator<[[Int]]>.array(of: .array(of: .int()))) {
    Set($0.joined()).count < 5
  }

  static let reverse = DiscoveryRow("reverse", Generator<[Int]>.array(of: .int())) { $0 == $0.reversed() }

  static let lengthList = DiscoveryRow(
    "lengthlist", Generator<Int>.int(in: 1...100).flatMap { .array(of: .int(in: 0...1_000), count: $0) }
  ) { $0.allSatisfy { $0 < 900 } }

  static let coupling = DiscoveryRow("coupling", Generator<[Int]>.array(of: .int(in: 0...10))) { list in
    try assume(list.allSatisfy { $0 < list.count })
    return !list.indices.contains { list[$0] != $0 && list[list[$0]] == $0 }
  }

  static let deletion = DiscoveryRow(
    "deletion", Generator<([Int], Int)>.zip(.array(of: .int()), .int(in: 0...10))
  ) { list, index in
    try assume(index < list.count)
    var rest = list
    if let position = rest.firstIndex(of: list[index]) { rest.remove(at: position) }
    return !rest.contains(list[index])
  }

  static let distinct = DiscoveryRow("distinct", Generator<[Int]>.array(of: .int())) { Set($0).count < 3 }

  static let nestedLists = DiscoveryRow("nestedlists", Generator<[[Int]]>.array(of: .array(of: .constant(0)))) {
    $0.joined().count <= 10
  }

  static let binaryHeap = DiscoveryRow(
    "binheap", Generator<Int>.int(in: 0...20).flatMap { heap(bound: .min, size: $0) }
  ) {
    let list = $0.wronglySorted
    return zip(list, list.dropFirst()).allSatisfy { $0 <= $1 }
  }

  private static func heap(bound: Int, size: Int) -> Generator<Heap> {
    Generator { source in
      let branch = try source(.int(in: 1...8))
      if size <= 0 || branch == 1 { return .empty }
      let key = try source(.int(in: bound ... .max))
      return .node(key, try source(heap(bound: key, size: size / 2)), try source(heap(bound: key, size: size / 2)))
    }
  }
}

/// What goes wrong with equal or nearly equal values that have no reason to be equal.
extension DiscoveryRow {
  static let repeats = [equalTexts, prefixes, equalDoubles, neighbouringDoubles, equalDates, equalIdentifiers]

  private static let texts = Generator<(String, String)>.zip(.text(), .text())
  private static let doubles = Generator<(Double, Double)>.zip(.double(in: 0...1e9), .double(in: 0...1e9))

  static let equalTexts = DiscoveryRow("equal texts of 3 or more", texts) { a, b in a.count < 3 || a != b }

  static let prefixes = DiscoveryRow("one text begins with another", texts) { a, b in
    a.count < 3 || a == b || !b.hasPrefix(a)
  }

  static let equalDoubles = DiscoveryRow("equal fractions", doubles) { a, b in
    a != b || a == a.rounded() || a < 1e-300 || a > 999_999_999
  }

  static let neighbouringDoubles = DiscoveryRow("fractions within 1", doubles) { a, b in
    a == b || (a - b).magnitude > 1 || a < 1_000 || a > 999_999_998
  }

  static let equalDates = DiscoveryRow("equal instants", Generator<(Date, Date)>.zip(.date(), .date())) { a, b in
    a != b || a.timeIntervalSinceReferenceDate.magnitude < 1 || a.timeIntervalSinceReferenceDate.magnitude > 6.3e10
  }

  static let equalIdentifiers = DiscoveryRow("equal identifiers", Generator<(UUID, UUID)>.zip(.uuid, .uuid)) { a, b in
    a != b || a.uuid.0 == 0 || a.uuid.0 == 255
  }
}

private indirect enum Heap: Sendable {
  case empty
  case node(Int, Heap, Heap)

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
}
