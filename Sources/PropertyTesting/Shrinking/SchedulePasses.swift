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
    while position >= 0, !shrinker.isExhausted() {
      switches = Switches(shrinker.best.tokens)
      if position < switches.count {
        _ =
          shrinker.consider(switches.dropping(position, movesNext: false))
          || shrinker.consider(switches.dropping(position, movesNext: true))
      }
      position -= 1
    }
  }
}

/// Puts one switch in the place of all of them, of two neighbours, or of three (which takes a way there and
/// back out): at any point up to where the last of those stood, to any alternative. Then moves each by
/// itself to an earlier point.
///
/// Leaving switches out does not reach every schedule with fewer: where several only led around to a task,
/// the one that goes there at once stands at another point, and takes another alternative.
struct ReplaceSwitches: ShrinkPass {
  let name = "replace switches"

  func run(_ shrinker: Shrinker) {
    let switches = Switches(shrinker.best.tokens)
    guard switches.count > 1 else { return }
    if replace(0..<switches.count, of: switches, shrinker) { return }
    for width in [2, 3, 1] where width < switches.count {
      for first in 0...switches.count - width {
        if replace(first..<first + width, of: switches, shrinker) { return }
      }
    }
  }

  private func replace(_ range: Range<Int>, of switches: Switches, _ shrinker: Shrinker) -> Bool {
    // Each of those replaced may have gone past one task more.
    let widest = min(switches.greatestAlternative + UInt64(range.count) - 1, Self.breadth)
    // How long the run is, the choices do not say: past the last switch, a few points more.
    let beyond: UInt64 = range.count == switches.count ? 16 : 0
    for points in 1...min(switches.points(in: range) + beyond, Self.reach) {
      for alternative in 0...widest {
        if shrinker.isExhausted() { return false }
        for movesNext in [false, true] where range.upperBound < switches.count || !movesNext {
          let changed = switches.replacing(
            range, by: (points, alternative), movesNext: movesNext)
          guard isSimpler(changed, than: shrinker.best.tokens) else { continue }
          if shrinker.consider(changed) { return true }
        }
      }
    }
    return false
  }

  /// A longer run, or one of more tasks, is not searched to its end: too many calls for what they bring.
  private static let reach: UInt64 = 256
  private static let breadth: UInt64 = 7
}

/// Deletes an element of the data together with some points before a switch: those that the step which it stood
/// for took before the switch came.
struct DeleteAndMoveSwitch: ShrinkPass {
  let name = "delete and move a switch"

  private static let points: ClosedRange<UInt64> = 1...4
  private static let elements = 16

  func run(_ shrinker: Shrinker) {
    guard Switches(shrinker.best.tokens).count > 0 else { return }
    var index = 0
    while index < shrinker.best.collections.count, !shrinker.isExhausted() {
      var place = min(shrinker.best.collections[index].elements.count, Self.elements) - 1
      while place >= 0, !shrinker.isExhausted() {
        guard index < shrinker.best.collections.count else { return }
        delete(place, ofCollection: index, shrinker)
        place -= 1
      }
      index += 1
    }
  }

  private func delete(_ place: Int, ofCollection index: Int, _ shrinker: Shrinker) {
    let shape = shrinker.best
    let collection = shape.collections[index]
    guard place < collection.elements.count, let count = shape.choice(at: collection.countToken),
      count.value > count.lower
    else { return }
    for (token, waited) in Switches(shape.tokens).waits
    where !shape.spans[collection.elements[place]].range.contains(token) {
      for points in Self.points where points < waited {
        let values: ChoiceValues = [collection.countToken: count.value - 1, token: waited - points]
        if shrinker.consider(shape.deleting(spans: [collection.elements[place]], replacing: values)) { return }
      }
    }
  }
}

/// The switches of a case's schedules.
struct Switches {
  private let tokens: [Token]
  /// Where the number of points and the alternative of each switch stand.
  private var pairs: [(points: Int, alternative: Int)] = []

