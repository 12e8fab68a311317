/// The operations on the models of one type: see ``BaseRepository``.
public protocol Repository<Model>: Sendable {
  associatedtype Model: StoredModel

  /// The models that satisfy `predicate`, in the order of keys; all of them without one.
  func fetch(predicate: (@Sendable (Model) -> Bool)?) async throws -> [Model]
  /// Inserts or replaces the model.
  func save(_ model: Model) async throws
  /// Deleting an absent model is no error.
  func delete(_ model: Model) async throws
  /// How many satisfy `predicate`; how many there are without one.
  func count(predicate: (@Sendable (Model) -> Bool)?) async throws -> Int
}

/// Access to the models of one type. It holds no store: every operation is a closure run by the data actor.
public struct BaseRepository<Model: StoredModel>: Repository {
  private let data: any DataAccess

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
