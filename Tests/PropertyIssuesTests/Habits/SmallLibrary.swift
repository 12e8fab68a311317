/// Six small things that people test, sound or with one of twelve mistakes.
struct SmallLibrary: Sendable {
  enum Mistake: CaseIterable {
    case dropsEqualElements, sortsBySize
    case countsToThree, joinsCases
    case dropsTheRest, givesTheRestToOne
    case ignoresThePatch, comparesAsText
    case missesASharedEnd, takesTheWiderEnd
    case evictsTheNewest, doesNotRefresh
  }

  var mistake: Mistake?

  /// The list in ascending order.
  func sort(_ list: [Int]) -> [Int] {
    switch mistake {
    case .dropsEqualElements: Set(list).sorted()
    case .sortsBySize: list.sorted { ($0.magnitude, $0) < ($1.magnitude, $1) }
    default: list.sorted()
    }
  }

  struct Run: Equatable {
    var letter: Character
    var count: Int
  }

  func encode(_ text: String) -> [Run] {
    text.reduce(into: []) { runs, letter in
      let last = runs.last?.letter
      let isSame = mistake == .joinsCases ? last?.lowercased() == letter.lowercased() : last == letter
      if isSame { runs[runs.count - 1].count += 1 } else { runs.append(Run(letter: letter, count: 1)) }
    }
  }

  func decode(_ runs: [Run]) -> String {
    runs.map { String(repeating: $0.letter, count: mistake == .countsToThree ? min($0.count, 3) : $0.count) }.joined()
  }

  /// The shares of a bill: they add up to it, and no two are more than a cent apart.
  func split(cents: Int, among people: Int) -> [Int] {
    let (share, rest) = cents.quotientAndRemainder(dividingBy: people)
    return (0..<people).map { person in
      switch mistake {
      case .dropsTheRest: share
      case .givesTheRestToOne: share + (person == 0 ? rest : 0)
      default: share + (person < rest ? 1 : 0)
      }
    }
  }

  struct Version: Equatable {
    var major: Int, minor: Int, patch: Int
  }

  func isOlder(_ left: Version, than right: Version) -> Bool {
    let (a, b) = (left, right)
    return switch mistake {
    case .ignoresThePatch: (a.major, a.minor) < (b.major, b.minor)
    case .comparesAsText: ("\(a.major)", "\(a.minor)", "\(a.patch)") < ("\(b.major)", "\(b.minor)", "\(b.patch)")
    default: (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
    }
  }

  func intersection(_ left: ClosedRange<Int>, _ right: ClosedRange<Int>) -> ClosedRange<Int>? {
    let lower = max(left.lowerBound, right.lowerBound)
    let upper = min(left.upperBound, right.upperBound)
    guard mistake == .missesASharedEnd ? lower < upper : lower <= upper else { return nil }
    return mistake == .takesTheWiderEnd ? lower...max(left.upperBound, right.upperBound) : lower...upper
  }

  /// A cache that has room for two numbers and forgets the one that was not used for the longest time.
  struct Cache: Sendable {
    let mistake: Mistake?
    private var entries: [(key: Int, value: Int)] = []

    init(_ mistake: Mistake?) { self.mistake = mistake }

    mutating func put(_ key: Int, _ value: Int) {
      entries.removeAll { $0.key == key }
      if entries.count == 2 { entries.remove(at: mistake == .evictsTheNewest ? 1 : 0) }
      entries.append((key, value))
    }

    mutating func get(_ key: Int) -> Int? {
      guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = entries[place]
      if mistake != .doesNotRefresh { entries.append(entries.remove(at: place)) }
      return entry.value
    }
  }

  func cache() -> Cache { Cache(mistake) }
}
