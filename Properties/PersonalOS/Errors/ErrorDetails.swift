import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

/// The values that errors consist of: as many of each kind as any single error holds.
struct ErrorDetails: Sendable {
  var texts = ["", "", "", "", ""]
  var counts = [0, 0]
  /// Above 0.
  var amounts: [Decimal] = [1, 1]
  /// Names of tables. They have no commas, because messages put commas between names.
  var tables: [[String]] = [[], []]
  /// A duration that no focus session may have.
  var seconds = 0.0
  var flag = false
  var id = UUID()
  var version = SchemaVersion.allCases[0]
  var environment = AppEnvironment.development
  var accessibility = KeychainAccessibility.allCases[0]

  /// The same details, each time with one part of `others`.
  func replacingOne(by others: ErrorDetails) -> [ErrorDetails] {
    let single: [(inout ErrorDetails) -> Void] = [
      { $0.seconds = others.seconds }, { $0.flag = others.flag }, { $0.id = others.id },
      { $0.version = others.version }, { $0.environment = others.environment },
      { $0.accessibility = others.accessibility },
    ]
    let texts = (0..<5).map { index in { (details: inout ErrorDetails) in details.texts[index] = others.texts[index] } }
    let pairs: [(inout ErrorDetails) -> Void] = (0..<2).flatMap { index in
      [
        { $0.counts[index] = others.counts[index] }, { $0.amounts[index] = others.amounts[index] },
        { $0.tables[index] = others.tables[index] },
      ]
    }
    return (single + texts + pairs).map { replace in
      var details = self
      replace(&details)
      return details
    }
  }
}

extension Generator where Value == (ErrorDetails, others: ErrorDetails) {
  /// Each part of the others is near, such as a number one more, or random, and then it may be equal.
  static var nearDetails: Generator {
    Generator<(ErrorDetails, ErrorDetails, Int)>.zip(.errorDetails, .errorDetails, .int(in: 0...2)).map {
      details, random, choice in
      var others = random
      if choice > 0 {
        others.counts = details.counts.map { $0 + 1 }
        others.texts = details.texts.map { $0 + "1" }
        others.amounts = details.amounts.map { $0 + 1 }
        others.tables = details.tables.map { Array($0.dropLast()) }
        (others.seconds, others.flag) = (details.seconds + 1, !details.flag)
      }
      return (details, others)
    }
  }
}

extension Generator where Value == ErrorDetails {
  /// Texts that occur in no message by themselves. Some are empty, and some contain quotes.
  fileprivate static var errorDetails: Generator {
    let text = Generator<String>.oneOf(
      .element(of: ["row-17", "", "a \"b\" 3", "密 9", "one, two 22", "C:\\x4"]), .text(.of("zq7\"\\ 焦"), count: 4...9))
    let count = Generator<Int>.oneOf(.int(in: 0...9), .int(in: -999...999), .int(in: 1_000...999_999))
    let table = Generator<String>.element(of: ["trades", "assets", "posts", "bookmarks", "none of ours"])
    return .build(
      ErrorDetails.init, from: .array(of: text, count: 5), .array(of: count, count: 2),
      .array(of: .decimal(digits: 1...18, exponent: -4...2, signed: false), count: 2),
      .array(of: .array(of: table, count: 0...4), count: 2), .element(of: [0, -1, .infinity, -0.5, -3_600]), .bool, .uuid,
      .element(of: SchemaVersion.allCases), .element(of: [.development, .staging, .production]),
      .element(of: KeychainAccessibility.allCases))
  }
}
