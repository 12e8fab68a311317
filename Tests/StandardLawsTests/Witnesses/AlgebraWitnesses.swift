import PropertyTesting
import StandardLaws

/// Operations that lack a law.
enum AlgebraWitnesses {
  private static func numbers(_ mistake: String, breaks statement: String, _ laws: Laws<Int>) -> Witness {
    Witness(mistake, breaks: statement, of: laws, .int(in: -20...20))
  }

  private static func lists(_ mistake: String, breaks statement: String, _ laws: Laws<[Int]>) -> Witness {
    Witness(mistake, breaks: statement, of: laws, .array(of: .int(in: -9...9), count: 0...5))
  }

  static let all = operations + functions

  private static let associative = "the operation is associative"
  private static let commutes = "the operation is commutative"

  static let operations: [Witness] = [
    numbers("subtraction for addition", breaks: associative, .semigroup { $0 - $1 }),
    numbers("a mean, rounded", breaks: associative, .semigroup { ($0 + $1) / 2 }),
    numbers("a sum that is cut at a bound", breaks: associative, .semigroup { min(20, max(-20, $0 + $1)) }),
    lists("a merge that keeps the longer list", breaks: associative, .semigroup { $0.count > $1.count ? $0 : $1 + [0] }),
    numbers("a zero that is one", breaks: "the identity is neutral on the left", .monoid(identity: 1) { $0 + $1 }),
    numbers("zero for the greatest", breaks: "the identity is neutral on the left", .monoid(identity: 0) { max($0, $1) }),
    numbers("subtraction, with zero", breaks: "the identity is neutral on the left", .monoid(identity: 0) { $0 - $1 }),
    numbers("the left value, with zero", breaks: "the identity is neutral on the left", .monoid(identity: 0) { a, _ in a }),
    numbers("the right value, with zero", breaks: "the identity is neutral on the right", .monoid(identity: 0) { _, b in b }),
    lists(
      "a concatenation that drops zeros of the left", breaks: "the identity is neutral on the right",
      .monoid(identity: []) { $0.filter { $0 != 0 } + $1 }),
    lists("a concatenation", breaks: commutes, .commutative { $0 + $1 }),
    numbers("a difference", breaks: commutes, .commutative { $0 - $1 }),
    lists("a merge in which the left wins", breaks: commutes, .commutative { $0.isEmpty ? $1 : $0 }),
    numbers(
      "an inverse without a sign", breaks: "a value and its inverse give the identity",
      .group(identity: 0, inverse: { abs($0) }) { $0 + $1 }),
    numbers(
      "an inverse that is cut at ten", breaks: "a value and its inverse give the identity",
      .group(identity: 0, inverse: { max(-10, min(10, -$0)) }) { $0 + $1 }),
    numbers(
      "an inverse on one side", breaks: "an inverse and its value give the identity",
      .group(identity: 0, inverse: { $0 }) { $0 - abs($1) }),
    numbers("a sum for a merge", breaks: "a value combined with itself is itself", .semilattice { $0 + $1 }),
    lists("a concatenation for a merge", breaks: "a value combined with itself is itself", .semilattice { $0 + $1 }),
    numbers("a merge that counts", breaks: "combining once more changes nothing", .semilattice { max($0, $1) + 1 }),
    numbers("a toggle for a merge", breaks: "combining once more changes nothing", .semilattice { $0 ^ $1 }),
    numbers("join and meet are both the greater", breaks: "join absorbs meet", .lattice(join: { max($0, $1) }, meet: { max($0, $1) })),
    numbers("join and meet are both the lesser", breaks: "meet absorbs join", .lattice(join: { min($0, $1) }, meet: { min($0, $1) })),
    numbers("a join that leaves out a bit", breaks: "join absorbs meet", .lattice(join: { ($0 | $1) & ~1 }, meet: { $0 & $1 })),
    numbers("a meet that leaves out a bit", breaks: "meet absorbs join", .lattice(join: { $0 | $1 }, meet: { $0 & $1 & ~1 })),
    ring("a sum with a square for the product", breaks: "multiplication distributes from the left") { $0 + $1 * $1 },
    ring("a product that rounds", breaks: "multiplication distributes from the left") { $0 * $1 / 2 },
    ring("a product of the left magnitude", breaks: "multiplication distributes from the right") { abs($0) * $1 },
    ring("a product and its square", breaks: "multiplication distributes from the right") { $0 * $1 + $1 * $1 * $0 * $0 },
  ]

