import ArgusReference
import PropertyTesting

extension Generator where Value == [OperationOutcome] {
  /// The outcomes of operations, one after the other. There are only 63 lists of at most 5 outcomes, so a property can
  /// meet all of them.
  public static func outcomes(count: ClosedRange<Int>) -> Generator {
    .array(of: .element(of: [.success, .failure]), count: count)
  }

  /// Outcomes in runs of one to four equal ones, as clouds fail and recover. Successes and failures alternate.
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
  /// One of the beginnings ("S" is a success, anything else a failure), and `count` outcomes after it.
  public static func outcomes(count: ClosedRange<Int>, after beginnings: [[String]]) -> Generator {
    Generator<([OperationOutcome], [OperationOutcome])>.zip(
      .element(of: beginnings.map { $0.map { $0 == "S" ? .success : .failure } }), .outcomes(count: count)
    ).map { $0 + $1 }
  }
}
