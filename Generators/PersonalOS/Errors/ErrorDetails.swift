import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

/// The values that errors consist of: as many of each kind as any single error holds.
public struct ErrorDetails: Sendable {
  /// A value that can change while all others stay the same.
  public enum Part: Sendable, CaseIterable {
    case firstText, secondText, thirdText, fourthText, fifthText
    case firstCount, secondCount, firstAmount, secondAmount
    case foundTables, expectedTables
    case seconds, flag, id, version, environment, accessibility
  }

  /// Five texts, of which an error takes the first ones.
  public fileprivate(set) var texts: [String]
  /// Two counts, which may be negative.
  public fileprivate(set) var counts: [Int]
  /// Two amounts above 0.
  public fileprivate(set) var amounts: [Decimal]
  /// Two lists of the names of tables: the found and the expected ones. The names have no commas, because messages put
  /// commas between names.
  public fileprivate(set) var tables: [[String]]
  /// A duration that no focus session may have: 0, negative or infinite.
  public fileprivate(set) var seconds: Double
  /// What an error says in its one Boolean, such as whether a retry can help.
  public fileprivate(set) var flag: Bool
  /// The id of a trade or of a focus session.
  public fileprivate(set) var id: UUID
  /// The schema version that a migration was to reach.
  public fileprivate(set) var version: SchemaVersion
  /// The environment that an error of the configuration is about.
  public fileprivate(set) var environment: AppEnvironment
  /// The accessibility of a keychain item.
  public fileprivate(set) var accessibility: KeychainAccessibility

  /// The same details, with one part of another value.
  public func taking(_ part: Part, from other: ErrorDetails) -> ErrorDetails {
    var result = self
    switch part {
    case .firstText: result.texts[0] = other.texts[0]
    case .secondText: result.texts[1] = other.texts[1]
    case .thirdText: result.texts[2] = other.texts[2]
    case .fourthText: result.texts[3] = other.texts[3]
    case .fifthText: result.texts[4] = other.texts[4]
    case .firstCount: result.counts[0] = other.counts[0]
    case .secondCount: result.counts[1] = other.counts[1]
    case .firstAmount: result.amounts[0] = other.amounts[0]
    case .secondAmount: result.amounts[1] = other.amounts[1]
    case .foundTables: result.tables[0] = other.tables[0]
    case .expectedTables: result.tables[1] = other.tables[1]
    case .seconds: result.seconds = other.seconds
    case .flag: result.flag = other.flag
    case .id: result.id = other.id
    case .version: result.version = other.version
    case .environment: result.environment = other.environment
    case .accessibility: result.accessibility = other.accessibility
    }
    return result
  }
}

/// The details of an error, and other details that are close to them.
public struct ErrorNearMiss: Sendable {
  /// One of ``ErrorSample/all``.
  public let sample: ErrorSample
  /// The details of the error.
  public let details: ErrorDetails
  /// Other details. A near miss takes one part of them in place of that part of ``details``.
  public let others: ErrorDetails
}

extension ErrorNearMiss: CounterexampleDescribable {
  /// The sample, its details, and the parts of others.
  public var counterexampleDescription: String {
    "\(sample.name) of \(describe(details)); parts for others: \(describe(others))"
  }
}

extension Generator where Value == ErrorNearMiss {
  /// Any error. Each part has a near value, such as a number one more, or a random one, which may be equal.
  public static var errorNearMiss: Generator {
    Generator { source in
      let sample = try source(.element(of: ErrorSample.all))
      let details = try source(.errorDetails)
      var others = try source(.errorDetails)
      if try source(.int(in: 0...2)) > 0 {
        others.counts = details.counts.map { $0 + 1 }
        others.texts = details.texts.map { $0 + "1" }
        others.amounts = details.amounts.map { $0 + 1 }
        others.tables = details.tables.map { Array($0.dropLast()) }
        others.seconds = details.seconds + 1
        others.flag = !details.flag
      }
      return ErrorNearMiss(sample: sample, details: details, others: others)
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
      ErrorDetails(
        texts: try source(.array(of: text, count: 5)), counts: try source(.array(of: count, count: 2)),
        amounts: try source(.array(of: .decimal(digits: 1...18, exponent: -4...2, signed: false), count: 2)),
        tables: try source(.array(of: tables, count: 2)),
        seconds: try source(.element(of: [0, -1, .infinity, -0.5, -3_600])), flag: try source(.bool),
        id: try source(.uuid), version: try source(.element(of: SchemaVersion.allCases)),
        environment: try source(.element(of: [.development, .staging, .production])),
        accessibility: try source(.element(of: KeychainAccessibility.allCases)))
    }
  }
}
