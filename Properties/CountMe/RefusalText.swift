import CountMeGenerators
import CountMeReference
import Foundation
import PropertyTesting

/// What somebody reads about a refused value. Its letters are the implementation's choice; that it is a whole sentence
/// about the right thing is not.
struct RefusalText {
  let text: String

  /// Letters, digits, signs and points hang together.
  private var words: [String] {
    text.split { !($0.isLetter || $0.isNumber) }.map(String.init)
  }

  private var numbers: [Double] {
    text.split(separator: " ").compactMap { word in
      Double(word.trimmingCharacters(in: CharacterSet(charactersIn: ",.;:!()\"“”")))
    }
  }

  /// Whether the name stands in it as a word: "id" is no part of "invalid".
  func mentions(_ name: String) -> Bool { words.contains(name) }

  /// Fails the case unless the text is a sentence without gaps that begins with `subject`.
  func expectSentence(about subject: [String]) throws {
    try expectSentence()
    try expect(
      "\(describe(text)) begins with its subject, \(subject.joined(separator: " "))",
      Array(words.prefix(subject.count)) == subject)
  }

  /// Fails the case unless the text is a sentence without gaps. What it quotes may be anything.
  func expectSentence() throws {
    let plain = text.replacing(#/"(\\.|[^"\\])*"/#, with: "x")
    let gap = ["  ", " ,", " .", ".,", ",.", "..", ",,", " ]", "[]", "()"].first { plain.contains($0) }
    try expect("\(describe(text)) has no gap", gap == nil)
    try expect("\(describe(text)) is a sentence", plain.first?.isLetter == true && plain.hasSuffix("."))
  }

  /// Fails the case unless the text says what is allowed, and last what was found.
  func expectFinding(_ found: Double, outside bound: Double) throws {
    let numbers = numbers
    try expect("\(describe(text)) names the bound \(bound)", numbers.dropLast().contains(bound))
    try expect(
      "\(describe(text)) ends with what was found, \(found)",
      numbers.last.map { $0.bitPattern == found.bitPattern || $0.isNaN && found.isNaN } ?? false)
  }

  /// Fails the case unless both, which differ in what was found, end with that.
  func expectFindingLast(unlike other: RefusalText) throws {
    try expect(
      "\(describe(text)) and \(describe(other.text)), where other values were found, end with different words",
      words.last != other.words.last)
  }
}

extension Break {
  /// Fails the case unless `text` tells a user what is wrong with this value.
  func expectTold(in text: String, of model: String) throws {
    let text = RefusalText(text: text)
    try text.expectSentence(about: [model, field])
    if let number { try text.expectFinding(number, outside: error.bound) }
  }
}

extension DocumentBreak {
  /// Fails the case unless `reason` tells what is wrong with this value: of which model, where, and what it is.
  func expectTold(in reason: String, of model: CloudRecord.Kind) throws {
    let text = RefusalText(text: reason)
    try text.expectSentence(about: [model.rawValue] + path.words)
    if record != nil, let found = value?.number { try text.expectFinding(found, outside: bound(of: found)) }
  }

