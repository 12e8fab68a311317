/// Moves a date to a simpler day that fails alike, if the calendar decides which days do: a month, a day of the month, a weekday, the end
/// of a year, or several of these together. Such days have gaps of a week, of months or of years between them, so that no halving
/// leads from one to the next.
struct SimplifyDates: ShrinkPass {
  let name = "simplify dates"

  /// In a case of more choices, each would take as many calls.
  private static let few = 12

  func run(_ shrinker: Shrinker) {
    var position = 0
    while position < shrinker.best.choiceTokens.count, shrinker.best.choiceTokens.count <= Self.few, !shrinker.isExhausted() {
      // The days near one that failed are near what it has in common with others.
      for _ in 0..<4 where !simplify(position, shrinker) { break }
      position += 1
    }
  }

  /// Whether there was a simpler day; the simplest comes first.
  private func simplify(_ position: Int, _ shrinker: Shrinker) -> Bool {
    guard let choice = shrinker.choice(at: position), choice.couldBeDate, choice.isFarDate,
      let day = Day(of: choice), let start = Day(at: Double(bitPattern: choice.target))
    else { return false }
    let second = Double(bitPattern: choice.value)
    // Where the time of day matters, days are tried at this one too.
    let isSimplest = second == day.simplest || shrinker.consider(at: position, day.simplest.bitPattern)
    let seconds = Set(day.related(to: start)).flatMap { other in
      isSimplest ? [other.simplest] : [other.simplest, other.first + (second - day.first)]
    }
    let ordered = seconds.filter(choice.spans).map { (value: $0, complexity: Complexity(of: $0)) }
      .filter { $0.complexity < choice.complexity }.sorted { $0.complexity < $1.complexity }
    return ordered.contains { shrinker.consider(at: position, $0.value.bitPattern) }
  }
}

extension Day {
  /// Days that have something in common with this one, and those around the simplest.
  fileprivate func related(to start: Day) -> [Day] {
    func days(_ numbers: some Sequence<Int>) -> [Day] { numbers.map(Day.init(number:)) }
    let (firstMonth, year) = (start.months, months / 12 * 12)
    let near = days(start.number - 31...start.number + 31)
    let sameDay = (-24...24).map { Day(months: firstMonth + $0, day: day) }
    let sameMonth = [-1, 0, 1].map { start.months / 12 * 12 + months % 12 + $0 * 12 }.flatMap { month in
      let first = Day(months: month, day: 1)
      return abs(first.number - start.number) < 400 ? days(first.number...first.number + 30) : []
    }
    let sameDayOfYear = (-12...12).map { Day(months: start.months / 12 * 12 + months % 12 + $0 * 12, day: day) }
    let edgesOfYears = (-12...12).map { Day(months: start.months / 12 * 12 + $0 * 12, day: 1) }
    let sameWeekday = (-26...26).map { week in
      Day(number: number - (number - start.number) / 7 * 7 + week * 7)
    }
    // The near end of this year and of this month, and the week from there.
    let edges = [(year, year + 12), (months, months + 1)].flatMap { first, next in
      let (first, last) = (Day(months: first, day: 1).number, Day(months: next, day: 1).number - 1)
      return number >= start.number ? days(first...first + 7) : days(last - 7...last)
    }
    let lastDays = edgesOfYears.map { Day(number: $0.number - 1) }
    return near + sameDay + sameMonth + sameDayOfYear + edgesOfYears + lastDays + sameWeekday + edges
  }
}
