// What the compiler says of natural mistakes. Nothing here can be called: each form is chosen only where no other one fits, and its message
// says what is right. See docs/common-mistakes.md. There is none for a type, a range or a list in the place of a generator: a form that takes any
// type hides what the compiler says of every misspelt generator, and what it says of these is clear.

/// For a property without a generator.
@available(*, unavailable, message: "say which values the property is about: check(…, forAll: .int()) { number in … }")
@discardableResult
public func check<Value, Result>(
  _ title: String = #function, cases: Int? = nil, seed: UInt64? = nil, settings: RunSettings = RunSettings(),
  _ predicate: @escaping @Sendable (Value) throws -> Result
) throws -> PropertyResult { throw NotCallable() }

/// For a generator without its label.
@available(*, unavailable, message: "write forAll: before the generator: check(…, forAll: .int()) { number in … }")
@discardableResult
public func check<Value, Result>(
  _ title: String, _ generator: Generator<Value>, cases: Int? = nil, seed: UInt64? = nil, settings: RunSettings = RunSettings(),
  _ predicate: @escaping @Sendable (Value) throws -> Result
) throws -> PropertyResult { throw NotCallable() }

/// For a number of cases with another label.
@available(*, unavailable, message: "the number of cases has the label cases: check(…, forAll: .int(), cases: 1_000)")
@discardableResult
public func check<Value, Result>(
  _ title: String = #function, forAll generator: Generator<Value>, count: Int, seed: UInt64? = nil,
  _ predicate: @escaping @Sendable (Value) throws -> Result
) throws -> PropertyResult { throw NotCallable() }

/// For a number of cases with another label.
@available(*, unavailable, message: "the number of cases has the label cases: check(…, forAll: .int(), cases: 1_000)")
@discardableResult
public func check<Value, Result>(
  _ title: String = #function, forAll generator: Generator<Value>, runs: Int, seed: UInt64? = nil,
  _ predicate: @escaping @Sendable (Value) throws -> Result
) throws -> PropertyResult { throw NotCallable() }

/// For a number of cases with another label.
@available(*, unavailable, message: "the number of cases has the label cases: check(…, forAll: .int(), cases: 1_000)")
@discardableResult
public func check<Value, Result>(
  _ title: String = #function, forAll generator: Generator<Value>, iterations: Int, seed: UInt64? = nil,
  _ predicate: @escaping @Sendable (Value) throws -> Result
) throws -> PropertyResult { throw NotCallable() }

/// For a number of cases with another label.
@available(*, unavailable, message: "the number of cases has the label cases: check(…, forAll: .int(), cases: 1_000)")
@discardableResult
public func check<Value, Result>(
  _ title: String = #function, forAll generator: Generator<Value>, testCases: Int, seed: UInt64? = nil,
  _ predicate: @escaping @Sendable (Value) throws -> Result
) throws -> PropertyResult { throw NotCallable() }

/// For a number of cases with another label.
@available(*, unavailable, message: "the number of cases has the label cases: check(…, forAll: .int(), cases: 1_000)")
@discardableResult
public func check<Value, Result>(
  _ title: String = #function, forAll generator: Generator<Value>, maxExamples: Int, seed: UInt64? = nil,
  _ predicate: @escaping @Sendable (Value) throws -> Result
) throws -> PropertyResult { throw NotCallable() }

/// For a number of cases in place of settings.
@available(*, unavailable, message: "the number of cases has the label cases: check(…, forAll: .int(), cases: 1_000)")
@discardableResult
public func check<Value, Result>(
  _ title: String = #function, forAll generator: Generator<Value>, settings: Int,
  _ predicate: @escaping @Sendable (Value) throws -> Result
) throws -> PropertyResult { throw NotCallable() }

/// For classes without their shares.
@available(*, unavailable, message: "each class has the least share of the cases: requiring: [\"even\": 0.2], and trial.label(\"even\", if: …)")
@discardableResult
public func check<Value, Result>(
  _ title: String = #function, forAll generator: Generator<Value>, requiring classes: [String],
  _ predicate: @escaping @Sendable (Value) throws -> Result
) throws -> PropertyResult { throw NotCallable() }

/// For a generator with another label.
@available(*, unavailable, message: "the label of the generator is forAll: check(…, forAll: .int()) { number in … }")
@discardableResult
public func check<Value, Result>(
  _ title: String = #function, given generator: Generator<Value>, _ predicate: @escaping @Sendable (Value) throws -> Result
) throws -> PropertyResult { throw NotCallable() }

/// For a condition beside the generator.
@available(*, unavailable, message: "a condition belongs to the generator: .int().filter { … }, or into the body: try assume(…)")
@discardableResult
public func check<Value, Result>(
  _ title: String = #function, forAll generator: Generator<Value>, where condition: @escaping @Sendable (Value) -> Bool,
  _ predicate: @escaping @Sendable (Value) throws -> Result
) throws -> PropertyResult { throw NotCallable() }

