import Foundation

/// Which mutants each test comes to, and how long it takes.
struct TestReach: Sendable, Codable, Equatable {
  struct Test: Sendable, Codable, Equatable {
    let name: String
    let seconds: Double
    let mutants: [Int]
  }

  /// Cheapest first.
  let tests: [Test]

  func tests(reaching mutant: Int) -> [Test] { tests.filter { $0.mutants.contains(mutant) } }

  /// Runs each test alone, without a mutant: those that mistakes name, if all of these name some.
  /// - Throws: ``MutationError`` for a test that fails as it is: of such a one nothing can be said.
  static func measure(
    _ settings: MutationSettings, in root: String, output: String, isStopped: @escaping @Sendable () -> Bool
  ) throws -> TestReach {
    var names = [""]
    if let list = settings.tests.list {
      let run = try ShellRun.run(list, in: root, outputFile: "\(output)/list", isStopped: isStopped)
      guard run.ending == .exited(0) else { throw MutationError("“\(list)” fails: \(run.output.suffix(2000))") }
      names = settings.tests.tests(inList: run.output)
      try settings.edits?.expectTests(among: names)
      if let named = settings.edits?.tests { names = names.filter(named.contains) }
      guard !names.isEmpty else { throw MutationError("“\(list)” lists no tests") }
    }
    let tests = try inParallel(names, jobs: settings.jobs) { index, name in
      let reached = "\(output)/reach-\(index)"
      try? FileManager.default.removeItem(atPath: reached)
      let command = settings.tests.line(for: [name])
      let run = try ShellRun.run(
        command, in: root, environment: [MutantSwitch.reachVariable: reached], outputFile: "\(output)/test-\(index)",
        isStopped: isStopped)
      if run.ending == .stopped { throw CancellationError() }
      guard run.ending == .exited(0) else {
        throw MutationError(
          "the tests fail without a mutant, so they cannot judge mutants: “\(command)” in \(root)\n\(run.output.suffix(2000))"
        )
      }
      let lines = (FileManager.default.contents(atPath: reached)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      return Test(
        name: name, seconds: run.duration / .seconds(1),
        mutants: Set(lines.split(separator: "\n").compactMap { Int($0) }).sorted())
    }
    return TestReach(tests: tests.sorted { ($0.seconds, $0.name) < ($1.seconds, $1.name) })
  }
}
