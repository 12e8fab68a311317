import Foundation
import QuickVaultReference
import Testing

/// Phone and tax numbers against recognisers of another kind: an automaton in a table, and a regular expression.
@Suite("Phone and tax numbers")
struct NumberTests {
  /// The grammar as a finite automaton: for each state what characters lead where. "!" accepts.
  enum PhoneAutomaton {
    private typealias Edge = (on: ClosedRange<Character>, to: String)

    private static let edges: [String: [Edge]] = {
      var edges: [String: [Edge]] = [:]
      func edge(_ from: String, _ on: ClosedRange<Character>, _ to: String) { edges[from, default: []].append((on, to)) }
      // Mobile.
      edge("start", "1"..."1", "m1")
      edge("start", "+"..."+", "+")
      edge("+", "8"..."8", "+8")
      edge("+8", "6"..."6", "+86")
      edge("+86", "-"..."-", "prefixed")
      edge("+86", "1"..."1", "m1")
      edge("start", "8"..."8", "8")
      edge("8", "6"..."6", "86")
      edge("86", "-"..."-", "prefixed")
      edge("prefixed", "1"..."1", "m1")
      edge("m1", "3"..."9", "9 left")
      for left in 1...9 { edge("\(left) left", "0"..."9", left == 1 ? "!" : "\(left - 1) left") }
      // Landline.
      edge("start", "0"..."0", "a0")
      edge("a0", "1"..."1", "a01")
      edge("a01", "0"..."0", "area")
      edge("a0", "2"..."2", "a02")
      edge("a02", "0"..."9", "area")
      edge("a0", "3"..."9", "a03")
      edge("a03", "0"..."9", "a03x")
      edge("a03x", "0"..."9", "area")
      edge("area", "-"..."-", "local")
      for state in ["area", "local"] { edge(state, "2"..."9", "l1") }
      for read in 1...5 { edge("l\(read)", "0"..."9", "l\(read + 1)") }
      edge("l6", "0"..."9", "l7!")
      edge("l7!", "0"..."9", "l8!")
      for state in ["l7!", "l8!"] { edge(state, "-"..."-", "e0") }
      for read in 0...5 { edge(read == 0 ? "e0" : "e\(read)!", "0"..."9", "e\(read + 1)!") }
      return edges
    }()

    static func accepts(_ text: String) -> Bool {
      var state = "start"
      for scalar in text.unicodeScalars {
        guard scalar.isASCII,
          let edge = edges[state]?.first(where: { $0.on.contains(Character(scalar)) })
        else { return false }
        state = edge.to
      }
      return state.hasSuffix("!")
    }
  }

  static let phonePattern =
    "^(?:(?:\\+86-?|86-)?1[3-9][0-9]{9}|(?:010|02[0-9]|0[3-9][0-9]{2})-?[2-9][0-9]{6,7}(?:-[0-9]{1,6})?)\\z"

  static func matches(_ text: String, _ pattern: String) throws -> Bool {
    let expression = try NSRegularExpression(pattern: pattern)
    return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
  }

  static let phones = [
    "13800138000", "+8613800138000", "+86-13800138000", "86-13800138000", "010-62771114", "01062771114", "021-5555555",
    "0755-26772677", "07552677267", "0371-6666666-1", "010-62771114-123456",
  ]
  static let tricky = [
    "", "1", "8613800138000", "12800138000", "1380013800", "138001380000", "13800138000\n", " 13800138000", "+86",
    "+86--13800138000", "1380013800\u{660}", "１３８００１３８０００", "010--62771114", "010-62771114-", "010-62771114-1234567",
    "011-62771114", "0100-6277111", "010-12345678", "010-162771114", "0755-267726", "+010-62771114", "02-62771114",
    "020-2345678901", "0", "01", "010", "0300-2345678", "00-2345678",
  ]

  @Test("Phone numbers: the validator, an automaton and a regular expression agree on all that is one edit away")
  func phoneNumbers() throws {
    var seen = Set<String>()
    for phone in Self.phones {
      #expect(PhoneValidator.isValid(phone), "\(phone)")
      for text in [phone] + Self.edits(of: phone) where seen.insert(text).inserted {
        let expected = PhoneAutomaton.accepts(text)
        #expect(PhoneValidator.isValid(text) == expected, "\(text.debugDescription)")
        #expect(try Self.matches(text, Self.phonePattern) == expected, "\(text.debugDescription)")
      }
    }
    #expect(seen.count > 2_000)
    for text in Self.tricky { #expect(PhoneValidator.isValid(text) == PhoneAutomaton.accepts(text), "\(text.debugDescription)") }
  }

  @Test(
    "Decision: what is disputed in phone numbers",
    arguments: [
      ("+8613800138000", true), ("86-13800138000", true), ("8613800138000", false), ("01062771114", true),
      ("010-62771114-8001", true), ("10000000000", false), ("12000000000", false), ("19900000000", true), ("10086", false),
      ("400-810-8888", false), ("", false),
    ])
  func disputedPhones(_ text: String, _ isValid: Bool) { #expect(PhoneValidator.isValid(text) == isValid) }

  /// Everything that one character inserted, deleted or exchanged makes.
  static func edits(of text: String) -> [String] {
    let characters = Array(text)
    let letters: [Character] = ["0", "1", "2", "3", "9", "-", "+", "A", " ", "\n", "\u{661}", "\u{FF11}"]
    var edits: [String] = []
    for place in 0...characters.count {
      for letter in letters {
        edits.append(String(characters[..<place]) + String(letter) + String(characters[place...]))
        if place < characters.count {
          edits.append(String(characters[..<place]) + String(letter) + String(characters[(place + 1)...]))
        }
      }
      if place < characters.count { edits.append(String(characters[..<place]) + String(characters[(place + 1)...])) }
    }
    return edits
  }

  @Test("Tax IDs: the validator and a regular expression agree on all that is one edit away")
  func taxIDs() throws {
    let pattern = "^[0-9A-HJ-NPQRTUWXY]{18}\\z"
    for taxID in ["91350100M000100Y43", "911100000000000000", "ABCDEFGHJKLMNPQRTU", "WXY0123456789WXY00"] {
      #expect(TaxIDValidator.isValid(taxID))
      for text in Self.edits(of: taxID) + [taxID.lowercased(), taxID + taxID, "", String(taxID.dropLast(3))] {
        #expect(try TaxIDValidator.isValid(text) == Self.matches(text, pattern), "\(text.debugDescription)")
      }
    }
  }

  @Test(
    "Decision: what is disputed in tax IDs",
    arguments: [
      ("91350100M000100Y44", true),  // a wrong check digit
      ("91350100m000100y43", false), ("110105198001011234", true), ("11010519800101123I", false),
      ("110105800101123", false),
    ])
  func disputedTaxIDs(_ text: String, _ isValid: Bool) { #expect(TaxIDValidator.isValid(text) == isValid) }
}
