import RunReports
import TouchstoneCatalogue

/// After how many cases the faults were caught, from several seeds each.
struct FaultFigures: Encodable {
  let faults: [Row]

  struct Row: Encodable {
    let property: String
    /// Its id.
    let fault: String
    let fact: String
    let backend: String
    /// From every seed.
    let caught: Bool
    /// Cases until it was caught, the most over the seeds; or the cases allowed.
    let cases: Int
    /// The median over the seeds, of an even number the upper one of the two in the middle; nil where more than half of
    /// the seeds did not catch it.
    let median: Int?
    let seeds: Int
    /// How many of the seeds caught it.
    let caughtFrom: Int

    /// - Parameters:
    ///   - found: for each seed after how many cases it was caught; nil: not at all.
    ///   - allowed: cases of each run.
    init(property: String, fault: FaultSummary, backend: String, found: [Int?], allowed: Int) {
      self.property = property
      self.fault = fault.id
      fact = fault.fact
      self.backend = backend
      let sorted = found.compactMap { $0 }.sorted()
      seeds = found.count
      caughtFrom = sorted.count
      caught = caughtFrom == seeds
      cases = caught ? sorted.last ?? allowed : allowed
      median = sorted.count > seeds / 2 ? sorted[seeds / 2] : nil
    }

    /// As the terminal shows it: "caught after 7", "caught after 7 (median 2)", "SURVIVED 100 cases".
    var words: String {
      guard caught else {
        let from = caughtFrom == 0 ? "" : ", caught from \(caughtFrom) of \(seeds) seeds"
        return "SURVIVED \(counted(cases, "case", "cases"))\(from)"
      }
      return "caught after \(cases)" + (seeds > 3 ? " (median \(median ?? cases))" : "")
    }
  }

  /// For the page.
  func document(_ seeds: [UInt64], allowed: Int) -> RunDocument {
    RunDocument(
      command: "faults", seed: seeds.map { String($0, radix: 16) }.joined(separator: ", "), cases: allowed, results: [],
      faults: faults.map {
        FaultRecord(
          property: $0.property, fault: $0.fault, fact: $0.fact, backend: $0.backend, caught: $0.caught, median: $0.median,
          cases: $0.cases, seeds: $0.seeds, caughtFrom: $0.caughtFrom)
      })
  }

  /// The text of docs/fault-figures.md.
  func markdown(allowed: Int) -> String {
    let seeds = faults.first?.seeds ?? 0
    var lines = [
      "# How soon faults are caught",
      "",
      "Made by `touchstone faults --seeds \(seeds) --report docs/fault-figures.md`. The command switches on each of the \(faults.count) faults, one at",
      "a time, and runs its property or law from each of the seeds 1 to \(seeds), with \(allowed) cases. The table gives the median case that caught",
      "the fault, the latest such case, and how many of the seeds caught it.",
      "",
      "| median case | faults | of all |",
      "|---|---|---|",
    ]
    for (name, count) in counts(allowed) { lines.append(PropertyTable.row([name, "\(count)", share(count)])) }
    lines += ["", "| property | fault | id | over | median | latest | caught |", "|---|---|---|---|---|---|---|"]
    for row in faults {
      let (median, latest) = (row.median.map { "\($0)" } ?? "–", row.caught ? "\(row.cases)" : "–")
      lines.append(
        PropertyTable.row(
          [row.property, row.fact, "`\(row.fault)`", row.backend, median, latest, "\(row.caughtFrom) of \(row.seeds)"]))
    }
    return lines.joined(separator: "\n")
  }

  private func counts(_ allowed: Int) -> [(name: String, faults: Int)] {
    var ranges = [("1", 1...1), ("2 to 5", 2...5), ("6 to 10", 6...10), ("11 to 20", 11...20), ("21 to 50", 21...50)]
    if allowed > 50 { ranges.append(("51 to \(allowed)", 51...allowed)) }
    let medians = faults.compactMap(\.median)
    return ranges.map { name, range in (name, medians.count { range.contains($0) }) } + [
      ("more than \(allowed)", faults.count - medians.count), ("caught from every seed", faults.count(where: \.caught)),
    ]
  }

  private func share(_ count: Int) -> String {
    faults.isEmpty ? "–" : "\((count * 1_000 / faults.count + 5) / 10) %"
  }
}
