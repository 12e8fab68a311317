/// All orders in which lanes can take effect, as far as they differ in the states that they come to.
///
/// A command that runs beside others must apply whatever those have done by then: otherwise the system would be called
/// in a state that it was never promised to cope with, and the failure would be the test's.
struct Interleavings<Model: Hashable & Sendable, System> {
  let machine: StateMachine<Model, System>
  let start: PlannedState<Model>
  var lanes: [Int: [PlannedCommand<Model, System>]] = [:]
  var suffix: [PlannedCommand<Model, System>] = []

  /// More states than this, and a command is not put where it makes so many of them: it costs too much to know.
  private static var limit: Int { 2_000 }

  func adding(_ step: PlannedCommand<Model, System>) -> Interleavings {
    var all = self
    if step.lane > 0 { all.lanes[step.lane, default: []].append(step) } else { all.suffix.append(step) }
    return all
  }

  private struct Place: Hashable {
    var positions: [Int]
    var suffixPosition = 0
    var state: PlannedState<Model>
  }

  /// Whether each command applies wherever it may come to stand.
  var areSafe: Bool {
    let lanes = lanes.sorted { $0.key < $1.key }.map(\.value)
    func isParticular(_ step: PlannedCommand<Model, System>) -> Bool {
      step.bound.hasPrecondition || !step.references.isEmpty
    }
    // Nobody knows where a judged command leads.
    let afterJudged = suffix.drop { !$0.bound.isJudged }.dropFirst()
    if afterJudged.contains(where: isParticular) { return false }
    guard (lanes.joined() + suffix).contains(where: isParticular) else { return true }
    let first = Place(positions: lanes.map { _ in 0 }, state: start)
    var seen: Set<Place> = [first]
    var open = [first]
    while let place = open.popLast() {
      for next in successors(of: place, lanes) {
        guard let next else { return false }
        if seen.insert(next).inserted { open.append(next) }
      }
      if seen.count > Self.limit { return false }
    }
    return true
  }

  /// Nil for a command that does not apply.
  private func successors(of place: Place, _ lanes: [[PlannedCommand<Model, System>]]) -> [Place?] {
    let ready = lanes.indices.filter { place.positions[$0] < lanes[$0].count }
    if ready.isEmpty {
      guard place.suffixPosition < suffix.count else { return [] }
      var next = place
      next.suffixPosition += 1
      return [apply(suffix[place.suffixPosition], to: next)]
    }
    return ready.map { lane in
      var next = place
      next.positions[lane] += 1
      return apply(lanes[lane][place.positions[lane]], to: next)
    }
  }

  private func apply(_ step: PlannedCommand<Model, System>, to place: Place) -> Place? {
    guard step.bound.isAllowed(in: place.state.model), place.state.has(step.references) else { return nil }
    var next = place
    next.state.apply(step.bound, as: step.slot, yields: machine.command(step.command).yields)
    return next
  }
}
