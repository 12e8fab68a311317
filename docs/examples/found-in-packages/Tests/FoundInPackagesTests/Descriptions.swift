import AnyCodable
import BSON
import HTTPTypes
import PropertyTesting
import Time
import XcodeProj
import Yams

// How reports print values whose own text is long, or hides what matters.

extension AnyCodable: @retroactive CounterexampleDescribable {
  public var counterexampleDescription: String { "AnyCodable(\(value) as \(type(of: value)))" }
}

extension Document: @retroactive CounterexampleDescribable {
  public var counterexampleDescription: String {
    "[" + keys.map { key in "\"\(key)\": \(self[key].map { "\($0)" } ?? "nil")" }.joined(separator: ", ") + "]"
  }
}

extension HTTPFields: @retroactive CounterexampleDescribable {
  public var counterexampleDescription: String { "\(map { "\($0.name): \($0.value)" })" }
}

extension Instant: @retroactive CounterexampleDescribable {
  public var counterexampleDescription: String { description }
}

extension PBXFileReference: @retroactive CounterexampleDescribable {
  public var counterexampleDescription: String { "PBXFileReference(path: \"\(path ?? "")\")" }
}

extension Node: @retroactive CounterexampleDescribable {
  public var counterexampleDescription: String {
    switch self {
    case .scalar(let scalar): scalar.counterexampleDescription
    case .sequence(let sequence): sequence.counterexampleDescription
    case .mapping(let mapping): mapping.counterexampleDescription
    case .alias(let alias): "*\(alias.anchor)"
    }
  }
}

extension Node.Scalar: @retroactive CounterexampleDescribable {
  public var counterexampleDescription: String { "\"\(string)\"" + tag.suffix }
}

extension Node.Sequence: @retroactive CounterexampleDescribable {
  public var counterexampleDescription: String { "[" + map(\.counterexampleDescription).joined(separator: ", ") + "]" + tag.suffix }
}

extension Node.Mapping: @retroactive CounterexampleDescribable {
  public var counterexampleDescription: String {
    "[" + map { "\($0.key.counterexampleDescription): \($0.value.counterexampleDescription)" }.joined(separator: ", ") + "]" + tag.suffix
  }
}

extension Tag {
  /// The tag if it was given: a resolved one is not.
  fileprivate var suffix: String { description.isEmpty ? "" : " tagged \(description)" }
}
