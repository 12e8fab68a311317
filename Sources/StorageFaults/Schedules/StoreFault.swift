import StorageContract

/// Something that goes wrong at a call of a store: what a user of stores must bear, and what a law must see.
///
///     let faults = StoreFaults([StoreFault(.commit, .fails, skipping: 2)])
///     let location = location.with(faults)         // the third commit of a store opened there fails
///
/// A good store may fail so, but for those that ``Effect/isDefect`` names.
public struct StoreFault: Sendable, Equatable, CustomStringConvertible {
  /// Where in a store's life. Calls of each kind are counted on their own, over all stores of a location.
  public enum Point: String, Sendable, CaseIterable {
    case open
    /// ``/StorageContract/Store/read(_:)``, before its closure.
    case read
    /// ``/StorageContract/Store/write(_:)``, before its closure.
    case write
    /// A call inside a closure.
    case get, scan, put, delete
    /// The end of a ``/StorageContract/Store/write(_:)`` whose closure was through.
    case commit
    case backup, restore, compact, close
  }

  /// What happens at the call.
  public enum Effect: Sendable, Equatable {
    /// A definite error, and nothing is changed.
    case fails
    /// The call is reported as ``/StorageContract/StoreError/lost(reason:)``, done or not. Inside a closure it counts as not done.
    case isUnknown(done: Bool)
    /// The store is gone: this call, done or not, and all later ones of all its stores are
    /// ``/StorageContract/StoreError/lost(reason:)``, until the location is opened again.
    case dies(done: Bool)
    /// Other tasks go first, so many times. No time passes.
    case isLate(yields: Int)
    /// A put or a commit does nothing and is reported as done: a broken store.
    case isDropped
    /// Of the transactions since the last opening the latest ones are undone: a broken store. At ``Point/open`` alone.
    case losesLatest(transactions: Int)

    /// Whether no good store does this.
    public var isDefect: Bool {
      switch self {
      case .fails, .isUnknown, .dies, .isLate: false
      case .isDropped, .losesLatest: true
      }
    }
  }

  /// The call that is hit.
  public var point: Point
  /// What happens there.
  public var effect: Effect
  /// How many calls go well first.
  public var skipping: Int
  /// How many are hit after that; nil: all.
  public var times: Int?

  /// A fault that hits the next call at this point, once, unless told otherwise.
  public init(_ point: Point, _ effect: Effect, skipping: Int = 0, times: Int? = 1) {
    self.point = point
    self.effect = effect
    self.skipping = skipping
    self.times = times
  }

  public var description: String {
    let which = "\(point.rawValue) \(skipping + 1)"
    let howOften =
      switch times {
      case nil: " and all later ones"
      case 1?: ""
      case let times?: " and the next \(times - 1)"
      }
    let what =
      switch effect {
      case .fails: "fail"
      case .isUnknown(let done): "unknown, in truth \(done ? "done" : "not done")"
      case .dies(let done): "the store dies, the call \(done ? "done" : "not done")"
      case .isLate(let yields): "late by \(yields) turns"
      case .isDropped: "dropped"
      case .losesLatest(let count): "loses the latest \(count) transactions"
      }
    return "\(which)\(howOften): \(what)"
  }
}
