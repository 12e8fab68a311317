/// One case of a run, for tools that look at all of them: see ``RunWatch``.
public struct ObservedCase: Sendable {
  public enum Status: Sendable, Equatable {
    case passed
    case failed(String)
    case discarded(String)
  }

  public let propertyID: String
  public let status: Status
  /// How the generated value printed.
  public let value: String
  /// What the property drew for itself.
  public let drawn: [(name: String, value: String)]
  public let classes: [String]
  public let targets: [String: Double]
  public let phase: Phase
  /// In the run, or whose size it has.
  public let index: Int
  public let choices: Int
  /// Seconds since 1970.
  public let startedAt: Double
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
