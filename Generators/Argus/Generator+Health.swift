import ArgusReference
import PropertyTesting

extension Generator where Value == [OperationOutcome] {
  /// How operations ended, one after the other. Few enough up to a length of 5 that a property meets all 63.
  public static func outcomes(count: ClosedRange<Int>) -> Generator {
    .array(of: .element(of: [.success, .failure]), count: count)
  }

  /// Outcomes in runs of one to four alike, which is how clouds fail and recover.
  public static func runsOfOutcomes(runs: ClosedRange<Int>) -> Generator {
    Generator { source in
      var outcome = try source(.element(of: [OperationOutcome.success, .failure]))
      var outcomes: [OperationOutcome] = []
      for length in try source(.array(of: .int(in: 1...4), count: runs)) {
        outcomes += Array(repeating: outcome, count: length)
        outcome = outcome == .success ? .failure : .success
      }
      return outcomes
    }
  }
}

extension Generator where Value == [OperationOutcome] {
  /// One of the beginnings ("S" a success, anything else a failure), and how it goes on.
  public static func outcomes(count: ClosedRange<Int>, after beginnings: [[String]]) -> Generator {
    Generator<([OperationOutcome], [OperationOutcome])>.zip(
      .element(of: beginnings.map { $0.map { $0 == "S" ? .success : .failure } }), .outcomes(count: count)
    ).map { $0 + $1 }
  }
}
