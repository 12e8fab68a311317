import PropertyTesting

/// How soon one property that must fail is seen to fail.
struct Discovery: Codable {
  let name: String
  /// Of 50 seeds, how many find it in 100 cases.
  let found: Int
  /// The case that fails first: the median of the 50 seeds, of at most 10,000.
  let medianCases: Int

  static func measure(
    _ rows: [DiscoveryRow] = DiscoveryRow.challenge + DiscoveryRow.repeats + DiscoveryRow.named + DiscoveryRow.unseen + DiscoveryRow.later,
    seeds: Int = 50, most: Int = 10_000
  ) async -> [Discovery] {
    var figures: [Discovery] = []
    for row in rows {
      var (first, found): ([Int], Int) = ([], 0)
      for seed in 1...UInt64(seeds) {
        let failing = await row.firstFailure(seed: seed, cases: most)
        if let failing, failing <= 100 { found += 1 }
        first.append(failing ?? most)
      }
      first.sort()
      figures.append(
        Discovery(name: row.name, found: found, medianCases: first[first.count / 2]))
    }
    return figures
  }

  /// As a table.
  static func table(_ figures: [Discovery]) -> String {
    (["| row | found in 100 cases, of 50 seeds | median cases |", "|---|---|---|"]
      + figures.map { "| \($0.name) | \($0.found) | \($0.medianCases) |" }).joined(separator: "\n")
  }
}
