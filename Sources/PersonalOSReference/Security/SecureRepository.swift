import Foundation
import PlatformStandIns
import StorageContract

/// Access to the models of one type.
public protocol ModelRepository<Model>: Sendable {
  associatedtype Model: StoredModel
  /// All of them, in the order of keys.
  func fetch() async throws -> [Model]
  /// Inserts or replaces the model.
  func save(_ model: Model) async throws
  /// Deleting an absent model is no error.
  func delete(_ model: Model) async throws
}

/// A repository that encrypts sensitive fields before they reach the store. The other fields stay readable
/// to the store's own tools.
///
/// What is encrypted of a field says to which record it belongs, so that it cannot be moved to another.
public struct SecureRepository<Model: StoredModel>: ModelRepository {
  private struct SealedField: Codable {
    var place: Data
    var kind: String
    var text: Data
  }

  private let data: DataActor
  private let storage: any SecureStorage
  private let sensitiveFields: Set<String>

  public init(_ data: DataActor, _ storage: any SecureStorage, sensitiveFields: Set<String>) {
    self.data = data
    self.storage = storage
    self.sensitiveFields = sensitiveFields
  }

  public init(_ data: DataActor, _ storage: any SecureStorage) where Model: SensitiveModel {
    self.init(data, storage, sensitiveFields: Model.sensitiveFields)
  }

  public func fetch() async throws -> [Model] {
    let records = try await data.perform { try $0.live().scan(Model.collection) }
    var models: [Model] = []
    for record in records { models.append(try await opened(record)) }
    return models
  }

  public func save(_ model: Model) async throws {
    var fields = model.storedFields
    for (name, value) in fields where sensitiveFields.contains(name) {
      let field = SealedField(
        place: Self.place(of: name, key: model.storageKey), kind: value.kind,
        text: Data(value.exactText.utf8))
      fields[name] = .bytes(try await storage.encryptData(Array(try JSONEncoder().encode(field))))
    }
    let sealed = fields
    _ = try await data.perform {
      try $0.live().put(sealed, at: model.storageKey, in: Model.collection)
    }
  }

  public func delete(_ model: Model) async throws {
    _ = try await data.perform { try $0.delete(Model.self, key: model.storageKey) }
  }

  private func opened(_ record: Record) async throws -> Model {
    let sealed = StoredRecord(collection: Model.collection, key: record.key, fields: record.fields)
    var fields = record.fields
    for name in sensitiveFields {
      let bytes = try await storage.decryptData(try sealed.bytes(name))
      guard let field = try? JSONDecoder().decode(SealedField.self, from: Data(bytes)),
        field.place == Self.place(of: name, key: record.key),
        let text = String(validating: field.text, as: UTF8.self),
        let value = FieldValue(kind: field.kind, exactText: text)
      else { throw SecurityError.encryptionFailed }
      fields[name] = value
    }
    return try Model(stored: StoredRecord(collection: Model.collection, key: record.key, fields: fields))
  }

  /// Field and collection are identifiers: no two places are written alike.
  private static func place(of field: String, key: String) -> Data {
    Data("\(Model.collection)/\(field)/\(key)".utf8)
  }
}
