import Foundation
import PropertyTesting

/// Cases of the kinds of ``HeldOutKinds``, written down with their least counterexamples before the shrinker was taught
/// those.
enum HeldOutMoreKinds {
  static let always = [
    addends, threeFactors, conditional, nullable, arrayInObject, articleNumber, reversedCopy, rotation, symmetric,
    equalColumns, elevator, cache, stackMachine, tenth, squareRoot, nestedIntervals, collinear, triangle,
    knapsack, redex, threeAtOnce, editor,
  ]

  /// From some seeds they end in another small counterexample.
  static let mostly = [paths, product]

  static let addends = ChallengeRow(
    "addends", minimum: "(10000, [])",
    Generator<(Int, [Int])>.zip(.int(in: 0...10_000), .array(of: .int(in: 1...50)))
  ) { start, added in
    try expect("small", added.reduce(start, +) < 10_000)
  }

  static let threeFactors = ChallengeRow(
    "three factors", minimum: "(1000, 1000, [])",
    Generator<(Int, Int, [Int])>.zip(.int(in: 1...1_000), .int(in: 1...1_000), .array(of: .int(in: 2...10)))
  ) { first, second, factors in
    try expect("small", factors.reduce(first * second, &*) < 1_000_000)
  }

  /// A loop in a branch of a condition.
  static let conditional = ChallengeRow(
    "a loop in a condition", minimum: "if(0, while(0, 0))",
    Term.generator(("assign", 1), ("then", 2), ("if", 2), ("while", 2), ("call", 3))
  ) { term in
    try expect("none", !term.all.contains { $0.name == "if" && $0.parts.contains { $0.name == "while" } })
  }

  /// A star over what matches nothing at all.
  static let nullable = ChallengeRow(
    "star of a star", minimum: "star(opt(0))", Term.generator(("alt", 2), ("seq", 2), ("opt", 1), ("star", 1))
  ) { term in
    try expect(
      "none", !term.all.contains { $0.name == "star" && ["opt", "star"].contains($0.parts.first?.name) })
  }

  static let arrayInObject = ChallengeRow(
    "an object in an array in an object", minimum: #"{"": [{}]}"#, JSONValue.generator
  ) { value in
    func found(_ value: JSONValue) -> Bool {
      switch value {
      case .object(let members):
        members.contains { _, member in
          if case .array(let parts) = member, parts.contains(where: { if case .object = $0 { true } else { false } }) {
            return true
          }
          return found(member)
        }
      case .array(let parts): parts.contains(where: found)
      default: false
      }
    }
    try expect("none", !found(value))
  }

  /// An international article number (GTIN-13) with a five.
  static let articleNumber = ChallengeRow(
    "article number with a five", minimum: "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5]",
    Generator<[Int]>.array(of: .int(in: 0...9), count: 13)
  ) { digits in
    let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    try expect("another number", sum % 10 != 0 || !digits.contains(5))
  }

  static let paths = ChallengeRow(
    "paths of one place", minimum: #"("", "/")"#,
    Generator<(String, String)>.zip(.text(.of("a/."), count: 0...8), .text(.of("a/."), count: 0...8))
  ) { first, second in
    func place(_ path: String) -> [Substring] { path.split(separator: "/").filter { $0 != "." } }
    try expect("differ", first == second || place(first) != place(second))
  }

  static let reversedCopy = ChallengeRow(
    "reversed copy", minimum: "([0, 1], [1, 0])",
    Generator<([Int], [Int])>.zip(.array(of: .int(in: 0...9), count: 0...5), .array(of: .int(in: 0...9), count: 0...5))
  ) { first, second in
    try expect("not reversed", first == second || first != second.reversed())
  }

  static let rotation = ChallengeRow(
    "rotation", minimum: "([0, 0, 1], [0, 1, 0])",
    Generator<([Int], [Int])>.zip(.array(of: .int(in: 0...4), count: 0...5), .array(of: .int(in: 0...4), count: 0...5))
  ) { first, second in
    let isRotated = first.count > 2 && first != second && first.indices.contains { Array(first[$0...] + first[..<$0]) == second }
    try expect("not rotated", !isRotated)
  }

  static let symmetric = ChallengeRow(
    "a symmetric matrix", minimum: "[[0, 1], [1, 0]]",
    Generator<Int>.int(in: 0...4).flatMap { .array(of: .array(of: .int(in: -5...5), count: $0), count: $0) }
  ) { rows in
    let isSymmetric = rows.indices.allSatisfy { row in rows.indices.allSatisfy { rows[row][$0] == rows[$0][row] } }
    let isDiagonal = rows.indices.allSatisfy { row in rows.indices.allSatisfy { row == $0 || rows[row][$0] == 0 } }
    try expect("asymmetric or diagonal", !isSymmetric || isDiagonal)
  }

