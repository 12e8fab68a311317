import Foundation
import Synchronization

/// The report of a run that did not hold: what broke, with which simplest input, and how to see it again.
public struct FailureReport: Sendable {
  /// The words that depend on where the report is printed.
  public struct Context: Sendable {
    /// The commands that repeat the case, given its token.
    public var replayLines: @Sendable (ReplayToken) -> [String]
    /// Whether to print with terminal colours.
    public var isColored: Bool
    /// The most characters of one value; a value or a list has at most a hundredth as many lines. The claim may be five times as long. The
    /// report says how much it left out, and where the rest is. Nil prints everything.
    public var limit: Int?
    /// Whether the report names the file of the counterexample. Without it, runs in different folders print the same report.
    public var saysWhereSaved = true
    /// Where the report is in full; nil: nowhere.
    var whole: String?

    /// ``limit``, unless somebody chooses another: 2,000 characters, which fill twenty lines. Nil if the environment has TOUCHSTONE_FULL.
    public static let standardLimit: Int? = RunEnvironment.current.printsAll ? nil : 2_000

    /// A context for plain text, unless `isColored`.
    /// - Parameters:
    ///   - limit: the most characters of one value; nil prints every value whole.
    ///   - replayLines: the commands that replay a token, one for each line.
    public init(
      isColored: Bool = false, limit: Int? = standardLimit,
      replayLines: @escaping @Sendable (ReplayToken) -> [String] = { ["\($0)"] }
    ) {
      self.isColored = isColored
      self.limit = limit
      self.replayLines = replayLines
    }
  }

  /// Whether anything was left out.
  final class Cut: Sendable {
    private let isNoted = Atomic(false)
    var isMade: Bool { isNoted.load(ordering: .relaxed) }
    func note() { isNoted.store(true, ordering: .relaxed) }
  }

  let result: PropertyResult
  let context: Context
  let cut = Cut()

  /// Whether ``text``, once it was asked for, has not everything.
  var isCut: Bool { cut.isMade }

  /// ``Context/limit``, of what a text can have.
  private var limit: Int? { context.limit.map { min(max($0, 0), 1 << 48) } }

  /// A report of `result`, which may also have held.
  public init(_ result: PropertyResult, context: Context = Context()) {
    self.result = result
    self.context = context
  }

  /// The report: several lines, without a newline at the end.
  public var text: String {
    var lines = [headline, place]
    if !result.says.isEmpty { lines.append(field("says", result.says.wrapped(at: 87).joined(separator: "\n"))) }
    lines += outcome
    if let found = result.verdict.counterexample { lines += evidence(found) }
    lines += others
    for regression in result.regressions {
      switch regression.result {
      case .fixed: lines.append(field("fixed", "saved counterexample \(regression.token) passes now"))
      case .stale(let reason): lines.append(field("stale", "\(regression.token): \(reason)"))
      case .known(let name):
        lines.append(field("known", "saved counterexample \(regression.token) is the known failure “\(name)”"))
      case .fails, .untried: break
      }
    }
    lines += result.knownFailureLines.map { field("known", String($0.dropFirst("known ".count))) }
    lines += guidance
    lines += pastedTest
    if let path = result.savedTo, context.saysWhereSaved {
      lines.append(field("saved", "\(relative(path)); tried first on the next run"))
    }
    if let path = result.attachedFor {
      lines.append(field("saved", "as an attachment of the test; as \(relative(path)), it is tried first"))
    }
    if let error = result.saveError { lines.append(field("not saved", error)) }
    if isCut {
      lines.append(field("whole", (context.whole.map { "\(relative($0)); " } ?? "") + "TOUCHSTONE_FULL=1 prints all of it"))
    }
    return lines.joined(separator: "\n")
  }

