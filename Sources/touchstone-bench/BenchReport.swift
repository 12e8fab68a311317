import Foundation

/// What one build measures of itself.
struct BuildFigures: Codable {
  let throughput: Workloads.Measured
  let schedules: ScheduleRates
  /// Of a release build alone.
  let release: ReleaseFigures?

  static func measure() async throws -> BuildFigures {
    #if DEBUG
      return BuildFigures(
        throughput: Workloads.measure(scale: 1), schedules: try ScheduleRates.measure(schedules: 20_000),
        release: nil)
    #else
      return BuildFigures(
        throughput: Workloads.measure(scale: 50), schedules: try ScheduleRates.measure(schedules: 100_000),
        release: await .measure())
    #endif
  }
}

/// What is the same in every build, or of interest in release only.
struct ReleaseFigures: Codable {
  let isolation: IsolationCost
  let discovery: [Discovery]
  let shrinking: [ShrinkingFigures]
  let scaling: Scaling

  static func measure() async -> ReleaseFigures {
    ReleaseFigures(
      isolation: IsolationCost.measure(cases: 10_000_000), discovery: await Discovery.measure(),
      shrinking: await ShrinkingFigures.measure(), scaling: await Scaling.measure(cases: 10_000_000))
  }
}

/// The figures of both builds, as a table and as bench.json.
struct BenchReport: Encodable {
  struct Builds<Figures: Encodable>: Encodable {
    let release: Figures
    let debug: Figures
  }

  let throughput: Builds<Workloads.Measured>
  let schedules: Builds<ScheduleRates>
  let isolation: IsolationCost
  let discovery: [Discovery]
  let shrinking: [ShrinkingFigures]
  let scaling: Scaling

  struct NoReleaseBuild: Error, CustomStringConvertible {
    let path: String
    var description: String { "\(path) is no release build: give the release build first, then the debug build" }
  }

  /// - Parameters: the paths of this tool, built either way. Each measures itself, one after the other.
  /// - Throws: ``NoReleaseBuild`` where the first is none.
  init(release path: String, debug: String) throws {
    let release = try Self.run(path)
    guard let figures = release.release else { throw NoReleaseBuild(path: path) }
    let debug = try Self.run(debug)
    throughput = Builds(release: release.throughput, debug: debug.throughput)
    schedules = Builds(release: release.schedules, debug: debug.schedules)
    isolation = figures.isolation
    discovery = figures.discovery
    shrinking = figures.shrinking
    scaling = figures.scaling
  }

  func write(to path: String) throws {
    print("Throughput, cases per second of processor time; ratio = engine / bare loop")
    print("")
    print("| build | workload | engine | bare loop | ratio | engine over loop, ns a case |")
    print("|---|---|---|---|---|---|")
    for (build, measured) in [("release", throughput.release), ("debug", throughput.debug)] {
      row(build, "pair of Int", measured.pair)
      row(build, "[Int] of 0…100", measured.list)
      row(build, "record", measured.record)
    }
    print("\nSchedules explored, per second of processor time")
    print("")
    print("| build | bank, 2 tasks | bank, 10 tasks | 10 hours of sleep |")
    print("|---|---|---|---|")
    for (build, rates) in [("release", schedules.release), ("debug", schedules.debug)] {
      print(
        "| \(build) | \(thousands(rates.bankOfTwo)) | \(thousands(rates.bankOfTen)) "
          + "| \(thousands(rates.hourOfSleep)) |")
    }
    print("\nWorker processes, in release, beyond the same run without them")
    print("")
    print("| a case while nothing dies | to make and end a worker |")
    print("|---|---|")
    print(
      String(
        format: "| %.1f ns | %.0f µs |", isolation.overheadNanoseconds, isolation.startMicroseconds))
    print("\nMore workers, more cases, in release\n")
    print("| two workers over one | ns a case of few | ns a case of many | growth of memory |")
    print("|---|---|---|---|")
    print(
      String(
        format: "| %.2f × | %.1f | %.1f | %d kB |", scaling.twoWorkers, scaling.nanosecondsOfFew,
        scaling.nanosecondsOfMany, scaling.growthKilobytes))
    print("\nProperties that must fail\n")
    print(Discovery.table(discovery))
    print("\nShrinking challenge, 50 seeds a row, in release")
    print("")
    print("| row | found | least | distinct | calls | while shrinking | ms |")
    print("|---|---|---|---|---|---|---|")
    for row in shrinking {
      print(
        "| \(row.name) | \(row.found) | \(row.minimum) | \(row.distinct) | \(row.medianCallsTotal) "
          + "| \(row.medianCallsShrinking) | \(String(format: "%.2f", row.milliseconds)) |")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
    print("\nwritten to \(path)")
  }

  private func row(_ build: String, _ name: String, _ measured: Throughput) {
    let over = 1e9 / measured.engine - 1e9 / measured.loop
    print(
      "| \(build) | \(name) | \(millions(measured.engine)) | \(millions(measured.loop)) "
        + "| \(Int((measured.ratio * 100).rounded())) % | \(String(format: "%.1f", over)) |")
  }

  private func millions(_ rate: Double) -> String { String(format: "%.2f M", rate / 1e6) }

  private func thousands(_ rate: Double) -> String { String(format: "%.0f k", rate / 1e3) }

  private static func run(_ path: String) throws -> BuildFigures {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(BuildFigures.self, from: data)
  }
}
