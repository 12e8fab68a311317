import HistoryJudging
import RunReports

/// What `touchstone judge` writes beside its answer.
struct JudgeFiles {
  private let least: ReportFile?
  let page: ReportFile?

  init(_ options: Options) throws {
    least = try options.value("--save").map { try ReportFile(path: $0, option: "--save", allowed: ["edn"]) }
    page = try options.value("--page").map { try ReportFile(path: $0, option: "--page", allowed: ["html"]) }
    guard least == nil || options.positional.count == 1 else {
      throw UsageError(message: "--save takes one history, not \(options.positional.count): its file has room for the calls of one")
    }
  }

  /// Writes the calls that matter. If nothing is wrong, says so and writes nothing.
  func save(_ source: HistorySource, _ judgement: Judgement, by model: any HistoryModel, _ limits: JudgingLimits) throws {
    guard let least else { return }
    guard let reduced = try model.reduced(source.history(), judgement, limits: limits) else {
      Terminal.diagnose("nothing is saved: \(source.name) is not invalid")
      return
    }
    let calls = "\(reduced.operations.count) of the calls of \(source.name)"
    try least.write(text: "; \(calls), judged by \(judgement.model), \(judgement.consistency)\n" + reduced.edn)
  }
}

extension HistoryPage.Judged {
  init(_ path: String, _ judgement: Judgement) {
    var remarks: [String] = []
    if !judgement.excluded.isEmpty { remarks.append("Excluded: \(judgement.excluded.joined(separator: ", "))") }
    if !judgement.strongest.isEmpty { remarks.append("Strongest that remain: \(judgement.strongest.joined(separator: ", "))") }
    if let undecided = judgement.undecided { remarks.append(undecided) }
    self.init(
      "\(path): \(judgement.lines.first ?? "")", isHeld: judgement.verdict == .valid,
      mistakes: judgement.anomalies.map { anomaly in
        HistoryPage.Mistake(
          anomaly.name + (anomaly.isForbidden ? "" : " (allowed by \(judgement.consistency))"), story: anomaly.story, lanes: anomaly.lanes,
          circle: anomaly.cycle)
      }, remarks: remarks)
  }
}
