/// Takes switches out of a schedule: all after one, all but one, each by itself.
///
/// A switch is two decisions in a row, the number of points before it and the alternative taken: see
/// ``ScheduleDraws``. When one goes, the next either comes as many points after the one before it as
/// it did, or where it stood.
struct DropSwitches: ShrinkPass {
  let name = "drop switches"

  func run(_ shrinker: Shrinker) {
    var switches = Switches(shrinker.best.tokens)
    guard switches.count > 0 else { return }
    // A schedule of no switches, then of the first, of the first two …: most failures need few.
    for kept in [0, 1, 2, 4, 8, 16, 32, 64] where kept < switches.count {
      if shrinker.consider(switches.keeping(first: kept)) { break }
    }
    var position = Switches(shrinker.best.tokens).count - 1
    while position >= 0, !shrinker.stoppedEarly {
      switches = Switches(shrinker.best.tokens)
      if position < switches.count {
        _ = shrinker.consider(switches.dropping(position, movesNext: false))
          || shrinker.consider(switches.dropping(position, movesNext: true))
      }
      position -= 1
    }
  }
}

/// The switches of a case's schedules.
struct Switches {
  private let tokens: [Token]
  /// Where the number of points and the alternative of each switch stand.
  private var pairs: [(points: Int, alternative: Int)] = []

  var count: Int { pairs.count }

  /// Nil where there is no schedule at all.
  static func count(in tokens: [Token]) -> Int? {
    tokens.contains { $0.scheduleValue != nil } ? Switches(tokens).count : nil
  }

  init(_ tokens: [Token]) {
    self.tokens = tokens
    var pending: Int?
    for (index, token) in tokens.enumerated() {
      guard let value = token.scheduleValue else { continue }
      if let points = pending {
        pairs.append((points, index))
        pending = nil
      } else if value != 0 {
        // 0 is the end of a schedule; another may follow.
        pending = index
      }
    }
  }

  func keeping(first kept: Int) -> [Token] {
    removing(pairs[kept...].flatMap { [$0.points, $0.alternative] })
  }

  /// - Parameter movesNext: the next switch comes as many points after the one before as it came after
  ///   this; otherwise it stays where it was.
  func dropping(_ position: Int, movesNext: Bool) -> [Token]? {
    let dropped = [pairs[position].points, pairs[position].alternative]
    if movesNext { return removing(dropped) }
    guard position + 1 < count, let points = tokens[pairs[position].points].scheduleValue,
      let next = tokens[pairs[position + 1].points].scheduleValue,
      case .choice(let choice) = tokens[pairs[position + 1].points]
    else { return nil }
    var changed = tokens
    changed[pairs[position + 1].points] = .choice(
      choice.with(value: min(points + next, choice.upper)))
    return removing(dropped, from: changed)
  }

  private func removing(_ removed: [Int], from tokens: [Token]? = nil) -> [Token] {
    let removed = Set(removed)
    return (tokens ?? self.tokens).enumerated().filter { !removed.contains($0.offset) }.map(\.element)
  }
}
