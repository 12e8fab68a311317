import PersonalOSReference
import PropertyTesting
import StorageContract

/// A second data access, with the attestation of the reference. A defect of it takes closures apart.
struct DataAccessTwin: DataAccess {
  enum Defect: String, CaseIterable, Sendable {
    case worksOnACopy = "runs a closure on a copy and writes the changes after other closures ran"
    case commitsEachWrite = "commits each write of a closure separately"
    case keepsWhatAThrowLeaves = "keeps the writes of a closure that threw"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("DataAccessTwin") { system, defect in
    system.dataAccess.openData = { DataAccessTwin($0, defect) }
  }

  private let base: DataActor
  private let defect: Defect?

  init(_ store: any Store, _ defect: Defect?) {
    self.defect = defect
    base = DataActor(store: store)
  }

  var isPerforming: Bool { base.isPerforming }
  func compact() async throws { try await base.compact() }

  func perform<Value: Sendable>(_ body: @Sendable (DataScope) throws -> Value) async throws -> Value {
    switch defect {
    case .keepsWhatAThrowLeaves: return try await base.perform { scope in Result { try body(scope) } }.get()
    case .worksOnACopy, .commitsEachWrite: return try await performOnCopy(body)
    case nil: return try await base.perform(body)
    }
  }

  private func performOnCopy<Value: Sendable>(_ body: @Sendable (DataScope) throws -> Value) async throws -> Value {
    let read = try await base.perform { try CopiedTransaction.Contents(of: $0.live()) }
    let (value, copy) = try Self.run(body, read)
    guard defect == .commitsEachWrite else {
      try await base.perform { try copy.apply(copy.changes, to: $0.live()) }
      return value
    }
    for change in copy.changes { try await base.perform { try copy.apply([change], to: $0.live()) } }
    return value
  }

  private static func run<Value: Sendable>(
    _ body: @Sendable (DataScope) throws -> Value, _ contents: CopiedTransaction.Contents
  ) throws -> (Value, Changed) {
    let copy = CopiedTransaction(contents)
    let scope = DataScope(copy)
    defer { scope.end() }
    let value = try body(scope)
    return (value, Changed(contents: copy.contents, changes: copy.changes))
  }

  /// What a closure has made of its copy.
  private struct Changed: Sendable {
    let contents: CopiedTransaction.Contents
    let changes: [CopiedTransaction.Change]

    func apply(_ changes: [CopiedTransaction.Change], to transaction: any WriteTransaction) throws {
      for change in changes { try change.apply(to: transaction) }
      try transaction.setSchemaVersion(contents.schemaVersion)
    }
  }
}