  var count: Int { pairs.count }

  /// For each schedule, the places of its switches among all.
  private var schedules: [Range<Int>] = []

  /// The place of the schedule with the most switches.
  var busiest: Int? { schedules.indices.max { schedules[$0].count < schedules[$1].count } }

  /// How many switches one of the schedules has.
  func count(inSchedule schedule: Int) -> Int { schedules[schedule].count }

  /// Other switches in one of the schedules, which has some. `points` are counted from the switch before.
  func replacing(schedule: Int, by switches: [(points: UInt64, alternative: UInt64)]) -> [Token] {
    let old = pairs[schedules[schedule]]
    guard let first = old.first, case .choice(let points) = tokens[first.points],
      case .choice(let alternative) = tokens[first.alternative]
    else { return tokens }
    let new = switches.flatMap {
      [Token.choice(points.with(value: min($0.points, points.upper))), .choice(alternative.with(value: $0.alternative))]
    }
    let removed = Set(old.flatMap { [$0.points, $0.alternative] })
    return tokens.enumerated().flatMap { place, token in
      (place == first.points ? new : []) + (removed.contains(place) ? [] : [token])
    }
  }

  /// Nil where there is no schedule at all.
  static func count(in tokens: [Token]) -> Int? {
    tokens.contains { $0.scheduleValue != nil } ? Switches(tokens).count : nil
  }

  init(_ tokens: [Token]) {
    self.tokens = tokens
    var pending: Int?
    var first = 0
    for (index, token) in tokens.enumerated() {
      guard let value = token.scheduleValue else { continue }
      if let points = pending {
        pairs.append((points, index))
        pending = nil
      } else if value != 0 {
        pending = index
      } else {
        // The end of a schedule; another may follow.
        schedules.append(first..<pairs.count)
        first = pairs.count
      }
    }
    if first < pairs.count { schedules.append(first..<pairs.count) }
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
      let next = tokens[pairs[position + 1].points].scheduleValue
    else { return nil }
    var changed = tokens
    set(pairs[position + 1].points, points + next, in: &changed)
    return removing(dropped, from: changed)
  }

  /// How many points there are in all up to those switches, from the one before them.
  func points(in range: Range<Int>) -> UInt64 {
    pairs[range].reduce(0) { $0 + (tokens[$1.points].scheduleValue ?? 0) }
  }

  /// Where the number of points before each switch stands, and how many they are.
  var waits: [(token: Int, points: UInt64)] {
    pairs.map { ($0.points, tokens[$0.points].scheduleValue ?? 0) }
  }

  var greatestAlternative: UInt64 {
    pairs.compactMap { tokens[$0.alternative].scheduleValue }.max() ?? 0
  }

  /// - Parameter movesNext: as in ``dropping(_:movesNext:)``.
  func replacing(
    _ range: Range<Int>, by new: (points: UInt64, alternative: UInt64), movesNext: Bool
  ) -> [Token] {
    var changed = tokens
    set(pairs[range.lowerBound].points, new.points, in: &changed)
    set(pairs[range.lowerBound].alternative, new.alternative, in: &changed)
    if !movesNext, range.upperBound < count {
      let next = pairs[range.upperBound].points
      let stood = points(in: range) + (tokens[next].scheduleValue ?? 0)
      set(next, stood > new.points ? stood - new.points : 1, in: &changed)
    }
    return removing(pairs[range.dropFirst()].flatMap { [$0.points, $0.alternative] }, from: changed)
  }

  private func set(_ index: Int, _ value: UInt64, in tokens: inout [Token]) {
    guard case .choice(let choice) = tokens[index] else { return }
    tokens[index] = .choice(choice.with(value: min(value, choice.upper)))
  }

  private func removing(_ removed: [Int], from tokens: [Token]? = nil) -> [Token] {
    let removed = Set(removed)
    return (tokens ?? self.tokens).enumerated().filter { !removed.contains($0.offset) }.map(\.element)
  }
}
