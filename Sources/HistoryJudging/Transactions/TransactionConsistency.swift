/// Consistency models of transactions, by the anomalies that they forbid (Adya, 1999; Bailis and others, VLDB 2014; Cerone,
/// Bernardi and Gotsman, 2015).
///
/// Each has three forms: as it is; with the order of each process (`strong-session-…`); and with real time (`strong-…`, which for
/// serializable is called `strict-serializable`).
struct TransactionConsistency: Sendable, Equatable {
  /// The model itself, weakest first.
  enum Base: String, CaseIterable, Sendable {
    case readUncommitted = "read-uncommitted"
    case readCommitted = "read-committed"
    case monotonicAtomicView = "monotonic-atomic-view"
    case readAtomic = "read-atomic"
    case cursorStability = "cursor-stability"
    case causal = "causal"
    case parallelSnapshot = "parallel-snapshot-isolation"
    case snapshot = "snapshot-isolation"
    case repeatableRead = "repeatable-read"
    case serializable = "serializable"

    /// The models that this one implies directly.
    var implied: [Base] {
      switch self {
      case .readUncommitted: []
      case .readCommitted: [.readUncommitted]
      case .monotonicAtomicView, .cursorStability: [.readCommitted]
      case .readAtomic: [.monotonicAtomicView]
      case .causal: [.readAtomic]
      case .parallelSnapshot: [.causal, .cursorStability]
      case .snapshot: [.parallelSnapshot]
      case .repeatableRead: [.cursorStability]
      case .serializable: [.snapshot, .repeatableRead]
      }
    }

    /// The anomalies that it forbids beyond those of the models that it implies.
    var forbidden: Set<String> {
      switch self {
      case .readUncommitted: ["G0", "garbage-read", "duplicate-elements"]
      case .readCommitted: ["G1a", "G1b", "G1c", "dirty-update", "incompatible-order", "future-read"]
      case .monotonicAtomicView: ["OTV", "OTV-predicate"]
      case .readAtomic: ["internal", "internal-predicate", "fractured-read", "fractured-read-predicate"]
      case .cursorStability: ["lost-update"]
      case .causal: ["G-causal", "G-causal-predicate"]
      case .parallelSnapshot: ["G-single", "G-single-predicate"]
      case .snapshot: ["G-nonadjacent", "G-nonadjacent-predicate"]
      case .repeatableRead: ["OTV", "internal", "fractured-read", "G-causal", "G-single", "G-nonadjacent", "G2-item", "write-skew"]
      case .serializable: ["G2"]
      }
    }

    /// This model and all that it implies.
    var closure: Set<Base> { implied.reduce([self]) { $0.union($1.closure) } }
    var allForbidden: Set<String> { closure.reduce([]) { $0.union($1.forbidden) } }
  }

  var base: Base
  var level: DependencyGraph.Level

  /// Weakest first, and each base in its three forms.
  static let all = Base.allCases.flatMap { base in DependencyGraph.Level.allCases.map { TransactionConsistency(base: base, level: $0) } }

  var name: String {
    switch level {
    case .plain: base.rawValue
    case .process: "strong-session-" + base.rawValue
    case .realtime: base == .serializable ? "strict-serializable" : "strong-" + base.rawValue
    }
  }

  static func named(_ name: String) -> TransactionConsistency? { all.first { $0.name == name } }

  /// Whether an anomaly contradicts it. Causal consistency has the order of processes in all its forms.
  func forbids(_ finding: TransactionAnalysis.Finding) -> Bool {
    forbids(finding.kind, weakest: finding.weakest) && finding.level <= (base == .causal ? max(level, .process) : level)
  }

  /// Whether it forbids anomalies of this kind without orders of time.
  /// - Parameter weakest: the weakest model that forbids it, if its kind does not tell.
  func forbids(_ kind: String, weakest: Base? = nil) -> Bool {
    weakest.map(base.closure.contains) ?? base.allForbidden.contains(kind)
  }

  func implies(_ other: TransactionConsistency) -> Bool {
    let hasSessions = other.base != .causal || base == .causal || level >= .process
    return base.closure.contains(other.base) && other.level <= level && hasSessions
  }
}
