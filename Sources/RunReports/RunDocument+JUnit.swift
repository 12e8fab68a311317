import Foundation

extension RunDocument {
  /// JUnit's XML, as CI servers read it: a suite for each backend, with times where they are known.
  public var junit: String {
    let failures = results.count { !$0.isHeld && !$0.isSkipped }
    let total = times.map { " time=\"\(seconds($0.total))\"" } ?? ""
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites tests=\"\(results.count)\" failures=\"\(failures)\"\(total)>",
    ]
    for backend in Set(results.map(\.backend)).sorted() {
      let rows = results.enumerated().filter { $0.element.backend == backend }
      let failed = rows.count { !$0.element.isHeld && !$0.element.isSkipped }
      let skipped = rows.count(where: \.element.isSkipped)
      let sum = rows.reduce(0) { $0 + (self.seconds(of: $1.offset) ?? 0) }
      let time = times == nil ? "" : " time=\"\(seconds(sum))\""
      lines.append(
        "  <testsuite name=\"\(escaped(backend))\" tests=\"\(rows.count)\" failures=\"\(failed)\""
          + (skipped == 0 ? "" : " skipped=\"\(skipped)\"") + "\(time)>")
      for (place, row) in rows { lines.append(testCase(row, at: place, backend)) }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>"]).joined(separator: "\n") + "\n"
  }

  private func testCase(_ row: PropertyRecord, at place: Int, _ backend: String) -> String {
    let time = seconds(of: place).map { " time=\"\(seconds($0))\"" } ?? ""
    let head =
      "    <testcase classname=\"\(escaped(row.system)).\(escaped(backend))\" "
      + "name=\"\(escaped("\(row.id) \(row.title)"))\"\(time)"
    if row.isHeld {
      let notes = (row.onlyClaim.map { ["the cases show only \($0)"] } ?? []) + (row.knownFailures ?? []).map(\.description)
      if notes.isEmpty { return head + "/>" }
      return head + "><system-out>\(escaped(notes.joined(separator: "\n")))</system-out></testcase>"
    }
    if row.isSkipped {
      return head + "><skipped message=\"\(escaped("\(row.verdict): \(row.reason ?? "")"))\"/></testcase>"
    }
    return head + ">\n      <failure message=\"\(escaped(row.verdict))\">\(escaped(row.report ?? row.reason ?? ""))</failure>\n"
      + "    </testcase>"
  }

  private func seconds(_ seconds: Double) -> String { String(format: "%.3f", seconds) }
}
