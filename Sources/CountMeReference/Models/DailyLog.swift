import Foundation

/// One day's log. Its values are exactly those given; the date keeps its time of day.
public struct DailyLog: Sendable, Equatable, Identifiable {
  /// The values of a log before anybody has looked at them.
  public struct Fields: Sendable {
    public var id: UUID
    /// Any date.
    public var date: Date
    /// 0 to 50,000 kcal, or nil: the user has set none.
    public var dailyGoal: Double?

    public init(id: UUID = UUID(), date: Date, dailyGoal: Double? = nil) {
      self.id = id
      self.date = date
      self.dailyGoal = dailyGoal
    }
  }

  static let modelType = "DailyLog"

  public let fields: Fields

  public var id: UUID { fields.id }
  public var date: Date { fields.date }
  public var dailyGoal: Double? { fields.dailyGoal }

  /// - Throws: a violation of dailyGoal (requirements 5.1 to 5.4).
  public init(
    id: UUID = UUID(), date: Date, dailyGoal: Double? = nil
  ) throws(ValidationError) {
    try self.init(validating: Fields(id: id, date: date, dailyGoal: dailyGoal))
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

extension DailyLog.Fields {
  func validate() throws(ValidationError) {
    try Validation.checkGoal(dailyGoal)
  }
}

extension DailyLog.Fields: Equatable {
  /// Bit by bit, as for ``ValidationError``.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && identical(left.date, right.date)
      && identical(left.dailyGoal, right.dailyGoal)
  }
}

extension DailyLog {
  /// - Throws: ``SyncError/invalidData(reason:)`` for a missing or ill-typed field, then for a goal out
  ///   of range (requirements 6.1 to 6.8).
  public static func fromFirestoreData(_ data: FirestoreData) throws(SyncError) -> DailyLog {
    let document = FirestoreReader(data, modelType: modelType)
    let fields = Fields(
      id: try document.uuid("id"),
      date: try document.timestamp("date"),
      dailyGoal: try document.optionalNumber("dailyGoal"))
    try document.check(fields.validate)
    return DailyLog(validated: fields)
  }

  /// The document that ``fromFirestoreData(_:)`` reads back bit by bit. A nil goal has no key.
  public func toFirestoreData() -> FirestoreData {
    var data: FirestoreData = ["id": .string(id.uuidString), "date": .timestamp(date)]
    data["dailyGoal"] = dailyGoal.map(FirestoreValue.double)
    return data
  }
}
