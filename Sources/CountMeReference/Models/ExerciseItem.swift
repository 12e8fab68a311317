import Foundation

/// An exercise that the user has done. It has exactly the given values.
public struct ExerciseItem: Sendable, Equatable, Identifiable {
  /// The values of an exercise item before validation.
  public struct Fields: Sendable {
    /// The identity of the exercise item, here and in the cloud.
    public var id: UUID
    /// At least one scalar outside ``ValidationConstants/whitespaceScalars``.
    public var name: String
    /// 0 to 50,000 kcal.
    public var caloriesBurned: Double
    /// 0 to 1,440 minutes. Nil if unknown.
    public var durationMinutes: Double?

    /// Creates values without checking them. By default the id is new and the duration is unknown.
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

  /// The values, which are valid.
  public let fields: Fields

  /// The identity of the exercise item, here and in the cloud.
  public var id: UUID { fields.id }
  /// The name, exactly as given.
  public var name: String { fields.name }
  /// The burned calories in kcal, 0 to 50,000.
  public var caloriesBurned: Double { fields.caloriesBurned }
  /// The duration in minutes, 0 to 1,440. Nil if unknown.
  public var durationMinutes: Double? { fields.durationMinutes }

  /// Validates the values and creates an exercise item.
  /// - Throws: the first violation in the order name, caloriesBurned, durationMinutes (requirements 2.1 to 2.6).
  public init(
    id: UUID = UUID(), name: String, caloriesBurned: Double, durationMinutes: Double? = nil
  ) throws(ValidationError) {
    try self.init(
      validating: Fields(
        id: id, name: name, caloriesBurned: caloriesBurned, durationMinutes: durationMinutes))
  }

  /// Validates `fields` and creates an exercise item, as the initialiser with one parameter for each value does.
  public init(validating fields: Fields) throws(ValidationError) {
    try fields.validate()
    self.init(validated: fields)
  }

  /// Creates an exercise item from values that are already validated. It checks nothing.
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
  /// Compares bit by bit, as ``ValidationError`` does.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && identical(left.name, right.name)
      && identical(left.caloriesBurned, right.caloriesBurned)
      && identical(left.durationMinutes, right.durationMinutes)
  }
}

extension ExerciseItem {
  /// Reads an exercise item from a document.
  /// - Throws: ``SyncError/invalidData(reason:)`` for a missing or ill-typed field, then for the first violation in the
  ///   constructor's order (requirements 6.1 to 6.8).
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

  /// The document that ``fromFirestoreData(_:)`` reads back bit by bit. If the duration is nil, the document has no key
  /// for it.
  public func toFirestoreData() -> FirestoreData {
    var data: FirestoreData = [
      "id": .string(id.uuidString), "name": .string(name),
      "caloriesBurned": .double(caloriesBurned),
    ]
    data["durationMinutes"] = durationMinutes.map(FirestoreValue.double)
    return data
  }
}
