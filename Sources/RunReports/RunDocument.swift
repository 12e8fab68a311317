import Foundation

/// The results of a run, as data. The JSON, JUnit, Markdown, SARIF and HTML reports are made from it.
///
/// Except for ``times``, the same run gives the same value for any number of workers, shards and machines.
public struct RunDocument: Codable, Sendable, Equatable {
  /// The number of the current format. It changes if a key gets another meaning.
  public static let format = 2

  /// The number of the format in which the document was written: see ``format-swift.type.property``.
  public var format = Self.format
  /// "verify", "replay", "conformance", "replicas", "faults", or "test" for a run of `swift test`.
  public var command: String
  /// The seed in hexadecimal, as `--seed` takes it; empty if each property has its own.
  public var seed: String
  /// The number of cases that the run was asked for.
  public var cases: Int
  /// The fault that was switched on, if any.
  public var fault: String?
  /// The properties that ran, in the order of the catalogue.
  public var results: [PropertyRecord]
  /// The results of `touchstone faults`; nil for other commands.
  public var faults: [FaultRecord]?
  /// How many results are missing because somebody stopped the run.
  public var notRun: Int?
  /// How long the run took. This is all that differs if the same run is repeated.
  public var times: Times?
  /// What the run changed; nil except for "test".
  public var trend: RunTrend?

  /// Times in seconds.
  public struct Times: Codable, Sendable, Equatable {
    /// The whole run, in real time.
    public var total: Double
    /// Each result, in their order.
    public var results: [Double]
    /// Each merged part, in the order of the shards.
    public var shards: [Double]?

    /// Rounds the given times, in seconds, to milliseconds.
    public init(total: Double, results: [Double], shards: [Double]? = nil) {
      self.total = Self.rounded(total)
      self.results = results.map(Self.rounded)
      self.shards = shards?.map(Self.rounded)
    }

    private static func rounded(_ seconds: Double) -> Double { (seconds * 1_000).rounded() / 1_000 }
  }

  /// A document in the current format.
  public init(
    command: String, seed: String, cases: Int, fault: String? = nil, results: [PropertyRecord],
    faults: [FaultRecord]? = nil, notRun: Int? = nil, times: Times? = nil
  ) {
    self.command = command
    self.seed = seed
    self.cases = cases
    self.fault = fault
    self.results = results
    self.faults = faults
    self.notRun = notRun
    self.times = times
  }

  /// The number of results that held.
  public var held: Int { results.count(where: \.isHeld) }
  /// The summary in words: "137 of 139 held".
  public var headline: String {
    if let faults { return "\(faults.count(where: \.caught)) of \(faults.count) faults caught" }
    let judged = results.count { !$0.isSkipped }
    return "\(held) of \(judged) held" + (notRun.map { ", \($0) not run" } ?? "")
  }

  /// Of a result, by its place; nil where nothing was timed.
  func seconds(of place: Int) -> Double? {
    guard let times, times.results.indices.contains(place) else { return nil }
    return times.results[place]
  }

  /// The document as JSON: indented, with sorted keys and a newline at the end. Equal values give equal bytes.
  public func json() throws -> String { try Self.indented(self) }

  static func indented(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}

/// How soon a fault was caught.
public struct FaultRecord: Codable, Sendable, Equatable {
  /// The property's id.
  public var property: String
  /// The fault's id.
  public var fault: String
  /// The fault as a third-person fact.
  public var fact: String
  /// The backend over which the fault ran.
  public var backend: String
  /// Whether every seed caught the fault.
  public var caught: Bool
  /// The median over the seeds of the case that caught the fault; nil if more than half of the seeds did not catch it.
  public var median: Int?
  /// The latest case that caught the fault; for a fault that survived, the number of cases allowed.
  public var cases: Int
  /// How many seeds were tried.
  public var seeds: Int
  /// How many of these seeds caught the fault.
  public var caughtFrom: Int

  /// The record of one fault over one backend.
  public init(
    property: String, fault: String, fact: String, backend: String, caught: Bool, median: Int?, cases: Int, seeds: Int,
    caughtFrom: Int
  ) {
    self.property = property
    self.fault = fault
    self.fact = fact
    self.backend = backend
    self.caught = caught
    self.median = median
    self.cases = cases
    self.seeds = seeds
    self.caughtFrom = caughtFrom
  }
}
