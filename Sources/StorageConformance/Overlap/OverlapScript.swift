import PropertyTesting

/// What a few sessions are to do at the same time, and in which order their steps are taken.
///
/// A session is a store of its own at one location, with one transaction. Its first step begins the transaction, its
/// last one ends it, and each operation in between is a step.
struct OverlapScript: Sendable, Equatable {
  var plans: [OverlapPlan]
  /// Which session takes the next step, by number from 0. Steps that it does not name are taken at the end, session by
  /// session; a session that has none left is passed over.
  var turns: [Int]
  /// Where the records lie.
  var layout = OverlapLayout.together

  /// What the transactions find: a record that is there has its first value, the other ones are absent.
  static let firstValues: KeyValuePairs<String, Int64> = ["x": 1, "y": 2]
  /// Each as its place in byte order.
  static let keys = ["w", "x", "y", "z"]
  /// The schema version, as a record that no scan finds. It is absent while it is 0.
  static let schemaVersion = "schema version"

  static func firstValue(of key: String) -> Int64? { firstValues.first { $0.key == key }?.value }
}

/// The collections of the records. What a store keeps by collection, such as a snapshot, a lock or a list of changes, must not show.
enum OverlapLayout: Sendable {
  case together
  /// Keys that follow each other are in different collections.
  case apart
  /// Each record is in a collection of its own, which is there while the record is.
  case alone

  var collections: [String] {
    switch self {
    case .together: ["overlap"]
    case .apart: ["overlap", "overlap2"]
    case .alone: ["overlap", "overlap2", "overlap3", "overlap4"]
    }
  }

  fileprivate var text: String {
    switch self {
    case .together: ""
    case .apart: "\nw and y in one collection, x and z in another"
    case .alone: "\neach in a collection of its own"
    }
  }

  func collection(of key: String) -> String {
    collections[(OverlapScript.keys.firstIndex(of: key) ?? 0) % collections.count]
  }
}

/// One session's transaction.
struct OverlapPlan: Sendable, Equatable {
  enum Ending: Sendable, Equatable {
    case commit
    /// Its closure throws: it has to be as if it had never been.
    case rollback
  }

  var operations: [OverlapOperation]
  var ending = Ending.commit

  /// Begin and end included.
  var stepCount: Int { operations.count + 2 }

  /// A transaction that only reads is one of ``Store/read(_:)``.
  var isReadOnly: Bool { ending == .commit && operations.allSatisfy(\.isRead) }
}

/// One step of a transaction. What a put writes is chosen when it is carried out: no two write the same.
enum OverlapOperation: Sendable, Equatable {
  case get(String)
  case scan(OverlapRange)
  case count(OverlapRange)
  /// A scan with a limit.
  case page(OverlapRange, Int)
  case collections
  case put(String)
  /// Reads the record, then writes it anew: what is written depends on what was read.
  case update(String)
  case delete(String)
  case insert(String)
  /// At the version that the record had at first; at the version of another record where there was none.
  case compareAndSet(String)

  var isRead: Bool {
    switch self {
    case .get, .scan, .count, .page, .collections: true
    case .put, .update, .delete, .insert, .compareAndSet: false
    }
  }
}

/// Half open, as the bounds of a scan; nil: unbounded.
struct OverlapRange: Sendable, Equatable, Hashable, CustomStringConvertible {
  var lower: String?
  var upper: String?

  static let all = OverlapRange()

  func contains(_ key: String) -> Bool {
    key != OverlapScript.schemaVersion && (lower.map { $0 <= key } ?? true) && (upper.map { key < $0 } ?? true)
  }

  var description: String {
    lower == nil && upper == nil ? "all" : "\(lower ?? "")..<\(upper ?? "")"
  }
}

extension OverlapOperation: CustomStringConvertible {
  var description: String {
    switch self {
    case .get(let key): "get \(key)"
    case .scan(let range): "scan \(range)"
    case .count(let range): "count \(range)"
    case .put(let key): "put \(key)"
    case .update(let key): "update \(key)"
    case .delete(let key): "delete \(key)"
    case .page(let range, let limit): "scan \(range) limit \(limit)"
    case .collections: "collections"
    case .insert(let key): "insert \(key)"
    case .compareAndSet(let key): "set \(key) if as at first"
    }
  }
}

extension OverlapScript: CounterexampleDescribable {
  var counterexampleDescription: String {
    let lines = plans.enumerated().map { number, plan in
      let steps = plan.operations.map(\.description) + [plan.ending == .commit ? "commit" : "throw"]
      return "T\(number + 1)\(plan.isReadOnly ? " (read)" : ""): \(steps.joined(separator: ", "))"
    }
    let order = turns.map { "\($0 + 1)" }.joined(separator: " ")
    return lines.joined(separator: "\n") + (order.isEmpty ? "" : "\nturns: \(order)")
      + layout.text
  }
}
