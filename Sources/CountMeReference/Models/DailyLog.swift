import Foundation

/// The log of one day. It has exactly the given values; the date keeps its time of day.
public struct DailyLog: Sendable, Equatable, Identifiable {
  /// The values of a log before validation.
  public struct Fields: Sendable {
    /// The identity of the log, here and in the cloud.
    public var id: UUID
    /// Any date, with its time of day.
    public var date: Date
    /// 0 to 50,000 kcal. Nil if the user has set no goal.
    public var dailyGoal: Double?

    /// Creates values without checking them. By default the id is new and there is no goal.
    public init(id: UUID = UUID(), date: Date, dailyGoal: Double? = nil) {
      self.id = id
      self.date = date
      self.dailyGoal = dailyGoal
    }
  }

  static let modelType = "DailyLog"

  /// The values, which are valid.
  public let fields: Fields

  /// The identity of the log, here and in the cloud.
  public var id: UUID { fields.id }
  /// The date with its time of day, exactly as given.
  public var date: Date { fields.date }
  /// The goal in kcal. Nil if the user has set none.
  public var dailyGoal: Double? { fields.dailyGoal }

  /// Validates the values and creates a log.
  /// - Throws: a violation of dailyGoal (requirements 5.1 to 5.4).
  public init(
    id: UUID = UUID(), date: Date, dailyGoal: Double? = nil
  ) throws(ValidationError) {
    try self.init(validating: Fields(id: id, date: date, dailyGoal: dailyGoal))
  }

  /// Validates `fields` and creates a log, as the initialiser with one parameter for each value does.
  public init(validating fields: Fields) throws(ValidationError) {
    try fields.validate()
    self.init(validated: fields)
  }

  /// Creates a log from values that are already validated. It checks nothing.
  public init(validated fields: Fields) {
    self.fields = fields
  }
}

extension DailyLog.Fields {
  func validate() throws(ValidationError) {
    try Validation.checkGoal(dailyGoal)
  }
}

extension DailyLog.Fields: Equatable {
  /// Compares bit by bit, as ``ValidationError`` does.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && identical(left.date, right.date)
      && identical(left.dailyGoal, right.dailyGoal)
  }
}

extension DailyLog {
  /// Reads a log from a document.
  /// - Throws: ``SyncError/invalidData(reason:)`` for a missing or ill-typed field, then for a goal out of range
  ///   (requirements 6.1 to 6.8).
  public static func fromFirestoreData(_ data: FirestoreData) throws(SyncError) -> DailyLog {
    let document = FirestoreReader(data, modelType: modelType)
    let fields = Fields(
      id: try document.uuid("id"),
      date: try document.timestamp("date"),
      dailyGoal: try document.optionalNumber("dailyGoal"))
    try document.check(fields.validate)
    return DailyLog(validated: fields)
  }

  /// The document that ``fromFirestoreData(_:)`` reads back bit by bit. If the goal is nil, the document has no key for
  /// it.
  public func toFirestoreData() -> FirestoreData {
    var data: FirestoreData = ["id": .string(id.uuidString), "date": .timestamp(date)]
    data["dailyGoal"] = dailyGoal.map(FirestoreValue.double)
    return data
  }
}
