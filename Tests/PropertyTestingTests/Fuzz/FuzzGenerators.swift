import Foundation

@testable import PropertyTesting

/// Random generators, with ranges at every edge and every way to combine them.
struct FuzzGenerators {
  var random: FuzzRandom

  init(_ random: FuzzRandom) { self.random = random }

  mutating func any(_ depth: Int) -> Generator<FuzzValue> {
    depth <= 0 || random.chance(4) ? leaf() : branch(depth)
  }

  private mutating func leaf() -> Generator<FuzzValue> {
    switch random.below(14) {
    case 0, 1, 2: return Generator<Int>.int(in: range(), target: random.chance(3) ? Int(truncatingIfNeeded: random.word()) : nil).map { .int($0) }
    case 3: return words().map { .word($0) }
    case 4: return Generator<Int8>.integer(in: smallRange(), target: random.chance(3) ? Int8(random.from(-128...127)) : nil).map { .small($0) }
    case 5: return Generator<Bool>.bool.map { .flag($0) }
    case 6, 7: return doubles().map { .double($0) }
    case 8: return dates().map { .date($0) }
    case 9: return Generator<Decimal>.decimal(digits: 1...random.from(1...38), signed: random.chance(2)).map { .decimal($0) }
    case 10, 11: return texts().map { .text($0) }
    case 12: return Generator<Data>.data(count: 0...random.from(0...9)).map { .bytes($0) }
    default: return Generator<UUID>.uuid.map { .id($0) }
    }
  }

  private mutating func branch(_ depth: Int) -> Generator<FuzzValue> {
    let one = any(depth - 1)
    switch random.below(18) {
    case 0, 1, 2: return Generator<[FuzzValue]>.array(of: one, count: count()).map { .list($0) }
    case 3: return Generator<[FuzzValue]>.array(of: one, count: random.from(-1...5)).map { .list($0) }
    case 4: return Generator<Set<FuzzValue>>.set(of: one, count: 0...random.from(0...6)).map { .set($0) }
    case 5: return Generator<[FuzzValue: FuzzValue]>.dictionary(of: one, leaf(), count: 0...random.from(0...5)).map { .table($0) }
    case 6: return one.optional.map { .maybe($0) }
    case 7, 8:
      return Generator<(FuzzValue, FuzzValue)>.zip(one, any(depth - 1)).map { .pair($0.0, other: $0.1) }
    case 9: return .oneOf(one, any(depth - 1), leaf())
    case 10: return .frequency((random.pick([-1, 0, 1, 7, .max]), one), (random.from(0...3), any(depth - 1)), (1, leaf()))
    case 11: return filtered(one)
    case 12: return lengthFirst(one)
    case 13: return indexed()
    case 14: return recursive()
    case 15: return looped(one)
    case 16:
      let limit = random.from(1...8)
      return Generator<[Int]>.permutation(of: Array(0..<limit)).map { .list($0.map { .int($0) }) }
    default:
      let others = any(depth - 1)
      let most = random.from(0...4)
      return Generator { source in
        let first = try source(one)
        return .record(FuzzRecord(first: first, others: try source(.array(of: others, count: 0...most))))
      }
    }
  }

  // MARK: - Ranges

  private mutating func bound() -> Int {
    switch random.below(7) {
    case 0: random.pick([.min, .min + 1, .max, .max - 1, 0, 1, -1])
    case 1: Int(truncatingIfNeeded: random.word())
    case 2: 1 << random.from(0...62)
    case 3: -(1 << random.from(0...62))
    default: random.from(-20...1_000)
    }
  }

  private mutating func range() -> ClosedRange<Int> {
    let (a, b) = (bound(), random.chance(3) ? bound() : random.from(-5...100))
    return min(a, b)...max(a, b)
  }

  private mutating func smallRange() -> ClosedRange<Int8> {
    let (a, b) = (Int8(random.from(-128...127)), Int8(random.from(-128...127)))
    return min(a, b)...max(a, b)
  }

  private mutating func words() -> Generator<UInt64> {
    let (a, b) = (UInt64(bitPattern: Int64(bound())), UInt64(bitPattern: Int64(bound())))
    return .integer(in: min(a, b)...max(a, b), target: random.chance(3) ? random.pick([0, .max, 1 << 63, random.word()]) : nil)
  }

  private mutating func count() -> ClosedRange<Int>? {
    switch random.below(8) {
    case 0: return random.chance(16) ? nil : 0...12
    case 1: return random.pick([0...30, Int.min...2, 3...3, -5 ... -1])
    default:
      let least = random.from(0...2)
      return least...(least + random.from(0...4))
    }
  }

