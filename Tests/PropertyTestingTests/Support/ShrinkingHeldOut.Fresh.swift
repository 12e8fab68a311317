import Foundation
import PropertyTesting

/// Cases of the kinds of ``HeldOutKinds`` again, written down before what ``HeldOutMoreKinds`` had shown was mended.
enum HeldOutFresh {
  static let always = [
    reversedQueue, triples, subtraction, factors, commonDivisor, jagged, keySets, runningSums, values, turtle, weekday,
  ]

  /// From some seeds they end in another small counterexample.
  static let mostly = [bookNumber, quotient, stackProduct]

  /// The check digit of ISBN-10.
  static let bookNumber = ChallengeRow(
    "book number with a nine", minimum: "[0, 0, 0, 0, 0, 0, 0, 0, 1, 9]",
    Generator<[Int]>.array(of: .int(in: 0...9), count: 10)
  ) { digits in
    let sum = digits.enumerated().reduce(0) { $0 + (10 - $1.offset) * $1.element }
    try expect("another number", sum % 11 != 0 || !digits.contains(9))
  }

  static let reversedQueue = ChallengeRow(
    "a queue turned around", minimum: "[put(0), put(0), put(0), reverse, take]",
    Move.list(("put", 9), ("take", 0), ("rotate", 0), ("reverse", 0))
  ) { moves in
    var (count, isReversed) = (0, false)
    for move in moves.all {
      switch move.name {
      case "put": count += 1
      case "take":
        try expect("few or as they came", !isReversed || count < 3)
        count = max(0, count - 1)
      case "reverse": isReversed.toggle()
      default: isReversed = false
      }
    }
  }

  static let turtle = ChallengeRow(
    "a turtle", minimum: "[forward(2), left, forward(2)]",
    Move.list(("forward", 9), ("right", 0), ("left", 0), ("home", 0))
  ) { moves in
    var (x, y, dx, dy) = (0, 0, 1, 0)
    for move in moves.all {
      switch move.name {
      case "forward": (x, y) = (x + dx * move.number, y + dy * move.number)
      case "right": (dx, dy) = (dy, -dx)
      case "left": (dx, dy) = (-dy, dx)
      default: (x, y, dx, dy) = (0, 0, 1, 0)
      }
      try expect("elsewhere", x != 2 || y != 2)
    }
  }

  static let triples = ChallengeRow(
    "a column of triples", minimum: "[(0, 10, 0), (0, 30, 0), (0, 30, 0), (0, 30, 0)]",
    Generator<[(Int, Int, Int)]>.array(of: .zip(.int(in: 0...9), .int(in: 0...30), .int(in: 0...9)))
  ) { rows in
    try expect("small", rows.reduce(0) { $0 + $1.1 } < 100)
  }

  static let subtraction = ChallengeRow(
    "a difference of 17", minimum: "sub(17, 0)",
    Term.generator(leaf: Generator<Int>.int(in: 0...100).map { .number($0) }, ("neg", 1), ("add", 2), ("sub", 2))
  ) { term in
    func value(_ term: Term) -> Int {
      switch term {
      case .number(let number): number
      case .node("neg", let parts): 0 - parts.reduce(0) { $0 + value($1) }
      case .node("add", let parts): parts.reduce(0) { $0 + value($1) }
      case .node(_, let parts): value(parts[0]) - value(parts[1])
      }
    }
    try expect("another", !term.all.contains { $0.name == "sub" && value($0) == 17 })
  }

  static let factors = ChallengeRow(
    "factors of sixty", minimum: "[6, 10]", Generator<[Int]>.array(of: .int(in: 2...10), count: 0...6)
  ) { numbers in
    try expect("another product", numbers.reduce(1, *) != 60)
  }

  static let commonDivisor = ChallengeRow(
    "a divisor in common", minimum: "(21, 21)", Generator<(Int, Int)>.zip(.int(in: 0...1_000), .int(in: 0...1_000))
  ) { first, second in
    var (a, b) = (first, second)
    while b != 0 { (a, b) = (b, a % b) }
    try expect("small", first <= 20 || second <= 20 || a < 7)
  }

  static let weekday = ChallengeRow(
    "one weekday, weeks apart", minimum: "(2001-01-01T00:00:00Z, 2000-12-18T23:59:59Z)",
    Generator<(Date, Date)>.zip(.date(), .date())
  ) { first, second in
    func day(_ date: Date) -> Int { Int((date.timeIntervalSinceReferenceDate / 86_400).rounded(.down)) }
    let apart = abs(day(first) - day(second))
    try expect("near or another", apart < 8 || apart % 7 != 0)
  }

  static let quotient = ChallengeRow(
    "a quotient times its divisor", minimum: "(1.0, 49.0)",
    Generator<(Double, Double)>.zip(.double(in: 0...1e6), .double(in: 1...1e6))
  ) { number, divisor in
    try expect("the number", number / divisor * divisor == number)
  }

  static let jagged = ChallengeRow(
    "rows of two lengths", minimum: "[[0, 0], [0, 0, 0]]", Generator<[[Int]]>.array(of: .array(of: .int(in: 0...9)))
  ) { rows in
    try expect("one length", Set(rows.map(\.count).filter { $0 > 1 }).count < 2)
  }

  static let keySets = ChallengeRow(
    "objects with other keys", minimum: #"[{}, {"": null}]"#, JSONValue.generator
  ) { value in
    func found(_ value: JSONValue) -> Bool {
      switch value {
      case .array(let parts):
        Set(parts.compactMap { if case .object(let members) = $0 { Set(members.map(\.0)) } else { nil } }).count > 1
          || parts.contains(where: found)
      case .object(let members): members.contains { found($0.1) }
      default: false
      }
    }
    try expect("one set of keys", !found(value))
  }

  static let stackProduct = ChallengeRow(
    "ten as a product", minimum: "[push(2), push(5), mul]",
    Move.list(("push", 5), ("dup", 0), ("mul", 0), ("add", 0), ("drop", 0))
  ) { moves in
    var stack: [(number: Int, isProduct: Bool)] = []
    for move in moves.all {
      switch move.name {
      case "push": stack.append((move.number, false))
      case "dup": if let top = stack.last { stack.append(top) }
      case "drop": _ = stack.popLast()
      default:
        guard let b = stack.popLast(), let a = stack.popLast() else { continue }
        stack.append(move.name == "mul" ? (a.number &* b.number, true) : (a.number &+ b.number, a.isProduct || b.isProduct))
      }
      try expect("another", stack.last?.number != 10 || stack.last?.isProduct != true)
    }
  }

  static let runningSums = ChallengeRow(
    "running sums", minimum: "([11], [11])",
    Generator<([Int], [Int])>.zip(.array(of: .int(in: 0...30), count: 0...3), .array(of: .int(in: 0...90), count: 0...3))
  ) { numbers, sums in
    var sum = 0
    let running = numbers.map { number -> Int in
      sum += number
      return sum
    }
    try expect("others", running != sums || sum <= 10)
  }

  static let values = ChallengeRow(
    "worth much, weighing little", minimum: "[(1, 10), (1, 20), (1, 20)]",
    Generator<[(Int, Int)]>.array(of: .zip(.int(in: 1...9), .int(in: 0...20)))
  ) { items in
    let (weight, worth) = items.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
    try expect("worth little, or heavy", worth < 50 || weight > 10)
  }
}
