import PropertyTesting

extension Generator where Value == Trip {
  static let trip = Generator { source in
    Trip(
      name: try source(.text(.asciiPrintable, count: 1...20)),
      travellers: try source(.int(in: 1...9)),
      fareCents: try source(.int(in: 0...500_000)),
      fareClass: try source(.anyCase()))
  }
}

extension Generator where Value == Formula {
  static let formula = Generator.recursive(
    leaf: Generator<Int>.int(in: -9...9).map { Formula.number($0) }
  ) { formula in
    .oneOf(
      Generator<(Formula, Formula)>.zip(formula, formula).map { Formula.sum($0, $1) },
      Generator<(Formula, Formula)>.zip(formula, formula).map { Formula.product($0, $1) })
  }
}

struct Bill: Sendable {
  var shares: @Sendable (_ cents: Int, _ people: Int) -> [Int] = { split(cents: $0, among: $1) }
}

enum BillProperties: PropertyGroup {
  static let all = [splitting]

  static let splitting = Requirement<Bill>(
    "BILL-1", "Splitting a bill loses nothing",
    mustCatch: [.dropsTheRest, .letsTheFirstPayIt]
  ).holds(forAll: Generator<(Int, Int)>.zip(.int(in: 0...1_000_000), .int(in: 1...20))) { input, bill in
    let (cents, people) = input
    let shares = bill.shares(cents, people)
    try expect("cents", shares.reduce(0, +), equals: cents)
    try expect("nobody pays over a cent more than another", shares[0] - shares[people - 1] <= 1)
  }
}

extension Fault<Bill> {
  static let dropsTheRest = Fault("dropsTheRest", "drops the rest") { bill in
    bill.shares = { cents, people in Array(repeating: cents / people, count: people) }
  }

  static let letsTheFirstPayIt = Fault("letsTheFirstPayIt", "lets the first pay the rest") { bill in
    bill.shares = { cents, people in
      [cents / people + cents % people] + Array(repeating: cents / people, count: people - 1)
    }
  }
}
