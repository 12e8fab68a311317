import CThreads
import PropertyTesting

/// Chooses at each point of a run at which more than one thread could go on: from the case's own choices where they are given, otherwise by
/// a strategy or a search, whose departures from the default are recorded there.
///
/// Used by the thread that runs, while the others wait.
final class ThreadDecisions {
  private enum Source {
    case scripted
    case strategy(any ThreadStrategy)
    case search(InterleavingSearch)
    /// At these points, counted from 0, these alternatives.
    case fixed([(point: Int, alternative: Int)])
    /// Nothing departs from the default.
    case none
  }

  private var source: Source
  private var draws: ScheduleDraws?
  /// Points since the last switch.
  private var points: UInt64 = 0
  /// Scripted: at how many points the next switch comes; 0: there is none.
  private var wait: UInt64 = 0
  private var allPoints = 0
  private var nextFixed = 0
  private var history: UInt64 = 0
  private var random: Random?
  /// The departures from the default so far, at points counted from the beginning of the run.
  private(set) var made: [(point: Int, alternative: Int)] = []

  /// Follows the choices of a case, or `strategy` where it has none.
  init(_ draws: ScheduleDraws, _ strategy: (any ThreadStrategy)?) {
    self.draws = draws
    source = .none
    wait = self.draws?.awaitSwitch() ?? 0
    source = draws.isScripted ? .scripted : strategy.map { .strategy($0) } ?? .none
  }

  /// Follows departures that a search has found, and records them as the case's choices.
  init(_ draws: ScheduleDraws, following switches: [(point: Int, alternative: Int)]) {
    self.draws = draws
    source = .fixed(switches)
    wait = self.draws?.awaitSwitch() ?? 0
  }

  /// One run of a search, which records nothing.
  init(searching search: InterleavingSearch) { source = .search(search) }

  var isSearched: Bool {
    if case .search = source { true } else { false }
  }

  func choose(_ alternatives: UnsafeBufferPointer<ct_alternative>) -> Int {
    if case .search(let search) = source {
      let choice = search.choose(alternatives)
      if alternatives.count > 1 {
        if choice != 0 { made.append((allPoints, choice)) }
        allPoints += 1
      }
      return choice
    }
    guard alternatives.count > 1 else { return 0 }
    if let draws, draws.recordsPoints {
      draws.comes(to: SchedulePoint(alternatives: alternatives.count, state: Int(truncatingIfNeeded: history)))
    }
    let choice = chosen(alternatives)
    // Every way is another: threads share more than a scheduler sees.
    history = (history ^ UInt64(choice + 1)) &* 1_099_511_628_211 &+ UInt64(allPoints)
    if choice != 0 { made.append((allPoints, choice)) }
    allPoints += 1
    return choice
  }

  private func chosen(_ alternatives: UnsafeBufferPointer<ct_alternative>) -> Int {
    points &+= 1
    switch source {
    case .none, .search: return 0
    case .scripted:
      guard points == wait, let draws else { return 0 }
      points = 0
      let alternative = min(draws.takeSwitch() + 1, alternatives.count - 1)
      wait = self.draws?.awaitSwitch() ?? 0
      return alternative
    case .fixed(let switches):
      guard nextFixed < switches.count, switches[nextFixed].point == allPoints else { return 0 }
      nextFixed += 1
      return record(min(switches[nextFixed - 1].alternative, alternatives.count - 1))
    case .strategy(var strategy):
      // Held once only, so that what it keeps is changed in place.
      source = .none
      let choice = strategy.choose(alternatives)
      source = .strategy(strategy)
      return record(choice)
    }
  }

  private func record(_ choice: Int) -> Int {
    guard choice != 0 else { return 0 }
    draws?.recordSwitch(after: points, to: choice - 1)
    points = 0
    return choice
  }

  /// Fills a buffer with what passes for random, from the case.
  func fillRandom(_ buffer: UnsafeMutableRawBufferPointer) {
    var generator = random ?? Random(seed: draws?.drawRandomSeed() ?? 0)
    for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: generator.next()) }
    random = generator
  }
}
