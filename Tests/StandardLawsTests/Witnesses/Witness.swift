import PropertyTesting
import StandardLaws
import Synchronization
import Testing

/// A type with one mistake, and the law that has to find it.
struct Witness: Sendable, CustomTestStringConvertible {
  /// The mistake as a fact: "hashes a field that == leaves out".
  let mistake: String
  /// The protocol or topic of the law.
  let topic: String
  /// The statement of the law that names the mistake.
  let statement: String
  /// Checks that law alone, and says whether it fails within 100 cases from this seed.
  let isCaught: @Sendable (_ seed: UInt64) async throws -> Bool

  var testDescription: String { "\(topic): \(mistake)" }

  private static var settings: RunSettings {
    var settings = RunSettings(cases: 100, shrinks: false, failures: 1, explanationCalls: 0)
    settings.keepsFailures = false
    return settings
  }

  init<Value: SendableMetatype>(_ mistake: String, breaks statement: String, of laws: Laws<Value>, _ generator: Generator<Value>) {
    self.init(mistake, statement, laws.laws.first { $0.statement == statement }?.topic) { seed in
      try checkLaws(laws.only(statement), of: generator, seed: seed, settings: Self.settings)
    }
  }

  init<Value: Sequence & SendableMetatype>(
    _ mistake: String, breaks statement: String, of laws: Laws<Value>, _ generator: Generator<Value>, elements: Generator<Value.Element>
  ) {
    self.init(mistake, statement, laws.laws.first { $0.statement == statement }?.topic) { seed in
      try checkLaws(laws.only(statement), of: generator, elements: elements, seed: seed, settings: Self.settings)
    }
  }

  @_disfavoredOverload
  init<Value: SetAlgebra & SendableMetatype>(
    _ mistake: String, breaks statement: String, of laws: Laws<Value>, _ generator: Generator<Value>, elements: Generator<Value.Element>
  ) {
    self.init(mistake, statement, laws.laws.first { $0.statement == statement }?.topic) { seed in
      try checkLaws(laws.only(statement), of: generator, elements: elements, seed: seed, settings: Self.settings)
    }
  }

  /// - Parameter isRace: whether what it breaks need not happen again when the case is run once more, and counts all the same.
  init<Value: SendableMetatype>(
    _ mistake: String, breaks statement: String, of laws: AsyncLaws<Value>, _ generator: Generator<Value>, isRace: Bool = false
  ) {
    self.init(mistake, statement, laws.laws.first { $0.statement == statement }?.topic, isRace: isRace) { seed in
      try await checkLaws(laws.only(statement), of: generator, seed: seed, settings: Self.settings)
    }
  }

  /// One list of several.
  static func list(_ lists: [Witness]...) -> [Witness] { lists.flatMap(\.self) }

  private init(
    _ mistake: String, _ statement: String, _ topic: String?, isRace: Bool = false,
    _ check: @escaping @Sendable (UInt64) async throws -> Void
  ) {
    self.mistake = mistake
    self.statement = statement
    self.topic = topic ?? "no such law"
    isCaught = { seed in
      do {
        try await Flaw.$current.withValue(Flaw(mistake)) { try await check(seed) }
        return false
      } catch let failure as LawFailure {
        return failure.failures.contains {
          switch $0.result.verdict {
          case .falsified: true
          case .flaky: isRace
          default: false
          }
        }
      }
    }
  }
}

/// The mistake that types of the witnesses make now: they are sound without one.
final class Flaw: Sendable {
  @TaskLocal fileprivate static var current: Flaw?

  private let mistake: String
  private let calls = Atomic(0)

  fileprivate init(_ mistake: String) { self.mistake = mistake }

  /// Whether this mistake is to be made.
  static func `is`(_ mistake: String) -> Bool { current?.mistake == mistake }

  /// 1, 2 and so on, for mistakes that differ from call to call. Others beside do not count.
  static var next: Int { current?.calls.add(1, ordering: .relaxed).newValue ?? 0 }
}