  static let equalColumns = ChallengeRow(
    "equal columns", minimum: "[[1, 1]]",
    Generator<(Int, Int)>.zip(.int(in: 0...4), .int(in: 0...6)).flatMap { rows, columns in
      .array(of: .array(of: .int(in: 0...9), count: columns), count: rows)
    }
  ) { rows in
    let columns = (rows.first ?? []).indices.map { column in rows.map { $0[column] } }
      .filter { $0.contains { $0 != 0 } }
    try expect("all distinct", Set(columns).count == columns.count)
  }

  /// A lift that moves with its doors open.
  static let elevator = ChallengeRow(
    "a lift", minimum: "[call(1), open, move]", Move.list(("call", 9), ("close", 0), ("stop", 0), ("move", 0), ("open", 0))
  ) { moves in
    var (isOpen, target) = (false, 0)
    for move in moves.all {
      switch move.name {
      case "call": target = move.number
      case "open": isOpen = true
      case "close": isOpen = false
      case "stop": target = 0
      default: try expect("doors are closed", !isOpen || target == 0)
      }
    }
  }

  /// An undo takes back two commands once something was undone and done again.
  static let editor = ChallengeRow(
    "an editor", minimum: "[type(0), erase, undo, redo, undo]",
    Move.list(("type", 25), ("erase", 0), ("undo", 0), ("redo", 0), ("save", 0))
  ) { moves in
    var (text, past, future, hasRedone): ([Int], [[Int]], [[Int]], Bool) = ([], [], [], false)
    for move in moves.all {
      switch move.name {
      case "type":
        past.append(text)
        future = []
        text.append(move.number)
      case "erase" where !text.isEmpty:
        past.append(text)
        future = []
        text.removeLast()
      case "undo":
        guard let last = past.popLast() else { continue }
        future.append(text)
        text = last
        try expect("one step back", !hasRedone || past.isEmpty)
      case "redo":
        guard let next = future.popLast() else { continue }
        past.append(text)
        text = next
        hasRedone = true
      default: continue
      }
    }
  }

  /// A cache of two that a read does not keep fresh.
  static let cache = ChallengeRow(
    "a cache", minimum: "[put(0), put(1), get(0), put(2), get(0)]", Move.list(("put", 5), ("get", 5), ("drop", 5), ("clear", 0))
  ) { moves in
    var (kept, fresh): ([Int], [Int]) = ([], [])
    for move in moves.all {
      let key = move.number
      switch move.name {
      case "put":
        kept = Array((kept.filter { $0 != key } + [key]).suffix(2))
        fresh = Array((fresh.filter { $0 != key } + [key]).suffix(2))
      case "get":
        try expect("hit", kept.contains(key) || !fresh.contains(key))
        if fresh.contains(key) { fresh = fresh.filter { $0 != key } + [key] }
      case "drop":
        kept.removeAll { $0 == key }
        fresh.removeAll { $0 == key }
      default: (kept, fresh) = ([], [])
      }
    }
  }

  /// The least of five commands: 4 doubled twice.
  static let stackMachine = ChallengeRow(
    "a stack machine", minimum: "[push(4), dup, add, dup, add]",
    Move.list(("push", 5), ("dup", 0), ("add", 0), ("swap", 0), ("drop", 0))
  ) { moves in
    var stack: [Int] = []
    for move in moves.all {
      switch move.name {
      case "push": stack.append(move.number)
      case "dup": if let top = stack.last { stack.append(top) }
      case "add": if stack.count > 1 { stack.append(stack.removeLast() &+ stack.removeLast()) }
      case "swap": if stack.count > 1 { stack.swapAt(stack.count - 1, stack.count - 2) }
      default: _ = stack.popLast()
      }
      try expect("small", (stack.last ?? 0) < 16)
    }
  }

  static let tenth = ChallengeRow("a tenth", minimum: "3.0", Generator<Double>.double(in: -1e9...1e9)) { number in
    try expect("a tenth", number * 0.1 == number / 10)
  }

  static let squareRoot = ChallengeRow("square of the root", minimum: "2.0", Generator<Double>.double(in: 0...1e12)) {
    number in try expect("the number", number.squareRoot() * number.squareRoot() == number)
  }

