import PropertyTesting

extension ThreadBug {
  static let lazyProperty = ThreadBug(
    "lazy property", "A lazy property of an object is made twice; unlike a static one, nothing guards it.", verdict: .race,
    buggy: {
      let report = LazyReport()
      try openInTwoWindows { report.title }
    },
    fixed: { try openInTwoWindows { Report.title } })
}

private final class LazyReport: @unchecked Sendable {
  lazy var title = [2, 0, 2, 6].reduce(0) { $0 * 10 + $1 }
}

private enum Report {
  static let title = [2, 0, 2, 6].reduce(0) { $0 * 10 + $1 }
}

private func openInTwoWindows(_ title: @escaping @Sendable () -> Int) throws {
  try expect("titles", inThreads(title, title), equals: [2026, 2026])
}
