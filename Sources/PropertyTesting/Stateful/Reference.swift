/// A name for the result of an earlier command, before there is a result: a handle, an account, a key that the system makes.
///
/// While the engine draws commands, the model keeps and compares the reference. When the commands run, ``EarlierResults`` has the value
/// that the reference stands for. A reference prints as the number of the step that yielded the value: `#3`.
public struct Reference<Value>: Hashable, Sendable {
  /// How many commands that yield something stand before the one that gave it.
  let ordinal: Int
  /// The number of the step that yielded the value, from 1.
  public let step: Int

  init(_ slot: CommandSlot) {
    ordinal = slot.ordinal
    step = slot.step
  }
}

extension Reference: Comparable {
  /// In the order in which they were yielded.
  public static func < (left: Reference, right: Reference) -> Bool { left.ordinal < right.ordinal }
}

extension Reference: CounterexampleDescribable {
  public var counterexampleDescription: String { "#\(step)" }
}

/// What a reference of any type is looked for by in an argument.
protocol AnyReference {
  var ordinal: Int { get }
}

extension Reference: AnyReference {}

/// The ordinals of all references in a value, at any depth.
func referenceOrdinals(in value: Any, depth: Int = 0) -> [Int] {
  if let reference = value as? any AnyReference { return [reference.ordinal] }
  guard depth < 16 else { return [] }
  return Mirror(reflecting: value).children.flatMap { referenceOrdinals(in: $0.value, depth: depth + 1) }
}

/// Where a command stands among the commands of its case.
struct CommandSlot: Sendable {
  /// From 1.
  let step: Int
  /// What a reference to its result has as its ordinal.
  let ordinal: Int
}

/// The values that earlier commands yielded, for a command that is about to run.
public struct EarlierResults: Sendable {
  private var values: [Int: any Sendable] = [:]

  init() {}

  mutating func keep(_ value: any Sendable, as slot: CommandSlot) { values[slot.ordinal] = value }

  /// The ordinals of the references that have a value.
  var ordinals: Set<Int> { Set(values.keys) }

  func have(_ references: [Int]) -> Bool { references.allSatisfy { values[$0] != nil } }

  mutating func merge(_ other: EarlierResults) {
    values.merge(other.values) { own, _ in own }
  }

  /// The value that a reference stands for.
  ///
  /// The engine leaves a command out if its reference has no value in this case, because a judged command had another result.
  /// - Throws: ``DanglingReference`` if the reference comes from another case.
  public subscript<Value: Sendable>(_ reference: Reference<Value>) -> Value {
    get throws {
      guard let kept = values[reference.ordinal] as? Returned<Value> else {
        throw DanglingReference(step: reference.step)
      }
      return kept.value
    }
  }
}

/// The error for a reference to which no command of this case gave a value: see ``EarlierResults``.
public struct DanglingReference: Error, Sendable, Equatable {
  /// The number of the step whose result was asked for.
  public let step: Int
}

extension SpanLabel {
  /// A draw of a reference: the ordinal, as one choice.
  static let reference = SpanLabel(rawValue: 40)
  /// An empty span in the element of a command that yields something.
  static let production = SpanLabel(rawValue: 41)
}

extension Generator {
  /// One of these references; the oldest is the simplest. If there are none, the command does not apply.
  ///
  /// The choice records the reference among all results so far. So a replay in which commands are missing takes the candidate that is
  /// nearest to it.
  public static func reference<Target>(
    to candidates: some Sequence<Reference<Target>>
  ) -> Generator where Value == Reference<Target> {
    let sorted = candidates.sorted()
    return Generator { source in
      guard let first = sorted.first else { throw Discard(reason: "no earlier result fits") }
      source.openSpan(.reference)
      defer { source.closeSpan() }
      let proposed = source.proposeReference(among: sorted) ?? first
      guard let tape = source.tape else { return proposed }
      let ordinal = Int(
        tape.resolve(UInt64(proposed.ordinal), kind: .branch, lower: 0, upper: UInt64(UInt32.max), target: 0))
      var nearest = first
      for candidate in sorted where abs(candidate.ordinal - ordinal) < abs(nearest.ordinal - ordinal) {
        nearest = candidate
      }
      if nearest.ordinal != ordinal { tape.amendLast(UInt64(nearest.ordinal)) }
      return nearest
    }
  }
}

extension Source {
  /// Every second time the latest: what has just been made is what the next commands are about.
  fileprivate mutating func proposeReference<Target>(among sorted: [Reference<Target>]) -> Reference<Target>? {
    if mode == .simplest { return nil }
    let word = nextWord()
    return word & 1 == 0
      ? sorted.last : sorted[Int(word.multipliedFullWidth(by: UInt64(sorted.count)).high)]
  }
}
