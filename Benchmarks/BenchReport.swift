import Foundation

/// What one build measures of itself.
struct BuildFigures: Codable {
  let throughput: Workloads.Measured
  let schedules: ScheduleRates
  let isolation: IsolationCost
  let discovery: [Discovery]
  let shrinking: [ShrinkingFigures]
  let scaling: Scaling

  static func measure() async throws -> BuildFigures {
    #if DEBUG
      let (scale, schedules) = (1, 20_000)
    #else
      let (scale, schedules) = (50, 100_000)
    #endif
    return BuildFigures(
      throughput: Workloads.measure(scale: scale),
      schedules: try ScheduleRates.measure(schedules: schedules),
      isolation: IsolationCost.measure(cases: 200_000 * scale),
      discovery: await Discovery.measure(),
      shrinking: await ShrinkingFigures.measure(), scaling: await Scaling.measure(cases: 200_000 * scale))
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
  /// Of the release build.
  let isolation: IsolationCost
  /// The same in every build.
  let discovery: [Discovery]
  /// Of the release build.
  let shrinking: [ShrinkingFigures]
  /// Of the release build.
  let scaling: Scaling

  /// - Parameters: the paths of this tool, built either way. Each measures itself, one after the other.
  init(release: String, debug: String) throws {
    let (release, debug) = (try Self.run(release), try Self.run(debug))
    throughput = Builds(release: release.throughput, debug: debug.throughput)
    schedules = Builds(release: release.schedules, debug: debug.schedules)
    isolation = release.isolation
    discovery = release.discovery
    shrinking = release.shrinking
    scaling = release.scaling
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
