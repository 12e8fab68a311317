import Foundation
import PropertyTesting

/// One case as a line of JSON, in the format of Hypothesis' observability, which Tyche opens:
/// https://hypothesis.readthedocs.io/en/latest/reference/integrations.html#observability
public struct CaseRecord: Encodable, Sendable {
  let type = "test_case"
  /// "passed", "failed" or "gave_up": a discarded case.
  let status: String
  let statusReason: String
  /// The printed value, cut to ``mostCharacters``.
  let representation: String
  /// What the property drew for itself, by name.
  let arguments: [String: String]
  /// "during the random phase, case 38".
  let howGenerated: String
  /// Classes are true; targets stand under "target:" and their name.
  let features: [String: Feature]
  /// Touchstone's own watches no lines.
  let coverage: String? = nil
  /// In seconds.
  let timing: [String: Double]
  let metadata: Metadata
  let property: String
  /// Seconds since 1970: what belongs to one run.
  let runStart: Double

  struct Metadata: Encodable {
    let phase: String
    let index: Int
    let choices: Int
    /// Characters of the representation that are not in it.
    let cut: Int
  }

  enum Feature: Encodable {
    case flag(Bool), number(Double), text(String)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .flag(let flag): try container.encode(flag)
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
  }

  static let mostCharacters = 4_000

  /// The record of an observed case.
  /// - Parameters:
  ///   - property: the name of the property in the file.
  ///   - runStart: when the run began, in seconds since 1970.
  public init(_ observed: ObservedCase, property: String, runStart: Double) {
    switch observed.status {
    case .passed: (status, statusReason) = ("passed", "")
    case .failed(let message): (status, statusReason) = ("failed", message)
    case .discarded(let reason): (status, statusReason) = ("gave_up", reason)
    }
    // A generator that discards or throws comes to no value.
    representation = observed.value.isEmpty ? "(no value)" : String(observed.value.prefix(Self.mostCharacters))
    let cut = max(0, observed.value.count - representation.count)
    arguments = Dictionary(
      observed.drawn.map { ($0.name, String($0.value.prefix(Self.mostCharacters))) }, uniquingKeysWith: { "\($0), \($1)" })
    howGenerated = "during the \(observed.phase.rawValue) phase, at index \(observed.index)"
    var features = Dictionary(uniqueKeysWithValues: observed.classes.map { ($0, Feature.flag(true)) })
    for (name, value) in observed.targets {
      // JSON has no infinite numbers.
      features["target:\(name)"] = value.isFinite ? .number(value) : .text("\(value)")
    }
    self.features = features
    timing = ["execute:test": observed.took / .seconds(1)]
    metadata = Metadata(phase: observed.phase.rawValue, index: observed.index, choices: observed.choices, cut: cut)
    self.property = property
    self.runStart = runStart
  }

  enum CodingKeys: String, CodingKey {
    case type, status, representation, arguments, features, coverage, timing, metadata, property
    case statusReason = "status_reason"
    case howGenerated = "how_generated"
    case runStart = "run_start"
  }

  public func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: CodingKeys.self)
    try line.encode(type, forKey: .type)
    try line.encode(status, forKey: .status)
    try line.encode(statusReason, forKey: .statusReason)
    try line.encode(representation, forKey: .representation)
    try line.encode(arguments, forKey: .arguments)
    try line.encode(howGenerated, forKey: .howGenerated)
    try line.encode(features, forKey: .features)
    // Explicitly: the key has to be there.
    try line.encodeNil(forKey: .coverage)
    try line.encode(timing, forKey: .timing)
    try line.encode(metadata, forKey: .metadata)
    try line.encode(property, forKey: .property)
    try line.encode(runStart, forKey: .runStart)
  }

  /// The record as JSON on one line, without a newline.
  public var line: String { Self.text(of: self) }

  /// The last line of a file that has reached its size limit.
  public static func omitted(_ cases: Int, property: String, runStart: Double) -> String {
    struct Message: Encodable {
      let type = "info"
      let title = "Cases that are not in this file"
      let content: String
      let property: String
      let run_start: Double
    }
    return text(
      of: Message(content: "The file is full: \(cases) later cases are not in it.", property: property, run_start: runStart))
  }

  private static func text(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
