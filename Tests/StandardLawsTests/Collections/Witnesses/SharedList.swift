import Synchronization

/// A list that keeps its elements in an object and copies the object before it writes, with one mistake in that.
struct SharedList: Sendable, Equatable, CustomStringConvertible {
  /// Locked, so that two tasks that write in place do not end the process.
  final class Storage: Sendable {
    private let locked: Mutex<[Int]>
    init(_ items: [Int]) { locked = Mutex(items) }
    var items: [Int] { locked.withLock { $0 } }
    func write(_ items: [Int]) { locked.withLock { $0 = items } }

    func change(_ change: (inout [Int]) -> Void) {
      var items = items
      change(&items)
      write(items)
    }
  }

  enum Mistake: String, CaseIterable, Sendable {
    case appendWritesInPlace, removeWritesInPlace, assignmentWritesInPlace, clearWritesInPlace, sortWritesInPlace
    case smallListsWriteInPlace, emptyListsWriteInPlace
    case copiesAfterItWrites, copyLosesTheLast, copyGoesBackwards, copyIsEmpty
    case writesTwiceWhenShared, sharedWritesAreLost
  }

  private var storage: Storage
  let mistake: Mistake?

  init(_ items: [Int], _ mistake: Mistake?) {
    storage = Storage(items)
    self.mistake = mistake
  }

  var items: [Int] { storage.items }
  var description: String { "\(items)" }
  static func == (a: SharedList, b: SharedList) -> Bool { a.items == b.items }

  private mutating func write(unless inPlace: Mistake, _ change: (inout [Int]) -> Void) {
    let isShared = !isKnownUniquelyReferenced(&storage)
    let writesInPlace =
      mistake == inPlace || mistake == .smallListsWriteInPlace && items.count < 3 || mistake == .emptyListsWriteInPlace && items.isEmpty
    guard isShared, !writesInPlace else { return storage.change(change) }
    switch mistake {
    case .copiesAfterItWrites:
      storage.change(change)
      storage = Storage(items)
    case .copyLosesTheLast: storage = Storage(items.dropLast())
    case .copyGoesBackwards: storage = Storage(items.reversed())
    case .copyIsEmpty: storage = Storage([])
    case .sharedWritesAreLost: storage = Storage(items)
    default: storage = Storage(items)
    }
    if mistake == .writesTwiceWhenShared { storage.change(change) }
    if mistake != .copiesAfterItWrites, mistake != .sharedWritesAreLost { storage.change(change) }
  }

  mutating func append(_ item: Int) { write(unless: .appendWritesInPlace) { $0.append(item) } }
  mutating func removeLast() { write(unless: .removeWritesInPlace) { _ = $0.popLast() } }
  mutating func removeAll() { write(unless: .clearWritesInPlace) { $0.removeAll() } }
  mutating func sort() { write(unless: .sortWritesInPlace) { $0.sort() } }

  mutating func setFirst(_ item: Int) {
    write(unless: .assignmentWritesInPlace) { if !$0.isEmpty { $0[0] = item } }
  }
}
