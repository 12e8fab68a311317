/// Checks a property in place, in a test or anywhere else, and throws the report if the property does not hold.
///
///     try check("reversing twice changes nothing", forAll: .array(of: .int())) { list in
///       try expect("list", Array(list.reversed().reversed()), equals: list)
///     }
///
/// A predicate may also return a Bool, which is then the claim: `{ $0.reversed().reversed() == $0 }`. Under the trait `.properties` of the
/// module PropertyIssues, `#expect` and `#require` are claims, too.
/// - Parameters:
///   - title: what the property says; if left out, the name of the function that checks it.
///   - cases: in place of ``RunSettings/cases``.
///   - seed: in place of ``RunSettings/seed``.
///   - within: in place of ``RunSettings/within``: as many cases as there is time for.
///   - known: failures that the run counts and does not report: see ``KnownFailure``.
///   - claims: what the predicate claims, if it evaluates no claim that the engine sees: see ``Claims``.
///   - token: the token of a report's `replay` line. The engine then runs this one case, and says so on standard error if it passes. So
///     does TOUCHSTONE_REPLAY in the environment, if the token is of this property.
///   - isolation: where the cases run, if a claim may end or block its process; nil: in this process.
/// - Returns: the result, whose verdict is ``Verdict/held``.
/// - Throws: ``PropertyFailure`` if the property does not hold; ``ReplayTokenError`` if `token` is not a token.
@discardableResult @inlinable
public func check<Value, Result>(
  _ title: String = #function, forAll generator: Generator<Value>, cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil,
  settings: RunSettings = RunSettings(),
  requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [], claims: Claims = .evaluated,
  replaying token: String? = nil, isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ predicate: @escaping @Sendable (Value) throws -> Result
) throws -> PropertyResult {
  try Requirement<Void>("check", title, fileID: fileID, filePath: filePath, line: line)
    .holds(forAll: generator, requiring: shares, except: known, claims: claims) { value, _ in try predicate(value) }
    .checked(settings.with(cases, seed, within), replaying: token, isolation)
}

/// The same for a property that uses the trial: to label, to draw, to note.
@discardableResult @inlinable
public func check<Value, Result>(
  _ title: String = #function, forAll generator: Generator<Value>, cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil,
  settings: RunSettings = RunSettings(),
  requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [], claims: Claims = .evaluated,
  replaying token: String? = nil, isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ predicate: @escaping @Sendable (Value, Trial) throws -> Result
) throws -> PropertyResult {
  try Requirement<Void>("check", title, fileID: fileID, filePath: filePath, line: line)
    .holds(forAll: generator, requiring: shares, except: known, claims: claims) { value, _, trial in try predicate(value, trial) }
    .checked(settings.with(cases, seed, within), replaying: token, isolation)
}

/// The same for an asynchronous property.
@discardableResult @inlinable
public func check<Value, Result>(
  _ title: String = #function, forAll generator: Generator<Value>, cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil,
  settings: RunSettings = RunSettings(),
  requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [], claims: Claims = .evaluated,
  replaying token: String? = nil, isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ predicate: @escaping @Sendable (Value) async throws -> Result
) async throws -> PropertyResult {
  try await Requirement<Void>("check", title, fileID: fileID, filePath: filePath, line: line)
    .holds(forAll: generator, requiring: shares, except: known, claims: claims) { value, _ in try await predicate(value) }
    .checked(settings.with(cases, seed, within), replaying: token, isolation)
}

/// The same for an asynchronous property that uses the trial.
@discardableResult @inlinable
public func check<Value, Result>(
  _ title: String = #function, forAll generator: Generator<Value>, cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil,
  settings: RunSettings = RunSettings(),
  requiring shares: [String: Double] = [:], except known: [KnownFailure<Value>] = [], claims: Claims = .evaluated,
  replaying token: String? = nil, isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ predicate: @escaping @Sendable (Value, Trial) async throws -> Result
) async throws -> PropertyResult {
  try await Requirement<Void>("check", title, fileID: fileID, filePath: filePath, line: line)
    .holds(forAll: generator, requiring: shares, except: known, claims: claims) { value, _, trial in try await predicate(value, trial) }
    .checked(settings.with(cases, seed, within), replaying: token, isolation)
}