  private static func ring(_ mistake: String, breaks statement: String, _ multiply: @escaping @Sendable (Int, Int) -> Int) -> Witness {
    numbers(mistake, breaks: statement, .ring(zero: 0, one: 1, negated: { -$0 }, add: { $0 + $1 }, multiply: multiply))
  }

  private static let again = "doing it again changes nothing"

  static let functions: [Witness] = [
    numbers("a normalization that takes one step", breaks: again, .idempotent { $0 > 0 ? $0 - 1 : $0 }),
    lists("a sort that swaps neighbours once", breaks: again, .idempotent { oneSweep($0) }),
    Witness("an escape of escapes", breaks: again, of: .idempotent { $0.replacing("a", with: "aa") }, .text(.of("abcAB"), count: 0...4)),
    numbers("a mirror image that is shifted", breaks: "doing it again undoes it", .involution { 1 - $0 * 2 }),
    lists("a reversal without the last element", breaks: "doing it again undoes it", .involution { $0.dropLast().reversed() }),
    numbers("a magnitude for a negation", breaks: "doing it again undoes it", .involution { abs($0) }),
    numbers("an inverse that rounds", breaks: "the inverse undoes the function", .inverse(of: { $0 / 2 }, { $0 * 2 })),
    lists(
      "a text that is joined without escapes", breaks: "the inverse undoes the function",
      .inverse(of: { $0.map { "\($0)" }.joined(separator: "-") }, { $0.split(separator: "-").compactMap { Int($0) } })),
    action("a step of zero moves by one", breaks: "the identity changes nothing", then: { $0 + $1 }) { $0 == 0 ? $1 + 1 : $1 + $0 },
    action("a composition forgets the first step", breaks: "a composed step does one after the other", then: { $1 }) { $0 + $1 },
    action("a composition is cut at a bound", breaks: "a composed step does one after the other", then: { min(9, $0 + $1) }) { $0 + $1 },
    functor("a map that reverses", breaks: "mapping by the identity changes nothing") { list, change in list.reversed().map(change) },
    functor("a map that drops the last element", breaks: "mapping by the identity changes nothing") { $0.dropLast().map($1) },
    functor("a map that sorts", breaks: "mapping by the identity changes nothing") { list, change in list.map(change).sorted() },
    functor("a map that changes the first element twice", breaks: "mapping twice maps by both functions") { list, change in
      list.enumerated().map { $0.offset == 0 ? change(change($0.element)) : change($0.element) }
    },
    functor("a map that leaves out repeated elements", breaks: "mapping twice maps by both functions") { list, change in
      list.map(change).reduce(into: []) { if $0.last == $1 { $0.append(0) } else { $0.append($1) } }
    },
  ]

  private static func action(
    _ mistake: String, breaks statement: String, then: @escaping @Sendable (Int, Int) -> Int, apply: @escaping @Sendable (Int, Int) -> Int
  ) -> Witness {
    numbers(mistake, breaks: statement, .action(of: .int(in: -20...20), identity: 0, then: then, apply: apply))
  }

  private static func functor(
    _ mistake: String, breaks statement: String, _ map: @escaping @Sendable ([Int], (Int) -> Int) -> [Int]
  ) -> Witness {
    lists(mistake, breaks: statement, .functor(of: .int(in: -9...9), map: map))
  }

  private static func oneSweep(_ list: [Int]) -> [Int] {
    var list = list
    for place in list.indices.dropFirst() where list[place] < list[place - 1] { list.swapAt(place, place - 1) }
    return list
  }
}
