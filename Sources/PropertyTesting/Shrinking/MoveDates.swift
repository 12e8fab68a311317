/// Moves two doubles that may be dates by whole days, months or years of the calendar, so that a day of the year, a month, a weekday
/// or a number of days between them stays: the first to its target, the second as far from it as it was, at the first
/// second of the day, or before the target at the last one.
struct MoveDates: ShrinkPass {
  let name = "move dates"

  /// In a case of more choices it is less likely that two dates are related.
  private static let few = 12

  func run(_ shrinker: Shrinker) {
    guard shrinker.best.choiceTokens.count <= Self.few else { return }
    var places: [Int] = []
    for (place, token) in shrinker.best.choiceTokens.enumerated() {
      if let choice = shrinker.best.choice(at: token), choice.couldBeDate { places.append(place) }
    }
    for first in places {
      for second in places where second > first && !shrinker.isExhausted() { move(first, second, shrinker) }
    }
  }

  private func move(_ first: Int, _ second: Int, _ shrinker: Shrinker) {
    let shape = shrinker.best
    guard second < shape.choiceTokens.count else { return }
    let (own, other) = (shape.choiceTokens[first], shape.choiceTokens[second])
    guard let a = shape.choice(at: own), let b = shape.choice(at: other), a.couldBeDate, b.couldBeDate,
      let from = Day(of: a), let to = Day(of: b), a.isFarDate || b.isFarDate
    else { return }
    // A value that is none of its range may be a date though the range has none.
    guard let start = Day(at: Double(bitPattern: a.target)) else { return }
    let months = to.months - from.months
    let moved: [Day] = [
      // The same day of another year, and of the next years.
      Day(months: start.months + months / 12 * 12, day: start.day),
      Day(months: start.months + 12, day: start.day), Day(months: start.months - 12, day: start.day),
      // As many days or months away.
      Day(number: start.number + to.number - from.number), Day(months: start.months + months, day: start.day),
    ]
    for day in moved {
      // The simplest of the day comes first.
      for value in [day.first, day.last].sorted(by: { Complexity(of: $0) < Complexity(of: $1) }) where b.spans(value) {
        let tokens = shape.replacing([own: a.target, other: value.bitPattern])
        if isSimpler(tokens, than: shape.tokens), shrinker.consider(tokens) { return }
      }
    }
  }
}
