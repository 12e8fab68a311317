import Foundation
import PropertyTesting

/// The three workloads: the claims are called through functions that the optimiser may not look into, so
/// that neither side's work is optimised away.
enum Workloads {
  struct Measured: Codable {
    let pair: Throughput
    let list: Throughput
    let record: Throughput
  }

  static func measure(scale: Int) -> Measured {
    Measured(
      pair: Throughput.measure(cases: 100_000 * scale, loop: pairLoop, engine: pairEngine),
      list: Throughput.measure(cases: 4_000 * scale, loop: listLoop, engine: listEngine),
      record: Throughput.measure(cases: 20_000 * scale, loop: recordLoop, engine: recordEngine))
  }

  // A pair of Int: nothing but overhead.

  static func pairLoop(_ cases: Int) {
    var random = Xoshiro256(seed: 1)
    for _ in 0..<cases {
      let a = Int.random(in: .min ... .max, using: &random)
      let b = Int.random(in: .min ... .max, using: &random)
      if !commutes(a, b) { fail() }
    }
  }

  static func pairEngine(_ cases: Int) {
    run(cases, .zip(.int(), .int())) { a, b in if !commutes(a, b) { throw Broken() } }
  }

  // [Int] of 0…100 reversed twice.

  static func listLoop(_ cases: Int) {
    var random = Xoshiro256(seed: 1)
    for _ in 0..<cases {
      let count = Int.random(in: 0...100, using: &random)
      var list: [Int] = []
      list.reserveCapacity(count)
      for _ in 0..<count { list.append(Int.random(in: 0...100, using: &random)) }
      if !reversesBack(list) { fail() }
    }
  }

  static func listEngine(_ cases: Int) {
    // The count is drawn uniformly, as in the loop: `.array(of:count: 0...100)` would make shorter lists.
    let number = Generator<Int>.int(in: 0...100)
    let list = Generator<[Int]> { source in
      try source.array(of: number, count: try source.draw(number))
    }
    run(cases, list) { list in if !reversesBack(list) { throw Broken() } }
  }

  // A record of text, three optional doubles and a UUID.

  struct Food: Sendable {
    var name: String
    var protein: Double?
    var carbohydrates: Double?
    var fats: Double?
    var id: UUID
  }

  static func recordLoop(_ cases: Int) {
    var random = Xoshiro256(seed: 1)
    func optionalDouble() -> Double? {
      UInt64.random(in: 0...4, using: &random) == 0
        ? nil : Double.random(in: 0...10_000, using: &random)
    }
    for _ in 0..<cases {
      var name = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        name.append(Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &random)))
      }
      let protein = optionalDouble()
      let carbohydrates = optionalDouble()
      let fats = optionalDouble()
      let id = uuid(random.next(), random.next())
      let food = Food(
        name: String(name), protein: protein, carbohydrates: carbohydrates, fats: fats, id: id)
      if !isSane(food) { fail() }
    }
  }

  static func recordEngine(_ cases: Int) {
    let macro = Generator<Double>.double(in: 0...10_000).optional
    let name = Generator<String>.text(.asciiPrintable, count: 0...8)
    let food = Generator<Food> { source in
      Food(
        name: try source(name), protein: try source(macro), carbohydrates: try source(macro),
        fats: try source(macro), id: try source(.uuid))
    }
    run(cases, food) { food in if !isSane(food) { throw Broken() } }
  }

  /// Two words as a UUID, the fastest way there is.
  private static func uuid(_ high: UInt64, _ low: UInt64) -> UUID {
    let words = (high.bigEndian, low.bigEndian)
    return UUID(uuid: unsafeBitCast(words, to: uuid_t.self))
  }

  // Claims.

  struct Broken: Error {}

  static func run<Value>(
    _ cases: Int, _ generator: Generator<Value>,
    _ claim: @escaping @Sendable (Value) throws -> Void
  ) {
    do {
      try check("bench", forAll: generator, settings: RunSettings(cases: cases, seed: 1), claim)
    } catch {
      fail()
    }
  }

  static func fail() {
    FileHandle.standardError.write(Data("a claim of the benchmark did not hold\n".utf8))
    exit(1)
  }

  @_optimize(none)
  static func commutes(_ a: Int, _ b: Int) -> Bool { a &+ b == b &+ a }

  @_optimize(none)
  static func reversesBack(_ list: [Int]) -> Bool { list.reversed().reversed() == list }

  @_optimize(none)
  static func isSane(_ food: Food) -> Bool { (food.protein ?? 0) >= 0 && food.name.utf8.count < 99 }
}

/// xoshiro256** (Blackman and Vigna, 2018): what a hand-written loop would use.
struct Xoshiro256: RandomNumberGenerator {
  private var a, b, c, d: UInt64

  init(seed: UInt64) {
    (a, b, c, d) = (seed, 0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb)
  }

  mutating func next() -> UInt64 {
    let product = b &* 5
    let result = (product &<< 7 | product &>> 57) &* 9
    let shifted = b &<< 17
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = d &<< 45 | d &>> 19
    return result
  }
}
