import Foundation
import PropertyTesting

/// Held-out cases in which a part has to become another kind of part: a command another command, a node of a tree
/// another node, two numbers one.
enum HeldOutKinds {
  static let all = [
    replacement, parser, json, luhn, versions, zippedSums, negatedRow, permutedCopy, surrogates, isolatedPoints,
    bank, ringBuffer, reciprocal,
  ]

  /// A number and what it is multiplied by: the product is reached by the number alone.
  static let replacement = ChallengeRow(
    "replacement", minimum: "(1000000, [])",
    Generator<(Int, [Int])>.zip(.int(in: 0...1_000_000), .array(of: .int(in: 2...10)))
  ) { start, factors in
    var product = start
    var largest = start
    for factor in factors {
      product &*= factor
      largest = max(largest, product)
    }
    try expect("none reaches a million", largest < 1_000_000)
  }

  /// A printed program is read back with the parts of `and` swapped, and with `or` as such an `and`.
  static let parser = ChallengeRow(
    "parser", minimum: "([], [f([and(0, 1)], [])])", Program.generator
  ) { modules, functions in
    try expect("reads what was printed", !functions.contains { $0.expressions.contains(where: \.isReadWrongly) })
  }

  static let json = ChallengeRow("JSON with a key", minimum: #"{"a": null}"#, JSONValue.generator) { value in
    try expect("no such key", !value.hasKey("a"))
  }

  /// A card number's check digit (ISO/IEC 7812-1, annex B).
  static let luhn = ChallengeRow(
    "Luhn with a seven", minimum: "[6, 7]", Generator<[Int]>.array(of: .int(in: 0...9))
  ) { digits in
    let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
      sum + (digit.offset % 2 == 0 ? digit.element : digit.element * 2 - (digit.element > 4 ? 9 : 0))
    }
    try expect("another number", sum % 10 != 0 || !digits.contains(7))
  }

  static let versions = ChallengeRow(
    "versions but for a leading zero", minimum: #"("0", "00")"#,
    Generator<(String, String)>.zip(.text(.of("0123."), count: 0...8), .text(.of("0123."), count: 0...8))
  ) { first, second in
    func numbers(_ text: String) -> [Int?] { text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) } }
    try expect("differ", first == second || numbers(first) != numbers(second) || numbers(first).contains(nil))
  }

  static let zippedSums = ChallengeRow(
    "zipped sums", minimum: "([0, 0], [11, 11])",
    Generator<([Int], [Int])>.zip(.array(of: .int(in: 0...1_000)), .array(of: .int(in: 0...1_000)))
  ) { first, second in
    let sums = zip(first, second).map { $0 + $1 }.filter { $0 > 10 }
    try expect("all distinct", Set(sums).count == sums.count)
  }

  static let negatedRow = ChallengeRow(
    "a row negated", minimum: "[[1], [-1]]",
    Generator<(Int, Int)>.zip(.int(in: 0...5), .int(in: 0...5)).flatMap { rows, columns in
      .array(of: .array(of: .int(in: -9...9), count: columns), count: rows)
    }
  ) { rows in
    try expect(
      "none", !rows.contains { row in row.contains { $0 != 0 } && rows.contains { $0 == row.map { -$0 } } })
  }

  static let permutedCopy = ChallengeRow(
    "permuted copy", minimum: "([0, 1], [1, 0])",
    Generator<([Int], [Int])>.zip(.array(of: .int(in: 0...5), count: 0...6), .array(of: .int(in: 0...5), count: 0...6))
  ) { first, second in
    try expect("equal or of other elements", first == second || first.sorted() != second.sorted())
  }

  static let surrogates = ChallengeRow(
    "two surrogate pairs", minimum: "\"\u{10000}\u{10000}\"", Generator<String>.text()
  ) { text in
    try expect("one at most", text.unicodeScalars.filter { $0.value > 0xFFFF }.count < 2)
  }

  static let isolatedPoints = ChallengeRow(
    "isolated points", minimum: "[(0, 0), (0, 11)]",
    Generator<[(Int, Int)]>.array(of: .zip(.int(in: 0...100), .int(in: 0...100)))
  ) { points in
    let lonely = points.indices.filter { place in
      points.indices.allSatisfy {
        $0 == place || abs(points[$0].0 - points[place].0) + abs(points[$0].1 - points[place].1) > 10
      }
    }
    try expect("one at most", lonely.count < 2)
  }

  /// Money that is moved from an account to itself is there twice.
  static let bank = ChallengeRow(
    "bank of five commands", minimum: "[open, deposit 1 0, move 1 0 0]", BankMove.generator
  ) { moves in
    var (balances, total): ([Int], Int) = ([], 0)
    for move in moves {
      switch move.kind {
      case "open": balances.append(0)
      case "close":
        if balances.last == 0 { balances.removeLast() }
      case "deposit":
        guard balances.indices.contains(move.from) else { continue }
        balances[move.from] += move.amount
        total += move.amount
      case "withdraw":
        guard balances.indices.contains(move.from), balances[move.from] >= move.amount else { continue }
        balances[move.from] -= move.amount
        total -= move.amount
      default:
        guard balances.indices.contains(move.from), balances.indices.contains(move.to),
          balances[move.from] >= move.amount
        else { continue }
        let (less, more) = (balances[move.from] - move.amount, balances[move.to] + move.amount)
        balances[move.from] = less
        balances[move.to] = more
      }
    }
    try expect("money stays", balances.reduce(0, +) == total)
  }

  /// A ring of four that grows by copying from its first place instead of its head.
  static let ringBuffer = ChallengeRow(
    "growing queue", minimum: "[put 0, put 0, put 0, put 0, take, put 1, put 0]",
    Generator<[Int?]>.array(of: .oneOf(Generator<Int>.int(in: 0...99).map { $0 }, .constant(nil)), count: 0...30)
      .map { QueueMoves(all: $0) }
  ) { moves in
    var (ring, head, count, model): ([Int], Int, Int, [Int]) = ([0, 0, 0, 0], 0, 0, [])
    for move in moves.all {
      if let value = move {
        if count == ring.count {
          ring += Array(repeating: 0, count: ring.count)
          head = 0
        }
        ring[(head + count) % ring.count] = value
        count += 1
        model.append(value)
      } else if count > 0 {
        head = (head + 1) % ring.count
        count -= 1
        model.removeFirst()
      }
      try expect("what is queued", (0..<count).map { ring[(head + $0) % ring.count] } == model)
    }
  }

  static let reciprocal = ChallengeRow("reciprocal", minimum: "49.0", Generator<Double>.double()) { number in
    try expect("one", number == 0 || !(number * (1 / number)).isFinite || number * (1 / number) == 1)
  }
}

