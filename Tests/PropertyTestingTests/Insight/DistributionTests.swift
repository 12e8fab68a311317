@testable import PropertyTesting
import Testing

@Suite("Distributions")
struct DistributionTests {
  static func collected(_ numbers: [Double]) -> Collected {
    var collected = Collected()
    for number in numbers { collected.add(.number(number)) }
    return collected
  }

  static func rows(_ numbers: [Double]) -> [String] {
    Histogram(collected(numbers)).rows.map { "\($0.name): \($0.count)" }
  }

  @Test func aBucketHoldsItsNumbersAndNoOthers() {
    for number in [0, 1, 2, 31, 32, 33, 100, 1_000, 1e6, 1e18, 0.5, 0.1, 1e-9, -1, -31, -1e18] {
      let bucket = Collected.bucket(of: number)
      let start = Collected.start(of: bucket)
      #expect(Collected.bucket(of: start) == bucket)
      #expect(start.magnitude <= number.magnitude)
      #expect(number.magnitude < start.magnitude * (1 + 1.0 / 16) || number == start)
    }
    #expect(Set((-31...31).map { Collected.bucket(of: Double($0)) }).count == 63)
    #expect(Collected.bucket(of: 32) == Collected.bucket(of: 33))
    #expect(Collected.bucket(of: 32) != Collected.bucket(of: 34))
  }

  @Test func fewWholeNumbersHaveABarEach() {
    #expect(Self.rows([0, 1, 1, 3]) == ["0: 1", "1: 2", "2: 0", "3: 1"])
    #expect(Self.rows([-2, -2]) == ["-2: 2"])
  }

  @Test func closeNumbersHaveBarsOfOneWidth() {
    #expect(
      Self.rows((0..<100).map(Double.init)) == [
        "0 … 15: 16", "16 … 31: 16", "32 … 47: 16", "48 … 63: 16", "64 … 79: 16", "80 … 95: 16", "96 … 99: 4",
      ])
    #expect(Self.rows([0.1, 0.3, 0.6, 0.9]).count <= Distribution.rowLimit)
    #expect(Self.rows([-20, -1, 0, 20]).reduce(0) { $0 + (Int($1.split(separator: " ").last ?? "") ?? 0) } == 4)
  }

  @Test func numbersOfEveryScaleHaveBarsOfPowers() {
    let rows = Self.rows((0..<40).map { Double(1 << $0) })
    #expect(rows.count <= Distribution.rowLimit)
    #expect(rows.first == "1 ≤ x < 16: 4")
    #expect(rows.last?.hasSuffix(": 4") == true)
  }

  @Test func everyNumberIsInOneBar() {
    for scale in [1.0, 7, 1_000, 1e6, 1e15] {
      let numbers = (0..<500).map { Double(($0 * 7_919) % 500 - 250) * scale / 250 }
      #expect(Histogram(Self.collected(numbers)).rows.reduce(0) { $0 + $1.count } == 500)
    }
  }

  @Test func mergingIsCountingTogether() {
    let numbers = (0..<300).map { Double($0 * $0) }
    let (first, rest) = (Array(numbers.prefix(100)), Array(numbers.dropFirst(100)))
    let merged = Self.collected(first).merged(with: Self.collected(rest))
    #expect(merged == Self.collected(numbers))
    var texts = Collected()
    for index in 0..<(Collected.textCapacity + 5) { texts.add(.text("\(index)")) }
    texts.add(.text("7"))
    #expect(texts.texts.count == Collected.textCapacity)
    #expect(texts.otherTexts == 5)
    #expect(texts.texts["7"] == 2)
    #expect(texts.merged(with: texts).textCount == 2 * texts.textCount)
  }

  @Test func collectedValuesSurviveTheWayFromAWorker() throws {
    var collected = Self.collected([1, -5.5, 1e9])
    collected.add(.text("é"))
    collected.add(.number(.nan))
    var writer = ByteWriter()
    collected.write(to: &writer)
    let back = try writer.bytes.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      return try Collected(from: &reader)
    }
    #expect(back == collected)
    #expect(back.texts == ["é": 1, "nan": 1])
  }

  static func run(cases: Int = 200, jobs: Int = 1) async -> PropertyResult {
    await Runner(settings: RunSettings(cases: cases, seed: 0xBEEF, jobs: jobs)).run(
      Requirement<Void>("T-1", "a claim")
        .holds(forAll: .array(of: .int(in: 0...99)), requiring: ["short": 0.2, "sorted": 0.05]) { list, _, trial in
        trial.label("short", if: list.count < 10)
        trial.label("sorted", if: list == list.sorted())
        trial.label("empty", if: list.isEmpty)
        trial.collect("length", list.count)
        trial.collect("first", list.first.map { $0 < 50 ? "low" : "high" } ?? "none")
      }, on: .none)
  }

  /// What docs/insight.md shows.
  static let text = """
      classes  of 200 cases
        short    39.0 %  78  █████████▊                 23 to 56 %, 20 % required: enough
        sorted   10.5 %  21  ██▋                        2.9 to 24 %, 5 % required: enough so far
        empty     2.5 %   5  ▋
      first    200 values
        low    56.5 %  113  ██████████████▏
        high   41.0 %   82  ██████████▎
        none    2.5 %    5  ▋
      length   200 values from 0 to 100, mean 25.09
        0 … 15     50.5 %  101  ████████████▋
        16 … 31    17.0 %   34  ████▎
        32 … 47    14.5 %   29  ███▋
        48 … 63     6.5 %   13  █▋
        64 … 79     6.5 %   13  █▋
        80 … 95     3.5 %    7  ▉
        96 … 100    1.5 %    3  ▍
    """

  @Test func theReport() async {
    let text = DistributionReport(await Self.run().distribution).text
    #expect(text == Self.text)
    #expect(DistributionReport(await Self.run(jobs: 4).distribution).text == Self.text)
  }

  @Test func nothingCollectedIsNothingPrinted() async {
    let result = await PropertyTestingTests.run(.int()) { _ in }
    #expect(result.distribution.isEmpty)
    #expect(DistributionReport(result.distribution).text == "")
  }

  /// With each case once, and at random.
  @Test(arguments: [true, false]) func discardedCasesAreNotCounted(enumerates: Bool) async {
    let domain = Generator<Int>.int(in: enumerates ? 0...9 : 0...9_999).map { $0 % 10 }
    let result = await PropertyTestingTests.run(domain, cases: 50) { value, trial in
      trial.collect("value", value)
      trial.classify(value % 2 == 0 ? "even" : "odd")
      try assume(value < 5)
    }
    let cases = enumerates ? 5 : 50
    #expect(result.provenCases == (enumerates ? 5 : nil))
    #expect(result.distribution.cases == cases)
    #expect(result.distribution.tables.map(\.count) == [cases])
    #expect(result.distribution.tables.first?.numbers?.greatest == 4)
    #expect(result.distribution.classes.map(\.count).reduce(0, +) == cases)
  }
}
