import Foundation
import PropertyTesting
import StorageContract

/// A call that every store refuses, and that is right but for one thing.
struct RefusedCall: Sendable, Hashable {
  enum Way: String, Sendable, CaseIterable {
    case put, insert, compareAndSet, delete, get, scan, count
  }

  /// What is wrong with it.
  enum Wrong: String, Sendable, CaseIterable {
    case collectionName, key, longKey, fieldName, number, date, limit
  }

  let way: Way
  let wrong: Wrong
  /// A place that is right, for what is not wrong.
  let place: RecordPlace

  /// - Returns: nil where a call of this way has no such part.
  init?(_ way: Way, _ wrong: Wrong, at place: RecordPlace) {
    let parts: Set<Wrong> =
      switch way {
      case .put, .insert, .compareAndSet: [.collectionName, .key, .longKey, .fieldName, .number, .date]
      case .delete, .get: [.collectionName, .key, .longKey]
      case .scan: [.collectionName, .limit]
      case .count: [.collectionName]
      }
    guard parts.contains(wrong) else { return nil }
    self.way = way
    self.wrong = wrong
    self.place = place
  }

  /// What the contract demands.
  var expected: HistoryAnswer {
    switch wrong {
    case .collectionName, .fieldName: .refused("invalidName")
    case .key, .longKey: .refused("invalidKey")
    case .number, .date: .refused("invalidValue")
    case .limit: .refused("invalidLimit")
    }
  }

  var collection: String { wrong == .collectionName ? place.collection + "-1" : place.collection }

  var key: String {
    switch wrong {
    case .key: ""
    case .longKey: String(repeating: "k", count: 1_025)
    default: place.key.text
    }
  }

  var fields: [String: FieldValue] {
    switch wrong {
    case .fieldName: ["good": .int64(1), "not good": .int64(2)]
    case .number: ["good": .int64(1), "number": .decimal(.nan)]
    case .date: ["good": .int64(1), "date": .date(Date(timeIntervalSinceReferenceDate: .infinity))]
    default: ["good": .int64(1)]
    }
  }

  func answer(of transaction: any WriteTransaction) -> HistoryAnswer {
    do {
      switch way {
      case .put: return .version(try transaction.put(fields, at: key, in: collection))
      case .insert: return .version(try transaction.insert(fields, at: key, in: collection))
      case .compareAndSet:
        let version = try transaction.get(place.key.text, in: place.collection)?.version ?? 1
        return .version(try transaction.compareAndSet(fields, at: key, in: collection, version: version))
      case .delete: return .flag(try transaction.delete(key, in: collection))
      case .get: return .record(try transaction.get(key, in: collection))
      case .scan:
        return .records(
          try transaction.scan(collection, from: nil, to: nil, limit: wrong == .limit ? -1 : nil))
      case .count: return .number(Int64(try transaction.count(collection, from: nil, to: nil)))
      }
    } catch {
      return .refused(Self.kind(of: error))
    }
  }

  /// The error without what it says.
  static func kind(of error: any Error) -> String {
    switch error as? StoreError {
    case .invalidName: "invalidName"
    case .invalidKey: "invalidKey"
    case .invalidValue: "invalidValue"
    case .invalidLimit: "invalidLimit"
    default: "\(error)"
    }
  }
}

extension Generator where Value == RefusedCall {
  static var refusedCall: Generator {
    // Wrong values oftener than wrong names: there, the record that the call is about may be there.
    let wrongs = RefusedCall.Wrong.allCases + [.fieldName, .number, .date]
    return Generator { source in
      let way = try source(.frequency((2, .constant(.put)), (5, .element(of: RefusedCall.Way.allCases))))
      let possible = wrongs.filter { RefusedCall(way, $0, at: RecordPlace("k", in: "c")) != nil }
      let wrong = try source(.element(of: possible))
      guard let call = RefusedCall(way, wrong, at: try source(.historyPlace)) else {
        throw Discard(reason: "a call of this way has no such part")
      }
      return call
    }
  }
}