/// For more generators than there are forms for.
@available(*, unavailable, message: "check takes at most four generators: draw the values in one, Generator { source in (try source(.int()), try source(.bool)) }")
@discardableResult
public func check<First, Second, Third, Fourth, Fifth, Result>(
  _ title: String = #function, forAll first: Generator<First>, _ second: Generator<Second>, _ third: Generator<Third>,
  _ fourth: Generator<Fourth>, _ fifth: Generator<Fifth>, cases: Int? = nil, seed: UInt64? = nil,
  settings: RunSettings = RunSettings(), _ predicate: @escaping @Sendable (First, Second, Third, Fourth, Fifth) throws -> Result
) throws -> PropertyResult { throw NotCallable() }

/// For several generators and the trial.
@available(*, unavailable, message: "with the trial, make one generator: check(…, forAll: .zip(.int(), .text())) { pair, trial in … }")
@discardableResult
public func check<First, Second, Result>(
  _ title: String = #function, forAll first: Generator<First>, _ second: Generator<Second>, cases: Int? = nil, seed: UInt64? = nil,
  settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  _ predicate: @escaping @Sendable (First, Second, Trial) throws -> Result
) throws -> PropertyResult { throw NotCallable() }

/// For a schedule without the module that makes schedules.
@available(*, unavailable, message: "scheduled: needs import DeterministicScheduling, a product of the package touchstone")
@discardableResult
public func check<Value, Result>(
  _ title: String = #function, forAll generator: Generator<Value>, scheduled schedules: SchedulesNotImported, cases: Int? = nil,
  seed: UInt64? = nil, settings: RunSettings = RunSettings(), _ predicate: @escaping @Sendable (Value) async throws -> Result
) throws -> PropertyResult { throw NotCallable() }

/// For a schedule without the module that makes schedules, and without a generator.
@available(*, unavailable, message: "scheduled: needs import DeterministicScheduling, a product of the package touchstone")
@discardableResult
public func check<Result>(
  _ title: String = #function, scheduled schedules: SchedulesNotImported, cases: Int? = nil, seed: UInt64? = nil,
  settings: RunSettings = RunSettings(), _ body: @escaping @Sendable () async throws -> Result
) throws -> PropertyResult { throw NotCallable() }

/// The names of the module DeterministicScheduling's `Schedules`, for a message where it is not imported.
public enum SchedulesNotImported: Sendable {
  /// What a proof takes into account.
  public enum Sharing: Sendable {
    /// Whatever tasks share.
    case anything
    /// Actors.
    case onlyActors
  }

  /// Schedules by a different strategy for each case.
  case mixed
  /// Schedules at random.
  case randomWalk
  /// All schedules with at most so many switches.
  case exhaustive(switches: Int, limit: Int = 0)
  /// All interleavings that can have different results.
  case everyInterleaving(sharing: Sharing = .anything, limit: Int = 0)
}

extension Isolation {
  /// For worker processes without the module that makes them.
  @available(*, unavailable, message: ".forked needs import ProcessIsolation")
  public static func forked(timeout: Duration = .zero, memoryBytes: Int? = nil) -> Isolation? { nil }
}

/// For a claim without words.
@available(
  *, unavailable, message: "say what is claimed: expect(\"the count\", condition); or use #expect(condition) in a @Suite(.properties)"
)
public func expect(_ condition: Bool) throws { throw NotCallable() }

/// For an equality without words.
@available(*, unavailable, message: "name the quantity: expect(\"the count\", actual, equals: expected)")
public func expect<Value: Equatable>(_ actual: Value, equals expected: Value) throws { throw NotCallable() }

/// For a claim whose words come last.
@available(*, unavailable, message: "the words come first: expect(\"it is low\", condition)")
public func expect(_ condition: Bool, _ claim: String) throws { throw NotCallable() }

/// For an equality without its label.
@available(*, unavailable, message: "label what is right: expect(\"the count\", actual, equals: expected)")
public func expect<Value: Equatable>(_ quantity: String, _ actual: Value, _ expected: Value) throws { throw NotCallable() }

/// For a claim with a message as well.
@available(*, unavailable, message: "one text says what is claimed, before the condition: expect(\"it is low\", condition)")
public func expect(_ claim: String, _ condition: Bool, _ message: String) throws { throw NotCallable() }

/// For the name that SwiftCheck and other libraries give to a property.
@available(*, unavailable, message: "a property is try check(\"…\", forAll: .int()) { number in … }")
@discardableResult
public func forAll<Value, Result>(
  _ generator: Generator<Value>, _ predicate: @escaping @Sendable (Value) throws -> Result
) throws -> PropertyResult { throw NotCallable() }

/// The same for values by their type.
@available(*, unavailable, message: "a property is try check(\"…\", forAll: .int()) { number in … }")
@discardableResult
public func forAll<Value, Result>(_ predicate: @escaping @Sendable (Value) throws -> Result) throws -> PropertyResult { throw NotCallable() }

/// For the name that swift-property-based gives to a property.
@available(*, unavailable, message: "a property is try check(\"…\", forAll: .int()) { number in … }")
@discardableResult
public func propertyCheck<Value, Result>(
  count: Int = 0, input: Generator<Value>, _ predicate: @escaping @Sendable (Value) throws -> Result
) throws -> PropertyResult { throw NotCallable() }

private struct NotCallable: Error {}
