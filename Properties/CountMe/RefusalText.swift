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

  /// Fails the case unless the text tells what is wrong with this value: where it is, what is allowed, and what it is.
  func expectTold(_ broken: Break, of model: SpecifiedModel) throws {
    try expectSentence(about: [model.rawValue] + broken.path.words)
    // Of quantities and servings there is no most.
    if let number = broken.number { try expectFinding(number, outside: number > 0 ? broken.kind.most ?? 0 : 0) }
  }

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
