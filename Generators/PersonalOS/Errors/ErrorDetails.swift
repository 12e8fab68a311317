import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

/// The values that errors consist of: as many of each kind as any single error holds.
public struct ErrorDetails: Sendable {
  /// Five texts, of which an error takes the first ones.
  public fileprivate(set) var texts = ["", "", "", "", ""]
  /// Two counts, which may be negative.
  public fileprivate(set) var counts = [0, 0]
  /// Two amounts above 0.
  public fileprivate(set) var amounts: [Decimal] = [1, 1]
  /// Two lists of the names of tables: the found and the expected ones. The names have no commas, because messages put
  /// commas between names.
  public fileprivate(set) var tables: [[String]] = [[], []]
  /// A duration that no focus session may have: 0, negative or infinite.
  public fileprivate(set) var seconds = 0.0
  /// What an error says in its one Boolean, such as whether a retry can help.
  public fileprivate(set) var flag = false
  /// The id of a trade or of a focus session.
  public fileprivate(set) var id = UUID()
  /// The schema version that a migration was to reach.
  public fileprivate(set) var version = SchemaVersion.allCases[0]
  /// An environment that an error names.
  public fileprivate(set) var environment = AppEnvironment.development
  /// A class of keychain items that an error names.
  public fileprivate(set) var accessibility = KeychainAccessibility.allCases[0]

  /// The simplest values.
  public init() {}

  /// A value that can change while all others stay the same; `take` takes it from other details.
  public typealias Part = (name: String, take: @Sendable (inout ErrorDetails, ErrorDetails) -> Void)

  /// Each part by name, with a function that takes it from other details.
  public static let parts: [Part] = {
    var parts: [Part] = [
      ("seconds", { $0.seconds = $1.seconds }), ("flag", { $0.flag = $1.flag }), ("id", { $0.id = $1.id }),
      ("version", { $0.version = $1.version }), ("environment", { $0.environment = $1.environment }),
      ("accessibility", { $0.accessibility = $1.accessibility }),
    ]
    for index in 0..<5 { parts.append(("text \(index)", { $0.texts[index] = $1.texts[index] })) }
    for index in 0..<2 {
      parts.append(("count \(index)", { $0.counts[index] = $1.counts[index] }))
      parts.append(("amount \(index)", { $0.amounts[index] = $1.amounts[index] }))
      parts.append(("tables \(index)", { $0.tables[index] = $1.tables[index] }))
    }
    return parts
  }()
}

/// Details, and others that are close to them.
public struct NearDetails: Sendable {
  /// Details of an error.
  public let details: ErrorDetails
  /// A near miss takes one part of them in place of that part of ``details``.
  public let others: ErrorDetails
}

extension Generator where Value == NearDetails {
  /// Each part has a near value, such as a number one more, or a random one, which may be equal.
  public static var nearDetails: Generator {
    Generator<(ErrorDetails, ErrorDetails, Int)>.zip(.errorDetails, .errorDetails, .int(in: 0...2)).map {
      details, random, choice in
      guard choice > 0 else { return NearDetails(details: details, others: random) }
      var others = random
      others.counts = details.counts.map { $0 + 1 }
      others.texts = details.texts.map { $0 + "1" }
      others.amounts = details.amounts.map { $0 + 1 }
      others.tables = details.tables.map { Array($0.dropLast()) }
      others.seconds = details.seconds + 1
      others.flag = !details.flag
      return NearDetails(details: details, others: others)
    }
  }
}

extension Generator where Value == ErrorDetails {
  /// Texts that occur in no message by themselves. Some are empty, and some contain quotes.
  public static var errorDetails: Generator {
    let text = Generator<String>.oneOf(
      .element(of: ["row-17", "", "a \"b\" 3", "密 9", "one, two 22", "C:\\x4"]), .text(.of("zq7\"\\ 焦"), count: 4...9))
    let count = Generator<Int>.oneOf(.int(in: 0...9), .int(in: -999...999), .int(in: 1_000...999_999))
    let tables = Generator<[String]>.array(
      of: .element(of: ["trades", "assets", "posts", "bookmarks", "none of ours"]), count: 0...4)
    return Generator { source in
      var details = ErrorDetails()
      details.texts = try source(.array(of: text, count: 5))
      details.counts = try source(.array(of: count, count: 2))
      details.amounts = try source(.array(of: .decimal(digits: 1...18, exponent: -4...2, signed: false), count: 2))
      details.tables = try source(.array(of: tables, count: 2))
      details.seconds = try source(.element(of: [0, -1, .infinity, -0.5, -3_600]))
      details.flag = try source(.bool)
      details.id = try source(.uuid)
      details.version = try source(.element(of: SchemaVersion.allCases))
      details.environment = try source(.element(of: [.development, .staging, .production]))
      details.accessibility = try source(.element(of: KeychainAccessibility.allCases))
      return details
    }
  }
}