  static let nestedIntervals = ChallengeRow(
    "nested intervals", minimum: "[(0, 3), (1, 2)]",
    Generator<[(Int, Int)]>.array(of: Generator<(Int, Int)>.zip(.int(in: 0...100), .int(in: 0...100)).filter { $0 < $1 })
  ) { intervals in
    try expect(
      "none", !intervals.contains { outer in intervals.contains { outer.0 < $0.0 && $0.1 < outer.1 } })
  }

  static let collinear = ChallengeRow(
    "three points in a line", minimum: "[(0, 0), (0, 1), (0, 2)]",
    Generator<[(Int, Int)]>.array(of: .zip(.int(in: 0...20), .int(in: 0...20)), count: 0...8)
  ) { points in
    let places = Array(Set(points.map { [$0.0, $0.1] }))
    let found = places.contains { a in
      places.contains { b in
        places.contains { c in
          a != b && b != c && a != c && (b[0] - a[0]) * (c[1] - a[1]) == (c[0] - a[0]) * (b[1] - a[1])
        }
      }
    }
    try expect("none", !found)
  }

  static let triangle = ChallengeRow(
    "a circle of three", minimum: "[(0, 1), (1, 2), (2, 0)]",
    Generator<[(Int, Int)]>.array(of: .zip(.int(in: 0...7), .int(in: 0...7)))
  ) { edges in
    let found = edges.contains { a in
      edges.contains { b in
        edges.contains { c in
          a.1 == b.0 && b.1 == c.0 && c.1 == a.0 && Set([a.0, b.0, c.0]).count == 3
        }
      }
    }
    try expect("none", !found)
  }

  static let knapsack = ChallengeRow(
    "a knapsack", minimum: "[(20, 0), (40, 0), (40, 0)]",
    Generator<[(Int, Int)]>.array(of: .zip(.int(in: 1...40), .int(in: 0...100)))
  ) { items in
    try expect("light", items.reduce(0) { $0 + $1.0 } < 100)
  }

  static let product = ChallengeRow(
    "a product of 42", minimum: "mul(1, 42)",
    Term.generator(leaf: Generator<Int>.int(in: 0...100).map { .number($0) }, ("add", 2), ("neg", 1), ("mul", 2))
  ) { term in
    func value(_ term: Term) -> Int {
      switch term {
      case .number(let number): number
      case .node("add", let parts): parts.reduce(0) { $0 &+ value($1) }
      case .node("neg", let parts): 0 &- parts.reduce(0) { $0 &+ value($1) }
      case .node(_, let parts): parts.reduce(1) { $0 &* value($1) }
      }
    }
    try expect("another", !term.has("mul") || abs(value(term)) % 42 != 0 || value(term) == 0)
  }

  /// A function that is applied at once.
  static let redex = ChallengeRow(
    "a redex", minimum: "app(lam(0), 0)",
    Term.generator(leaf: Generator<Int>.int(in: 0...5).map { .number($0) }, ("lam", 1), ("pair", 2), ("app", 2))
  ) { term in
    try expect("none", !term.all.contains { $0.name == "app" && $0.parts.first?.name == "lam" })
  }

  static let threeAtOnce = ChallengeRow(
    "three at once", minimum: "[(0, 1), (0, 1), (0, 1)]",
    Generator<[(Int, Int)]>.array(of: .zip(.int(in: 0...50), .int(in: 1...20)))
  ) { tasks in
    let found = tasks.contains { task in tasks.count { $0.0 <= task.0 && task.0 < $0.0 + $0.1 } >= 3 }
    try expect("two at most", !found)
  }
}

/// A command with a name and, for some, a number.
struct Move: Sendable, CounterexampleDescribable {
  let name: String
  let number: Int
  let hasNumber: Bool

  struct List: Sendable, CounterexampleDescribable {
    let all: [Move]

    var counterexampleDescription: String {
      "[" + all.map(\.counterexampleDescription).joined(separator: ", ") + "]"
    }
  }

  /// Commands of these names, each with a number up to the one beside it, if that is not 0.
  static func list(_ names: (String, Int)...) -> Generator<List> {
    let commands = names.map { name, upper in
      upper == 0
        ? Generator<Move>.constant(Move(name: name, number: 0, hasNumber: false))
        : Generator<Int>.int(in: 0...upper).map { Move(name: name, number: $0, hasNumber: true) }
    }
    return Generator<[Move]>.array(of: .oneOf(commands), count: 0...20).map { List(all: $0) }
  }

  var counterexampleDescription: String { hasNumber ? "\(name)(\(number))" : name }
}
