import Foundation
import PropertyTesting
import Synchronization

/// One call of `checkLaws`: what all of its laws share.
struct LawRun<Value: SendableMetatype>: Sendable {
  let subject: String
  /// What a report of the whole run calls the laws of this check: "laws of Double, except nan".
  private let heading: String
  /// The waivers about values, each once.
  private let waivers: [Waiver<Value>]
  /// The names of those that a value met, in this process.
  private let met = WaiversMet()
  let settings: RunSettings
  let generator: Generator<Value>
  let elements: (any Sendable)?
  let token: String?
  let isolation: Isolation?
  let location: SourceLocation

  init<Law: StatedLaw<Value>>(
    _ subject: String?, _ laws: [Law], naming named: [Waiver<Value>], of generator: Generator<Value>, elements: (any Sendable)?,
    _ settings: RunSettings, replaying token: String?, _ isolation: Isolation?, at location: SourceLocation
  ) throws {
    self.subject = subject ?? "\(Value.self)"
    if laws.isEmpty { throw LawsError(description: "no law is to be checked") }
    let statements = Set(laws.map(\.statement))
    for waiver in named where waiver.statements?.isDisjoint(with: statements) == true {
      throw LawsError(description: "the waiver “\(waiver.name)” is about no law of this check: \(laws.listed)")
    }
    var seen: Set<String> = []
    waivers = laws.flatMap(\.waivers).filter { $0.statements == nil && seen.insert($0.name).inserted }
    heading = "laws of \(self.subject)" + (waivers.isEmpty ? "" : ", except " + waivers.map(\.name).joined(separator: ", "))
    self.elements = elements
    self.token = token
    self.isolation = isolation
    self.location = location
    self.generator = generator
    var settings = settings
    // All of a type is one line.
    settings.announce = { _ in }
    if let within = settings.within { settings.within = within / max(1, laws.count) }
    self.settings = settings
  }

  /// What a law draws from in one case.
  func values(_ trial: Trial, for law: some StatedLaw<Value>) -> Values<Value> {
    let aside = law.waivers.filter { $0.statements == nil }
    let isAside: @Sendable (Value) -> Bool = { [met] value in
      guard let waiver = aside.first(where: { $0.setsAside(value) }) else { return false }
      met.add(waiver.name)
      return true
    }
    let kept = aside.isEmpty ? generator : generator.filter { !isAside($0) }
    return Values(trial: trial, generator: kept, setsAside: isAside, elements: elements)
  }

  /// What a case has besides what its law draws: nothing that a report could print.
  struct NoValue: CounterexampleDescribable {
    var counterexampleDescription: String { "" }
  }

  func title(_ law: some StatedLaw) -> String { "\(subject), \(law.topic): \(law.statement)" }

  /// The row of a law that is not checked; nil: it is.
  func waivedRow(_ law: some StatedLaw) -> LawReport.Row? {
    guard let reason = law.waivers.first(where: { $0.statements?.contains(law.statement) == true })?.reason else { return nil }
    RunCollection.$subject.withValue(heading) { RunCollection.add(waived: title(law), because: reason, at: location) }
    return row(law, .waived(reason: reason))
  }

  func row(_ law: some StatedLaw, _ outcome: LawReport.Outcome) -> LawReport.Row {
    LawReport.Row(topic: law.topic, statement: law.statement, source: law.source, outcome: outcome)
  }

  /// The same failure, with the call that replays it.
  func broken(_ failure: PropertyFailure) -> LawReport.Outcome {
    do {
      return .held(try failure.result.requireHeld(Self.context))
    } catch let failure as PropertyFailure {
      return .broken(failure)
    } catch {
      return .broken(failure)
    }
  }

  private static var context: FailureReport.Context {
    FailureReport.Context { token in ["checkLaws(…, replaying: \"\(token)\")"] }
  }

  /// Whether the law is not the one whose case is replayed.
  func isOfAnother(_ error: PropertyFailure) -> Bool {
    guard token != nil, case .errored(let reason, nil) = error.result.verdict else { return false }
    return reason.hasPrefix("the token belongs to property")
  }

  /// Workers keep to themselves which values they drew.
  private func words(of waiver: Waiver<Value>) -> String {
    waiver.name + (isolation != nil || token != nil || met.contains(waiver.name) ? "" : " (met by no value)")
  }

  /// Says what came of it, and throws the failure if there is one.
  func finished(_ rows: [LawReport.Row], _ announce: (@Sendable (String) -> Void)?) throws -> LawReport {
    if rows.isEmpty { throw LawsError(description: "the token belongs to none of these laws") }
    let report = LawReport(subject: subject, rows: rows, waivers: waivers.map { (words(of: $0), $0.reason) })
    guard report.holds else { throw LawFailure(report: report, location: location) }
    if let announce {
      announce(report.line)
    } else if ProcessInfo.processInfo.environment["TOUCHSTONE_SUMMARY"] != nil {
      FileHandle.standardError.write(Data((report.line + "\n").utf8))
    }
    return report
  }
}

/// The waivers that a value met, by their names.
private final class WaiversMet: Sendable {
  private let names = Mutex<Set<String>>([])

  func add(_ name: String) { names.withLock { _ = $0.insert(name) } }
  func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}

extension LawRun {
  func row(_ law: Law<Value>) throws -> LawReport.Row? {
    if let waived = waivedRow(law) { return waived }
    do {
      let result = try RunCollection.$subject.withValue(heading) {
        try check(
          title(law), forAll: Generator<NoValue>.constant(NoValue()), settings: settings, replaying: token, isolation: isolation,
          fileID: location.fileID, filePath: location.filePath, line: location.line
        ) { (_: NoValue, trial: Trial) in try law.claim(values(trial, for: law)) }
      }
      return row(law, .held(result))
    } catch let failure as PropertyFailure {
      return isOfAnother(failure) ? nil : row(law, broken(failure))
    }
  }

  func row(_ law: AsyncLaw<Value>) async throws -> LawReport.Row? {
    if let waived = waivedRow(law) { return waived }
    do {
      let result = try await RunCollection.$subject.withValue(heading) {
        try await check(
          title(law), forAll: Generator<NoValue>.constant(NoValue()), settings: settings, replaying: token, isolation: isolation,
          fileID: location.fileID, filePath: location.filePath, line: location.line
        ) { (_: NoValue, trial: Trial) async throws in try await law.claim(values(trial, for: law)) }
      }
      return row(law, .held(result))
    } catch let failure as PropertyFailure {
      return isOfAnother(failure) ? nil : row(law, broken(failure))
    }
  }
}
