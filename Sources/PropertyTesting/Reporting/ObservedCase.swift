/// One case of a run, for tools that look at every case: see ``RunWatch``.
public struct ObservedCase: Sendable {
  /// How a case ended.
  public enum Status: Sendable, Equatable {
    case passed
    /// The case failed. The text says what did not hold.
    case failed(String)
    /// The case did not apply. The text says why.
    case discarded(String)
  }

  /// The id of the property.
  public let propertyID: String
  /// How the case ended.
  public let status: Status
  /// How the generated value printed.
  public let value: String
  /// The values that the property drew for itself.
  public let drawn: [(name: String, value: String)]
  /// The labels of the case.
  public let classes: [String]
  /// The value of each ``Trial/target(_:_:)-(_,Double)`` of the case.
  public let targets: [String: Double]
  /// The phase of the run that ran the case.
  public let phase: Phase
  /// The index of the case in the run. A case that no index determines has the index of a case of the same size.
  public let index: Int
  /// How many choices the case drew.
  public let choices: Int
  /// When the case began, in seconds since 1970.
  public let startedAt: Double
  /// How long the case took.
  public let took: Duration

  init(_ examination: Examination, of propertyID: String, in phase: Phase, startedAt: Double, took: Duration) {
    self.propertyID = propertyID
    status =
      switch examination.result {
      case .passed, .skipped: .passed
      case .failed(let failure): .failed(failure.message)
      case .discarded(let reason): .discarded(reason)
      }
    value = examination.value ?? ""
    drawn = examination.drawn
    classes = examination.labels.sorted()
    targets = examination.targets
    self.phase = phase
    index = examination.index
    choices = examination.tape.choiceCount
    self.startedAt = startedAt
    self.took = took
  }
}
