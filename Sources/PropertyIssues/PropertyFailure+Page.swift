import PropertyTesting
import RunReports

extension PropertyFailure {
  /// What was found, as a page that needs nothing else: see `RunDocument` of RunReports.
  public var page: String {
    let record = PropertyRecord(result, system: "Properties", backend: result.fixture)
    return RunDocument(command: "check", seed: String(result.seed, radix: 16), cases: 0, results: [record]).html
  }
}
