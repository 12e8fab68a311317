import PropertyTesting

/// The prices of the lines of an invoice, in cents, after a discount.
private func discounted(_ lines: [Int], percent: Int) -> [Int] {
  lines.map { $0 - $0 * percent / 100 }
}

enum MoneyRecipe {
  static func theLinesAddUpToTheTotal() throws {
    let lines = Generator<[Int]>.array(of: .int(in: 0...10_000), count: 0...20)
    try check("the lines add up to the total", forAll: lines, .int(in: 0...100), seed: 1) { lines, percent in
      let total = lines.reduce(0, +)
      try expect("total in cents", discounted(lines, percent: percent).reduce(0, +), equals: total - total * percent / 100)
    }
  }
}
