/// How the result of a function changes if its input is changed in a known way: a metamorphic relation.
///
/// It needs no oracle. The sine of `x + 2π` is that of `x`, a search for more words finds no more pages, and a total does not depend on the
/// order of the items:
///
///     try check("the total of a bill", forAll: .of(Bill.self), relations: [
///       .unchanged(by: "another order") { bill in .shuffledItems(of: bill) },
///       .init("twice the bill", changing: { .constant($0 + $0) }) { before, after in
///         try expect("the total", after, equals: 2 * before)
///       },
///     ]) { $0.total }
public struct Relation<Input, Output>: Sendable {
  /// What is done to the input, in words; it stands in the report.
  public let name: String
  let change: @Sendable (Input) throws -> Generator<Input>
  let claim: @Sendable (_ before: Output, _ after: Output) throws -> Void

  /// A relation.
  /// - Parameters:
  ///   - change: the changed inputs of an input. A change that needs no draw is `.constant(…)`.
  ///   - claim: what holds of the two results; it throws, as `expect` does, if it does not.
  public init(
    _ name: String, changing change: @escaping @Sendable (Input) throws -> Generator<Input>,
    claim: @escaping @Sendable (_ before: Output, _ after: Output) throws -> Void
  ) {
    self.name = name
    self.change = change
    self.claim = claim
  }

  /// The result stays the same.
  public static func unchanged(
    by name: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    _ change: @escaping @Sendable (Input) throws -> Generator<Input>
  ) -> Relation where Output: Equatable & SendableMetatype {
    Relation(name, changing: change) { before, after in
      try expect("the result after \(name)", after, equals: before, fileID: fileID, filePath: filePath, line: line)
    }
  }
}

/// Checks relations between the results of one function. Each case tries one of them.
/// - Parameters:
///   - relations: at least one. (A collection, because the compiler of Swift 6.3 crashes on a call with a wrong label if this is an array.) The report's `drawn` lines say which one does not hold, and print the changed input.
///   - token: the token of a report's `replay` line: the engine runs this one case.
///   - function: the function under test.
/// - Returns: the result, whose verdict is ``Verdict/held``.
/// - Throws: ``PropertyFailure`` if a case is found in which a relation does not hold.
@discardableResult
public func check<Input: Sendable, Output: SendableMetatype>(
  _ title: String = #function, forAll inputs: Generator<Input>, relations: some Collection<Relation<Input, Output>>,
  cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil, settings: RunSettings = RunSettings(), replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  _ function: @escaping @Sendable (Input) throws -> Output
) throws -> PropertyResult {
  let relations = Array(relations)
  return try Requirement<Void>("check", title, fileID: fileID, filePath: filePath, line: line)
    .holds(forAll: inputs) { (input: Input, _: Void, trial: Trial) throws -> Void in
      let (relation, changed) = try draw(relations, input, trial)
      try relation.claim(function(input), function(changed))
    }
    .checked(settings.with(cases, seed, within), replaying: token, isolation)
}

/// The same for an asynchronous function.
@discardableResult
public func check<Input: Sendable, Output: SendableMetatype>(
  _ title: String = #function, forAll inputs: Generator<Input>, relations: some Collection<Relation<Input, Output>>,
  cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil, settings: RunSettings = RunSettings(), replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  _ function: @escaping @Sendable (Input) async throws -> Output
) async throws -> PropertyResult {
  let relations = Array(relations)
  return try await Requirement<Void>("check", title, fileID: fileID, filePath: filePath, line: line)
    .holds(forAll: inputs) { (input: Input, _: Void, trial: Trial) async throws -> Void in
      let (relation, changed) = try draw(relations, input, trial)
      let before = try await function(input)
      try relation.claim(before, try await function(changed))
    }
    .checked(settings.with(cases, seed, within), replaying: token, isolation)
}

/// One of the relations, and the input that it makes.
private func draw<Input: Sendable, Output>(
  _ relations: [Relation<Input, Output>], _ input: Input, _ trial: Trial
) throws -> (Relation<Input, Output>, Input) {
  guard !relations.isEmpty else { throw Discard(reason: "check(…, relations:) of no relations") }
  // Not `trial.draw(.element(of:))`, which would print the closures.
  let place = try trial.draw(Generator<Int>.int(in: 0...(relations.count - 1)).map { Place($0, relations[$0].name) }, "relation")
  let relation = relations[place.index]
  return (relation, try trial.draw(try relation.change(input), "changed"))
}

/// Which relation it is; prints as its name.
private struct Place: CounterexampleDescribable {
  let index: Int
  let name: String

  init(_ index: Int, _ name: String) {
    self.index = index
    self.name = name
  }

  var counterexampleDescription: String { name }
}
