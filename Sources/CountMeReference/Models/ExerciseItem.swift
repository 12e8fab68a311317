import Foundation

/// A piece of exercise. Its values are exactly those given.
public struct ExerciseItem: Sendable, Equatable, Identifiable {
  /// The values of an exercise item before anybody has looked at them.
  public struct Fields: Sendable {
    public var id: UUID
    /// At least one scalar outside ``ValidationConstants/whitespaceScalars``.
    public var name: String
    /// 0 to 50,000 kcal.
    public var caloriesBurned: Double
    /// 0 to 1,440 minutes, or nil: not known.
    public var durationMinutes: Double?

    public init(
      id: UUID = UUID(), name: String, caloriesBurned: Double, durationMinutes: Double? = nil
    ) {
      self.id = id
      self.name = name
      self.caloriesBurned = caloriesBurned
      self.durationMinutes = durationMinutes
    }
  }

  static let modelType = "ExerciseItem"

  public let fields: Fields

  public var id: UUID { fields.id }
  public var name: String { fields.name }
  public var caloriesBurned: Double { fields.caloriesBurned }
  public var durationMinutes: Double? { fields.durationMinutes }

  /// - Throws: the first violation in the order name, caloriesBurned, durationMinutes
  /// (requirements 2.1 to 2.6).
  public init(
    id: UUID = UUID(), name: String, caloriesBurned: Double, durationMinutes: Double? = nil
  ) throws(ValidationError) {
    try self.init(
      validating: Fields(
        id: id, name: name, caloriesBurned: caloriesBurned, durationMinutes: durationMinutes))
  }

  /// As the labelled initialiser, from values in one piece.
  public init(validating fields: Fields) throws(ValidationError) {
    try fields.validate()
    self.init(validated: fields)
  }

  /// For values that were validated already: nothing is checked.
  public init(validated fields: Fields) {
    self.fields = fields
  }
}

extension ExerciseItem.Fields {
  func validate() throws(ValidationError) {
    try Validation.checkName(name, of: ExerciseItem.modelType)
    try Validation.checkCalories(caloriesBurned, of: ExerciseItem.modelType)
    try Validation.checkDuration(durationMinutes)
  }
}

extension ExerciseItem.Fields: Equatable {
  /// Bit by bit, as for ``ValidationError``.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && identical(left.name, right.name)
      && identical(left.caloriesBurned, right.caloriesBurned)
      && identical(left.durationMinutes, right.durationMinutes)
  }
}

extension ExerciseItem {
  /// - Throws: ``SyncError/invalidData(reason:)`` for a missing or ill-typed field, then for the first
  ///   violation in the constructor's order (requirements 6.1 to 6.8).
  public static func fromFirestoreData(_ data: FirestoreData) throws(SyncError) -> ExerciseItem {
    let document = FirestoreReader(data, modelType: modelType)
    let fields = Fields(
      id: try document.uuid("id"),
      name: try document.string("name"),
      caloriesBurned: try document.number("caloriesBurned"),
      durationMinutes: try document.optionalNumber("durationMinutes"))
    try document.check(fields.validate)
    return ExerciseItem(validated: fields)
  }

  /// The document that ``fromFirestoreData(_:)`` reads back bit by bit. A nil duration has no key.
  public func toFirestoreData() -> FirestoreData {
    var data: FirestoreData = [
      "id": .string(id.uuidString), "name": .string(name),
      "caloriesBurned": .double(caloriesBurned),
    ]
    data["durationMinutes"] = durationMinutes.map(FirestoreValue.double)
    return data
  }
}
