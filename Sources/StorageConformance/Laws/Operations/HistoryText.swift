import PropertyTesting
import StorageContract

// How histories read in a report: `put c/"a" {n int64 1} → version 1`.

extension RecordPlace: CounterexampleDescribable, CustomStringConvertible {
  package var description: String { "\(collection)/\(describe(key.text))" }
  package var counterexampleDescription: String { description }
}

extension HistoryCall: CounterexampleDescribable, CustomStringConvertible {
  var description: String {
    switch self {
    case .put(let place, let fields): "put \(place) \(historyText(fields))"
    case .insert(let place, let fields): "insert \(place) \(historyText(fields))"
    case .compareAndSet(let place, let fields, let version):
      "compare-and-set \(place) at version \(version) to \(historyText(fields))"
    case .delete(let place): "delete \(place)"
    case .get(let place): "get \(place)"
    case .scan(let collection, let lower, let upper, let limit):
      "scan \(collection)\(historyText(from: lower, to: upper))\(limit.map { ", at most \($0)" } ?? "")"
    case .count(let collection, let lower, let upper): "count \(collection)\(historyText(from: lower, to: upper))"
    case .collections: "collections"
    case .schemaVersion: "schema version"
    case .setSchemaVersion(let version): "set the schema version to \(version)"
    case .refused(let call): "\(call)"
    }
  }

  var counterexampleDescription: String { description }
}

extension RefusedCall: CounterexampleDescribable, CustomStringConvertible {
  var description: String {
    let what =
      switch wrong {
      case .collectionName: "a collection name that is none"
      case .key: "an empty key"
      case .longKey: "a key of 1,025 bytes"
      case .fieldName: "a field name that is none"
      case .number: "a decimal that is not a number"
      case .date: "a date that is infinite"
      case .limit: "the limit -1"
      }
    return "\(way == .compareAndSet ? "compare-and-set" : way.rawValue) \(place), but with \(what)"
  }

  var counterexampleDescription: String { description }
}

extension HistoryAnswer: CounterexampleDescribable, CustomStringConvertible {
  var description: String {
    switch self {
    case .version(let version): version.map { "version \($0)" } ?? "nothing done"
    case .flag(let flag): "\(flag)"
    case .record(let record): record.map(historyText) ?? "no record"
    case .records(let records): "[\(records.map(historyText).joined(separator: ", "))]"
    case .number(let number): "\(number)"
    case .names(let names): "[\(names.joined(separator: ", "))]"
    case .done: "done"
    case .refused(let kind): "refused: \(kind)"
    }
  }

  var counterexampleDescription: String { description }
}

func historyText(_ fields: [String: FieldValue]) -> String {
  let parts = fields.sorted { $0.key < $1.key }.map { "\($0) \(describe($1))" }
  return "{\(parts.joined(separator: ", "))}"
}

private func historyText(_ record: Record) -> String {
  "\(describe(record.key)) at version \(record.version) \(historyText(record.fields))"
}

private func historyText(from lower: String?, to upper: String?) -> String {
  (lower.map { " from \(describe($0))" } ?? "") + (upper.map { " to \(describe($0))" } ?? "")
}
