/// The moves of a sequential object, computed once each: states and kinds of operations become numbers (Knossos' memoization), so that
/// the search compares and hashes words, whatever the object.
final class TransitionTable {
  /// By kind: whether it never changes a state.
  let observes: [Bool]
  /// Above ``none``: the next state. ``none``: not possible here. Below: several states, at ``states(_:)``.
  static let none: Int32 = -1

  private var known = WordTable()
  private var several: [[Int32]] = []
  private let compute: (Int32, Int32) -> [Int32]
  private let describe: (Int32) -> String

  /// A table for one search; state 0 is the initial one.
  init<Object: SequentialObject>(_ object: Object, kinds: [Object.Operation]) {
    let object = object.watched(by: kinds)
    observes = kinds.map(object.observes)
    let numbers = Numbers([object.initial])
    compute = { state, kind in
      object.step(numbers.values[Int(state)], kinds[Int(kind)]).map { numbers.number(of: $0) }
    }
    describe = { object.text(of: numbers.values[Int($0)]) }
  }

  /// Where the kind leads from the state, as a code: see ``none``.
  func next(_ state: Int32, _ kind: Int32) -> Int32 {
    let (a, b) = (UInt64(UInt32(bitPattern: state)), UInt64(UInt32(bitPattern: kind)))
    let code = known[a, b]
    // Stored codes are at least 0, as the table wants them: 0 none, even: one state, odd: several.
    if code >= 0 { return Self.decoded(code) }
    let states = compute(state, kind)
    let fresh: Int32
    switch states.count {
    case 0: fresh = 0
    case 1: fresh = 2 + 2 * states[0]
    default:
      several.append(states)
      fresh = 2 * Int32(several.count) - 1
    }
    known[a, b] = fresh
    return Self.decoded(fresh)
  }

  /// The states of a code that ``next(_:_:)`` returned.
  func states(_ code: Int32) -> [Int32] {
    if code == Self.none { return [] }
    return code >= 0 ? [code] : several[Int(-2 - code)]
  }

  func text(ofState state: Int32) -> String { describe(state) }

  private static func decoded(_ stored: Int32) -> Int32 {
    if stored == 0 { return none }
    return stored & 1 == 0 ? stored / 2 - 1 : -2 - (stored / 2)
  }

  /// Values in the order in which they were first met.
  private final class Numbers<Value: Hashable> {
    private(set) var values: [Value]
    private var numbers: [Value: Int32] = [:]

    init(_ first: [Value]) {
      values = first
      for (number, value) in first.enumerated() { numbers[value] = Int32(number) }
    }

    func number(of value: Value) -> Int32 {
      if let number = numbers[value] { return number }
      let number = Int32(values.count)
      values.append(value)
      numbers[value] = number
      return number
    }
  }
}
