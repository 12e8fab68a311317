extension Judgement {
  /// The judgement for people, line by line, without the file's name.
  public var lines: [String] {
    var lines = ["\(verdict.rawValue) as \(model), \(consistency): \(lookedAt)"]
    for anomaly in anomalies {
      let times = anomaly.count > 1 ? " (\(anomaly.count) found; the smallest:)" : ""
      let remark = anomaly.isForbidden ? "" : " (allowed by \(consistency))"
      lines.append("")
      lines.append("  \(anomaly.name)\(remark)\(times)")
      lines += anomaly.story.map { "    \($0)" }
      if let lanes = anomaly.lanes {
        lines.append("")
        lines += lanes.lines.map { "    \($0)" }
      }
    }
    if !excluded.isEmpty || !strongest.isEmpty {
      lines.append("")
      if !excluded.isEmpty { lines.append("  excluded    \(excluded.joined(separator: ", "))") }
      lines.append("  strongest   \(strongest.isEmpty ? "none of the models remains" : strongest.joined(separator: ", "))")
    }
    if let undecided {
      lines.append("")
      lines.append("  \(undecided)")
    }
    return lines
  }
}
