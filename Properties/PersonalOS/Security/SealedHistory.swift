import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// What a user does with the app, perhaps over what an older version left; and what its cipher is given by itself.
struct SealedHistory: Sendable {
  let scenario: EncryptionScenario
  let start: AppModel
  let changes: [AppChange]
  let end: AppModel

  /// Every part reads what the others wrote, and nobody else reads the notes. The store is empty afterwards.
  func expectSealed(_ system: PersonalOSSystem) async throws {
    var app = try await AppSession(system, start)
    for change in changes {
      // A refusal shows in what there is then.
      try? await app.apply(change)
    }
    try expect("what the app holds", try await app.contents(), equals: end.contents)
    try expect("a note that can be read", try await app.readable(end.secrets), equals: nil)
    try expect("what the app holds after a launch", try await app.contents(), equals: end.contents)
    try await app.close()
    let store = try await system.openStore()
    try await store.write { transaction in
      for collection in try transaction.collections() {
        for record in try transaction.scan(collection) { try transaction.delete(record.key, in: collection) }
      }
    }
    try await store.close()
  }
}

extension SealedHistory: CounterexampleDescribable {
  var counterexampleDescription: String {
    "\(describe(changes)) over \(start.counterexampleDescription); \(describe(scenario))"
  }
}

extension Generator where Value == SealedHistory {
  static let sealedHistory = Generator { source in
    let scenario = try source(.encryptionScenario)
    let start = try source(.appWithContents)
    var (end, changes) = (start, [AppChange]())
    for _ in 0..<(try source(.int(in: 0...12))) {
      let change = try source(end.anyChange)
      changes.append(change)
      try? end.change(change)
    }
    return SealedHistory(scenario: scenario, start: start, changes: changes, end: end)
  }
}
