/// Access to the models of one type. It holds no store: every operation is a closure run by the data actor.
public struct BaseRepository<Model: StoredModel>: Sendable {
  private let data: DataActor

  public init(_ data: DataActor) {
    self.data = data
  }

  /// The models that satisfy `predicate`, in the order of keys; all of them without one.
  public func fetch(
    predicate: (@Sendable (Model) -> Bool)? = nil
  ) async throws -> [Model] {
    try await data.perform { scope in
      let models = try scope.fetch(Model.self)
      return predicate.map { models.filter($0) } ?? models
    }
  }

  /// Inserts or replaces the model.
  public func save(_ model: Model) async throws {
    try await data.perform { try $0.save(model) }
  }

  /// Deleting an absent model is no error.
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
