import PropertyTesting
import StorageContract

/// A store and the model, side by side: each transaction is made on both, every answer and then the whole
/// contents are compared, and each step is noted for the report.
struct HistorySession {
  let location: any StoreLocation
  private(set) var store: any Store
  var model = HistoryModel()
  /// Nil: what is done is not noted.
  let trial: Trial?
  /// Whether the caller compares answers and contents, and the session does not.
  var comparesDumpsOnly = false

  init(at location: any StoreLocation, _ trial: Trial?) async throws {
    self.location = location
    self.trial = trial
    store = try await location.open()
  }

  /// What a transaction that is to be rolled back throws, with the answers it got.
  private struct Abandoned: Error {
    let answers: [HistoryAnswer]
  }

  /// Makes the calls as one transaction.
  /// - Parameter abandoned: whether its closure throws at the end.
  /// - Returns: the answers.
  @discardableResult
  mutating func write(_ calls: [HistoryCall], abandoned: Bool = false) async throws -> [HistoryAnswer] {
    var next = model
    let expected = calls.map { next.answer($0) }
    note("write", calls, expected, ends: abandoned ? "; then throw" : "")
    if !abandoned { model = next }
    var answers: [HistoryAnswer]
    do {
      answers = try await store.write { transaction in
        let answers = try calls.map { try $0.answer(of: transaction) }
        if abandoned { throw Abandoned(answers: answers) }
        return answers
      }
      try expect("the error of an abandoned transaction reaches its caller", !abandoned)
    } catch let error as Abandoned {
      answers = error.answers
    }
    try compare(answers, expected, of: calls)
    try await audit()
    return answers
  }

  /// Makes the calls, which only read, as one reading transaction.
  mutating func read(_ calls: [HistoryCall]) async throws {
    let expected = calls.map { model.answer($0) }
    note("read", calls, expected, ends: "")
    let answers = try await store.read { transaction in
      try calls.map { try $0.readAnswer(of: transaction) ?? .done }
    }
    try compare(answers, expected, of: calls)
  }

  /// Closes the store and opens it again.
  mutating func reopen() async throws {
    trial?.note("close and open again")
    try await store.close()
    try await openAgain()
  }

  /// Opens the store again, which was closed.
  mutating func openAgain() async throws {
    store = try await location.open()
    try await audit("after reopening, ")
  }

  func close() async throws {
    try await store.close()
  }

  /// Compares the whole contents, in every way that they can be read.
  func audit(_ prefix: String = "") async throws {
    if comparesDumpsOnly { return }
    noteClaim()
    var model = model
    var calls: [HistoryCall] = [.schemaVersion, .collections]
    for collection in model.collections {
      calls.append(.scan(collection, from: nil, to: nil, limit: nil))
      calls.append(.count(collection, from: nil, to: nil))
    }
    calls += model.records.keys.sorted().map { .get($0) }
    let made = calls
    let expected = made.map { model.answer($0) }
    let answers = try await store.read { transaction in
      try made.map { try $0.readAnswer(of: transaction) ?? .done }
    }
    for (call, (answer, expected)) in zip(made, zip(answers, expected)) where answer != expected {
      try expect("\(prefix)\(call)", answer, equals: expected)
    }
  }

  private func compare(_ answers: [HistoryAnswer], _ expected: [HistoryAnswer], of calls: [HistoryCall]) throws {
    if comparesDumpsOnly { return }
    noteClaim()
    for (call, (answer, expected)) in zip(calls, zip(answers, expected)) where answer != expected {
      try expect("\(call)", answer, equals: expected)
    }
  }

  private func note(_ kind: String, _ calls: [HistoryCall], _ answers: [HistoryAnswer], ends: String) {
    guard let trial else { return }
    var made = zip(calls, answers).map { "\($0) → \($1)" }
    // Many calls are those of a law's own making, of which the first and the last say it all.
    if made.count > 24 { made.replaceSubrange(3..<made.count - 3, with: ["… \(made.count - 6) calls …"]) }
    trial.note("\(kind): " + (made.isEmpty ? "nothing" : made.joined(separator: "; ")) + ends)
  }
}