/// Moves of a queue, as they print.
struct QueueMoves: Sendable, CounterexampleDescribable {
  let all: [Int?]

  var counterexampleDescription: String {
    "[" + all.map { $0.map { "put \($0)" } ?? "take" }.joined(separator: ", ") + "]"
  }
}

/// A command of the bank. Accounts are numbered in the order in which they were opened.
struct BankMove: Sendable, CounterexampleDescribable {
  var kind: String
  var amount = 0
  var from = 0
  var to = 0
  var arguments = 0

  static let generator = Generator<[BankMove]>.array(
    of: .oneOf(
      .constant(BankMove(kind: "open")),
      .constant(BankMove(kind: "close")),
      money("deposit"),
      money("withdraw"),
      Generator<(Int, Int, Int)>.zip(.int(in: 0...500), .int(in: 0...4), .int(in: 0...4)).map {
        BankMove(kind: "move", amount: $0, from: $1, to: $2, arguments: 3)
      }))

  private static func money(_ kind: String) -> Generator<BankMove> {
    Generator<(Int, Int)>.zip(.int(in: 0...500), .int(in: 0...4)).map {
      BankMove(kind: kind, amount: $0, from: $1, arguments: 2)
    }
  }

  var counterexampleDescription: String {
    ([kind] + [amount, from, to].prefix(arguments).map { "\($0)" }).joined(separator: " ")
  }
}

