import Foundation
import PropertyTesting
import Testing

/// The examples of docs/property-testing.md, each as the guide shows it.
@Suite("The guide's examples")
struct GuideTests {
  // What the guide shows to fail.

  func decodingUndoesEncoding(_ settings: RunSettings) throws {
    try check("decoding undoes encoding", forAll: .text(.of("ab")), settings: settings) { text in
      try expect("decoded", RunLength.decode(RunLength.encode(text)), equals: text)
    }
  }

  @Test func theReportIsTheGuides() throws {
    let failure = try #require(throws: PropertyFailure.self) {
      try decodingUndoesEncoding(RunSettings(seed: 0x5eed, shrinkTime: .seconds(3_600)))
    }
    let guide = try Guide()
    for line in failure.description.split(separator: "\n") where !line.contains("GuideTests.swift") {
      let isShown = guide.text.contains(line.trimmingCharacters(in: .whitespaces))
      #expect(isShown, "\(line) of \(failure)")
    }
  }

  @Test func splittingABillLosesNothing() throws {
    let bill = Generator<(Int, Int)>.zip(.int(in: 0...1_000_000), .int(in: 1...20))
    try check("splitting a bill loses nothing", forAll: bill) { cents, people in
      let shares = split(cents: cents, among: people)
      try expect("people", shares.count, equals: people)
      try expect("cents", shares.reduce(0, +), equals: cents)
      try expect("nobody pays over a cent more than another", shares[0] - shares[people - 1] <= 1)
    }
  }

  @Test func sortingIsIdempotent() throws {
    try check("sorting is idempotent", forAll: .array(of: .int())) { list in list.sorted().sorted() == list.sorted() }
  }

  @Test func everyMessageCanBeDecoded() throws {
    try check("every message can be decoded", forAll: .text(), claims: .completion) { text in
      _ = try JSONDecoder().decode(String.self, from: try JSONEncoder().encode(text))
    }
  }

  @Test func readingUndoesWriting() throws {
    try check("reading undoes writing", forAll: .double(in: -1e6...1e6).trying([0, -0.0, 0.1])) { number in
      try expect("number", Double("\(number)"), equals: number)
    }
  }

  @Test func simplifyingKeepsTheValue() throws {
    try check("simplifying keeps the value", forAll: .formula) { formula in
      try expect("value", formula.simplified.value, equals: formula.value)
    }
  }

  @Test func theSearchFindsWhatIsThere() throws {
    let question = Generator<([Int], Int)> { source in
      let sorted = try source(.array(of: .int(in: -50...50))).sorted()
      // One that is there, or one near by.
      let element = try source(.oneOf(.element(of: sorted.isEmpty ? [0] : sorted), .int(in: -51...51)))
      return (sorted, element)
    }
    try check(
      "the search agrees with a plain one", forAll: question, requiring: ["found": 0.2, "not found": 0.2]
    ) { question, trial in
      let (sorted, element) = question
      let place = binarySearch(sorted, for: element)
      trial.label(sorted.contains(element) ? "found" : "not found")
      try expect("whether it is found", place != nil, equals: sorted.contains(element))
      if let place { try expect("what stands there", sorted[place], equals: element) }
    }
  }

  @Test func tripsCostWhatTheirTravellersPay() throws {
    try check("a trip's fare is paid in full", forAll: .trip) { trip in
      let shares = split(cents: trip.fareCents, among: trip.travellers)
      try expect("fare of \(trip.name)", shares.reduce(0, +), equals: trip.fareCents)
    }
  }

  @Test func whatIsDrawnInTheMiddleIsSomethingLikeAnOperation() throws {
    try check("removing an element leaves the others", forAll: .array(of: .int(in: 0...9), count: 1...10)) { list, trial in
      let index = try trial.draw(.int(in: 0...(list.count - 1)), "index")
      var rest = list
      let removed = rest.remove(at: index)
      trial.note("removed \(removed) at \(index)")
      try expect("count", rest.count, equals: list.count - 1)
    }
  }

  @Test func aPropertyIsAValue() async throws {
    for fault in BillProperties.splitting.faults {
      let broken = Fixture(system: { Bill() }).with(fault)
      let result = await Runner(settings: RunSettings(seed: 1)).run(BillProperties.splitting, on: broken)
      #expect(result.verdict.counterexample != nil, "\(fault.fact) is not caught")
    }
    let whole = await Runner().run(BillProperties.splitting, on: Fixture { Bill() })
    #expect(whole.verdict.isHeld)
  }

  @Test func aDefectThatIsKnownIsCounted() throws {
    let settings = RunSettings(seed: 1)
    @Sendable func rounded(_ cents: Int) -> Int { cents > 9_000 ? cents : cents / 5 * 5 }
    let result =
      try check(
        "a price is a multiple of five cents", forAll: .int(in: 0...10_000), settings: settings,
        except: [KnownFailure("SHOP-12", because: "prices above 90.00 are not rounded yet") { $0 > 9_000 }]
      ) { cents in
        try expect("cents beyond a multiple of five", rounded(cents) % 5, equals: 0)
      }
    #expect(result.knownFailures.first?.cases ?? 0 > 0)
  }

  @Test func everyExampleIsCompiled() throws {
    let guide = try Guide()
    let lines = try Guide.lines(
      of: ["GuideSubjects.swift", "GuideTests.swift", "GuideGenerators.swift", "../../PropertyIssuesTests/GuideExamples.swift"])
    #expect(guide.examples.count > 8)
    for example in guide.examples {
      for line in example.split(separator: "\n") {
        let line = line.trimmingCharacters(in: .whitespaces)
        #expect(lines.contains(line), "the guide says “\(line)”, which no test compiles")
      }
    }
  }
}

/// docs/property-testing.md, or another document with examples.
struct Guide {
  static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()

  let text: String

  init(_ document: String = "docs/property-testing.md") throws {
    var root = Self.folder
    while !FileManager.default.fileExists(atPath: root.appendingPathComponent("docs").path), root.path != "/" {
      root.deleteLastPathComponent()
    }
    text = try String(contentsOf: root.appendingPathComponent(document), encoding: .utf8)
  }

  /// The lines of sources beside this one.
  static func lines(of sources: [String]) throws -> Set<String> {
    let text = try sources.map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
    return Set(text.joined(separator: "\n").split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
  }

  /// Its examples in Swift, but for the package's manifest.
  var examples: [String] {
    text.components(separatedBy: "```swift\n").dropFirst().compactMap { part in
      part.components(separatedBy: "```").first.flatMap { $0.hasPrefix("// Package.swift") ? nil : $0 }
    }
  }
}
