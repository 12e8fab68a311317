import CountMeGenerators
import CountMeReference
import PropertyTesting

/// CM-01, CM-03, CM-05, CM-07, CM-09: a valid record is kept; it is refused with any one field broken; and it equals
/// what is the same, and nothing else.
func expectValidIsKept(_ miss: NearMiss, by countMe: CountMeSystem, _ trial: Trial) throws {
  miss.labelEdges(trial)
  let app = ModelDriver(countMe, miss.valid.model)
  try expectKept(miss.valid, by: app.construct)
  for broken in miss.breaks {
    _ = try expectThrows("construction where \(broken)", ValidationError.self) {
      try app.construct(miss.record(with: [broken]))
    }
  }
  try expectEqualIfSame(miss.valid, by: app.areEqual)
}

/// CM-02, CM-04, CM-06, CM-08, CM-10: each break alone is refused with exactly the error that it deserves, described as
/// no other field; and all of them together with the error of one of them, whichever the app chooses.
func expectInvalidIsRefused(_ miss: NearMiss, by countMe: CountMeSystem, _ trial: Trial) throws {
  miss.labelBreaks(trial)
  let app = ModelDriver(countMe, miss.valid.model)
  var fields: [String: String] = [:]
  for broken in miss.breaks {
    let error = try expectThrows("construction where \(broken)", ValidationError.self) {
      try app.construct(miss.record(with: [broken]))
    }
    // In print, because the errors' own `==` is judged.
    try expect("the error where \(broken)", describe(error), equals: describe(broken.error))
    let description = countMe.describe(error) ?? ""
    try expect("the error where \(broken) has a description", !description.isEmpty)
    try RefusalText(text: description).expectTold(broken, of: miss.valid.model)
    let other = fields.updateValue(broken.path.field, forKey: description)
    try expect(
      "\(describe(description)) describes the error of \(broken.path) alone, not that of \(other ?? "") too",
      other == nil)
  }
  let error = try expectThrows("construction with all breaks", ValidationError.self) {
    try app.construct(miss.record(with: miss.breaks))
  }
  try expect(
    "the error with all breaks, \(error), is that of one of them",
    miss.breaks.contains { describe($0.error) == describe(error) })
  try expectKept(miss.valid, by: app.construct)
}

/// Fails the case unless `pass` takes the valid record and gives it back bit by bit.
func expectKept(_ valid: ModelRecord, by pass: (ModelRecord) throws -> ModelRecord) throws {
  do {
    try expect("the record kept", try pass(valid), equals: valid)
  } catch let error where !(error is ExpectationFailure) {
    try expect("the valid record is accepted, not refused: \(describe(error))", false)
  }
}
