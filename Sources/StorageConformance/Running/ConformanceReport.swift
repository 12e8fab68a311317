import PropertyTesting
import StorageContract

/// The results of a backend under the laws.
public struct ConformanceReport: Sendable {
  /// One law's outcome.
  public enum Outcome: Sendable {
    /// The kit ran the law. The result says whether the law held, or why not.
    case ran(PropertyResult)
    /// The backend does not declare a capability that the law needs, or its adapter emulates what the law looks at.
    case skipped(reason: String)
    /// The backend declares the capability, but the kit cannot observe it from outside.
    case notExamined(reason: String)
    /// The run ended before the law's turn.
    case notTried(reason: String)
  }

  /// One law and its outcome.
  public struct Row: Sendable {
    /// The law.
    public let law: StorageLaw
    /// The outcome of the law.
    public let outcome: Outcome
    /// A case of it did not end, and is left to itself.
    let hangs: Bool
    /// How far the laws of sizes went.
    let sizes: SizeBudget

    init(law: StorageLaw, outcome: Outcome, hangs: Bool = false, sizes: SizeBudget = .standard) {
      self.sizes = sizes
      self.law = law
      self.outcome = outcome
      self.hangs = hangs
    }

    /// A run that found nothing wrong because no case could see what the law is about has examined nothing.
    init(law: StorageLaw, ran result: PropertyResult, sizes: SizeBudget) {
      let outcome: Outcome
      if let (label, reason) = law.cannotSee, let blind = result.classes[label], blind > 0,
        result.classes[law.examines ?? ""] == nil, result.verdict.foundNothingWrong
      {
        outcome = .notExamined(reason: "in \(blind) of \(result.cases) cases, \(reason)")
      } else {
        outcome = .ran(result)
      }
      self.init(law: law, outcome: outcome, sizes: sizes)
    }

    /// The result; nil if the law did not run.
    public var result: PropertyResult? { if case .ran(let result) = outcome { result } else { nil } }
    /// Whether every case passed, and at least one reached the situation that the law is about. With fewer than ten cases,
    /// chance may keep them from reaching it, so then none has to.
    public var isHeld: Bool { (result?.verdict.isHeld ?? false) && !hasNotLooked }
    /// Many cases, and none came to what the law is about.
    private var hasNotLooked: Bool { result.map { $0.cases >= 10 && examined == 0 } ?? false }
    /// Whether the law did not run. It then counts neither for the backend nor against it.
    public var isSkipped: Bool { result == nil }
    /// How many cases reached the situation that the law is about.
    public var examined: Int {
      guard let result else { return 0 }
      return law.examines.map { result.classes[$0] ?? 0 } ?? result.cases
    }
    /// "held", "skipped", "not examined", or the name of another verdict.
    public var word: String {
      switch outcome {
      case .skipped: "skipped"
      case .notExamined: "not examined"
      case .notTried: "not tried"
      case .ran(let result): result.verdict.isHeld && hasNotLooked ? "not examined" : result.verdict.name
      }
    }
  }

  /// How many laws had which outcome.
  public struct Score: Sendable, Equatable {
    /// The number of laws that held.
    public var held = 0
    /// The number of laws that did not hold, including laws of which no case reached the situation that they are about.
    public var notHeld = 0
    /// The number of laws for capabilities that the backend does not declare, or that its adapter emulates.
    public var skipped = 0
    /// The number of laws for declared capabilities that the kit cannot observe from outside.
    public var notExamined = 0
    /// The number of laws whose turn did not come before the run ended.
    public var notTried = 0

    /// The number of laws that applied. The others count neither for the backend nor against it.
    public var demanded: Int { held + notHeld }

    /// Counts the outcomes of these rows.
    public init(_ rows: [Row]) {
      for row in rows {
        switch row.outcome {
        case .skipped: skipped += 1
        case .notExamined: notExamined += 1
        case .notTried: notTried += 1
        case .ran: if row.isHeld { held += 1 } else { notHeld += 1 }
        }
      }
    }

