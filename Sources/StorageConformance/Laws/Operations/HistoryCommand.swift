import PropertyTesting
import StorageContract

/// A call that may use what earlier calls of the history came to.
enum HistoryCommand: Sendable {
  case call(HistoryCall)
  /// Numbered records: more than fit on any page that a scan might be cut into.
  case putMany(RecordPlace, count: Int)
  /// Compare-and-set where an earlier put was, at the version that it returned: the latest put at 0.
  case compareAndSetAtPut(back: Int, [String: FieldValue])
  /// Puts each of the values in place of the one before.
  case replace(RecordPlace, [FieldValue])
  /// Deletes the record where an earlier put was: the newest one at 0.
  case deleteAtPut(back: Int)
  /// Deletes one of the records that the latest scan returned.
  case deleteScanned(Int)
  /// A scan that begins at one of the keys that the latest scan returned.
  case scanOn(Int, limit: Int?)
}

/// One step of a history.
enum HistoryStep: Sendable {
  case write([HistoryCommand], abandoned: Bool)
  case read([HistoryCall])
  case reopen
}

/// What the calls of a history came to so far, for those that use it.
struct HistoryResults: Sendable {
  private var puts: [(place: RecordPlace, version: Int64)] = []
  private var scanned: [RecordPlace] = []
  private(set) var usedEarlierVersion = false
  private(set) var usedScan = false

  /// The calls that the command stands for.
  mutating func resolve(_ command: HistoryCommand) -> [HistoryCall] {
    switch command {
    case .call(let call): return [call]
    case .putMany(let place, let count):
      return (0..<count).reversed().map { number in
        let digits = number < 10 ? "0\(number)" : "\(number)"
        let key = RecordPlace("\(place.key.text)\(digits)", in: place.collection)
        return .put(key, ["n": .int64(Int64(number))])
      }
    case .replace(let place, let values): return values.map { .put(place, ["n": $0]) }
    case .compareAndSetAtPut(let back, let fields):
      guard !puts.isEmpty else { return [] }
      usedEarlierVersion = true
      let put = puts[puts.count - 1 - back % puts.count]
      return [.compareAndSet(put.place, fields, version: put.version)]
    case .deleteAtPut(let back):
      guard !puts.isEmpty else { return [] }
      return [.delete(puts[puts.count - 1 - back % puts.count].place)]
    case .deleteScanned(let index):
      guard !scanned.isEmpty else { return [.scan("c", from: nil, to: nil, limit: nil)] }
      usedScan = true
      return [.delete(scanned[index % scanned.count])]
    case .scanOn(let index, let limit):
      guard !scanned.isEmpty else { return [] }
      usedScan = true
      let place = scanned[index % scanned.count]
      return [.scan(place.collection, from: place.key.text, to: nil, limit: limit)]
    }
  }

  mutating func keep(_ answer: HistoryAnswer, of call: HistoryCall) {
    switch (call, answer) {
    case (.put(let place, _), .version(let version?)), (.insert(let place, _), .version(let version?)),
      (.compareAndSet(let place, _, _), .version(let version?)):
      puts.append((place, version))
    case (.scan(let collection, _, _, _), .records(let records)):
      scanned = records.map { RecordPlace($0.key, in: collection) }
    default: break
    }
  }
}

extension HistorySession {
  /// Makes one step, with what came of the earlier ones.
  mutating func make(_ step: HistoryStep, _ results: inout HistoryResults) async throws {
    switch step {
    case .write(let commands, let abandoned):
      // A command may use what an earlier one of the same transaction comes to: the model knows it.
      var foreseen = model
      var calls: [HistoryCall] = []
      for command in commands {
        for call in results.resolve(command) {
          results.keep(foreseen.answer(call), of: call)
          calls.append(call)
        }
      }
      try await write(calls, abandoned: abandoned)
    case .read(let calls):
      for call in calls { results.keep(model.answer(call), of: call) }
      try await read(calls)
    case .reopen:
      try await reopen()
    }
  }
}

extension Generator where Value == HistoryCall {
  /// A call that reads. Bounds are keys, near misses of keys, or none.
  static var historyRead: Generator {
    let bound = Generator<String>.element(of: ["", "a", "a\u{0}", "b", "e\u{301}", "é", "z", "zz"]).optional
    let collection = Generator<String>.element(of: ["c", "d", "c_1", "never"])
    let limit = Generator<Int>.int(in: 0...20).optional
    return .frequency(
      (1, .element(of: [.collections, .schemaVersion])),
      (2, Generator { .get(try $0(.historyPlace)) }),
      (3, Generator { .scan(try $0(collection), from: try $0(bound), to: try $0(bound), limit: try $0(limit)) }),
      (1, Generator { .count(try $0(collection), from: try $0(bound), to: try $0(bound)) }))
  }
}

extension Generator where Value == HistoryCommand {
  static var historyCommand: Generator {
    let back = Generator<Int>.int(in: 0...7)
    let limit = Generator<Int>.int(in: 0...5).optional
    let schemaVersion = Generator<Int64>.int64SchemaVersion
    return .frequency(
      (8, Generator { .call(try $0(.historyPut)) }),
      (2, Generator { .call(try $0(.historyDelete)) }),
      (2, Generator { .call(try $0(.historyInsert)) }),
      (3, Generator { .call(try $0(.historyRead)) }),
      (4, Generator { .compareAndSetAtPut(back: try $0(back), try $0(.historyFields)) }),
      (2, Generator { .replace(try $0(.historyPlace), try $0(.equalInSomeLanguages)) }),
      (2, Generator { .deleteAtPut(back: try $0(back)) }),
      (2, Generator { .deleteScanned(try $0(back)) }),
      (3, Generator { .scanOn(try $0(back), limit: try $0(limit)) }),
      (1, Generator { .call(.setSchemaVersion(try $0(schemaVersion))) }),
      (1, Generator { .call(.refused(try $0(.refusedCall))) }),
      (2, Generator { .putMany(try $0(.historyPlace), count: try $0(.int(in: 2...30))) }))
  }
}

extension Generator where Value == HistoryStep {
  static var historyStep: Generator {
    let commands = Generator<[HistoryCommand]>.array(of: .historyCommand, count: 1...5)
    let reads = Generator<[HistoryCall]>.array(of: .historyRead, count: 1...3)
    return .frequency(
      (3, .constant(.reopen)),
      (2, Generator { .read(try $0(reads)) }),
      (12, Generator { .write(try $0(commands), abandoned: try $0(.onceIn(6))) }))
  }
}
