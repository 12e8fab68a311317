import Foundation
import HistoryJudging
import RunReports
import TouchstoneCatalogue

/// `touchstone judge`
enum JudgeCommand: Command {
  static let name = "judge"
  static let options = ["--model", "--consistency", "--limit", "--json", "--save", "--page"]
  static let help = """
    touchstone judge FILE… --model MODEL [options]

    Judges recorded histories: did the system do what MODEL says? A history is what clients called and what they
    got back. It may be EDN or JSON, as Jepsen writes them (a map a line, or all in one vector), JSON Lines of your
    own client, or Jepsen's plain log: docs/judge.md.

      --model MODEL         one of the models below
      --consistency NAME    what to hold the history to; by default the first that stands behind the model
      --limit N             give up after N placements of a call, and say “unknown”; default 20,000,000
      --save FILE.edn       of one history that is not valid, the calls that matter: a history that is wrong in the same way
      --page FILE.html      the verdicts as a page, with pictures of what is wrong
      --json                a list with an object for each file: "file", "verdict", "anomalies", …

    Models:
    \(HistoryModels.all.map(explanation).joined(separator: "\n"))

    Exit status: 0 every history is valid; 1 one is not; 2 the command was wrong, or a history is malformed;
    3 none is invalid, but one could not be decided.

    Examples:
      touchstone judge history.edn --model list-append
      touchstone judge history.jsonl --model rw-register --consistency snapshot-isolation --save least.edn
      touchstone judge etcd_*.log --model cas-register
    """

  static func run(_ options: Options) throws -> ExitStatus {
    guard !options.positional.isEmpty else {
      throw UsageError(message: "touchstone judge takes the files to judge. See touchstone judge --help.")
    }
    let known = HistoryModels.all.map(\.name)
    guard let name = options.value("--model") else {
      throw UsageError(message: "touchstone judge needs --model, one of \(known.joined(separator: ", "))")
    }
    guard let model = HistoryModels.named(name) else {
      throw UsageError(message: "\(UnknownName(what: "model", name: name, known: known)) (touchstone judge --help lists them)")
    }
    let consistency = try consistency(options, of: model)
    let limits = JudgingLimits(placements: try options.number("--limit") ?? JudgingLimits().placements)
    let files = try JudgeFiles(options)
    var statuses: Set<ExitStatus> = []
    var judged: [HistoryPage.Judged] = []
    var rows: [Row] = []
    for path in options.positional {
      do {
        let source = try HistorySource(path: path)
        let judgement = try model.judge(source, consistency: consistency, limits: limits)
        statuses.insert(status(of: judgement.verdict))
        judged.append(HistoryPage.Judged(path, judgement))
        if options.has("--json") { rows.append(Row(path, judgement)) } else { print(judgement, of: path) }
        try files.save(source, judgement, by: model, limits)
      } catch let error as HistoryError {
        statuses.insert(.usage)
        Terminal.diagnose("\(error)")
      }
    }
    try files.page?.write(text: HistoryPage(judged).html)
    if options.has("--json") { Terminal.print(try JSONText.encode(rows)) }
    return [.usage, .notHeld, .environment].first { statuses.contains($0) } ?? .held
  }

  private static func consistency(_ options: Options, of model: any HistoryModel) throws -> String {
    guard let name = options.value("--consistency") else { return model.consistencies.first ?? "" }
    guard model.consistencies.contains(name.lowercased()) else {
      throw UsageError(
        message: "\(UnknownName(what: "consistency", name: name, known: model.consistencies)) "
          + "(\(model.name) judges \(model.consistencies.joined(separator: ", ")))")
    }
    return name.lowercased()
  }

  private static func status(of verdict: Judgement.Verdict) -> ExitStatus {
    switch verdict {
    case .valid: .held
    case .invalid: .notHeld
    case .unknown: .environment
    }
  }

  private static func print(_ judgement: Judgement, of path: String) {
    var lines = judgement.lines
    let first = "\(path): \(lines.isEmpty ? "" : lines.removeFirst())"
    Terminal.print(judgement.verdict == .valid ? Terminal.green(first) : Terminal.red(first))
    for line in lines { Terminal.print(line) }
  }

  private static func explanation(_ model: any HistoryModel) -> String {
    let name = "  " + model.name + String(repeating: " ", count: max(1, 20 - model.name.count))
    let indent = "\n" + String(repeating: " ", count: 22)
    let forms = model.consistencies.filter { !$0.hasPrefix("strong-") }
    let strong = forms.count < model.consistencies.count ? ";" + indent + "and strong- and strong-session- before each of them" : ""
    return name + model.summary + indent + forms.joined(separator: ", ") + strong
  }

  private struct Row: Encodable {
    struct Anomaly: Encodable {
      let name: String
      let count: Int
      let forbidden: Bool
      let story: [String]
      let lines: [Int]
    }

    let file: String
    let verdict: String
    let model: String
    let consistency: String
    let lookedAt: String
    let anomalies: [Anomaly]
    let excluded: [String]
    let strongest: [String]
    let undecided: String?

    init(_ file: String, _ judgement: Judgement) {
      self.file = file
      verdict = judgement.verdict.rawValue
      model = judgement.model
      consistency = judgement.consistency
      lookedAt = judgement.lookedAt
      anomalies = judgement.anomalies.map {
        Anomaly(name: $0.name, count: $0.count, forbidden: $0.isForbidden, story: $0.story, lines: $0.operations.map(\.line))
      }
      excluded = judgement.excluded
      strongest = judgement.strongest
      undecided = judgement.undecided
    }
  }
}