    /// The score in words: `60 of 62 held, 2 skipped`.
    public var description: String {
      "\(held) of \(demanded) held" + (notExamined == 0 ? "" : ", \(notExamined) not examined")
        + (notTried == 0 ? "" : ", \(notTried) not tried") + (skipped == 0 ? "" : ", \(skipped) skipped")
    }
  }

  /// The backend's name.
  public let backend: String
  /// What the backend's stores declare.
  public let capabilities: StoreCapabilities
  /// The settings of the run: how many cases, from which seed.
  public let settings: RunSettings
  /// The outcome of each law, in the laws' order.
  public let rows: [Row]

  /// The number of laws by outcome.
  public var score: Score { Score(rows) }

  /// Whether every law that applied was tried and held, and at least one applied.
  public var isFull: Bool { score.notHeld == 0 && score.notTried == 0 && score.held > 0 }

  /// The laws that held in fewer cases than the settings ask for, because their time was over.
  public var shortened: [String] { rows.filter { $0.isHeld && $0.result?.isOutOfTime == true }.map(\.law.id) }

  /// The groups that have laws in this report, in the order of ``LawGroup``.
  public var groups: [(group: LawGroup, score: Score)] {
    LawGroup.allCases.compactMap { group in
      let rows = rows.filter { $0.law.group == group }
      return rows.isEmpty ? nil : (group, Score(rows))
    }
  }

  /// Why laws did not run, and how many for each reason; the most frequent reason first.
  public var reasonsToSkip: [(reason: String, laws: Int)] {
    var counts: [String: Int] = [:]
    for outcome in rows.map(\.outcome) {
      switch outcome {
      case .skipped(let reason): counts["skipped: \(reason)", default: 0] += 1
      case .notExamined(let reason): counts["not examined: \(reason)", default: 0] += 1
      case .notTried(let reason): counts["not tried: \(reason)", default: 0] += 1
      case .ran: break
      }
    }
    return counts.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  /// Which law to fix first if many fail; nil if there is no advice.
  /// - Parameter expected: the numbers of laws that are known to fail.
  public func whereToBegin(besides expected: Set<String> = []) -> String? {
    let broken = broken.filter { !expected.contains($0.law.id) }
    guard broken.count > 2, let first = broken.first else { return nil }
    return "start with \(first.law.id): later laws depend on earlier ones, and often fail for the same reason"
  }

  /// The laws that ran and do not hold.
  var broken: [Row] { rows.filter { !$0.isHeld && !$0.isSkipped } }

  /// The number of cases of all laws together.
  public var cases: Int { rows.reduce(0) { $0 + ($1.result?.cases ?? 0) } }
}

extension StoreCapabilities {
  /// The capabilities in words: "durability processCrash, isolation strictSerializable, backup".
  public var summary: String {
    var words = ["durability \(durability.rawValue)", "isolation \(isolation.rawValue)"]
    if backup { words.append("backup") }
    if compaction { words.append("compaction") }
    if integrity != .none { words.append("integrity \(integrity.rawValue)") }
    if simultaneousStores { words.append("simultaneous stores") }
    let isWhole = maximumFieldSizeBytes > 0 && maximumFieldSizeBytes % (1 << 20) == 0
    words.append("fields to " + (isWhole ? "\(maximumFieldSizeBytes >> 20) MiB" : "\(maximumFieldSizeBytes) bytes"))
    if maximumKeySizeBytes < RecordRules.maximumKeySizeBytes { words.append("keys to \(maximumKeySizeBytes) bytes") }
    if !worksOnAfterIOErrors { words.append("to be opened again after an I/O error") }
    if !constantFiles { words.append("files that come and go") }
    if versionsHaveGaps { words.append("versions with gaps") }
    if backup, !noticesAlteredBackups { words.append("altered backups not noticed") }
    let emulated = EmulatedPart.allCases.filter(emulates.contains).map(\.phrase)
    if !emulated.isEmpty { words.append("an adapter that emulates " + emulated.joined(separator: ", ")) }
    return words.joined(separator: ", ")
  }
}
