import Foundation
import Testing

/// Counted in a process of its own: in this one other tests allocate too.
@Suite("Passing cases allocate nothing of the engine's own")
struct AllocationTests {
  /// How often memory is allocated while few cases pass, and while ten times as many do.
  struct Count: Decodable {
    let few: Int
    let many: Int
  }

  #if os(Linux)
    static let isSupported = true
  #else
    static let isSupported = false
  #endif

  @Test(.enabled(if: isSupported, "allocations are counted on Linux alone"))
  func theNumberOfAllocationsDoesNotDependOnTheNumberOfCases() throws {
    guard let counts = try Self.counts() else {
      // ThreadSanitizer stands in the place of the C library's functions, and so there is nothing to count with.
      try Test.cancel("a sanitizer counts allocations for itself")
    }
    let free = counts.filter { !Self.arrays.contains($0.key) }
    #expect(free.count >= 10)
    for (subject, count) in free { #expect(count.many == count.few, "\(subject)") }
  }

  /// An array is the value's own allocation: there is one for each case, as in a loop without the engine. And so the
  /// count is known to see what is allocated.
  @Test(.enabled(if: isSupported, "allocations are counted on Linux alone"))
  func arraysAllocateAsInALoopByHand() throws {
    guard let counts = try Self.counts() else { try Test.cancel("a sanitizer counts allocations for itself") }
    for subject in Self.arrays {
      let count = try #require(counts[subject])
      #expect(count.many - count.few == 16_000 - 1_600, "\(subject)")
    }
  }

  private static let arrays: Set = ["array", "array in a loop"]

  /// By the name of what was run; nil where nothing can be counted.
  private static func counts() throws -> [String: Count]? {
    let process = Process()
    let probe: URL = try #require(Self.probe, "the build makes allocation-probe beside the tests")
    process.executableURL = probe
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try JSONDecoder().decode([String: Count]?.self, from: data)
  }

  /// Beside the test bundle, where the build put it.
  private static var probe: URL? {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let candidate = folder.appendingPathComponent("allocation-probe")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    return nil
  }
}
