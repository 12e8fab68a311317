import Foundation

/// What a run did, as data: text, JSON, JUnit, Markdown and pages are made from it.
///
/// The same run gives the same value, whatever the number of workers, shards and machines, but for ``times``.
public struct RunDocument: Codable, Sendable, Equatable {
  /// Another number says that keys mean something else.
  public static let format = 2

  /// The number of the format in which the document was written: see ``format-swift.type.property``.
  public var format = Self.format
  /// "verify", "replay", "conformance" or "faults".
  public var command: String
  /// Hexadecimal, as `--seed` takes it.
  public var seed: String
  /// Cases asked for.
  public var cases: Int
  /// The fault that was switched on.
  public var fault: String?
  /// The properties that ran, in the order of the catalogue.
  public var results: [PropertyRecord]
  /// Of `touchstone faults`.
  public var faults: [FaultRecord]?
  /// How many results are missing because somebody stopped the run.
  public var notRun: Int?
  /// All that differs between two runs of the same.
  public var times: Times?

  /// In seconds.
  public struct Times: Codable, Sendable, Equatable {
    /// Of the whole run, as a clock on the wall shows it.
    public var total: Double
    /// Of each result, in their order.
    public var results: [Double]
    /// Of each part that was merged, in the order of the shards.
    public var shards: [Double]?

    /// Times in seconds, which it rounds to milliseconds.
    public init(total: Double, results: [Double], shards: [Double]? = nil) {
      self.total = Self.rounded(total)
      self.results = results.map(Self.rounded)
      self.shards = shards?.map(Self.rounded)
    }

    private static func rounded(_ seconds: Double) -> Double { (seconds * 1_000).rounded() / 1_000 }
  }

  /// A document in the format of today.
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

  /// Those that held.
  public var held: Int { results.count(where: \.isHeld) }
  /// "137 of 139 held".
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

  /// The same bytes for the same value: indented, keys in order, a newline at the end.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}

/// How soon a fault was caught.
public struct FaultRecord: Codable, Sendable, Equatable {
  /// The property's id.
  public var property: String
  /// Its id.
  public var fault: String
  /// A third-person fact.
  public var fact: String
  /// The backend over which the fault ran.
  public var backend: String
  /// From every seed.
  public var caught: Bool
  /// The median case over the seeds; nil where more than half of them did not catch it.
  public var median: Int?
  /// The latest case; of a fault that survived, the cases allowed.
  public var cases: Int
  /// How many seeds were tried.
  public var seeds: Int
  /// From how many of these seeds the property caught the fault.
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
