/// What some transactions saw and did: all that a judge knows of a store.
struct OverlapHistory: Sendable, Equatable {
  var transactions: [OverlapTransaction]
}

/// Where a transaction stands to the others, whatever the isolation.
enum OverlapPlace: Sendable, Equatable {
  /// It wrote what the others found, and its store was closed before theirs were opened: it comes first.
  case first
  case among
  /// It read what the others left, in a store that was opened when theirs were closed: it comes last.
  case last
}

struct OverlapTransaction: Sendable, Equatable {
  /// As explanations call it: "T1".
  var name: String
  var observations: [OverlapObservation]
  var outcome: OverlapOutcome
  /// Moments before it was asked for and after it was answered, by one count for all transactions. Nil where there was
  /// no answer, so that it may take effect at any later time.
  var began: Int
  var ended: Int?
  var place = OverlapPlace.among

  /// Whether it may be left out: it is not known whether it took effect.
  var isOptional: Bool { if case .unknown = outcome { true } else { false } }
  /// Whether it must not have left a trace.
  var isAborted: Bool { outcome != .committed && !isOptional }
}

enum OverlapOutcome: Sendable, Equatable {
  case committed
  /// By its own closure, which threw.
  case rolledBack
  case conflict(reason: String)
  /// The store was lost: done or not.
  case unknown(reason: String)
  /// Any other error: also definite, but not one that a store may give here.
  case failed(reason: String)
}

/// One operation with what came of it. Records are told apart by the number that was written, which is never the same
/// for two writes: a read says which write it saw (Adya's version order is left to be found).
enum OverlapObservation: Sendable, Equatable {
  case get(String, Int64?)
  case scan(OverlapRange, [OverlapEntry])
  case count(OverlapRange, Int)
  /// A scan with a limit.
  case page(OverlapRange, Int, [OverlapEntry])
  case collections(OverlapLayout, [String])
  case put(String, Int64)
  case delete(String, found: Bool)
  /// What was written; nil: there was a record.
  case insert(String, Int64?)
  /// What was written; nil: the record was not as at first.
  case compareAndSet(String, Int64?)

  /// What it read, key by key; a count names no record.
  var entries: [OverlapEntry] {
    switch self {
    case .get(let key, let value?): [OverlapEntry(key: key, value: value)]
    case .scan(_, let entries), .page(_, _, let entries): entries
    case .get, .count, .collections, .put, .delete, .insert, .compareAndSet: []
    }
  }

  /// Whether what it saw may depend on what lies at the key.
  func reads(_ key: String) -> Bool {
    switch self {
    case .get(let own, _), .delete(let own, _), .insert(let own, _), .compareAndSet(let own, _): own == key
    case .scan(let range, _), .count(let range, _), .page(let range, _, _): range.contains(key)
    case .collections: key != OverlapScript.schemaVersion
    case .put: false
    }
  }

  /// The key that it changed.
  var written: String? {
    switch self {
    case .put(let key, _), .delete(let key, found: true), .insert(let key, .some), .compareAndSet(let key, .some): key
    case .delete, .get, .scan, .count, .page, .collections, .insert, .compareAndSet: nil
    }
  }

  /// What it wrote there; nil: nothing, or it deleted the record.
  var writtenValue: Int64? {
    switch self {
    case .put(_, let value): value
    case .insert(_, let value), .compareAndSet(_, let value): value
    case .delete, .get, .scan, .count, .page, .collections: nil
    }
  }
}

struct OverlapEntry: Sendable, Equatable, Hashable {
  var key: String
  var value: Int64
}

extension OverlapObservation: CustomStringConvertible {
  var description: String {
    switch self {
    case .get(let key, let value): "get \(key) → \(value.map(String.init) ?? "none")"
    case .scan(let range, let entries):
      "scan \(range) → \(entries.isEmpty ? "none" : entries.map(\.description).joined(separator: ", "))"
    case .count(let range, let count): "count \(range) → \(count)"
    case .put(let key, let value): "put \(key) = \(value)"
    case .delete(let key, let found): "delete \(key) → \(found ? "was there" : "none")"
    case .page(let range, let limit, let entries):
      "scan \(range) limit \(limit) → \(entries.isEmpty ? "none" : entries.map(\.description).joined(separator: ", "))"
    case .collections(_, let names): "collections → \(names.isEmpty ? "none" : names.joined(separator: ", "))"
    case .insert(let key, let value): "insert \(key)\(value.map { " = \($0)" } ?? " → was there")"
    case .compareAndSet(let key, let value): "set \(key) if as at first\(value.map { " = \($0)" } ?? " → no")"
    }
  }
}

extension OverlapEntry: CustomStringConvertible {
  var description: String { "\(key) = \(value)" }
}

extension OverlapTransaction {
  /// The keys that it changed.
  var writtenKeys: Set<String> { Set(observations.compactMap(\.written)) }

  /// Applies the transaction to `state`. False if the transaction would have read something else; then `state` is unusable.
  func replay(over state: inout [String: Int64], checkingReads: Bool = true) -> Bool {
    for observation in observations {
      switch observation {
      case .put(let key, let value): state[key] = value
      case .delete(let key, let found):
        let previous = state.removeValue(forKey: key)
        if checkingReads, found != (previous != nil) { return false }
      case .get(let key, let value):
        if checkingReads, state[key] != value { return false }
      case .scan(let range, let entries):
        if checkingReads, Self.scan(state, range) != entries { return false }
      case .count(let range, let count):
        if checkingReads, state.keys.count(where: range.contains) != count { return false }
      case .page(let range, let limit, let entries):
        if checkingReads, Array(Self.scan(state, range).prefix(limit)) != entries { return false }
      case .collections(let layout, let names):
        if checkingReads, Self.collections(state, layout) != names { return false }
      case .insert(let key, let value):
        if checkingReads, (state[key] == nil) != (value != nil) { return false }
        if let value { state[key] = value }
      case .compareAndSet(let key, let value):
        let isAsAtFirst = state[key] != nil && state[key] == OverlapScript.firstValue(of: key)
        if checkingReads, isAsAtFirst != (value != nil) { return false }
        if let value { state[key] = value }
      }
    }
    return true
  }

  static func collections(_ state: [String: Int64], _ layout: OverlapLayout) -> [String] {
    let keys = state.keys.filter { $0 != OverlapScript.schemaVersion }
    return Set(keys.map(layout.collection)).sorted()
  }

  static func scan(_ state: [String: Int64], _ range: OverlapRange) -> [OverlapEntry] {
    state.filter { range.contains($0.key) }.sorted { $0.key < $1.key }
      .map { OverlapEntry(key: $0.key, value: $0.value) }
  }
}
