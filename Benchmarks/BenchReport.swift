import Foundation

/// The figures of both builds, as a table and as bench.json.
struct BenchReport: Encodable {
  struct Builds: Encodable {
    let release: Workloads.Measured
    let debug: Workloads.Measured
  }

  /// What one build measures of itself.
  struct Build: Codable {
    let throughput: Workloads.Measured
    let isolation: IsolationCost
  }

  let throughput: Builds
  /// Of the release build.
  let isolation: IsolationCost

  /// - Parameters: the paths of this tool, built either way. Each measures itself, one after the other.
  init(release: String, debug: String) throws {
    let (release, debug) = (try Self.run(release), try Self.run(debug))
    throughput = Builds(release: release.throughput, debug: debug.throughput)
    isolation = release.isolation
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
    print("")
    print(
      String(
        format: "isolation (release): %.1f ns a case while nothing dies; %.0f µs to make and end a worker",
        isolation.overheadNanoseconds, isolation.startMicroseconds))
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

  private static func run(_ path: String) throws -> Build {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Build.self, from: data)
  }
}
