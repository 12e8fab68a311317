/// Which faults each property catches, and how soon: a row for each property, survivors first.
struct FaultMatrix {
  private let faults: [FaultRecord]

  init(_ faults: [FaultRecord]) {
    self.faults = faults
  }

  private struct Row {
    let property: String
    let faults: [FaultRecord]
    var survivors: Int { faults.count { !$0.caught } }
    var latest: Int { faults.map { $0.median ?? .max }.max() ?? 0 }
  }

  private var rows: [Row] {
    var byProperty: [String: [FaultRecord]] = [:]
    var order: [String] = []
    for fault in faults {
      if byProperty[fault.property] == nil { order.append(fault.property) }
      byProperty[fault.property, default: []].append(fault)
    }
    let rows = order.map { Row(property: $0, faults: byProperty[$0] ?? []) }
    // Stable: properties alike stay in the order of the catalogue.
    return rows.enumerated().sorted { ($1.element.survivors, $0.offset) < ($0.element.survivors, $1.offset) }.map(\.element)
  }

  var html: String {
    let rows = rows.map { row -> String in
      let squares = row.faults.sorted { ($0.caught ? 1 : 0, -($0.median ?? .max)) < ($1.caught ? 1 : 0, -($1.median ?? .max)) }.map { fault in
        let words = fault.caught ? "caught at case \(fault.median ?? fault.cases) (median)" : "survived, caught from \(fault.caughtFrom) of \(fault.seeds) seeds"
        return "<span class=\"\(Self.tone(fault))\" title=\"\(escaped("\(fault.fact): \(words)"))\">\(fault.caught ? "\(fault.median ?? fault.cases)" : "✘")</span>"
      }
      let table = behind(
        "\(row.faults.count) \(row.faults.count == 1 ? "fault" : "faults")", ["fault", "over", "median", "latest", "seeds"],
        row.faults.map {
          [$0.fact, $0.backend, $0.median.map(String.init) ?? "–", $0.caught ? "\($0.cases)" : "survived", "\($0.caughtFrom) of \($0.seeds)"]
        })
      return "<div class=\"row\" id=\"\(PropertyRecord.anchor(row.property))\"><span>\(escaped(row.property))</span><div><div class=\"matrix\" aria-hidden=\"true\">\(squares.joined())</div>\(table)</div></div>"
    }
    return "<p class=\"meta\" id=\"results\">A square is a fault. Its number is the median case that caught the fault; ✘ means that it survived. "
      + "<span class=\"matrix\"><span class=\"m1\">1</span><span class=\"m2\">2–5</span><span class=\"m3\">6–10</span><span class=\"m4\">11–20</span>"
      + "<span class=\"m5\">21–50</span><span class=\"m6\">51–</span><span class=\"survived\">✘</span></span></p>\n" + rows.joined(separator: "\n")
  }

  private static func tone(_ fault: FaultRecord) -> String {
    guard fault.caught, let median = fault.median else { return "survived" }
    return switch median {
    case ...1: "m1"
    case ...5: "m2"
    case ...10: "m3"
    case ...20: "m4"
    case ...50: "m5"
    default: "m6"
    }
  }
}
