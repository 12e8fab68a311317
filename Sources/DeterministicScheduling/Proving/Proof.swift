/// A search through all orders in which the tasks of a program may take turns that differ in what comes of them, without a bound
/// on how often they switch.
///
/// Dynamic partial-order reduction with source sets and sleep sets: two steps that touch nothing in common come to the same in
/// either order, and only one of the orders is run. A race that was seen in a run, two steps that do depend on each other and
/// could have come the other way round, is turned around in a later one.
///
/// C. Flanagan and P. Godefroid, POPL 2005; P. Abdulla, S. Aronis, B. Jonsson and K. Sagonas, POPL 2014.
final class Proof {
  typealias Key = StepRecorder.Key

  private struct Node {
    let enabled: [Key]
    var chosen: Key
    /// What need not be run here: another run has covered it, as long as nothing that depends on it comes first.
    var asleep: [Key: Footprint]
    var footprint = Footprint()
    var wanted: Set<Key> = []
    var done: Set<Key> = []
  }

  /// How many runs came to their end: as many orders that differ.
  private(set) var orders = 0
  /// How many were given up since another covers them.
  private(set) var redundant = 0

  private let names = Names()
  private let sharesMemory: Bool
  private var nodes: [Node] = []
  private var depth = 0
  private var isBlocked = false
  /// The first step that this run has not in common with the one before it.
  private var firstNew = 0
  private(set) var recorder: StepRecorder
  private(set) var gap: String?

  init(sharesMemory: Bool) {
    self.sharesMemory = sharesMemory
    recorder = StepRecorder(names, sharesMemory: sharesMemory)
  }

  /// Before each run.
  func begin() {
    recorder = StepRecorder(names, sharesMemory: sharesMemory)
    depth = 0
    isBlocked = false
  }

  /// The position in `enabled` of the job that runs next; `preferred` runs next if nothing else is chosen.
  func choose(_ enabled: [Key], preferred: Int) -> Int {
    defer { depth += 1 }
    if isBlocked { return preferred }
    noteFootprint()
    if depth < nodes.count {
      guard let place = enabled.firstIndex(of: nodes[depth].chosen) else {
        gap = "a run began like an earlier one, and then differed"
        isBlocked = true
        return preferred
      }
      return place
    }
    let asleep = depth == 0 ? [:] : asleepAfter(nodes[depth - 1])
    let order = [preferred] + enabled.indices.filter { $0 != preferred }
    guard let place = order.first(where: { asleep[enabled[$0]] == nil }) else {
      isBlocked = true
      return preferred
    }
    nodes.append(Node(enabled: enabled, chosen: enabled[place], asleep: asleep, wanted: [enabled[place]]))
    return place
  }

  /// After each run. Whether there is another to run.
  func next() -> Bool {
    noteFootprint()
    if isBlocked { redundant += 1 } else { orders += 1 }
    if let gap = recorder.gap { self.gap = gap }
    reverseRaces()
    while var node = nodes.popLast() {
      node.done.insert(node.chosen)
      node.asleep[node.chosen] = node.footprint
      let left = node.enabled.first { node.wanted.contains($0) && !node.done.contains($0) && node.asleep[$0] == nil }
      guard let left else { continue }
      firstNew = nodes.count
      node.chosen = left
      node.footprint = Footprint()
      nodes.append(node)
      return true
    }
    return false
  }

  /// What the step before has touched is known once it is over.
  private func noteFootprint() {
    let step = (isBlocked ? nodes.count : depth) - 1
    guard step >= 0, step < nodes.count, step < recorder.steps.count else { return }
    nodes[step].footprint = recorder.steps[step].footprint
  }

  private func asleepAfter(_ node: Node) -> [Key: Footprint] {
    node.asleep.filter { $0.key != node.chosen && !$0.value.depends(on: node.footprint) }
  }

  /// Wants, for each race of this run, the step before which it can be turned around.
  private func reverseRaces() {
    let steps = Array(recorder.steps.prefix(nodes.count))
    let order = HappensBefore(steps)
    for later in steps.indices.dropFirst(firstNew) {
      for earlier in order.races(with: later) { reverse(earlier, later, steps, order) }
    }
  }

  private func reverse(_ earlier: Int, _ later: Int, _ steps: [StepRecorder.Step], _ order: HappensBefore) {
    // What does not follow from the earlier one may come before it, and with it the later one.
    let free = ((earlier + 1)...later).filter { $0 == later || !order.precedes(earlier, $0) }
    let first = free.filter { candidate in !free.contains { $0 < candidate && order.precedes($0, candidate) } }
    let keys = first.map { steps[$0].key }.filter(nodes[earlier].enabled.contains)
    if keys.contains(where: { nodes[earlier].wanted.contains($0) }) { return }
    // A step that goes with the later one.
    let needed = first.filter { $0 == later || order.precedes($0, later) }.map { steps[$0].key }
    if let key = needed.first(where: nodes[earlier].enabled.contains) ?? keys.first {
      nodes[earlier].wanted.insert(key)
    } else {
      nodes[earlier].wanted.formUnion(nodes[earlier].enabled)
    }
  }
}
