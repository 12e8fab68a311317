/// Stands for what an earlier command gave, before there is any: a handle, an account, a key that the system makes up.
///
/// While commands are drawn it is a name, which the model keeps and compares; when they run, ``EarlierResults`` has
/// the value that it stands for. It prints as the number of the step that gave it: `#3`.
public struct Reference<Value>: Hashable, Sendable {
  /// How many commands that yield something stand before the one that gave it.
  let ordinal: Int
  /// The number of the step that gave it, from 1.
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

/// What the commands before this one have yielded, for a command that is about to run.
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
  /// - Throws: ``DanglingReference`` for a reference that comes from another case. A command of this case never runs
  ///   with one: if what it refers to was not yielded, because a judged command led elsewhere, it is left out.
  public subscript<Value: Sendable>(_ reference: Reference<Value>) -> Value {
    get throws {
      guard let kept = values[reference.ordinal] as? Returned<Value> else {
        throw DanglingReference(step: reference.step)
      }
      return kept.value
    }
  }
}

/// A reference was used to which no command of this case gave a value: see ``EarlierResults``.
public struct DanglingReference: Error, Sendable, Equatable {
  public let step: Int
}

extension SpanLabel {
  /// A draw of a reference: the ordinal, as one choice.
  static let reference = SpanLabel(rawValue: 40)
  /// An empty span in the element of a command that yields something.
  static let production = SpanLabel(rawValue: 41)
}

extension Generator {
  /// One of these references, the oldest being simplest; where there are none, the command does not apply.
  ///
  /// What is recorded is which of all results so far it points at, so that a replay in which commands are missing
  /// points at the nearest that there is: never at none, and at no candidate's neighbour that is no candidate.
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
