import Foundation
import StorageContract

/// One thing the contract demands, as a function that throws where a backend does not do it: so that
/// tests can also demand that it throws for a broken one.
struct ContractCheck: Sendable, CustomStringConvertible {
  let name: String
  let run: @Sendable (any Backend) async throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (any Backend) async throws -> Void) {
    self.name = name
    self.run = run
  }

  var description: String { name }

  /// A check over one store at a new location.
  static func onStore(
    _ name: String, _ run: @escaping @Sendable (any Store) async throws -> Void
  ) -> ContractCheck {
    ContractCheck(name) { backend in
      try await withLocation(of: backend) { location in
        let store = try await location.open()
        try await run(store)
        try await store.close()
      }
    }
  }

  static let all =
    ValueChecks.all + KeyChecks.all + OperationChecks.all + TransactionChecks.all
    + LifeCycleChecks.all
}

struct CheckFailure: Error, CustomStringConvertible {
  let description: String
}

func withLocation(
  of backend: any Backend, _ body: (any StoreLocation) async throws -> Void
) async throws {
  let location = try await backend.makeLocation()
  do {
    try await body(location)
    await backend.recycle(location)
  } catch {
    await backend.recycle(location)
    throw error
  }
}

func demand(_ condition: Bool, _ what: String) throws {
  guard condition else { throw CheckFailure(description: what) }
}

func demandEqual<Value: Equatable>(_ what: String, _ got: Value, _ expected: Value) throws {
  guard got == expected else {
    throw CheckFailure(description: "\(what): got \(got), expected \(expected)")
  }
}

/// Texts by their bytes, where `==` would take canonical equivalents for equal.
func demandSameBytes(_ what: String, _ got: [String], _ expected: [String]) throws {
  guard got.map({ Array($0.utf8) }) == expected.map({ Array($0.utf8) }) else {
    throw CheckFailure(
      description: "\(what): got \(got.map(\.debugDescription)), expected "
        + "\(expected.map(\.debugDescription))")
  }
}

func demandThrows(
  _ what: String, _ matches: (StoreError) -> Bool, _ body: () async throws -> Void
) async throws {
  do {
    try await body()
  } catch let error as StoreError {
    guard matches(error) else { throw CheckFailure(description: "\(what): threw \(error)") }
    return
  }
  throw CheckFailure(description: "\(what): nothing was thrown")
}

/// As above inside a transaction, where everything is synchronous.
func demandRefused(
  _ what: String, _ matches: (StoreError) -> Bool, _ body: () throws -> Void
) throws {
  do {
    try body()
  } catch let error as StoreError {
    guard matches(error) else { throw CheckFailure(description: "\(what): threw \(error)") }
    return
  }
  throw CheckFailure(description: "\(what): nothing was thrown")
}

/// The error of a test's own, to abandon a transaction with.
struct Abandoned: Error, Equatable {}

func temporaryPath() -> String {
  NSTemporaryDirectory() + "touchstone-test-" + UUID().uuidString
}
