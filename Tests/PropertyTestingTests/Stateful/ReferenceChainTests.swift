import Testing

@testable import PropertyTesting

/// Commands that use a result and yield one: a folder in a folder, a child of a node. Shrinking ended the process for them.
@Suite("Chains and trees of references")
struct ReferenceChainTests {
  struct Forest: Sendable, Hashable { var depths: [Reference<Int>: Int] = [:] }

  static let root = Command<Forest, Int>("root", yielding: Int.self) { forest, reference in forest.depths[reference] = 0 } system: { _ in 0 }

  static let child = Command<Forest, Int>("child", with: { .reference(to: $0.depths.keys) }, yielding: Int.self) { forest, parent, reference in
    forest.depths[reference] = forest.depths[parent, default: 0] + 1
  } system: { _, parent, results in
    try results[parent] + 1
  }

  /// Of two, one deeper than the deeper one.
  static let join = Command<Forest, Int>(
    "join", with: { .zip(.reference(to: $0.depths.keys), .reference(to: $0.depths.keys)) }, yielding: Int.self
  ) { forest, parents, reference in
    forest.depths[reference] = max(forest.depths[parents.0, default: 0], forest.depths[parents.1, default: 0]) + 1
  } system: { _, parents, results in
    max(try results[parents.0], try results[parents.1]) + 1
  }

  /// Wrong from a depth on.
  static func depth(wrongFrom least: Int) -> Command<Forest, Int> {
    Command("depth", with: { .reference(to: $0.depths.keys) }) { forest, node in forest.depths[node, default: 0] } system: {
      _, node, results in
      let depth = try results[node]
      return depth >= least ? depth + 1 : depth
    }
  }

  @Test func threeCommandsEndLeast() async {
    let machine = StateMachine<Forest, Int>(initially: Forest(), commands: [Self.root, Self.child, Self.depth(wrongFrom: 1)])
    #expect(await counterexamples(of: machine, seeds: 20) { 0 } == ["[root(), child(#1), depth(#2)]": 20])
  }

  /// What stands between goes, and each takes the place of its parent.
  @Test func aChainEndsAsLongAsItMustBe() async {
    let machine = StateMachine<Forest, Int>(initially: Forest(), commands: [Self.root, Self.child, Self.depth(wrongFrom: 3)])
    let found = await counterexamples(of: machine, seeds: 20) { 0 }
    #expect(found == ["[root(), child(#1), child(#2), child(#3), depth(#4)]": 20])
  }

  @Test func aTreeEndsInOneLine() async {
    let machine = StateMachine<Forest, Int>(initially: Forest(), commands: [Self.root, Self.join, Self.depth(wrongFrom: 2)])
    let found = await counterexamples(of: machine, seeds: 20) { 0 }
    #expect(found == ["[root(), join(#1, #1), join(#1, #2), depth(#3)]": 20])
  }
}
