import ProcessIsolation
import PropertyTesting

/// What a check is asked to do, by its arguments and by the environment.
struct ConformanceRequest {
  let laws: [StorageLaw]
  let settings: RunSettings
  let token: ReplayToken?
  /// What TOUCHSTONE_ISOLATE asks for.
  let isolation: Isolation?
  let isolateSeconds: String?

  /// - Throws: ``LawSelectionError``, ``ReplayTokenError``.
  init(laws: String?, settings: RunSettings, _ environment: [String: String]) throws {
    func variable(_ name: String) -> String? {
      environment["TOUCHSTONE_" + name].flatMap { $0.isEmpty ? nil : $0 }
    }
    var settings = settings
    let asked = RunEnvironment(environment)
    if let problem = asked.problem { throw LawSelectionError(reason: problem) }
    if let cases = asked.cases { settings.cases = cases }
    if let seed = asked.seed { settings.seed = seed }
    self.settings = settings
    isolateSeconds = variable("ISOLATE")
    isolation = try isolateSeconds.map { text in
      guard let seconds = Double(text), seconds >= 0.001, seconds <= 1e6 else {
        throw LawSelectionError(
          reason: "TOUCHSTONE_ISOLATE takes the time limit of a case in seconds, such as 10 or 0.5, not “\(text)”")
      }
      return .forked(timeout: .seconds(seconds))
    }
    // A test run may be asked for properties beside the laws: what is not of the laws is for others.
    let token = try variable("REPLAY").map { try ReplayToken($0) }
    self.token = token.flatMap { $0.propertyID.hasPrefix("STO-") ? $0 : nil }
    let only = variable("ONLY")?.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
      .filter { $0.uppercased().hasPrefix("STO") }.joined(separator: ",")
    self.laws = try StorageLaws.selected(by: only.flatMap { $0.isEmpty ? nil : $0 } ?? laws)
  }
}

extension StorageLaws {
  /// The laws whose id is one of `names`, or begins with one, in the order of the laws; nil: all laws.
  /// - Throws: ``LawSelectionError`` if a name matches nothing.
  public static func selected(by names: String?) throws -> [StorageLaw] {
    guard let names else { return all }
    let words = names.split(separator: ",").map { $0.filter { !$0.isWhitespace }.uppercased() }.filter { !$0.isEmpty }
    var chosen: Set<String> = []
    for word in words {
      let matched = all.contains { $0.id == word } ? [word] : all.map(\.id).filter { $0.hasPrefix(word) }
      if matched.isEmpty {
        throw LawSelectionError(
          reason: "no law is called “\(word)”; laws are \(all.first?.id ?? "") to \(all.last?.id ?? "")")
      }
      chosen.formUnion(matched)
    }
    guard !chosen.isEmpty else { throw LawSelectionError(reason: "“\(names)” does not name a law") }
    return all.filter { chosen.contains($0.id) }
  }
}

/// An invalid choice of laws.
public struct LawSelectionError: Error, Sendable, CustomStringConvertible {
  /// What is wrong with the choice.
  public let reason: String
  public var description: String { reason }
}
