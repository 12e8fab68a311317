import PropertyTesting
import StorageContract

/// One call of a transaction, with all that it is given.
enum HistoryCall: Sendable {
  case put(RecordPlace, [String: FieldValue])
  case insert(RecordPlace, [String: FieldValue])
  case compareAndSet(RecordPlace, [String: FieldValue], version: Int64)
  case delete(RecordPlace)
  case get(RecordPlace)
  case scan(String, from: String?, to: String?, limit: Int?)
  case count(String, from: String?, to: String?)
  case collections
  case schemaVersion
  case setSchemaVersion(Int64)
  case refused(RefusedCall)

  /// Makes a reading call.
  /// - Returns: nil for one that writes.
  func readAnswer(of transaction: any ReadTransaction) throws -> HistoryAnswer? {
    switch self {
    case .get(let place): .record(try transaction.get(place.key.text, in: place.collection))
    case .scan(let collection, let lower, let upper, let limit):
      .records(try transaction.scan(collection, from: lower, to: upper, limit: limit))
    case .count(let collection, let lower, let upper):
      .number(Int64(try transaction.count(collection, from: lower, to: upper)))
    case .collections: .names(try transaction.collections())
    case .schemaVersion: .number(try transaction.schemaVersion())
    default: nil
    }
  }

  /// Makes the call. What a store refuses is an answer too.
  func answer(of transaction: any WriteTransaction) throws -> HistoryAnswer {
    if let answer = try readAnswer(of: transaction) { return answer }
    switch self {
    case .put(let place, let fields):
      return .version(try transaction.put(fields, at: place.key.text, in: place.collection))
    case .insert(let place, let fields):
      return .version(try transaction.insert(fields, at: place.key.text, in: place.collection))
    case .compareAndSet(let place, let fields, let version):
      return .version(
        try transaction.compareAndSet(fields, at: place.key.text, in: place.collection, version: version))
    case .delete(let place):
      return .flag(try transaction.delete(place.key.text, in: place.collection))
    case .setSchemaVersion(let version):
      try transaction.setSchemaVersion(version)
      return .done
    case .refused(let call):
      return call.answer(of: transaction)
    default:
      return .done
    }
  }
}

/// The result of a call.
enum HistoryAnswer: Sendable, Equatable {
  case version(Int64?)
  case flag(Bool)
  case record(Record?)
  case records([Record])
  case number(Int64)
  case names([String])
  case done
  /// The error's kind: ``RefusedCall/Refusal``.
  case refused(String)
}
