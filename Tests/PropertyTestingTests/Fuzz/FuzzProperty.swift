import Foundation

@testable import PropertyTesting

/// What makes a value of a random property fail: a threshold, a remainder, a relation, or pure chance.
indirect enum FuzzCondition: Sendable {
  case atLeast(feature: Int, Int)
  case remainder(feature: Int, of: Int, Int)
  case related(feature: Int, other: Int, by: Int)
  /// Of the print, so that neighbours have nothing to do with each other.
  case hash(of: UInt64, salt: UInt64)
  case both(FuzzCondition, FuzzCondition)
  case either(FuzzCondition, FuzzCondition)

  func holds(_ value: FuzzValue, _ features: FuzzFeatures) -> Bool {
    switch self {
    case .atLeast(let feature, let least): features.numbers[feature] >= least
    case .remainder(let feature, let divisor, let rest): features.numbers[feature] % divisor == rest
    case .related(let feature, let other, let difference):
      features.numbers[feature] &- features.numbers[other] == difference
    case .hash(let count, let salt):
      ((value.digest ^ salt) &* 0x94D0_49BB_1331_11EB >> 20) % count == 0
    case .both(let one, let other): one.holds(value, features) && other.holds(value, features)
    case .either(let one, let other): one.holds(value, features) || other.holds(value, features)
    }
  }

  /// A condition that some of `samples` fulfil.
  static func any(_ random: inout FuzzRandom, _ samples: [FuzzFeatures], depth: Int = 2) -> FuzzCondition {
    let feature = random.below(FuzzFeatures.names.count)
    let number = samples.isEmpty ? random.from(-3...30) : random.pick(samples).numbers[feature]
    switch random.below(depth > 0 ? 9 : 6) {
    case 0, 1, 2: return .atLeast(feature: feature, number)
    case 3:
      let divisor = random.from(2...7)
      return .remainder(feature: feature, of: divisor, number % divisor)
    case 4:
      let other = random.below(FuzzFeatures.names.count)
      return .related(feature: feature, other: other, by: samples.isEmpty ? 0 : number &- random.pick(samples).numbers[other])
    case 5: return .hash(of: UInt64(random.from(1...40)), salt: random.word())
    case 6, 7: return .both(any(&random, samples, depth: depth - 1), any(&random, samples, depth: depth - 1))
    default: return .either(any(&random, samples, depth: depth - 1), any(&random, samples, depth: depth - 1))
    }
  }
}

struct FuzzError: Error, Sendable { let number: Int }

/// A random property over a random generator.
struct FuzzProperty: Sendable {
  let condition: FuzzCondition
  let second: FuzzCondition
  let style: Int
  /// What it draws for itself.
  let inner: Generator<FuzzValue>?
  let labels: Bool
  let discards: FuzzCondition?

  init(_ random: inout FuzzRandom, _ samples: [FuzzFeatures]) {
    condition = .any(&random, samples)
    second = .any(&random, samples)
    style = random.below(6)
    labels = random.chance(3)
    discards = random.chance(6) ? .any(&random, samples, depth: 0) : nil
    var generators = FuzzGenerators(random)
    inner = random.chance(5) ? generators.any(1) : nil
    random = generators.random
    _ = random.word()
  }

  func check(_ value: FuzzValue, _ trial: Trial) throws {
    var features = FuzzFeatures(value)
    if let discards { try assume(!discards.holds(value, features)) }
    var value = value
    if let inner {
      let drawn = try trial.draw(inner, "inner")
      trial.note("it drew \(describe(drawn))")
      value = .pair(value, other: drawn)
      features = FuzzFeatures(value)
    }
    if labels {
      trial.label("deep", if: features.numbers[1] > 2)
      trial.collect("nodes", features.numbers[0])
      if style == 5 { trial.target("sum", features.numbers[2]) }
    }
    let fails = condition.holds(value, features)
    switch style {
    case 0: if fails { throw FuzzError(number: features.numbers[0] / 4) }
    case 1: try expect("a number", features.numbers[2], equals: fails ? features.numbers[2] &+ features.numbers[3] : features.numbers[2])
    case 2:
      if second.holds(value, features) { try expect("the second", !fails) }
      try expect("the first", !fails || features.numbers[0] % 3 == 0)
    case 3: try expect("whole", value, equals: fails ? .maybe(value) : value)
    default: try expect("the condition", !fails)
    }
  }
}
