import ArgusReference
import PropertyTesting

/// The diagram of the source as a table, without counters: where each outcome leads.
///
/// A row's name says which outcomes came last, as far as they matter. Rows of the same health differ only in that.
enum HealthTable: String, CaseIterable {
  case unknown
  case unknownAfterASuccess
  case healthy
  case degradedAfterAFailure
  case degradedAfterTwoFailures
  case degradedAfterASuccess
  case failed

  var health: CloudHealth {
    switch self {
    case .unknown, .unknownAfterASuccess: .unknown
    case .healthy: .healthy
    case .degradedAfterAFailure, .degradedAfterTwoFailures, .degradedAfterASuccess: .degraded
    case .failed: .failed
    }
  }

  func after(_ outcome: OperationOutcome) -> HealthTable {
    let (success, failure): (HealthTable, HealthTable) =
      switch self {
      case .unknown: (.unknownAfterASuccess, .degradedAfterAFailure)
      case .unknownAfterASuccess: (.healthy, .degradedAfterAFailure)
      case .healthy: (.healthy, .degradedAfterAFailure)
      case .degradedAfterAFailure: (.degradedAfterASuccess, .degradedAfterTwoFailures)
      case .degradedAfterTwoFailures: (.degradedAfterASuccess, .failed)
      case .degradedAfterASuccess: (.healthy, .degradedAfterAFailure)
      case .failed: (.degradedAfterASuccess, .failed)
      }
    return outcome == .success ? success : failure
  }

  /// The health before the first outcome and after each.
  static func walk(_ outcomes: [OperationOutcome]) -> [CloudHealth] {
    outcomes.reduce(into: [HealthTable.unknown]) { $0.append($0[$0.count - 1].after($1)) }.map(\.health)
  }

  /// The six edges of the diagram.
  static let edges: Set<[CloudHealth]> = [
    [.unknown, .healthy], [.unknown, .degraded], [.healthy, .degraded], [.degraded, .failed], [.degraded, .healthy],
    [.failed, .degraded],
  ]
}

extension [OperationOutcome] {
  /// "S S F": how reports name a string of outcomes.
  var letters: String { isEmpty ? "nothing" : map { $0 == .success ? "S" : "F" }.joined(separator: " ") }
}
