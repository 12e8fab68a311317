extension Source {
  /// A whole number in a designed case: a named constant, or what relates it to earlier draws of the case.
  ///
  /// In every second designed case only ranges of more than 2³² values are designed, whose uniform numbers are all alike;
  /// of others only the second number is, by its distance from the first.
  mutating func designedInteger(in lower: UInt64, _ upper: UInt64, target: UInt64) -> UInt64 {
    let draw = Int(designed.numbers)
    designed.numbers &+= 1
    let word = nextWord()
    let slot: Int
    if let designedSlot {
      slot = designedSlot
    } else if upper &- lower > 1 << 32 {
      slot = wideSlot
    } else {
      return (draw == 1 ? atNamedDistance(lower, upper) : nil) ?? lower &+ uniform(upTo: upper &- lower)
    }
    if draw > 0, slot < Design.wholeCases,
      let value = related(relationPlace(slot: slot, draw: draw), lower, upper, Source.zero(target)) {
      return value
    }
    let value =
      draw < Design.orderedDraws
      ? named(slot: slot, draw: draw, lower, upper, target) : anyPower(word &>> 4, lower, upper, target)
    return value ?? lower &+ uniform(upTo: upper &- lower)
  }

  /// A later number of a wide range in a scaled case: the constants that the designed cases do not come to in its place.
  mutating func laterNamed(_ lower: UInt64, _ upper: UInt64, target: UInt64) -> UInt64? {
    guard upper &- lower > 1 << 32, let slot = scaledSlot else { return nil }
    let draw = Int(designed.numbers)
    designed.numbers &+= 1
    guard draw > 0, draw < Design.orderedDraws else { return nil }
    return named(slot: laterSlot(slot, draw: draw), draw: draw, lower, upper, target)
  }

  /// The first number of the case and a distance that programs use, up or down: each once in a run.
  private func atNamedDistance(_ lower: UInt64, _ upper: UInt64) -> UInt64? {
    guard let last = recent.last else { return nil }
    let place = Design.place(slot: betweenSlot, of: 20, seed: seed, draw: 1)
    let distance = NamedNumbers.distance(place / 2)
    let (value, overflow) =
      place % 2 == 0 ? last.addingReportingOverflow(distance) : last.subtractingReportingOverflow(distance)
    return !overflow && value >= lower && value <= upper ? value : nil
  }

  /// How the number of a case in which everything is designed relates to those before it: see ``isRelation(_:)``.
  func relationPlace(slot: Int, draw: Int) -> Int {
    Design.place(slot: slot, of: Design.wholeCases, seed: seed, draw: 8 + draw)
  }

  /// Whether ``related(_:_:_:_:)`` knows a relation for the place; a constant comes in the others.
  static func isRelation(_ place: Int) -> Bool { place < 13 }

  /// Where 0 lies among order-preserving forms: signed types begin with their least number.
  static func zero(_ target: UInt64) -> UInt64 { target < 1 << 62 ? 0 : 1 << 63 }

  /// The order-preserving form of `number`; nil outside the range.
  static func form(of number: Int64, _ lower: UInt64, _ upper: UInt64, _ zero: UInt64) -> UInt64? {
    if zero == 0 && number < 0 { return nil }
    let form = UInt64(bitPattern: number) &+ zero
    return form >= lower && form <= upper ? form : nil
  }

  /// The named constant of this slot and draw; nil if the range has none.
  func named(slot: Int, draw: Int, _ lower: UInt64, _ upper: UInt64, _ target: UInt64) -> UInt64? {
    Source.entry(of: NamedNumbers.all, slot: slot, seed: seed, draw: draw, lower, upper, target)
  }

  /// The number of this slot and draw, of those in an ascending list that the range has; nil if it has none.
  static func entry(
    of list: [Int64], slot: Int, seed: UInt64, draw: Int, _ lower: UInt64, _ upper: UInt64, _ target: UInt64
  ) -> UInt64? {
    let zero = Source.zero(target)
    func isBelow(_ number: Int64, _ bound: UInt64) -> Bool {
      zero == 0 && number < 0 || UInt64(bitPattern: number) &+ zero < bound
    }
    let first = NamedNumbers.first(of: list) { !isBelow($0, lower) }
    let end = upper == .max ? list.count : NamedNumbers.first(of: list) { !isBelow($0, upper &+ 1) }
    guard first < end else { return nil }
    let place = Design.place(slot: slot, of: end - first, seed: seed, draw: draw)
    return UInt64(bitPattern: list[first + place]) &+ zero
  }

  func anyPower(_ random: UInt64, _ lower: UInt64, _ upper: UInt64, _ target: UInt64) -> UInt64? {
    Source.form(of: NamedNumbers.anyPower(random), lower, upper, Source.zero(target))
  }

  /// What relates to the two draws before, or to the one before if there is only one: at 13 of 21 places.
  private func related(_ place: Int, _ lower: UInt64, _ upper: UInt64, _ zero: UInt64) -> UInt64? {
    guard let last = recent.last else { return nil }
    let b = Int64(bitPattern: last &- zero)
    let result: (partialValue: Int64, overflow: Bool)
    if let pair = recent.lastTwo, place < 7 {
      let a = Int64(bitPattern: pair.0 &- zero)
      result =
        switch place {
        case 0, 1, 2: a.addingReportingOverflow(b)
        // What has no negative numbers takes it the other way round.
        case 3, 4: lower >= zero && a < b ? b.subtractingReportingOverflow(a) : a.subtractingReportingOverflow(b)
        case 5: (a / 2 + b / 2 + (a % 2 + b % 2) / 2, false)
        default: a.multipliedReportingOverflow(by: b)
        }
    } else {
      switch place {
      case 0, 1, 2, 7: result = b.multipliedReportingOverflow(by: 2)
      case 3, 4, 5, 8, 9: result = (b / 2, b % 2 != 0)
      case 6, 10: result = (0 as Int64).subtractingReportingOverflow(b)
      case 11: result = b.multipliedReportingOverflow(by: 10)
      case 12: result = b.addingReportingOverflow(1)
      default: return nil
      }
    }
    return result.overflow ? nil : Source.form(of: result.partialValue, lower, upper, zero)
  }
}
