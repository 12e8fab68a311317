import PropertyTesting

/// Checks in a test that a claim holds under every schedule, and throws its report if it does not. Blocks the
/// calling thread.
///
///     try check("withdrawals never overdraw", scheduled: .mixed) { … }
///
/// If the predicate returns a Bool, this is a claim.
/// - Parameters:
///   - title: what the property says; if left out, the name of the function that checks it.
///   - cases: in place of the settings' cases.
///   - seed: in place of the settings' seed.
///   - known: failures that the run counts and does not report: see ``/PropertyTesting/KnownFailure``.
///   - claims: what the predicate claims, if it evaluates no claim that the engine sees: see ``/PropertyTesting/Claims``.
///   - token: a token from a report's `replay` line. The check then runs that case only.
///   - isolation: how to isolate cases of code that may end or block its process; nil: cases run in this process.
/// - Throws: ``/PropertyTesting/PropertyFailure``, or ``/PropertyTesting/ReplayTokenError`` if `token` is not a token.
@discardableResult
public func check<Value, Result>(
  _ title: String = #function, forAll generator: Generator<Value>, scheduled schedules: Schedules, cases: Int? = nil,
  seed: UInt64? = nil, within: Duration? = nil, settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<Value>] = [], claims: Claims = .evaluated, replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ predicate: @escaping @Sendable (Value, Trial) async throws -> Result
) throws -> PropertyResult {
  // A schedule has more cases than its data; the first of them would only be run to find that out.
  var settings = settings
  if !schedules.areSearched { settings.enumerates = false }
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
  return try check(
    title, forAll: generator, cases: cases, seed: seed, within: within, settings: settings, requiring: shares, except: known, claims: claims,
    replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line
  ) { value, trial in
    let box = Confined(value)
    try trial.schedule(schedules) { try expectHolds(try await predicate(box.value, trial), at: location) }
  }
}

/// As above, for a claim that needs no trial.
@discardableResult
public func check<Value, Result>(
  _ title: String = #function, forAll generator: Generator<Value>, scheduled schedules: Schedules, cases: Int? = nil,
  seed: UInt64? = nil, within: Duration? = nil, settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<Value>] = [], claims: Claims = .evaluated, replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ predicate: @escaping @Sendable (Value) async throws -> Result
) throws -> PropertyResult {
  let unused: @Sendable (Value, Trial) async throws -> Result = { value, _ in try await predicate(value) }
  return try check(
    title, forAll: generator, scheduled: schedules, cases: cases, seed: seed, within: within, settings: settings, requiring: shares,
    except: known, claims: claims, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line,
    unused)
}

/// As above, for a claim about schedules alone, without generated values.
@discardableResult
public func check<Result>(
  _ title: String = #function, scheduled schedules: Schedules, cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil,
  settings: RunSettings = RunSettings(), except known: [KnownFailure<Void>] = [], claims: Claims = .evaluated,
  replaying token: String? = nil, isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ body: @escaping @Sendable () async throws -> Result
) throws -> PropertyResult {
  let unused: @Sendable (Void, Trial) async throws -> Result = { _, _ in try await body() }
  return try check(
    title, forAll: .constant(()), scheduled: schedules, cases: cases, seed: seed, within: within, settings: settings, except: known, claims: claims,
    replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line, unused)
}

/// As above, for two values, each from a generator of its own.
@discardableResult
public func check<First, Second, Result>(
  _ title: String = #function, forAll first: Generator<First>, _ second: Generator<Second>,
  scheduled schedules: Schedules, cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil,
  settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<(First, Second)>] = [], claims: Claims = .evaluated, replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  _ predicate: @escaping @Sendable (First, Second) async throws -> Result
) throws -> PropertyResult {
  let whole: @Sendable ((First, Second)) async throws -> Result = { values in try await predicate(values.0, values.1) }
  return try check(
    title, forAll: .zip(first, second), scheduled: schedules, cases: cases, seed: seed, within: within,
    settings: settings, requiring: shares, except: known,
    claims: claims, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line, whole)
}

/// As above, for three values, each from a generator of its own.
@discardableResult
public func check<First, Second, Third, Result>(
  _ title: String = #function, forAll first: Generator<First>, _ second: Generator<Second>, _ third: Generator<Third>,
  scheduled schedules: Schedules, cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil,
  settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<(First, Second, Third)>] = [], claims: Claims = .evaluated, replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  _ predicate: @escaping @Sendable (First, Second, Third) async throws -> Result
) throws -> PropertyResult {
  let whole: @Sendable ((First, Second, Third)) async throws -> Result = { values in try await predicate(values.0, values.1, values.2) }
  return try check(
    title, forAll: .zip(first, second, third), scheduled: schedules, cases: cases, seed: seed, within: within,
    settings: settings, requiring: shares, except: known,
    claims: claims, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line, whole)
}

/// As above, for four values, each from a generator of its own.
@discardableResult
public func check<First, Second, Third, Fourth, Result>(
  _ title: String = #function, forAll first: Generator<First>, _ second: Generator<Second>,
  _ third: Generator<Third>, _ fourth: Generator<Fourth>,
  scheduled schedules: Schedules, cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil,
  settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<(First, Second, Third, Fourth)>] = [], claims: Claims = .evaluated, replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  _ predicate: @escaping @Sendable (First, Second, Third, Fourth) async throws -> Result
) throws -> PropertyResult {
  let whole: @Sendable ((First, Second, Third, Fourth)) async throws -> Result = { values in try await predicate(values.0, values.1, values.2, values.3) }
  return try check(
    title, forAll: .zip(first, second, third, fourth), scheduled: schedules, cases: cases, seed: seed, within: within,
    settings: settings, requiring: shares, except: known,
    claims: claims, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line, whole)
}
