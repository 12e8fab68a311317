import Foundation

/// What variables of the environment say of runs whose code leaves it open: TOUCHSTONE_CASES, TOUCHSTONE_SEED, TOUCHSTONE_BUDGET,
/// TOUCHSTONE_REPLAY, TOUCHSTONE_KEEP, TOUCHSTONE_CONSTANTS, TOUCHSTONE_FULL and TOUCHSTONE_REPORT. So two jobs can run the same tests
/// with other cases.
package struct RunEnvironment: Sendable {
  package struct Invalid: Error, CustomStringConvertible {
    package let description: String
  }

  /// Of this process.
  package static let current = RunEnvironment(ProcessInfo.processInfo.environment)

  package private(set) var cases: Int?
  package private(set) var seed: UInt64?
  /// The time of all properties together, from the first one on.
  package private(set) var budget: Duration?
  /// The case to replay. Other properties run as ever.
  private(set) var token: ReplayToken?
  /// Whether tests keep their failures: see ``KeptFailures``.
  private(set) var keepsFailures = true
  /// Whether a harness reads the constants of the code: see ``CodeConstants``.
  package private(set) var readsConstants = true
  /// Whether reports print everything, however long.
  let printsAll: Bool
  /// The folder for a report of all properties of the run: see ``RunCollection``.
  let report: String?
  /// Whether the checkout is thrown away after the run.
  let isContinuousIntegration: Bool
  /// What is wrong with the variables. Nothing that is checked in place, or by a ``Runner``, runs then.
  package private(set) var problem: String?

  /// An empty variable counts as none.
  package init(_ variables: [String: String]) {
    func value(_ name: String) -> String? { variables["TOUCHSTONE_" + name].flatMap { $0.isEmpty ? nil : $0 } }
    isContinuousIntegration = !["", "0", "false"].contains(variables["CI"]?.lowercased() ?? "")
    report = value("REPORT")
    printsAll = value("FULL").map { $0 != "0" } ?? false
    do {
      keepsFailures = try value("KEEP").map { try Self.isOn($0, "KEEP") } ?? true
      readsConstants = try value("CONSTANTS").map { try Self.isOn($0, "CONSTANTS") } ?? true
      cases = try value("CASES").map(Self.cases)
      seed = try value("SEED").map(Self.seed)
      budget = try value("BUDGET").map(Self.budget)
      // A file is of this engine, whichever property it is for.
      if let place = value("REPLAY"), ReplayToken.isPlace(place) { token = try Self.token(at: place) }
    } catch {
      problem = "\(error)"
    }
    // A token that does not read may be of something else: whoever it is for says what is wrong.
    token = token ?? value("REPLAY").flatMap { try? ReplayToken($0) }
  }

  private static func token(at place: String) throws(Invalid) -> ReplayToken {
    do { return try ReplayToken(place) } catch { throw Invalid(description: "TOUCHSTONE_REPLAY: \(error.description)") }
  }

  /// The number of cases in `text`.
  package static func cases(_ text: String) throws(Invalid) -> Int {
    guard let cases = Int(text), cases > 0 else {
      throw Invalid(description: "TOUCHSTONE_CASES takes a whole number of at least 1, in digits alone, not “\(text)”")
    }
    return cases
  }

  private static func isOn(_ text: String, _ variable: String) throws(Invalid) -> Bool {
    switch text {
    case "1", "on": return true
    case "0", "off": return false
    default: throw Invalid(description: "TOUCHSTONE_\(variable) takes on or off, not “\(text)”")
    }
  }

  /// The time in `text`.
  package static func budget(_ text: String) throws(Invalid) -> Duration {
    guard let seconds = Double(text), seconds > 0, seconds < 1e9 else {
      throw Invalid(description: "TOUCHSTONE_BUDGET takes seconds, such as 90 or 2.5, not “\(text)”")
    }
    return .seconds(seconds)
  }

  /// The seed in `text`.
  package static func seed(_ text: String) throws(Invalid) -> UInt64 {
    guard let seed = UInt64(text.hasPrefix("0x") ? String(text.dropFirst(2)) : text, radix: 16) else {
      throw Invalid(description: "TOUCHSTONE_SEED takes 1 to 16 hexadecimal digits, not “\(text)”")
    }
    return seed
  }
}
