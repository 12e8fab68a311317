import Foundation
import Testing

@testable import PropertyTesting

@Suite("Replay tokens")
struct ReplayTokenTests {
  static let token = ReplayToken(
    propertyID: "CM-13",
    choices: [
      ScriptedChoice(kind: .count, magnitude: 3, isBelow: false),
      ScriptedChoice(kind: .integer, magnitude: .max, isBelow: true),
      ScriptedChoice(kind: .double, magnitude: Double.nan.bitPattern, isBelow: false),
      ScriptedChoice(kind: .character, magnitude: 0x10_F7FF, isBelow: false),
    ],
    drawsFingerprint: 0x0123_4567_89ab_cdef, valueFingerprint: .max)

  /// Choices of every kind and size.
  static let choices = Generator<[ScriptedChoice]>.array(
    of: Generator { source in
      let kind = try source(.element(of: ChoiceKind.allCases))
      let magnitude = try source(.integer(in: UInt64.min ... .max))
      let isBelow = try source(.bool)
      return ScriptedChoice(kind: kind, magnitude: magnitude, isBelow: kind != .double && isBelow)
    })

  @Test func everyTokenReadsBack() throws {
    try check("round trip", forAll: Self.choices, settings: RunSettings(cases: 500, seed: 1)) {
      choices, trial in
      let id = try trial.draw(.element(of: ["CM-1", "a:b", "check", "ä ö", "T/9"]), "id")
      let (draws, value) = (
        try trial.draw(.integer(in: UInt64.min ... .max)),
        try trial.draw(.integer(in: UInt64.min ... .max))
      )
      let sizeIndex = try trial.draw(.int(in: 0...49), "size")
      let token = ReplayToken(
        propertyID: id, choices: choices, sizeIndex: sizeIndex, drawsFingerprint: draws,
        valueFingerprint: value)
      let read = try ReplayToken(token.description)
      try expect("token", read, equals: token)
      try expect("with blanks around it", try ReplayToken("  \(token)\n"), equals: token)
      try expect("choice text", ChoiceText.choices(in: ChoiceText.text(of: choices)), equals: choices)
      try expect(
        "plain characters",
        token.description.dropFirst(id.count + 1).utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x5F
        })
    }
  }

  @Test func everyChangedCharacterIsRejected() throws {
    let text = Array(Self.token.description)
    var rejected = 0
    for position in text.indices {
      for replacement in "AZaz09-_+/:=., \n\0é€%" where replacement != text[position] {
        var changed = text
        changed[position] = replacement
        do {
          let read = try ReplayToken(String(changed))
          // Blanks around it are not part of it.
          #expect(String(changed).trimmingCharacters(in: .whitespacesAndNewlines) == read.description)
        } catch {
          rejected += 1
          #expect(!error.reason.isEmpty)
          #expect(error.token == String(changed))
        }
      }
    }
    #expect(rejected > text.count * 18)
  }

  @Test func everyCutIsRejected() {
    let text = Self.token.description
    for length in 0..<text.count {
      #expect(throws: ReplayTokenError.self, "\(length)") { try ReplayToken(String(text.prefix(length))) }
    }
    for length in 1..<text.count - "CM-13:".count {
      #expect(throws: ReplayTokenError.self, "\(length)") {
        try ReplayToken("CM-13:" + text.suffix(length))
      }
    }
  }

  @Test(arguments: [
    ("", "ID:WORD"), ("CM-13", "ID:WORD"), (":AQ", "ID:WORD"), ("CM-13:", "too short"),
    ("CM-13:AQ", "too short"), ("CM-13:***", "base64url"), ("CM-13:A Q", "base64url"),
    ("swift run touchstone replay", "ID:WORD"),
  ])
  func garbageIsExplained(text: String, reason: String) {
    let error = #expect(throws: ReplayTokenError.self) { try ReplayToken(text) }
    #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
    #expect(error?.description.hasPrefix("“\(text)” is not a replay token: ") == true)
  }

  @Test func anotherIDIsRejected() {
    let other = Self.token.description.replacingOccurrences(of: "CM-13", with: "CM-14")
    let error = #expect(throws: ReplayTokenError.self) { try ReplayToken(other) }
    #expect(error?.reason.contains("checksum") == true)
  }

  @Test func anotherVersionIsNamed() throws {
    let word = Self.token.description.dropFirst("CM-13:".count)
      .replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    var bytes = try #require(
      Data(base64Encoded: word + String(repeating: "=", count: (4 - word.count % 4) % 4)))
    bytes[0] = 2
    let newer = "CM-13:" + bytes.base64EncodedString()
    let error = #expect(throws: ReplayTokenError.self) { try ReplayToken(newer) }
    #expect(error?.reason == "it has format version 2, and this build reads version 1")
  }

  @Test func longGarbageIsShortened() {
    let error = #expect(throws: ReplayTokenError.self) {
      try ReplayToken(String(repeating: "x", count: 10_000))
    }
    #expect((error?.description.count ?? .max) < 250)
  }

  @Test func choiceTextRejectsWhatIsNoChoice() {
    for text in ["q3", "i", "i-", "i1.5", "n-", "dx", "d#xyz", "i18446744073709551616", "3"] {
      #expect(ChoiceText.choices(in: text) == nil, "\(text)")
    }
    #expect(ChoiceText.choices(in: "") == [])
  }

  @Test func choiceTextIsReadable() {
    #expect(
      ChoiceText.text(of: Self.token.choices) == "n3 i-18446744073709551615 d#7ff8000000000000 c1112063")
  }
}
