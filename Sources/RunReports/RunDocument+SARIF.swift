import Foundation

extension RunDocument {
  /// What did not hold in SARIF 2.1.0, as code scanning of CI servers reads it: a rule for each property, a result for each failure, at the
  /// line of its claim. Paths are seen from the folder in which the run began.
  /// - Throws: an error of the encoder.
  public func sarif() throws -> String {
    let failed = results.filter { !$0.isHeld && !$0.isSkipped }
    var ids: [String] = []
    for row in failed where !ids.contains(row.id) { ids.append(row.id) }
    let rules = ids.compactMap { id in failed.first { $0.id == id } }.map { row in
      SARIF.Rule(
        id: row.id, shortDescription: SARIF.Text(text: row.title), fullDescription: row.says.isEmpty ? nil : SARIF.Text(text: row.says))
    }
    let found = failed.map { row in
      let place = row.counterexample?.place ?? row.place
      let claim = row.counterexample.map { "\($0.claim)\ngiven \(cut($0.value, to: 2_000))\nreplay \(cut($0.token, to: 2_000))" }
      return SARIF.Result(
        ruleId: row.id, ruleIndex: ids.firstIndex(of: row.id) ?? 0, level: ["gave up", "flaky", "stale"].contains(row.verdict) ? "warning" : "error",
        message: SARIF.Text(text: "\(row.title): \(row.verdict)\n\(cut(claim ?? row.reason ?? "", to: 8_000))"),
        locations: SARIF.Location(place).map { [$0] } ?? [],
        // The same failure in a later run, although its line has moved.
        partialFingerprints: ["property/v1": "\(row.id) \(row.backend)"])
    }
    return try Self.indented(SARIF(runs: [SARIF.Run(tool: SARIF.Tool(driver: SARIF.Driver(rules: rules)), results: found)]))
  }
}

/// The part of https://docs.oasis-open.org/sarif/sarif/v2.1.0/ that is written.
private struct SARIF: Encodable {
  struct Run: Encodable {
    let tool: Tool
    let results: [Result]
  }

  struct Tool: Encodable { let driver: Driver }

  struct Driver: Encodable {
    let name = "Touchstone"
    let rules: [Rule]
  }

  struct Rule: Encodable {
    let id: String
    let shortDescription: Text
    let fullDescription: Text?
  }

  struct Text: Encodable { let text: String }

  struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: Text
    let locations: [Location]
    let partialFingerprints: [String: String]
  }

  struct Location: Encodable {
    struct Physical: Encodable {
      let artifactLocation: Artifact
      let region: Region
    }

    struct Artifact: Encodable { let uri: String }
    struct Region: Encodable { let startLine: Int }

    let physicalLocation: Physical

    /// Nil for what is no "path:line".
    init?(_ place: String) {
      guard let colon = place.lastIndex(of: ":"), let line = Int(place[place.index(after: colon)...]), line > 0 else { return nil }
      let path = String(place[..<colon])
      let encoded = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
      physicalLocation = Physical(
        artifactLocation: Artifact(uri: path.hasPrefix("/") ? "file://" + encoded : encoded), region: Region(startLine: line))
    }
  }

  let version = "2.1.0"
  let schema = "https://json.schemastore.org/sarif-2.1.0.json"
  let runs: [Run]

  enum CodingKeys: String, CodingKey {
    case version, runs
    case schema = "$schema"
  }
}
