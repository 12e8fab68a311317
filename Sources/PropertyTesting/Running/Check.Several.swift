// Forms with several generators. Parameter packs would need only two, but their types reach the closure too late: the compiler gave up on
// `{ a, b in a * b + a % b == b }`.

/// Checks a property of two values, each from a generator of its own:
///
///     try check("a prefix is no longer than its text", forAll: .text(), .int(in: 0...9)) { text, count in
///       text.prefix(count).count <= count
///     }
///
/// The report prints the values of the simplest case as a tuple. For more than four values, and for a property that uses the trial, make one
/// generator with `.zip`, or with `Generator { source in … }`.
@discardableResult @inlinable
public func check<First, Second, Result>(
  _ title: String = #function, forAll first: Generator<First>, _ second: Generator<Second>,
  cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil, settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<(First, Second)>] = [], claims: Claims = .evaluated, replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  _ predicate: @escaping @Sendable (First, Second) throws -> Result
) throws -> PropertyResult {
  let whole: @Sendable ((First, Second)) throws -> Result = { values in try predicate(values.0, values.1) }
  return try check(
    title, forAll: .zip(first, second), cases: cases, seed: seed, within: within, settings: settings, requiring: shares, except: known,
    claims: claims, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line, whole)
}

/// The same for an asynchronous property of two values.
@discardableResult @inlinable
public func check<First, Second, Result>(
  _ title: String = #function, forAll first: Generator<First>, _ second: Generator<Second>,
  cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil, settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<(First, Second)>] = [], claims: Claims = .evaluated, replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  _ predicate: @escaping @Sendable (First, Second) async throws -> Result
) async throws -> PropertyResult {
  let whole: @Sendable ((First, Second)) async throws -> Result = { values in try await predicate(values.0, values.1) }
  return try await check(
    title, forAll: .zip(first, second), cases: cases, seed: seed, within: within, settings: settings, requiring: shares, except: known,
    claims: claims, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line, whole)
}

/// The same for three values.
@discardableResult @inlinable
public func check<First, Second, Third, Result>(
  _ title: String = #function, forAll first: Generator<First>, _ second: Generator<Second>, _ third: Generator<Third>,
  cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil, settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<(First, Second, Third)>] = [], claims: Claims = .evaluated, replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  _ predicate: @escaping @Sendable (First, Second, Third) throws -> Result
) throws -> PropertyResult {
  let whole: @Sendable ((First, Second, Third)) throws -> Result = { values in try predicate(values.0, values.1, values.2) }
  return try check(
    title, forAll: .zip(first, second, third), cases: cases, seed: seed, within: within, settings: settings, requiring: shares, except: known,
    claims: claims, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line, whole)
}

/// The same for an asynchronous property of three values.
@discardableResult @inlinable
public func check<First, Second, Third, Result>(
  _ title: String = #function, forAll first: Generator<First>, _ second: Generator<Second>, _ third: Generator<Third>,
  cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil, settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<(First, Second, Third)>] = [], claims: Claims = .evaluated, replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  _ predicate: @escaping @Sendable (First, Second, Third) async throws -> Result
) async throws -> PropertyResult {
  let whole: @Sendable ((First, Second, Third)) async throws -> Result = { values in try await predicate(values.0, values.1, values.2) }
  return try await check(
    title, forAll: .zip(first, second, third), cases: cases, seed: seed, within: within, settings: settings, requiring: shares, except: known,
    claims: claims, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line, whole)
}

/// The same for four values.
@discardableResult @inlinable
public func check<First, Second, Third, Fourth, Result>(
  _ title: String = #function, forAll first: Generator<First>, _ second: Generator<Second>,
  _ third: Generator<Third>, _ fourth: Generator<Fourth>,
  cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil, settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<(First, Second, Third, Fourth)>] = [], claims: Claims = .evaluated, replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  _ predicate: @escaping @Sendable (First, Second, Third, Fourth) throws -> Result
) throws -> PropertyResult {
  let whole: @Sendable ((First, Second, Third, Fourth)) throws -> Result = { values in try predicate(values.0, values.1, values.2, values.3) }
  return try check(
    title, forAll: .zip(first, second, third, fourth), cases: cases, seed: seed, within: within, settings: settings, requiring: shares, except: known,
    claims: claims, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line, whole)
}

/// The same for an asynchronous property of four values.
@discardableResult @inlinable
public func check<First, Second, Third, Fourth, Result>(
  _ title: String = #function, forAll first: Generator<First>, _ second: Generator<Second>,
  _ third: Generator<Third>, _ fourth: Generator<Fourth>,
  cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil, settings: RunSettings = RunSettings(), requiring shares: [String: Double] = [:],
  except known: [KnownFailure<(First, Second, Third, Fourth)>] = [], claims: Claims = .evaluated, replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  _ predicate: @escaping @Sendable (First, Second, Third, Fourth) async throws -> Result
) async throws -> PropertyResult {
  let whole: @Sendable ((First, Second, Third, Fourth)) async throws -> Result = { values in try await predicate(values.0, values.1, values.2, values.3) }
  return try await check(
    title, forAll: .zip(first, second, third, fourth), cases: cases, seed: seed, within: within, settings: settings, requiring: shares, except: known,
    claims: claims, replaying: token, isolation: isolation, fileID: fileID, filePath: filePath, line: line, whole)
}
