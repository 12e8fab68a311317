import PropertyTesting

/// Checks in a test that a claim holds under every schedule of real threads, and throws its report if it does not. Blocks the calling
/// thread.
///
///     try check("no update is lost", forAll: .int(in: 1...3), scheduled: .threads) { count in … }
///
/// The body is synchronous, and runs on a thread of the schedule: it may lock, wait and join. If it returns a Bool, this is a claim.
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
  _ title: String = #function, forAll generator: Generator<Value>, scheduled schedules: ThreadSchedules, cases: Int? = nil,
  seed: UInt64? = nil, within: Duration? = nil, settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<Value>] = [], claims: Claims = .evaluated, replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ predicate: @escaping @Sendable (Value, Trial) throws -> Result
) throws -> PropertyResult {
  // A schedule has more cases than its data; the first of them would only be run to find that out.
  var settings = settings
  if !schedules.areSearched { settings.enumerates = false }
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
  return try check(
    title, forAll: generator, cases: cases, seed: seed, within: within, settings: settings, requiring: shares, except: known,
    claims: claims, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line
  ) { value, trial in
    let box = Confined(value)
    try trial.schedule(schedules) { try expectHolds(try predicate(box.value, trial), at: location) }
  }
}

/// As above, for a claim that needs no trial.
@discardableResult
public func check<Value, Result>(
  _ title: String = #function, forAll generator: Generator<Value>, scheduled schedules: ThreadSchedules, cases: Int? = nil,
  seed: UInt64? = nil, within: Duration? = nil, settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<Value>] = [], claims: Claims = .evaluated, replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ predicate: @escaping @Sendable (Value) throws -> Result
) throws -> PropertyResult {
  let unused: @Sendable (Value, Trial) throws -> Result = { value, _ in try predicate(value) }
  return try check(
    title, forAll: generator, scheduled: schedules, cases: cases, seed: seed, within: within, settings: settings, requiring: shares,
    except: known, claims: claims, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line,
    unused)
}

/// As above, for a claim about schedules alone, without generated values.
@discardableResult
public func check<Result>(
  _ title: String = #function, scheduled schedules: ThreadSchedules, cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil,
  settings: RunSettings = RunSettings(), except known: [KnownFailure<Void>] = [], claims: Claims = .evaluated,
  replaying token: String? = nil, isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, _ body: @escaping @Sendable () throws -> Result
) throws -> PropertyResult {
  let unused: @Sendable (Void, Trial) throws -> Result = { _, _ in try body() }
  return try check(
    title, forAll: .constant(()), scheduled: schedules, cases: cases, seed: seed, within: within, settings: settings, except: known,
    claims: claims, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line, unused)
}

/// A value that goes to the thread of the body, whose caller waits for it.
struct Confined<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
