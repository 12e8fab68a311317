import Foundation
import PropertyTesting
import StandardLaws

/// All topics of the kit, as the page docs/laws.md lists them.
enum LawCatalogue {
  /// One protocol or topic.
  struct Topic: Sendable {
    let name: String
    let unchecked: String
    let laws: [(statement: String, source: LawSource)]

    init<Value>(_ laws: Laws<Value>) {
      name = laws.name
      unchecked = laws.unchecked
      self.laws = laws.own.map { ($0.statement, $0.source) }
    }

    init<Value>(_ laws: AsyncLaws<Value>) {
      name = laws.name
      unchecked = laws.unchecked
      self.laws = laws.own.map { ($0.statement, $0.source) }
    }
  }

  static let all: [Topic] = values + numbers + texts + algebra + collections

  /// The protocols of single values.
  static let values: [Topic] = [
    Topic(Laws<Int>.equatable), Topic(Laws<Int>.hashable), Topic(Laws<Int>.comparable), Topic(Laws<Cell>.identifiable),
    Topic(Laws<Code>.rawRepresentable), Topic(Laws<Cell>.caseIterable), Topic(Laws<Options>.optionSet), Topic(Laws<Int>.codable),
    Topic(Laws<Int>.evolvingCodable),
  ]

  static let numbers: [Topic] = [
    Topic(Laws<Int>.strideable), Topic(Laws<Int>.additiveArithmetic), Topic(Laws<Int>.numeric), Topic(Laws<Int>.signedNumeric),
    Topic(Laws<Int>.binaryInteger), Topic(Laws<Int>.fixedWidthInteger), Topic(Laws<Double>.binaryFloatingPoint),
    Topic(Laws<SystemRandomNumberGenerator>.randomNumberGenerator),
  ]

  static let texts: [Topic] = [
    Topic(Laws<Int>.losslessStringConvertible), Topic(Laws<Int>.description { Int($0) }),
    Topic(Laws<Int>.parseableFormat(IntegerFormatStyle<Int>())),
    Topic(Laws<Int>.losslessFormat(IntegerFormatStyle<Int>())),
    Topic(Laws<Int>.sortComparator(ComparableComparator<Int>())), Topic(Laws<LedgerError>.localizedError),
    Topic(Laws<VaultError>.customNSError),
  ]

  /// Operations that the caller names.
  static let algebra: [Topic] = [
    Topic(Laws<Int>.semigroup { $0 + $1 }), Topic(Laws<Int>.monoid(identity: 0) { $0 + $1 }), Topic(Laws<Int>.commutative { $0 + $1 }),
    Topic(Laws<Int>.group(identity: 0, inverse: { -$0 }) { $0 + $1 }), Topic(Laws<Int>.semilattice { max($0, $1) }),
    Topic(Laws<Int>.lattice(join: { max($0, $1) }, meet: { min($0, $1) })),
    Topic(Laws<Int>.ring(zero: 0, one: 1, negated: { -$0 }, add: { $0 + $1 }, multiply: { $0 * $1 })),
    Topic(Laws<Int>.action(of: Generator<Int>.int(), identity: 0, then: { $0 + $1 }, apply: { $0 + $1 })),
    Topic(Laws<Int>.idempotent { $0 }),
    Topic(Laws<Int>.involution { -$0 }), Topic(Laws<Int>.inverse(of: { -$0 }, { -$0 })),
    Topic(Laws<[Int]>.functor(of: Generator<Int>.int()) { $0.map($1) }),
    Topic(Laws<Int>.replicated(edits: Generator<Int>.int(), apply: { max($0, $1) }) { max($0, $1) }),
    Topic(Laws<Int>.transformable(edits: { _ in Generator<Int>.int() }, apply: { $0 + $1 }, { edit, _ in edit })),
    Topic(Laws<Int>.transformableAnywhere(edits: { _ in Generator<Int>.int() }, apply: { $0 + $1 }, { edit, _ in edit })),
  ]
}
