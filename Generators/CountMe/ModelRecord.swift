import CountMeReference
import Foundation

/// The values of a record before anybody validates them, as its plain document has them: numbers are doubles, and nil
/// is null. Equality is bit by bit.
public struct ModelRecord: Sendable, Equatable {
  /// The model that the values belong to.
  public let model: SpecifiedModel
  /// A value for each field of the model.
  public let values: FirestoreData

  /// A record with these values.
  public init(_ model: SpecifiedModel, _ values: FirestoreData) {
    self.model = model
    self.values = values
  }

  /// The record with another value in this field.
  public func with(_ value: FirestoreValue, in field: String) -> ModelRecord {
    ModelRecord(model, values.merging([field: value]) { $1 })
  }

  public static func == (left: ModelRecord, right: ModelRecord) -> Bool {
    left.model == right.model && FirestoreValue.map(left.values).isExactly(.map(right.values))
  }
}

extension FirestoreValue {
  /// Whether both are the same bit by bit: text by its UTF-8 bytes, numbers by their bit patterns. The oracle for what
  /// is equal, apart from any `==` of the core. Nothing else than a record holds equals anything.
  public func isExactly(_ other: FirestoreValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.timestamp(let left), .timestamp(let right)):
      left.timeIntervalSinceReferenceDate.bitPattern == right.timeIntervalSinceReferenceDate.bitPattern
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isExactly($1) }
    case (.map(let left), .map(let right)):
      left.count == right.count && left.allSatisfy { key, value in right[key].map(value.isExactly) ?? false }
    default: false
    }
  }
}

/// The place of a field: in the record itself, or in one of its ingredients.
public struct FieldPath: Sendable, CustomStringConvertible {
  /// The place of the ingredient in the meal, from 0. Nil: the field belongs to the record itself.
  public let ingredient: Int?
  /// The name of the field.
  public let field: String

  /// The words that an error about the field must contain: the ingredient, if there is one, and the field.
  public var words: [String] { (ingredient.map { ["ingredients", "\($0)"] } ?? []) + [field] }

  public var description: String { ingredient.map { "ingredients[\($0)].\(field)" } ?? field }
}

extension FirestoreData {
  /// These values with another one at `path`; nil removes the key. If there is no such ingredient, nothing changes.
  func with(_ value: FirestoreValue?, at path: FieldPath) -> FirestoreData {
    var changed = self
    guard let index = path.ingredient else {
      changed[path.field] = value
      return changed
    }
    guard case .array(var elements) = self["ingredients"], elements.indices.contains(index),
      case .map(let ingredient) = elements[index]
    else { return self }
    elements[index] = .map(ingredient.with(value, at: FieldPath(ingredient: nil, field: path.field)))
    changed["ingredients"] = .array(elements)
    return changed
  }
}
