import PropertyTesting

/// Checks that a type keeps the laws of its protocols, and throws the table of laws and the least counterexamples if it does not.
///
///     try checkLaws(.hashable, .comparable, .codable, of: .money)
///
/// - Parameters:
///   - laws: the protocols; what they refine is included, and each law is checked once.
///   - generator: the values. Laws draw several of them: equal ones, ones that differ in one choice, and independent ones.
///   - name: what reports call the type; nil: by its own name.
///   - cases: how many cases each law gets; nil: ``/PropertyTesting/RunSettings/cases``.
///   - seed: in place of ``/PropertyTesting/RunSettings/seed``.
///   - within: how long all laws together may take.
///   - token: the token of a report's `replay` line: the one case of the law that it belongs to.
///   - isolation: where the cases run, if a law may stop its process, as an index out of bounds does; nil: in this process.
/// - Returns: the table of laws, all of which hold or are waived.
/// - Throws: ``LawFailure`` if a law does not hold; ``LawsError`` if a waiver names no law.
@discardableResult
public func checkLaws<Value: SendableMetatype>(
  _ laws: Laws<Value>..., of generator: Generator<Value>, named name: String? = nil, cases: Int? = nil, seed: UInt64? = nil,
  within: Duration? = nil, settings: RunSettings = RunSettings(), replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) throws -> LawReport {
  try report(
    laws, of: generator, elements: nil, name, settings.limited(cases, seed, within), token, isolation,
    SourceLocation(fileID: fileID, filePath: filePath, line: line))
}

/// The same, with elements that the laws insert, append and look for.
///
///     try checkLaws(.rangeReplaceableCollection, of: .ringBuffer, elements: .int())
@discardableResult
public func checkLaws<Value: Sequence & SendableMetatype>(
  _ laws: Laws<Value>..., of generator: Generator<Value>, elements: Generator<Value.Element>, named name: String? = nil,
  cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil, settings: RunSettings = RunSettings(), replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) throws -> LawReport {
  try report(
    laws, of: generator, elements: elements, name, settings.limited(cases, seed, within), token, isolation,
    SourceLocation(fileID: fileID, filePath: filePath, line: line))
}

/// The same for a set that is no sequence.
@discardableResult @_disfavoredOverload
public func checkLaws<Value: SetAlgebra & SendableMetatype>(
  _ laws: Laws<Value>..., of generator: Generator<Value>, elements: Generator<Value.Element>, named name: String? = nil,
  cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil, settings: RunSettings = RunSettings(), replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) throws -> LawReport {
  try report(
    laws, of: generator, elements: elements, name, settings.limited(cases, seed, within), token, isolation,
    SourceLocation(fileID: fileID, filePath: filePath, line: line))
}

/// The same for laws whose checks wait.
@discardableResult
public func checkLaws<Value: SendableMetatype>(
  _ laws: AsyncLaws<Value>..., of generator: Generator<Value>, named name: String? = nil, cases: Int? = nil, seed: UInt64? = nil,
  within: Duration? = nil, settings: RunSettings = RunSettings(), replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) async throws -> LawReport {
  try await report(
    laws, of: generator, elements: nil, name, settings.limited(cases, seed, within), token, isolation,
    SourceLocation(fileID: fileID, filePath: filePath, line: line))
}

/// The same for an asynchronous sequence, with its elements.
@discardableResult
public func checkLaws<Value: AsyncSequence & SendableMetatype>(
  _ laws: AsyncLaws<Value>..., of generator: Generator<Value>, elements: Generator<Value.Element>, named name: String? = nil,
  cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil, settings: RunSettings = RunSettings(), replaying token: String? = nil,
  isolation: Isolation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) async throws -> LawReport {
  try await report(
    laws, of: generator, elements: elements, name, settings.limited(cases, seed, within), token, isolation,
    SourceLocation(fileID: fileID, filePath: filePath, line: line))
}

extension RunSettings {
  fileprivate func limited(_ cases: Int?, _ seed: UInt64?, _ within: Duration?) -> RunSettings { with(cases, seed, within) }
}

private func report<Value>(
  _ groups: [Laws<Value>], of generator: Generator<Value>, elements: (any Sendable)?, _ name: String?, _ settings: RunSettings,
  _ token: String?, _ isolation: Isolation?, _ location: SourceLocation
) throws -> LawReport {
  if let problem = groups.compactMap(\.unknown).first { throw LawsError(description: problem) }
  let laws = groups.flatMap(\.laws).eachOnce
  let run = try LawRun(
    name, laws, naming: groups.flatMap(\.named), of: generator, elements: elements, settings, replaying: token, isolation, at: location)
  return try run.finished(try laws.compactMap { try run.row($0) }, settings.announce)
}

private func report<Value>(
  _ groups: [AsyncLaws<Value>], of generator: Generator<Value>, elements: (any Sendable)?, _ name: String?, _ settings: RunSettings,
  _ token: String?, _ isolation: Isolation?, _ location: SourceLocation
) async throws -> LawReport {
  if let problem = groups.compactMap(\.unknown).first { throw LawsError(description: problem) }
  let laws = groups.flatMap(\.laws).eachOnce
  let run = try LawRun(
    name, laws, naming: groups.flatMap(\.named), of: generator, elements: elements, settings, replaying: token, isolation, at: location)
  var rows: [LawReport.Row] = []
  for law in laws { if let row = try await run.row(law) { rows.append(row) } }
  return try run.finished(rows, settings.announce)
}
