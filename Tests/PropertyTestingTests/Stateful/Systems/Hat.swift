import PropertyTesting
import Synchronization

/// Slips of paper in a hat, of which one is drawn: nobody can say which.
struct Hat {
  enum Bug { case none, drawsWhatIsNotThere, keepsWhatIsDrawn }

  struct Empty: Error, Equatable {}

  let bug: Bug
  private(set) var slips: [Int] = []

  init(_ bug: Bug = .none) {
    self.bug = bug
  }

  mutating func put(_ slip: Int) { slips.append(slip) }

  /// The greatest, so that what comes is not what a model would foresee that takes the first.
  mutating func draw() throws -> Int {
    guard let most = slips.max(), let index = slips.firstIndex(of: most) else { throw Empty() }
    if bug != .keepsWhatIsDrawn { slips.remove(at: index) }
    return bug == .drawsWhatIsNotThere && slips.count > 1 ? most + 1 : most
  }

  /// To be called for a slip that is there.
  mutating func remove(_ slip: Int) -> Bool {
    guard let index = slips.firstIndex(of: slip) else { return false }
    slips.remove(at: index)
    return true
  }
}

enum HatMachine {
  typealias HatCommand = Command<[Int], Hat>

  static let put = HatCommand("put", with: .int(in: 0...9)) { slips, slip in
    slips.append(slip)
  } system: { hat, slip in
    hat.put(slip)
  }

  /// Any slip may come; the model foresees the first.
  static let draw = HatCommand(
    "draw", with: .constant(()), when: { !$0.isEmpty }, foreseeing: { slips, _ in slips.removeFirst() }
  ) { hat, _ in
    try hat.draw()
  } judging: { slips, _, drawn in
    guard let index = slips.firstIndex(of: drawn) else {
      throw ExpectationFailure(
        claim: "\(drawn) is one of the slips", location: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line))
    }
    slips.remove(at: index)
  }
  .labelled("draws the last one") { $0.after.isEmpty }
  .labelled("draws the greatest") { $0.result(Int.self) == $0.before.max() }

  static let drawFromNothing = HatCommand("drawFromNothing", when: \.isEmpty) { _ -> Int in
    throw Hat.Empty()
  } system: { hat in
    try hat.draw()
  }
  .labelled("finds it empty") { $0.error is Hat.Empty }

  static let remove = HatCommand(
    "remove", with: { .element(of: $0.isEmpty ? [0] : $0) }, requiring: { $0.contains($1) }
  ) { slips, slip in
    slips.remove(at: slips.firstIndex(of: slip) ?? 0)
    return true
  } system: { hat, slip in
    hat.remove(slip)
  }
  .labelled("removes a nine") { $0.argument(Int.self) == 9 }

  static let count = HatCommand("count") { $0.count } system: { $0.slips.count }

  static let machine = StateMachine(
    initially: [], commands: [put, draw, remove, drawFromNothing], closing: [count],
    invariants: [Invariant("the slips", model: { $0.sorted() }, system: { $0.slips.sorted() })]
  )
  .showing { "\($0.count) in it" }
}

/// A hat that several hands reach into.
final class SharedHat: Sendable {
  private let hat: Mutex<Hat>

  init(_ bug: Hat.Bug = .none) {
    hat = Mutex(Hat(bug))
  }

  func put(_ slip: Int) { hat.withLock { $0.put(slip) } }
  func draw() throws -> Int { try hat.withLock { try $0.draw() } }
  func remove(_ slip: Int) -> Bool { hat.withLock { $0.remove(slip) } }

  /// - Throws: ``Hat/Empty`` if it is not there.
  func find(_ slip: Int) throws -> Int {
    guard hat.withLock({ $0.slips.contains(slip) }) else { throw Hat.Empty() }
    return slip
  }
}

/// The slips, and which of them were looked up.
struct LookedUpSlips: Hashable, Sendable {
  typealias Found = Reference<Int>
  var slips: [Int] = []
  var found: [Found: Int] = [:]
}

/// Looks slips up that a draw may have taken, in place of the one that the model foresees.
enum LookUpMachine {
  typealias LookUpCommand = Command<LookedUpSlips, SharedHat>

  static let put = LookUpCommand("put", weight: 3, with: .int(in: 0...3)) { model, slip in
    model.slips.append(slip)
  } system: { hat, slip in
    hat.put(slip)
  }

  static let draw = LookUpCommand(
    "draw", weight: 2, with: .constant(()), when: { !$0.slips.isEmpty },
    foreseeing: { model, _ in model.slips.removeFirst() }
  ) { hat, _ in
    try hat.draw()
  } judging: { model, _, drawn in
    let index = model.slips.firstIndex(of: drawn)
    try expect("\(drawn) is one of the slips", index != nil)
    if let index { model.slips.remove(at: index) }
  }

  static let remove = LookUpCommand(
    "remove", with: { .element(of: $0.slips.isEmpty ? [0] : $0.slips) }, requiring: { $0.slips.contains($1) }
  ) { model, slip in
    model.slips.remove(at: model.slips.firstIndex(of: slip) ?? 0)
    return true
  } system: { hat, slip in
    hat.remove(slip)
  }

  /// Left out if the slip is gone.
  static let note = LookUpCommand(
    "note", weight: 2, with: { .element(of: $0.slips.isEmpty ? [0] : $0.slips) },
    requiring: { $0.slips.contains($1) }, yielding: Int.self
  ) { model, slip, found in
    model.found[found] = slip
  } system: { hat, slip, _ in
    try hat.find(slip)
  }

  /// Throws if the slip is gone.
  static let find = LookUpCommand("find", weight: 2, with: .int(in: 0...3), yielding: Int.self) {
    model, slip, found in
    guard model.slips.contains(slip) else { throw Hat.Empty() }
    model.found[found] = slip
  } system: { hat, slip in
    try hat.find(slip)
  }

  static let read = LookUpCommand("read", weight: 4, with: { .reference(to: $0.found.keys) }) { model, found in
    model.found[found] ?? -1
  } system: { _, found, results in
    try results[found]
  }

  static let machine = StateMachine(initially: LookedUpSlips(), commands: [put, draw, remove, note, find, read])
}