/// An expression or another tree of named nodes.
indirect enum Term: Sendable, Equatable, CounterexampleDescribable {
  case number(Int)
  case node(String, [Term])

  /// Terms whose leaves are drawn by `leaf`, and whose nodes have a name and as many parts.
  static func generator(
    depth: Int = 4, leaf: Generator<Term> = Generator<Int>.int(in: -10...10).map { .number($0) },
    _ nodes: (String, Int)...
  ) -> Generator<Term> {
    .recursive(depth: depth, leaf: leaf) { part in
      .oneOf(
        nodes.map { name, count in
          Generator<[Term]>.array(of: part, count: count).map { .node(name, $0) }
        })
    }
  }

  /// This term and all that it is made of.
  var all: [Term] {
    switch self {
    case .number: [self]
    case .node(_, let parts): [self] + parts.flatMap(\.all)
    }
  }

  func has(_ name: String) -> Bool { all.contains { $0.name == name } }

  var name: String? {
    if case .node(let name, _) = self { name } else { nil }
  }

  var parts: [Term] {
    if case .node(_, let parts) = self { parts } else { [] }
  }

  /// What HeldOutKinds.parser makes of it differs.
  var isReadWrongly: Bool {
    all.contains { $0.name == "or" || $0.name == "and" && $0.parts.first != $0.parts.last }
  }

  var counterexampleDescription: String {
    switch self {
    case .number(let number): "\(number)"
    case .node(let name, let parts):
      parts.isEmpty ? name : name + "(" + parts.map(\.counterexampleDescription).joined(separator: ", ") + ")"
    }
  }
}

/// A program: modules with what they import and export, functions with arguments and statements.
struct Program {
  struct Function: Sendable, CounterexampleDescribable {
    let name: Character
    let arguments: [Term]
    let statements: [(String, Character, Term)]

    var expressions: [Term] { arguments + statements.map(\.2) }

    var counterexampleDescription: String {
      let body = statements.map { kind, name, term in
        kind == "return" ? term.counterexampleDescription : "\(kind) \(name) \(term.counterexampleDescription)"
      }
      return "f([" + arguments.map(\.counterexampleDescription).joined(separator: ", ") + "], ["
        + body.joined(separator: ", ") + "])"
    }
  }

  static let generator: Generator<([[String]], [Function])> = .zip(
    .array(of: .array(of: .text(.of("abcdefgh"), count: 1...1), count: 0...3), count: 0...2),
    .array(of: function, count: 0...2))

  private static let name = Generator<Character>.element(of: Array("abcdefgh"))

  private static let term = Term.generator(
    depth: 3,
    leaf: .oneOf(
      Generator<Int>.int(in: -10...10).map { .number($0) },
      Generator<Bool>.bool.map { .node("\($0)", []) }),
    ("add", 2), ("sub", 2), ("mul", 2), ("div", 2), ("not", 1), ("and", 2), ("or", 2))

  private static let function = Generator<(Character, [Term], [(String, Character, Term)])>.zip(
    name, .array(of: term, count: 0...3), .array(of: statement, count: 0...3)
  ).map { Function(name: $0, arguments: $1, statements: $2) }

  private static let statement = Generator<(String, Character, Term)>.oneOf(
    term.map { ("return", "a", $0) },
    Generator<(Character, Term)>.zip(name, term).map { ("assign", $0, $1) },
    Generator<(Character, Term)>.zip(name, term).map { ("alloc", $0, $1) })
}

indirect enum JSONValue: Sendable, CounterexampleDescribable {
  case null
  case bool(Bool)
  case number(Int)
  case text(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  static let generator = Generator<JSONValue>.recursive(
    depth: 4,
    leaf: .oneOf(
      .constant(.null), Generator<Bool>.bool.map { .bool($0) }, Generator<Int>.int().map { .number($0) },
      Generator<String>.text(count: 0...4).map { .text($0) })
  ) { part in
    .oneOf(
      Generator<[JSONValue]>.array(of: part, count: 0...3).map { .array($0) },
      Generator<[(String, JSONValue)]>.array(of: .zip(.text(.of("abc"), count: 0...3), part), count: 0...3).map {
        .object($0)
      })
  }

  func hasKey(_ key: String) -> Bool {
    switch self {
    case .null, .bool, .number, .text: false
    case .array(let parts): parts.contains { $0.hasKey(key) }
    case .object(let members): members.contains { $0.0 == key || $0.1.hasKey(key) }
    }
  }

  var counterexampleDescription: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let value): "\"\(value)\""
    case .array(let parts): "[" + parts.map(\.counterexampleDescription).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.0)\": \($0.1.counterexampleDescription)" }.joined(separator: ", ") + "}"
    }
  }
}
