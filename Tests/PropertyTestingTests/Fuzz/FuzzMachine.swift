@testable import PropertyTesting

/// What is known of a node of a random machine.
struct FuzzNode: Sendable, Hashable {
  var depth: Int
  var weight: Int
}

struct FuzzModel: Sendable, Hashable {
  var nodes: [Reference<Int>: FuzzNode] = [:]
  var counter = 0
}

struct FuzzRefused: Error, Sendable, Equatable { let count: Int }

/// Nodes by their handles, and a bug.
struct FuzzSystem: Sendable {
  var nodes: [Int: FuzzNode] = [:]
  var counter = 0
}

struct FuzzArguments: Sendable {
  var used: [Reference<Int>]
  var number: Int
}

/// A random command: it takes some references, may yield one, may throw, and may be wrong.
struct FuzzCommand: Sendable {
  let name: String
  let yields: Bool
  let isJudged: Bool
  let takes: Int
  let range: ClosedRange<Int>
  let step: Int
  /// Which nodes it takes: those of a depth.
  let parity: Int?
  let most: Int?
  let throwsAt: Int
  /// The result is wrong from this depth, weight or counter on.
  let bug: (kind: Int, from: Int)?

  init(_ random: inout FuzzRandom, _ number: Int) {
    name = "command\(number)"
    isJudged = random.chance(12)
    yields = !isJudged && (number == 0 || random.chance(2))
    takes = number == 0 || isJudged ? 0 : random.pick([0, 1, 1, 1, 2, 2, 3])
    let most = random.pick([0, 1, 9, 1_000, .max])
    range = random.chance(4) ? -most...most : 0...most
    step = random.from(-1...2)
    parity = random.chance(5) ? random.below(2) : nil
    self.most = random.chance(6) ? random.from(1...6) : nil
    throwsAt = random.chance(6) ? random.from(2...5) : 0
    bug = random.chance(2) ? (random.below(4), random.from(1...5)) : nil
  }

  /// What it does to nodes, and its result: the same in model and system.
  private func effect(_ used: [FuzzNode], _ number: Int, _ counter: inout Int) throws -> FuzzNode {
    counter &+= step
    if throwsAt > 0, counter % throwsAt == throwsAt - 1 { throw FuzzRefused(count: counter) }
    let depth = used.map(\.depth).max().map { $0 + 1 } ?? 0
    return FuzzNode(depth: depth, weight: used.reduce(number) { $0 &+ $1.weight } &+ 1)
  }

  private func isWrong(_ node: FuzzNode, _ counter: Int) -> Bool {
    guard let bug else { return false }
    switch bug.kind {
    case 0: return node.depth >= bug.from
    case 1: return node.weight >= bug.from * 3
    case 2: return counter >= bug.from
    default: return node.depth >= bug.from && node.weight % 2 == 0
    }
  }

  var command: Command<FuzzModel, FuzzSystem> { isJudged ? judged : yields ? yielding : answering }

  private func arguments(_ model: FuzzModel) -> Generator<FuzzArguments> {
    let candidates = model.nodes.filter { parity == nil || $0.value.depth % 2 == parity }.map(\.key)
    let (takes, range) = (takes, range)
    return Generator { source in
      var used: [Reference<Int>] = []
      for _ in 0..<takes { used.append(try source(.reference(to: candidates))) }
      return FuzzArguments(used: used, number: try source(.int(in: range)))
    }
  }

  private var applies: (@Sendable (FuzzModel) -> Bool)? {
    guard let most else { return nil }
    return { $0.nodes.count < most }
  }

  private func modelled(_ model: inout FuzzModel, _ arguments: FuzzArguments) throws -> FuzzNode {
    try effect(arguments.used.compactMap { model.nodes[$0] }, arguments.number, &model.counter)
  }

  private func done(_ system: inout FuzzSystem, _ arguments: FuzzArguments, _ results: EarlierResults) throws -> FuzzNode {
    let used = try arguments.used.compactMap { system.nodes[try results[$0]] }
    var node = try effect(used, arguments.number, &system.counter)
    if isWrong(node, system.counter) { node.weight &+= 1 }
    return node
  }

  private var judged: Command<FuzzModel, FuzzSystem> {
    Command<FuzzModel, FuzzSystem>(
      name, with: { arguments($0) }, when: applies,
      foreseeing: { (model: inout FuzzModel, _: FuzzArguments) in model.counter &+= 1 },
      system: { (system: inout FuzzSystem, arguments: FuzzArguments) -> Int in
        system.counter &+= arguments.number % 2 == 0 ? 1 : 2
        return system.counter
      },
      judging: { (model: inout FuzzModel, _: FuzzArguments, seen: Int) in
        try expect("one or two more", seen == model.counter &+ 1 || seen == model.counter &+ 2)
        model.counter = seen
      })
  }

  private var yielding: Command<FuzzModel, FuzzSystem> {
    Command<FuzzModel, FuzzSystem>(
      name, with: { arguments($0) }, when: applies, yielding: Int.self,
      model: { (model: inout FuzzModel, arguments: FuzzArguments, reference: Reference<Int>) in
        model.nodes[reference] = try modelled(&model, arguments)
      },
      system: { (system: inout FuzzSystem, arguments: FuzzArguments, results: EarlierResults) -> Int in
        let node = try done(&system, arguments, results)
        system.nodes[system.nodes.count] = node
        return system.nodes.count - 1
      })
  }

  private var answering: Command<FuzzModel, FuzzSystem> {
    Command<FuzzModel, FuzzSystem>(
      name, with: { arguments($0) }, when: applies,
      model: { (model: inout FuzzModel, arguments: FuzzArguments) -> Int in try modelled(&model, arguments).weight },
      system: { (system: inout FuzzSystem, arguments: FuzzArguments, results: EarlierResults) -> Int in
        try done(&system, arguments, results).weight
      })
  }
}

/// A random machine whose commands take and yield several references.
func fuzzMachine(_ random: inout FuzzRandom) -> StateMachine<FuzzModel, FuzzSystem> {
  let count = random.from(2...6)
  let commands = (0..<count).map { FuzzCommand(&random, $0) }
  let closing = random.chance(4) ? [FuzzCommand(&random, count)] : []
  var machine = StateMachine(
    initially: FuzzModel(), commands: commands.map(\.command), closing: closing.map(\.command),
    invariants: random.chance(3) ? [Invariant("counters agree") { (model: FuzzModel, system: FuzzSystem) in model.counter == system.counter }] : [])
  if random.chance(4) { machine = machine.withLongCases }
  if random.chance(3) { machine = machine.withoutSwarm }
  return machine
}
