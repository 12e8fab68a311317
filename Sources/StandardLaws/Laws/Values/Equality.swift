import PropertyTesting

/// Whether two values are equal, if their type says what that is; nil: it does not.
func areEqual<Value>(_ one: Value, _ other: Value) -> Bool? {
  func compare<Known: Equatable>(_ one: Known) -> Bool? { (other as? Known).map { one == $0 } }
  guard let one = one as? any Equatable else { return nil }
  return compare(one)
}

/// Runs a step of a law that must not throw: "encoding as JSON". An error is a failed claim, in the law's words.
func succeeding<Result>(
  _ step: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, _ body: () throws -> Result
) throws -> Result {
  do {
    return try body()
  } catch let failure as ExpectationFailure {
    throw failure
  } catch let discard as Discard {
    throw discard
  } catch {
    try expect("\(step) threw \(describe(error))", false, fileID: fileID, filePath: filePath, line: line)
    throw error
  }
}

/// Claims that there is a value.
func expectValue<Wrapped>(
  _ claim: @autoclosure () -> String, _ value: Wrapped?, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
) throws -> Wrapped {
  try expect(claim(), value != nil, fileID: fileID, filePath: filePath, line: line)
  guard let value else { throw Discard(reason: "a claim that fails is only noted") }
  return value
}
