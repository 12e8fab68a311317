import Foundation
import PropertyTesting

/// Cases of the kinds of the other held-out tables: commands, trees, lists and texts. They were written down with their least
/// counterexamples at the same time as ``HeldOutRelations``, by exhaustive search or, for trees, by argument.
enum HeldOutSequences {
  static let all = always + seldom

  static let always = [walkHome, clipboard, exactChange, negatedSum, weights, hundred, ninetyOne, anagrams, touching]

  /// From some seeds: the shrinker has no step for them.
  static let seldom = [doubling, twelveByStack, thirty, equalMembers]

  static let doubling = ChallengeRow(
    "twenty by doubling", minimum: "[add(5), double, double]",
    Move.list(("add", 9), ("double", 0), ("negate", 0), ("clear", 0))
  ) { moves in
    var value = 0
    for move in moves.all {
      switch move.name {
      case "add": value &+= move.number
      case "double": value &*= 2
      case "negate": value = 0 &- value
      default: value = 0
      }
      try expect("another", value != 20)
    }
  }

  static let walkHome = ChallengeRow(
    "a way home", minimum: "[north(2), east(2), south(2), west(2)]",
    Move.list(("north", 5), ("south", 5), ("east", 5), ("west", 5))
  ) { moves in
    var (x, y, wasAway) = (0, 0, false)
    for move in moves.all {
      switch move.name {
      case "north": y += move.number
      case "south": y -= move.number
      case "east": x += move.number
      default: x -= move.number
      }
      if x >= 2 && y >= 2 { wasAway = true }
      try expect("elsewhere", !wasAway || x != 0 || y != 0)
    }
  }

  static let clipboard = ChallengeRow(
    "a clipboard", minimum: "[type(0), cut, paste, paste]", Move.list(("type", 25), ("copy", 0), ("cut", 0), ("paste", 0))
  ) { moves in
    var (count, isFilled, isCut, pastes) = (0, false, false, 0)
    for move in moves.all {
      switch move.name {
      case "type": count += 1
      case "copy" where count > 0: (isFilled, isCut) = (true, false)
      case "cut" where count > 0:
        count -= 1
        (isFilled, isCut, pastes) = (true, true, 0)
      case "paste" where isFilled:
        count += 1
        pastes += 1
        try expect("once", !isCut || pastes < 2)
      default: continue
      }
    }
  }

  static let exactChange = ChallengeRow(
    "exact change", minimum: "[coin(6), choose(1)]", Move.list(("coin", 9), ("choose", 9), ("refund", 0))
  ) { moves in
    var balance = 0
    for move in moves.all {
      switch move.name {
      case "coin": balance += move.number + 1
      case "choose":
        let price = 4 + 3 * move.number
        try expect("another price", move.number == 0 || balance != price)
        if balance >= price { balance -= price }
      default: balance = 0
      }
    }
  }

  static let twelveByStack = ChallengeRow(
    "twelve by multiplying", minimum: "[push(2), push(6), mul]", Move.list(("push", 9), ("add", 0), ("mul", 0), ("swap", 0))
  ) { moves in
    var stack: [Int] = []
    for move in moves.all {
      switch move.name {
      case "push": stack.append(move.number)
      case "swap": if stack.count > 1 { stack.swapAt(stack.count - 1, stack.count - 2) }
      default:
        guard stack.count > 1 else { continue }
        let (b, a) = (stack.removeLast(), stack.removeLast())
        stack.append(move.name == "mul" ? a &* b : a &+ b)
        try expect("another", move.name != "mul" || stack.last != 12)
      }
    }
  }

  private static func value(_ term: Term) -> Int {
    switch term {
    case .number(let number): number
    case .node("add", let parts): parts.reduce(0) { $0 &+ value($1) }
    case .node("neg", let parts): 0 &- parts.reduce(0) { $0 &+ value($1) }
    case .node(_, let parts): parts.reduce(1) { $0 &* value($1) }
    }
  }

  private static let leaf = Generator<Int>.int(in: 0...20).map { Term.number($0) }

  /// A sum comes before a product, a leaf before a node, and no leaf is above 20.
  static let thirty = ChallengeRow(
    "thirty by both", minimum: "add(0, mul(2, 15))", Term.generator(leaf: leaf, ("add", 2), ("mul", 2))
  ) { term in
    try expect("another", !term.has("add") || !term.has("mul") || value(term) != 30)
  }

  static let negatedSum = ChallengeRow(
    "a negated sum", minimum: "neg(add(0, 9))", Term.generator(leaf: leaf, ("neg", 1), ("add", 2))
  ) { term in
    try expect("another", !term.has("add") || !term.has("neg") || value(term) != -9)
  }

  /// An empty array takes as many choices as a Boolean, and a leaf comes first.
  static let equalMembers = ChallengeRow("equal elements", minimum: "[false, false]", JSONValue.generator) { value in
    func found(_ value: JSONValue) -> Bool {
      switch value {
      case .array(let parts):
        let texts = parts.map(\.counterexampleDescription).filter { $0 != "null" }
        return Set(texts).count < texts.count || parts.contains(where: found)
      case .object(let members): return members.contains { found($0.1) }
      default: return false
      }
    }
    try expect("none", !found(value))
  }

  static let weights = ChallengeRow(
    "weights modulo thirteen with a six", minimum: "[0, 0, 0, 6, 3]", Generator<[Int]>.array(of: .int(in: 0...9), count: 5)
  ) { digits in
    let sum = digits.enumerated().reduce(0) { $0 + ($1.offset + 1) * $1.element }
    try expect("another number", sum % 13 != 0 || !digits.contains(6))
  }

  static let hundred = ChallengeRow(
    "a hundred of distinct numbers", minimum: "[0, 40, 60]", Generator<[Int]>.array(of: .int(in: 0...60))
  ) { list in
    try expect("another", list.count < 3 || Set(list).count < list.count || list.reduce(0, +) != 100)
  }

  static let ninetyOne = ChallengeRow(
    "ninety-one as a product", minimum: "[7, 13]", Generator<[Int]>.array(of: .int(in: 0...50))
  ) { list in
    try expect("none", !list.contains { a in list.contains { a * $0 == 91 } })
  }

  static let anagrams = ChallengeRow(
    "anagrams", minimum: #"("aab", "aba")"#,
    Generator<(String, String)>.zip(.text(.of("abcd"), count: 0...5), .text(.of("abcd"), count: 0...5))
  ) { a, b in
    try expect("none", a.count < 3 || a == b || a.sorted() != b.sorted())
  }

  static let touching = ChallengeRow(
    "intervals that touch", minimum: "[(0, 3), (3, 3)]",
    Generator<[(Int, Int)]>.array(of: .zip(.int(in: 0...50), .int(in: 1...20)))
  ) { intervals in
    let long = intervals.filter { $0.1 >= 3 }
    try expect("apart", !long.contains { a in long.contains { a.0 + a.1 == $0.0 } })
  }
}
