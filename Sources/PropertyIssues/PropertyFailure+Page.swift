import PropertyTesting
import RunReports

extension PropertyFailure {
  /// The failure as one HTML page without scripts or network access: see `RunDocument` of RunReports.
  public var page: String {
    let record = PropertyRecord(result, system: "Properties", backend: result.fixture)
    return RunDocument(command: "check", seed: String(result.seed, radix: 16), cases: 0, results: [record]).html
  }
}
