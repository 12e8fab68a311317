import Foundation

/// The figures of both builds, as a table and as bench.json.
struct BenchReport: Encodable {
  struct Builds: Encodable {
    let release: Workloads.Measured
    let debug: Workloads.Measured
  }

  let throughput: Builds

  /// - Parameters: the paths of this tool, built either way. Each measures itself, one after the other.
  init(release: String, debug: String) throws {
    throughput = Builds(release: try Self.run(release), debug: try Self.run(debug))
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

  private static func run(_ path: String) throws -> Workloads.Measured {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Workloads.Measured.self, from: data)
  }
}