  private mutating func doubles() -> Generator<Double> {
    switch random.below(6) {
    case 0: return .anyDouble
    case 1: return .double()
    case 2: return .double(in: -1...1, including: [.nan, .infinity, -0.0, 1e308])
    case 3:
      let (a, b) = (Double(bitPattern: random.word()), Double(bound()))
      guard a.isFinite else { return .double(in: 0.1...0.3) }
      return .double(in: min(a, b)...max(a, b))
    case 4: return .double(in: .leastNonzeroMagnitude ... .leastNormalMagnitude)
    // None of the special values is in the range, and some are far nearer to zero than it is.
    case 5 where random.chance(3): return .double(in: 1e300...1e308, including: [0, 1, 86_400, -1e9, .nan])
    default: return .double(in: Double(random.from(-100...0))...Double(random.from(0...1_000)))
    }
  }

  private mutating func dates() -> Generator<Date> {
    if random.chance(2) { return .date() }
    let (a, b) = (Double(bound()), Double(random.from(-1_000_000_000...1_000_000_000)))
    return .date(in: Date(timeIntervalSinceReferenceDate: min(a, b))...Date(timeIntervalSinceReferenceDate: max(a, b)))
  }

  private mutating func texts() -> Generator<String> {
    let alphabet: Alphabet = random.pick([.asciiPrintable, .ascii, .unicode, .of("ab"), .of("é\u{301}x")])
    return .text(alphabet, count: random.chance(4) ? nil : 0...random.from(0...12))
  }

  // MARK: - Combinations

  private mutating func filtered(_ one: Generator<FuzzValue>) -> Generator<FuzzValue> {
    let (feature, divisor) = (random.below(FuzzFeatures.names.count), random.from(2...5))
    let attempts = random.pick([1, 3, 50, 200])
    let keeps: @Sendable (FuzzValue) -> Bool = { FuzzFeatures($0).numbers[feature] % divisor != 1 }
    if random.chance(2) { return one.filter(attempts: attempts) { keeps($0) } }
    return one.compactMap(attempts: attempts) { keeps($0) ? .maybe($0) : nil }
  }

  /// A length, and then as many elements.
  private mutating func lengthFirst(_ one: Generator<FuzzValue>) -> Generator<FuzzValue> {
    let most = random.from(0...6)
    if random.chance(2) {
      return Generator<Int>.int(in: 0...most).flatMap { length in
        Generator<[FuzzValue]>.array(of: one, count: length).map { .list($0) }
      }
    }
    return Generator { source in
      let (rows, columns) = (try source(.int(in: 0...most)), try source(.int(in: 0...3)))
      return .list(try source.array(of: Generator<[FuzzValue]>.array(of: one, count: columns).map { .list($0) }, count: rows))
    }
  }

  /// A list, and places in it.
  private mutating func indexed() -> Generator<FuzzValue> {
    let (range, most) = (range(), random.from(1...8))
    return Generator { source in
      let list = try source(.array(of: .int(in: range), count: 1...most))
      let place = try source(.int(in: 0...(list.count - 1)))
      let end = try source(.int(in: place...list.count))
      return .pair(.list(list.map { .int($0) }), other: .list([.int(place), .int(end)]))
    }
  }

  private mutating func recursive() -> Generator<FuzzValue> {
    let (leaf, others, shape, most) = (leaf(), leaf(), random.below(4), random.from(1...3))
    return .recursive(depth: random.from(0...6), leaf: leaf) { inner in
      switch shape {
      case 0: .oneOf(Generator<(FuzzValue, FuzzValue)>.zip(inner, inner).map { .pair($0.0, other: $0.1) }, inner.map { .maybe($0) })
      case 1: Generator<[FuzzValue]>.array(of: inner, count: 0...most).map { .list($0) }
      case 2: .frequency((1, others), (3, Generator<[FuzzValue]>.array(of: inner, count: 1...2).map { .list($0) }))
      default: Generator { source in .record(FuzzRecord(first: try source(others), others: [try source(inner), try source(inner)])) }
      }
    }
  }

  /// A generator of one's own that knows no collections.
  private mutating func looped(_ one: Generator<FuzzValue>) -> Generator<FuzzValue> {
    let (most, isSized) = (random.from(1...6), random.chance(3))
    return Generator { source in
      var values: [FuzzValue] = []
      let limit = isSized ? min(most, source.size / 10) : most
      while values.count < limit, try source(.bool) { values.append(try source(one)) }
      return .list(values)
    }
  }
}
