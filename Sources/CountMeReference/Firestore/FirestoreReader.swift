import Foundation

/// Reads typed fields out of a document. Each refusal names the model, the path, the requirement and the value found.
/// The reader ignores keys that nobody asks for.
struct FirestoreReader {
  private let data: FirestoreData
  private let modelType: String
  /// The text before a field's name in a message, such as "ingredients[2]." inside a nested document.
  private let path: String

  init(_ data: FirestoreData, modelType: String, path: String = "") {
    self.data = data
    self.modelType = modelType
    self.path = path
  }

  func string(_ field: String) throws(SyncError) -> String {
    guard case .string(let value) = data[field] else { throw refusal(field, "be text") }
    return value
  }

  func uuid(_ field: String) throws(SyncError) -> UUID {
    guard let id = UUID(uuidString: try string(field)) else { throw refusal(field, "be a UUID") }
    return id
  }

  func timestamp(_ field: String) throws(SyncError) -> Date {
    guard case .timestamp(let value) = data[field] else { throw refusal(field, "be a timestamp") }
    return value
  }

  func number(_ field: String) throws(SyncError) -> Double {
    guard let value = data[field]?.number else { throw refusal(field, "be a number") }
    return value
  }

  /// The number. Nil if the key is absent or null.
  func optionalNumber(_ field: String) throws(SyncError) -> Double? {
    switch data[field] {
    case nil, .null: nil
    case .some: try number(field)
    }
  }

  /// Readers of the documents in an array, in the order of the array.
  func documents(_ field: String) throws(SyncError) -> [FirestoreReader] {
    guard case .array(let values) = data[field] else { throw refusal(field, "be an array") }
    var readers: [FirestoreReader] = []
    for (index, value) in values.enumerated() {
      let element = "\(field)[\(index)]"
      guard case .map(let fields) = value else {
        throw invalidData(element, "be a map", value.description)
      }
      readers.append(FirestoreReader(fields, modelType: modelType, path: "\(path)\(element)."))
    }
    return readers
  }

  /// Runs a model's validation and turns its violation into a refusal of this document, so no ``ValidationError``
  /// crosses the sync boundary.
  func check(_ validate: () throws(ValidationError) -> Void) throws(SyncError) {
    do {
      try validate()
    } catch {
      throw invalidData(error.field, error.requirement, error.finding)
    }
  }

  private func refusal(_ field: String, _ requirement: String) -> SyncError {
    invalidData(field, requirement, data[field]?.description ?? "missing")
  }

  private func invalidData(_ field: String, _ requirement: String, _ finding: String) -> SyncError {
    .invalidData(
      reason: "\(modelType) \(path)\(field) must \(requirement), but it is \(finding).")
  }
}
