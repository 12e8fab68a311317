/// The operations on all models of one type. See ``BaseRepository``.
public protocol Repository<Model>: Sendable {
  /// The type of the models, one collection of the store.
  associatedtype Model: StoredModel

  /// The models that satisfy `predicate`, in the order of their keys. Nil selects all models.
  func fetch(predicate: (@Sendable (Model) -> Bool)?) async throws -> [Model]
  /// Inserts or replaces the model.
  func save(_ model: Model) async throws
  /// Deletes the model with the same key. It is no error if there is none.
  func delete(_ model: Model) async throws
  /// The number of models that satisfy `predicate`. Nil counts all models.
  func count(predicate: (@Sendable (Model) -> Bool)?) async throws -> Int
}

/// Access to the models of one type. A repository does not hold the store: each operation is a closure that the data actor
/// runs as one transaction.
public struct BaseRepository<Model: StoredModel>: Repository {
  private let data: any DataAccess

  /// Creates a repository over the store of `data`.
  public init(_ data: any DataAccess) {
    self.data = data
  }

  public func fetch(
    predicate: (@Sendable (Model) -> Bool)? = nil
  ) async throws -> [Model] {
    try await data.perform { scope in
      let models = try scope.fetch(Model.self)
      return predicate.map { models.filter($0) } ?? models
    }
  }

  public func save(_ model: Model) async throws {
    try await data.perform { try $0.save(model) }
  }

  public func delete(_ model: Model) async throws {
    try await data.perform { _ = try $0.delete(Model.self, key: model.storageKey) }
  }

  public func count(predicate: (@Sendable (Model) -> Bool)? = nil) async throws -> Int {
    try await data.perform { scope in
      guard let predicate else { return try scope.count(Model.self) }
      return try scope.fetch(Model.self).count(where: predicate)
    }
  }
}
