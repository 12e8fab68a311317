import CountMeGenerators
import CountMeReference
import PropertyTesting

/// Fails the case unless `construct` takes the valid fields and keeps each of them bit by bit.
///
/// - Parameter construct: gives the fields that the model holds.
func expectKept<Fields: ExactlyFormed>(
  _ valid: Fields, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  _ construct: (Fields) throws -> Fields
) throws {
  noteClaim(fileID: fileID, line: line)
  let kept: Fields
  do {
    kept = try construct(valid)
  } catch {
    throw ExpectationFailure(
      claim: "the valid record is accepted", expected: "no error", actual: describe(error),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line))
  }
  try expect(
    "the fields kept", Exactly(kept), equals: Exactly(valid), fileID: fileID, filePath: filePath, line: line)
}

/// Fails the case unless `construct` refuses the record with any of its breaks alone.
func expectRefused<Fields, Model>(
  _ nearMiss: NearMiss<Fields>, _ construct: (Fields) throws -> Model
) throws {
  for broken in nearMiss.breaks {
    _ = try expectThrows("construction where \(broken)", ValidationError.self) {
      try construct(broken.fields)
    }
  }
}

/// Fails the case unless `construct` refuses each break alone with exactly the error that it deserves, and
/// all of them together with the error of one of them: which one is the implementation's choice.
///
/// - Parameters:
///   - model: its name, with which a description begins.
///   - textOf: what the user reads about an error: a sentence about the field, what is allowed, and what was
///     found; not the same for two fields.
func expectRefusedForItsBreaks<Fields, Model>(
  _ nearMiss: NearMiss<Fields>, of model: String, describedBy textOf: (ValidationError) -> String?,
  _ construct: (Fields) throws -> Model
) throws {
  var descriptions: [String: String] = [:]
  for broken in nearMiss.breaks {
    let error = try expectThrows("construction where \(broken)", ValidationError.self) {
      try construct(broken.fields)
    }
    try expect("the error where \(broken)", Exactly(error), equals: Exactly(broken.error))
    let description = textOf(error) ?? ""
    try expect("the error where \(broken) has a description", !description.isEmpty)
    try broken.expectTold(in: description, of: model)
    let other = descriptions.updateValue(broken.field, forKey: description)
    try expect(
      "\(describe(description)) describes the error of \(broken.field) alone, not that of \(other ?? "") too",
      other == nil)
  }
  let error = try expectThrows("construction with all breaks", ValidationError.self) {
    try construct(nearMiss.brokenTogether)
  }
  try expect(
    "the error with all breaks, \(error), is that of one of them",
    nearMiss.breaks.contains { $0.error.exactForm == error.exactForm })
}

extension Trial {
  /// Counts the case in the class of each of its breaks.
  func labelBreaches<Fields>(of nearMiss: NearMiss<Fields>) {
    for broken in nearMiss.breaks { label(broken.breach.rawValue) }
  }

  /// Counts the case in the classes of the edges that a valid record reaches.
  func labelEdges(name: String, amounts: [Double?], upTo bounds: [Double] = []) {
    label("an amount is 0", if: amounts.contains(0))
    label("an amount at its upper bound", if: zip(amounts, bounds).contains { $0 == $1 })
    label("an amount is nil", if: amounts.contains(nil))
    label("an amount is subnormal", if: amounts.contains { $0?.isSubnormal == true })
    label("white at an end of the name", if: hasWhiteEnd(name))
    label("a name of more than 100 scalars", if: name.unicodeScalars.count > 100)
  }
}

private func hasWhiteEnd(_ text: String) -> Bool {
  [text.unicodeScalars.first, text.unicodeScalars.last].contains { scalar in
    scalar.map(SpecifiedLimits.whiteScalars.contains) ?? false
  }
}
