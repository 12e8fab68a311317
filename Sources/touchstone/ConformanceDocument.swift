import PropertyTesting
import RunReports
import StorageConformance
import StorageContract
import TouchstoneCatalogue

/// A conformance report for other programs.
struct ConformanceDocument: Encodable {
  let backend: String
  /// Hexadecimal, as `--seed` takes it.
  let seed: String
  /// Of a cheap law.
  let cases: Int
  let capabilities: Capabilities
  let score: Score
  let groups: [Group]
  let causes: [Cause]
  let laws: [Law]

  private enum CodingKeys: String, CodingKey { case backend, seed, cases, capabilities, score, groups, causes, laws }

  struct Capabilities: Encodable {
    let durability: String
    let isolation: String
    let integrity: String
    let backup: Bool
    let compaction: Bool
    let simultaneousStores: Bool
    let maximumFieldSizeBytes: Int
    let maximumKeySizeBytes: Int
    let worksOnAfterIOErrors: Bool
    let constantFiles: Bool
    let versionsHaveGaps: Bool
    let noticesAlteredBackups: Bool
    /// What the adapter adds to the store: laws that look only at this are skipped.
    let emulates: [String]
  }

  struct Score: Encodable {
    let held: Int
    let notHeld: Int
    let skipped: Int
    let notExamined: Int
    let notTried: Int

    init(_ score: ConformanceReport.Score) {
      held = score.held
      notHeld = score.notHeld
      skipped = score.skipped
      notExamined = score.notExamined
      notTried = score.notTried
    }
  }

  struct Group: Encodable {
    let name: String
    let score: Score
  }

  /// Laws that do not hold and whose least histories end alike.
  struct Cause: Encodable {
    let says: String
    let laws: [String]
    /// The law with the shortest history.
    let least: String
  }

  struct Law: Encodable {
    let id: String
    let title: String
    let group: String
    /// What the law demands.
    let says: String
    /// What a backend must declare to be held to it.
    let needs: [String]
    /// "held", "skipped", "not examined", or the name of another verdict.
    let outcome: String
    /// Why it was not tried.
    let reason: String?
    let cases: Int
    /// In how many of them the law came to what it is about.
    let examined: Int
    let classes: [String: Int]
    /// What did not hold, with the history that shows it.
    let claim: String?
    let given: String?
    let trace: [String]
    /// Replays the case.
    let token: String?

    init(_ row: ConformanceReport.Row) {
      let found = row.result?.verdict.counterexample
      id = row.law.id
      title = row.law.title
      group = row.law.group.rawValue
      says = row.law.says
      needs = row.law.needs.map(\.name)
      outcome = row.word
      switch row.outcome {
      case .skipped(let reason), .notExamined(let reason), .notTried(let reason): self.reason = reason
      case .ran: reason = nil
      }
      examined = row.examined
      cases = row.result?.cases ?? 0
      classes = row.result?.classes ?? [:]
      claim = found?.message
      given = found?.value
      trace = found?.trace ?? []
      token = found?.token.description
    }
  }

  init(_ report: ConformanceReport, spec: BackendSpec) {
    backend = spec.description
    seed = String(report.settings.seed, radix: 16)
    cases = report.settings.cases
    let declared = report.capabilities
    capabilities = Capabilities(
      durability: declared.durability.rawValue, isolation: declared.isolation.rawValue,
      integrity: declared.integrity.rawValue, backup: declared.backup, compaction: declared.compaction,
      simultaneousStores: declared.simultaneousStores, maximumFieldSizeBytes: declared.maximumFieldSizeBytes,
      maximumKeySizeBytes: declared.maximumKeySizeBytes, worksOnAfterIOErrors: declared.worksOnAfterIOErrors,
      constantFiles: declared.constantFiles, versionsHaveGaps: declared.versionsHaveGaps,
      noticesAlteredBackups: declared.noticesAlteredBackups, emulates: declared.emulates.map(\.rawValue).sorted())
    score = Score(report.score)
    groups = report.groups.map { Group(name: $0.group.rawValue, score: Score($0.score)) }
    causes = report.causes().map { Cause(says: $0.says, laws: $0.laws, least: $0.least) }
    laws = report.rows.map(Law.init)
  }
}

extension RunDocument {
  /// Of several reports, for pages and CI: a result for each law and backend.
  init(_ reports: [(spec: BackendSpec, report: ConformanceReport)], settings: RunSettings, times: Times) {
    self.init(
      command: "conformance", seed: String(settings.seed, radix: 16), cases: settings.cases,
      results: reports.flatMap { spec, report in
        report.rows.map { row in
          switch row.outcome {
          case .skipped(let reason), .notExamined(let reason), .notTried(let reason):
            PropertyRecord(
              untried: row.law.id, title: row.law.title, says: row.law.says, system: row.law.group.rawValue,
              backend: spec.description, outcome: row.word, reason: reason)
          case .ran(let result):
            PropertyRecord(
              result, system: row.law.group.rawValue, backend: spec.description,
              outcome: row.word == result.verdict.name ? nil : row.word)
          }
        }
      }, times: times)
  }
}

extension ReportFile {
  func write(
    _ reports: [(spec: BackendSpec, report: ConformanceReport)], settings: RunSettings, times: RunDocument.Times
  ) throws {
    guard format == "json" else { return try write(RunDocument(reports, settings: settings, times: times)) }
    try write(text: JSONText.encode(["reports": reports.map { ConformanceDocument($0.report, spec: $0.spec) }]) + "\n")
  }
}
