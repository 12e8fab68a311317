import CAllocationCount
import Foundation
import PropertyTesting

// Prints how often memory is allocated while few and while ten times as many cases of each subject pass: a JSON object,
// by the subject's name. With names as arguments: of these subjects alone. A process of its own, because every
// thread of it is counted.

struct Count: Encodable {
  let few: Int
  let many: Int

  /// - Parameter run: runs as many cases as it is told.
  init(_ run: (Int) async throws -> Void) async rethrows {
    // The first run makes what the standard library keeps for ever.
    try await run(Self.manyCases)
    few = try await Self.allocations(Self.fewCases, run)
    many = try await Self.allocations(Self.manyCases, run)
  }

  // Both in 32 blocks: a block has a price, a case has none.
  private static let fewCases = 1_600
  private static let manyCases = 16_000

  /// The least of several runs: a thread that is started in one of them is no cost of its cases.
  private static func allocations(_ cases: Int, _ run: (Int) async throws -> Void) async rethrows -> Int {
    var least = Int.max
    for _ in 0..<5 {
      let before = callocationcount_total()
      try await run(cases)
      least = min(least, Int(callocationcount_total() - before))
    }
    return least
  }
}

guard callocationcount_is_counting() else {
  print("null")
  exit(0)
}
var counts: [String: Count] = [:]
let names = CommandLine.arguments.dropFirst()
for subject in subjects where names.isEmpty || names.contains(subject.name) {
  counts[subject.name] = try await Count(subject.run)
}
print(String(decoding: try JSONEncoder().encode(counts), as: UTF8.self))