  private var guidance: [String] {
    guard let guidance = result.guidance else { return [] }
    var lines: [String] = []
    let highest = guidance.targets.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value) at most" }
    if !highest.isEmpty { lines.append(field("targets", highest.joined(separator: ", "))) }
    if let error = guidance.corpusError { lines.append(field("corpus", error)) }
    return lines
  }

  private var headline: String {
    let mark = result.verdict.isHeld ? "✔" : "✘"
    let left = "\(mark) \(result.id) \(result.title)"
    let right =
      result.requirements.isEmpty
      ? "" : "requirements " + result.requirements.joined(separator: " ")
    let gap = max(2, 98 - left.count - right.count)
    let line = right.isEmpty ? left : left + String(repeating: " ", count: gap) + right
    guard context.isColored else { return line }
    return (result.verdict.isHeld ? "\u{1B}[32m" : "\u{1B}[31m") + line + "\u{1B}[0m"
  }

  private var place: String {
    let location = "  \(relative(result.location.filePath)):\(result.location.line)"
    guard !result.fixture.isEmpty else { return location }
    let right = "backend \(result.fixture)"
    return location + String(repeating: " ", count: max(2, 98 - location.count - right.count)) + right
  }

  private var outcome: [String] {
    switch result.verdict {
    case .held:
      let limit = result.onlyClaim.map { ", which show only \($0)" } ?? ""
      return ["  held, \(result.extent)\(limit)"]
    case .falsified(let found), .flaky(let found), .crashed(let found), .timedOut(let found),
      .deadlocked(let found), .uncontrolled(let found):
      return ["  \(result.verdict.name) \(how(found))"]
    case .errored(let reason, let found):
      return found.map { ["  errored \(how($0))"] } ?? ["  errored", field("reason", reason)]
    case .gaveUp(.discards(let count, let reason)):
      return [
        "  gave up: \(count) cases were discarded and \(result.cases) passed",
        field("reason", "the last one: \(reason)"),
        field("hint", "generate only what applies, instead of filtering"),
      ]
    case .gaveUp(.missedClass(let name, let count, let cases, let required)):
      return [
        "  gave up: class “\(name)” had \(count) of \(cases) cases, but \(percent(required)) are required",
        field("share", shareText(count, cases, required)), field("classes", classesText),
      ]
    case .gaveUp(.unfinished(let reason)):
      return ["  gave up", field("reason", reason)]
    case .claimsNothing:
      return [
        "  claims nothing: \(count(result.cases, "case")) passed, and no claim was evaluated in any of them",
        field("hint", Verdict.hintsForNoClaim.joined(separator: "\n")),
      ]
    case .stale(let reason) where result.regressions.isEmpty:
      return [
        "  stale: the token means something else now", field("reason", reason),
        field("hint", "the property has changed since the report: run it without the token"),
      ]
    case .stale(let reason):
      return [
        "  stale: a saved counterexample means something else now", field("reason", reason),
        field("hint", "if you no longer need it, delete it from the regression file, or delete the file"),
      ]
    }
  }

  private func how(_ found: Counterexample) -> String {
    let shrinking = found.shrinking
    let switched = found.switches.map { ", \($0 == 1 ? "1 switch" : "\($0) switches")" } ?? ""
    let shrunk =
      shrinking.calls == 0 && !shrinking.stoppedEarly
      ? switched
      : "; shrunk \(shrinking.choicesBefore) → \(count(shrinking.choicesAfter, "choice"))"
        + " in \(count(shrinking.calls, "run"))\(switched)"
        + (shrinking.stoppedEarly ? " (stopped at a limit: a simpler one may exist)" : "")
    switch found.origin {
    case .found(let index):
      return "at case \(index + 1), seed \(String(result.seed, radix: 16))\(shrunk)"
    case .example(let place):
      let words = "by example \(place + 1)"
      if shrinking.isOfDrawnCase { return "\(words), and by drawn cases\(shrunk)" }
      // One whose draws are known has more choices than the one that says which it is.
      return words + (shrinking.choicesBefore > 1 ? shrunk : ", as given\(switched)")
    case .regression: return "by a saved counterexample, before any generated case"
    case .replayed: return "again in the replayed case"
    }
  }

  /// Where the claim stands, if not on the declaration's own line.
  func place(of found: Counterexample) -> String? {
    guard let location = found.location,
      location.line != result.location.line || location.fileID != result.location.fileID
    else { return nil }
    return "\(relative(location.filePath)):\(location.line)"
  }

  private func evidence(_ found: Counterexample) -> [String] {
    var lines = [field("claim", found.message, room: 5)]
    if let place = place(of: found) { lines.append(field("at", place)) }
    // A check of laws has no value but those that each law draws.
    if !found.value.isEmpty { lines.append(field("given", found.value)) }
    if case .example = found.origin, let example = found.shrinking.before?.value, example != found.value {
      lines.append(field("example", example))
    }
    for drawn in drawnLines(found) { lines.append(field("drawn", drawn)) }
    if let explanation = found.explanation { lines += self.lines(explanation) }
    for fault in found.shrinking.faults { lines.append(field("fault", "\(fault); please report this defect of the engine")) }
    if let flakiness = found.flakiness { lines += self.lines(flakiness) }
    let trace = found.flakiness == nil ? found.trace : []
    // A note may say so itself, and more.
    var notes = trace.enumerated().map { number, note in
      "\(number + 1)  \(beginning(of: note))" + (number == trace.count - 1 && !note.contains("  ← ") ? "  ← failed here" : "")
    }
    notes = shortened(notes) { "…  \($0) more steps" }
    for (number, note) in notes.enumerated() { lines.append(field(number == 0 ? "trace" : "", note)) }
    for (number, line) in context.replayLines(found.token).enumerated() {
      lines.append(field(number == 0 ? "replay" : "", replayLine(line, found.token), cuts: false))
    }
    if let worst = found.worst { lines += self.lines(worst) }
    return lines
  }

  /// Half a token replays nothing.
  func wholeOrNothing(_ line: String) -> String {
    guard let limit, line.utf8.count > limit else { return line }
    cut.note()
    return "the line has \(line.utf8.count) bytes: a report file and a saved counterexample contain it"
  }

  /// What the property drew, "leg = 3".
  func drawnLines(_ found: Counterexample) -> [String] {
    shortened(found.drawn.map { $0.name.isEmpty ? $0.value : "\($0.name) = \($0.value)" }) { "… \($0) more draws" }
  }

  /// The first two thirds and the last third of what there is room for: so many lines, and twice as many bytes as one value
  /// may have.
  func shortened(_ list: [String], _ more: (Int) -> String) -> [String] {
    guard let limit else { return list }
    let room = mostLines(limit)
    /// How many of `lines` fit, of which each is cut at the limit.
    func fitting(_ lines: some Sequence<String>, _ count: Int, bytes: Int) -> Int {
      var (fitting, left, rows) = (0, bytes, count)
      for line in lines {
        left -= min(line.utf8.count, limit)
        rows -= 1 + line.utf8.count { $0 == UInt8(ascii: "\n") }
        if (rows < 0 || left < 0) && fitting > 0 { break }
        fitting += 1
      }
      return fitting
    }
    if fitting(list, room, bytes: 2 * limit) == list.count { return list }
    let first = fitting(list, room - room / 3, bytes: limit * 4 / 3)
    let last = fitting(list.dropFirst(first).reversed(), room / 3, bytes: limit * 2 / 3)
    guard first + last < list.count else { return list }
    cut.note()
    return list.prefix(first) + [more(list.count - first - last)] + list.suffix(last)
  }

  /// A note with room for what is said of it.
  private func beginning(of note: String) -> String {
    guard let limit, limit > 200, note.utf8.count > limit - 100, note.count > limit - 100 else { return note }
    cut.note()
    return "\(note.prefix(limit - 100))… (\(note.count - limit + 100) more characters)"
  }

  private func mostLines(_ limit: Int) -> Int { max(3, limit / 100) }

  /// A line, or several, under a label.
  /// - Parameters:
  ///   - cuts: false for what is of use as a whole alone.
  ///   - room: how many times as long as a value the text may be.
  func field(_ name: String, _ text: String, cuts: Bool = true, room: Int = 1) -> String {
    var text = text
    if cuts, let limit {
      if text.utf8.count > room * limit, text.count > room * limit {
        text = "\(text.prefix(room * limit))… (\(text.count - room * limit) more characters)"
        cut.note()
      }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let most = room * mostLines(limit)
      if lines.count > most + 1 {
        text = lines.prefix(most).joined(separator: "\n") + "\n… (\(lines.count - most) more lines)"
        cut.note()
      }
    }
    let label = name.padding(toLength: max(9, name.count + 1), withPad: " ", startingAt: 0)
    return "  \(label)" + text.replacingOccurrences(of: "\n", with: "\n           ")
  }

  private var classesText: String {
    result.classes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  /// What the cases say about the share of a class that has too few of them.
  private func shareText(_ count: Int, _ cases: Int, _ required: Double) -> String {
    let error = 1 - result.shareConfidence
    let interval = Binomial.interval(count, of: cases, error: error)
    let text = "\(bounds(interval)), with confidence \(percent(result.shareConfidence))"
    return count == 0 && interval.upperBound >= required ? text + ": no case of this class was tried" : text
  }

  private func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }
}

extension Verdict {
  /// What to do about ``claimsNothing``.
  static let hintsForNoClaim = [
    "return a Bool from the body, or call expect",
    "if a condition hides the claim, generate cases in which it is true; if no command of a machine ran, look at its when:",
    "if the body claims by #expect or #require, put the test in a @Suite(.properties) (import PropertyIssues)",
    "if it claims by XCTAssert…, put it in a PropertyTestCase in the place of an XCTestCase (import PropertyIssues)",
    "if the body claims by what it throws, say claims: .completion; by a precondition, claims: .elsewhere",
  ]
}

/// The path seen from the current directory, where it lies below it.
func relative(_ path: String) -> String {
  let here = FileManager.default.currentDirectoryPath + "/"
  return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
}
