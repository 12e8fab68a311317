/// The error for a claim of a property that does not hold.
public struct ExpectationFailure: Error, Sendable {
  /// What was claimed: "quantity of AAPL".
  public let claim: String
  /// How the expected side printed, if the claim was an equality.
  public let expected: String?
  /// How the actual side printed, if the claim was an equality.
  public let actual: String?
  /// How far the two sides are apart, if both are numbers: see ``WorstCase``.
  public let difference: Double?
  /// Where the claim stands.
  public let location: SourceLocation
  /// What shows it best.
  package var drawings: [TraceFigure] = []

  /// A claim that did not hold. Give both sides of an equality, or neither.
  public init(
    claim: String, expected: String? = nil, actual: String? = nil, difference: Double? = nil, location: SourceLocation
  ) {
    self.claim = claim
    self.expected = expected
    self.actual = actual
    self.difference = difference
    self.location = location
  }
}

extension ExpectationFailure: CustomStringConvertible {
  public var description: String {
    guard let expected, let actual else { return claim }
    return expected == actual
      ? "\(claim): expected \(expected), got a different value that prints alike"
      : "\(claim): expected \(expected), got \(actual)"
  }
}

/// A place in a source file.
public struct SourceLocation: Sendable, Hashable {
  /// "Module/File.swift".
  public let fileID: String
  /// The full path at build time.
  public let filePath: String
  /// The line, counted from 1.
  public let line: Int

  /// A location; `#fileID`, `#filePath` and `#line` are what to pass.
  public init(fileID: String, filePath: String, line: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
  }
}

/// What a claim says. It may throw, or `expect("\(try …)", …)` would not compile; a claim that fails is no less of a failure then.
@usableFromInline
func words(_ claim: () throws -> String) -> String {
  do { return try claim() } catch { return "(the words of the claim threw \(describe(error)))" }
}

/// Fails the case if `condition` is false. `claim` says what should have been true.
@inlinable
public func expect(
  _ claim: @autoclosure () throws -> String, _ condition: Bool,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) throws {
  noteClaim(fileID: fileID, line: line)
  if condition || isOnlyNoted(fileID, line) { return }
  throw ExpectationFailure(
    claim: words(claim), location: SourceLocation(fileID: fileID, filePath: filePath, line: line))
}

/// Fails the case if `actual` differs from `expected`. `claim` names the quantity that is compared.
@inlinable
public func expect<Value: Equatable>(
  _ claim: @autoclosure () throws -> String, _ actual: Value, equals expected: Value,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) throws {
  noteClaim(fileID: fileID, line: line)
  if actual == expected || isOnlyNoted(fileID, line) { return }
  let (expectedText, actualText) = describeApart(expected, actual)
  throw ExpectationFailure(
    claim: words(claim), expected: expectedText, actual: actualText,
    difference: numericDifference(actual, expected),
    location: SourceLocation(fileID: fileID, filePath: filePath, line: line))
}

/// Fails the case unless `body` throws an error of type `type`. Returns the error.
public func expectThrows<Failure: Error, Result>(
  _ claim: @autoclosure () throws -> String, _ type: Failure.Type,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  _ body: () throws -> Result
) throws -> Failure {
  noteClaim(fileID: fileID, line: line)
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
  let got: String
  do {
    got = "no error, and the result \(describe(try body()))"
  } catch let error as Failure {
    return error
  } catch {
    got = "\(Swift.type(of: error)) \(describe(error))"
  }
  throw ExpectationFailure(claim: words(claim), expected: "\(type)", actual: got, location: location)
}