  /// The one that `found` is beyond.
  private func bound(of found: Double) -> Double {
    switch path.field {
    case "durationMinutes" where found > 0: SpecifiedLimits.durationMinutes.upperBound
    case "dailyGoal" where found > 0: SpecifiedLimits.dailyGoal.upperBound
    case "calories" where found > 0, "caloriesBurned" where found > 0: SpecifiedLimits.calories.upperBound
    case "protein" where found > 0, "carbohydrates" where found > 0, "fats" where found > 0:
      SpecifiedLimits.macroGrams.upperBound
    // Of quantities and servings there is no most.
    default: 0
    }
  }
}

extension ValidationError {
  /// The least or the most that is allowed.
  fileprivate var bound: Double {
    switch self {
    case .caloriesExceedMax(_, _, let max), .macroExceedMax(_, _, _, let max), .durationExceedMax(_, let max),
      .goalExceedMax(_, let max):
      max
    default: 0
    }
  }
}

/// Fails the case unless each failure at the sync boundary has a text of its own, that of invalid data with its reason.
func expectSyncErrorsTold(reason: String, by textOf: (SyncError) -> String?) throws {
  let invalid = textOf(.invalidData(reason: reason)) ?? ""
  try expect("\(describe(invalid)) tells the reason \(describe(reason))", invalid.contains(reason))
  let failed = textOf(.firestoreError(Refusal())) ?? ""
  try expect("\(describe(failed)) tells the error inside, Refusal", failed.contains("Refusal"))
  let usedUp = textOf(.maxRetriesExceeded) ?? ""
  try RefusalText(text: usedUp).expectSentence()
  // More than what it passes on.
  for text in [invalid.replacing(reason, with: ""), failed.replacing("\(Refusal())", with: "")] {
    try expect("\(describe(text)) says what kind of failure it is", text.contains { $0.isLetter })
  }
}

// What CM-02 and its likes must catch in the texts that the user reads.
extension Fault<CountMeSystem> {
  static let describesNoModel = Fault("describesNoModel", "describes errors without the model") {
    $0.redescribe { $0.replacing(#/^\w+ /#, with: "") }
  }

  static let describesNoBound = Fault("describesNoBound", "describes errors without the allowed values") {
    $0.redescribe { $0.replacing(#/must [^,]*,/#, with: "must not be so,") }
  }

  static let describesNoFinding = Fault("describesNoFinding", "describes errors without the value found") {
    $0.redescribe { $0.replacing(#/, but it is .*/#, with: ".") }
  }

  static let leavesAGapInDescriptions = Fault("leavesAGapInDescriptions", "leaves a gap instead of a requirement") {
    $0.redescribe { $0.replacing(#/must [^,]*,/#, with: "must ,") }
  }

  static let callsCaloriesBurnedCalories = Fault(
    "callsCaloriesBurnedCalories", "describes calories burned as calories") {
    $0.redescribe { $0.replacing("caloriesBurned", with: "calories") }
  }

  static let givesReasonsWithoutModel = Fault("givesReasonsWithoutModel", "does not name the model of a document") {
    $0.rephraseReasons { $0.replacing(#/^\w+ /#, with: "") }
  }

  static let givesReasonsWithoutPath = Fault("givesReasonsWithoutPath", "does not say which ingredient is wrong") {
    $0.rephraseReasons { $0.replacing(#/ingredients\[\d+\]\.(?=\w)/#, with: "") }
  }

  static let takesAllBoolsForAlike = Fault("takesAllBoolsForAlike", "does not say which Bool it found") {
    $0.rephraseReasons { $0.replacing(#/the Bool \w+/#, with: "a Bool") }
  }

  static let givesReasonsWithoutFinding = Fault("givesReasonsWithoutFinding", "does not give the value found") {
    $0.rephraseReasons { $0.replacing(#/, but it is .*/#, with: ", but it is not.") }
  }

  static let describesInvalidDataWithoutReason = Fault(
    "describesInvalidDataWithoutReason", "tells the user that data is invalid, but not why") { countMe in
    let describe = countMe.describeSyncError
    countMe.describeSyncError = { error in
      if case .invalidData = error { "The data is invalid." } else { describe(error) }
    }
  }
}

extension CountMeSystem {
  fileprivate mutating func redescribe(as changed: @escaping @Sendable (String) -> String) {
    let describe = describe
    self.describe = { describe($0).map(changed) }
  }

  fileprivate mutating func rephraseReasons(as changed: @escaping @Sendable (String) -> String) {
    failToRead { error in
      guard case SyncError.invalidData(let reason) = error else { return error }
      return SyncError.invalidData(reason: changed(reason))
    }
  }
}
