import PropertyTesting

extension Laws where Value: RandomNumberGenerator {
  /// Bits without a bias that a few thousand of them show. A sound generator fails one of 10⁹ cases by chance.
  public static var randomNumberGenerator: Laws {
    let source = LawSource.swift("RandomNumberGenerator/next()", "Values from a uniform distribution, each independent of the others.")
    return Laws(
      "RandomNumberGenerator",
      unchecked: "Patterns that a few thousand bits do not show, and whether the numbers can be guessed."
    ) {
      Law("each bit is set in half of the numbers", from: source) { values in
        let numbers = try values.numbers(1_024)
        for bit in 0..<64 {
          let count = numbers.count { $0 >> UInt64(bit) & 1 == 1 }
          try expect("bit \(bit) is set in \(count) of 1024 numbers", (384...640).contains(count))
        }
      }
      Law("each bit changes in half of the steps", from: source) { values in
        let numbers = try values.numbers(1_025)
        for bit in 0..<64 {
          let count = zip(numbers, numbers.dropFirst()).count { ($0 ^ $1) >> UInt64(bit) & 1 == 1 }
          try expect("bit \(bit) changes in \(count) of 1024 steps", (384...640).contains(count))
        }
      }
      Law("neighbouring bits agree half of the time", from: source) { values in
        let numbers = try values.numbers(1_024)
        for bit in 0..<63 {
          let count = numbers.count { ($0 ^ $0 >> 1) >> UInt64(bit) & 1 == 1 }
          try expect("bits \(bit) and \(bit + 1) differ in \(count) of 1024 numbers", (384...640).contains(count))
        }
      }
      Law("no number comes twice in a thousand", from: source) { values in
        let numbers = try values.numbers(1_024)
        try expect("\(Set(numbers).count) different numbers of 1024", Set(numbers).count == 1_024)
      }
      Law("a number in a range is drawn as often as any other", from: source) { values in
        var generator = try values.one("generator")
        var counts = Array(repeating: 0, count: 5)
        for _ in 0..<2_000 { counts[Int.random(in: 0..<5, using: &generator)] += 1 }
        try expect("of 2000 numbers in 0..<5: \(counts)", counts.allSatisfy { (260...540).contains($0) })
      }
    }
  }
}

extension Values where Value: RandomNumberGenerator {
  fileprivate func numbers(_ count: Int) throws -> [UInt64] {
    var generator = try one("generator")
    return (0..<count).map { _ in generator.next() }
  }
}
