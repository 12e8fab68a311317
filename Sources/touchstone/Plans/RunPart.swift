import Foundation
import PropertyTesting

/// What one shard of a plan came to.
struct RunPart: Codable {
  static let format = 1

  var format = Self.format
  var plan: RunPlan
  /// From 1.
  var shard: Int
  var shards: Int
  /// Properties and backends of which it ran something, in the order of the plan.
  var cells: [Cell]
  /// In seconds: of the shard, and of each cell.
  var times: Times

  struct Cell: Codable {
    var property: String
    var backend: String
    var blocks: CaseBlocks
  }

  struct Times: Codable {
    var total: Double
    var cells: [Double]
  }

  /// "part-2-of-7.json".
  static func fileName(_ position: ShardPosition) -> String { "part-\(position.number)-of-\(position.count).json" }

  /// Whole or not at all: what reads the folder meanwhile sees no half of it.
  /// - Throws: ``EnvironmentError``.
  func write(to folder: String) throws -> String {
    let path = try folder + "/" + Self.fileName(ShardPosition(number: shard, of: shards, from: "the part"))
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw EnvironmentError(message: "the part \(path) cannot be written: \(error)")
    }
    return path
  }

  /// - Throws: ``EnvironmentError`` for a file that is not there, ``UsageError`` for one that is no part.
  static func read(_ path: String) throws -> RunPart {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw EnvironmentError(message: "the part \(path) cannot be read")
    }
    do {
      let part = try JSONDecoder().decode(RunPart.self, from: data)
      guard part.format == format else {
        throw UsageError(message: "\(path) has format \(part.format), but this build reads format \(format)")
      }
      return part
    } catch let error as DecodingError {
      throw UsageError(message: "\(path) is not a part written by touchstone verify --plan: \(error.words)")
    }
  }

  /// The parts at `paths`, in the order of their shards.
  /// - Throws: ``UsageError`` for one of another plan, one that is there twice, and any that is missing.
  static func readAll(_ paths: [String]) throws -> [RunPart] {
    let parts = try paths.map { ($0, try read($0)) }
    guard let (firstPath, first) = parts.first else { throw UsageError(message: "touchstone merge needs the files of all parts") }
    var places: [Int: String] = [:]
    for (path, part) in parts {
      if let difference = part.plan.difference(from: first.plan) {
        throw UsageError(message: "\(path) and \(firstPath) are parts of different plans: \(difference)")
      }
      guard part.shards == first.shards else {
        throw UsageError(message: "\(path) is one of \(part.shards) parts, but \(firstPath) is one of \(first.shards)")
      }
      guard (1...part.shards).contains(part.shard) else {
        throw UsageError(message: "\(path) claims to be part \(part.shard) of \(part.shards)")
      }
      if let other = places[part.shard] {
        throw UsageError(message: "part \(part.shard) of \(part.shards) is given twice: \(other) and \(path)")
      }
      places[part.shard] = path
    }
    let missing = (1...first.shards).filter { places[$0] == nil }
    guard missing.isEmpty else {
      let shown = missing.prefix(20).map(String.init).joined(separator: ", ") + (missing.count > 20 ? ", … (\(missing.count))" : "")
      throw UsageError(
        message: "\(missing.count == 1 ? "part" : "parts") \(shown) of \(first.shards) \(missing.count == 1 ? "is" : "are") missing: "
          + "run \(missing.count == 1 ? "it" : "them") with verify --plan PLAN --shard \(missing[0])/\(first.shards), and merge again")
    }
    return parts.map(\.1).sorted { $0.shard < $1.shard }
  }
}

extension RunPlan {
  /// In words; nil if there is none.
  fileprivate func difference(from other: RunPlan) -> String? {
    if self == other { return nil }
    func differs(_ name: String, _ own: String, _ others: String) -> String? {
      own == others ? nil : "\(name) \(own) in the first, \(others) in the second"
    }
    return differs("seed", seed, other.seed) ?? differs("number of cases", "\(cases)", "\(other.cases)")
      ?? differs("fault", fault ?? "none", other.fault ?? "none")
      ?? differs("list of backends", backends.joined(separator: ", "), other.backends.joined(separator: ", "))
      ?? differs("build", build, other.build) ?? "the properties or their isolation differ"
  }
}
