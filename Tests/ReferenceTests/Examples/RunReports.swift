import PropertyTesting
import RunReports

/// The results of a run as JUnit's XML, for a CI server.
func junit(of results: [PropertyResult], seed: UInt64, cases: Int) -> String {
  let records = results.map { PropertyRecord($0, system: "Ledger", backend: "") }
  return RunDocument(command: "verify", seed: String(seed, radix: 16), cases: cases, results: records).junit
}
