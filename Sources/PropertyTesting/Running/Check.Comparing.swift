// Claims about two runs of the code: of an old and a new version, or on an input and a changed one.

/// Checks that two functions agree: an old and a new version, a plain and a fast one, two ways to one result.
///
///     try check("the fast search finds what the plain one does", forAll: .question, old: plainSearch, new: fastSearch)
///
/// If `old` throws, `new` has to throw an error that prints the same.
/// - Parameters:
///   - old: what is taken to be right: the report prints its result as the expected one.
///   - token: the token of a report's `replay` line: the engine runs this one case.
/// - Returns: the result, whose verdict is ``Verdict/held``.
/// - Throws: ``PropertyFailure`` if a case is found in which they differ.
@discardableResult
public func check<Input, Output: Equatable & SendableMetatype>(
  _ title: String = #function, forAll inputs: Generator<Input>, old: @escaping @Sendable (Input) throws -> Output,
  new: @escaping @Sendable (Input) throws -> Output, cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil,
  settings: RunSettings = RunSettings(), replaying token: String? = nil, isolation: Isolation? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) throws -> PropertyResult {
  try Requirement<Void>("check", title, fileID: fileID, filePath: filePath, line: line)
    .holds(forAll: inputs) { (input: Input, _: Void) throws -> Void in
      let (expected, actual) = (Outcome { try old(input) }, Outcome { try new(input) })
      try compare(expected, actual, SourceLocation(fileID: fileID, filePath: filePath, line: line))
    }
    .checked(settings.with(cases, seed, within), replaying: token, isolation)
}

/// The same for asynchronous functions.
@discardableResult
public func check<Input: Sendable, Output: Equatable & SendableMetatype>(
  _ title: String = #function, forAll inputs: Generator<Input>, old: @escaping @Sendable (Input) async throws -> Output,
  new: @escaping @Sendable (Input) async throws -> Output, cases: Int? = nil, seed: UInt64? = nil, within: Duration? = nil,
  settings: RunSettings = RunSettings(), replaying token: String? = nil, isolation: Isolation? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) async throws -> PropertyResult {
  try await Requirement<Void>("check", title, fileID: fileID, filePath: filePath, line: line)
    .holds(forAll: inputs) { (input: Input, _: Void) async throws -> Void in
      let expected = await Outcome { try await old(input) }
      let actual = await Outcome { try await new(input) }
      try compare(expected, actual, SourceLocation(fileID: fileID, filePath: filePath, line: line))
    }
    .checked(settings.with(cases, seed, within), replaying: token, isolation)
}

/// What a function returned or threw.
private enum Outcome<Output> {
  case returned(Output)
  case threw(any Error)

  init(_ body: () throws -> Output) {
    do { self = .returned(try body()) } catch { self = .threw(error) }
  }

  init(_ body: () async throws -> Output) async {
    do { self = .returned(try await body()) } catch { self = .threw(error) }
  }

  var text: String {
    switch self {
    case .returned(let output): describe(output)
    case .threw(let error): "\(type(of: error)): \(describe(error))"
    }
  }
}

/// - Throws: ``ExpectationFailure`` where they differ; ``Discard`` where the old one does not apply.
private func compare<Output: Equatable>(_ old: Outcome<Output>, _ new: Outcome<Output>, _ location: SourceLocation) throws {
  noteClaim(fileID: location.fileID, line: location.line)
  switch (old, new) {
  case (.threw(let error as Discard), _): throw error
  case (.returned(let expected), .returned(let actual)):
    if expected == actual { return }
    let texts = describeApart(expected, actual)
    throw ExpectationFailure(claim: "new", expected: texts.0, actual: texts.1, location: location)
  case (.threw, .threw) where old.text == new.text: return
  case (.threw, _): throw ExpectationFailure(claim: "new", expected: "the error \(old.text)", actual: new.printed, location: location)
  case (.returned, .threw): throw ExpectationFailure(claim: "new", expected: old.text, actual: new.printed, location: location)
  }
}

extension Outcome {
  fileprivate var printed: String { if case .threw = self { "the error \(text)" } else { text } }
}
