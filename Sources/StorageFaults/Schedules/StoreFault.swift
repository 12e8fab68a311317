import StorageContract

/// A fault at a call of a store. A user of stores must cope with it, and a law must notice it.
///
///     let faults = StoreFaults([StoreFault(.commit, .fails, skipping: 2)])
///     let location = location.with(faults)         // the third commit of a store opened there fails
///
/// A correct store may fail in these ways, except for the effects with ``Effect/isDefect``.
public struct StoreFault: Sendable, Equatable, CustomStringConvertible {
  /// The kind of call at which a fault happens. Each kind is counted separately, over all stores of a location.
  public enum Point: String, Sendable, CaseIterable {
    case open
    /// ``/StorageContract/Store/read(_:)``, before its closure.
    case read
    /// ``/StorageContract/Store/write(_:)``, before its closure.
    case write
    /// A call inside a closure.
    case get, scan, put, delete
    /// The end of a ``/StorageContract/Store/write(_:)``, after its closure has returned.
    case commit
    case backup, restore, compact, close
  }

  /// What happens at the call.
  public enum Effect: Sendable, Equatable {
    /// The call throws a definite error, and changes nothing.
    case fails
    /// The call throws ``/StorageContract/StoreError/lost(reason:)``, whether it was done or not. Inside a closure it counts as not done.
    case isUnknown(done: Bool)
    /// The store dies. This call, done or not, and all later calls of all stores of the location throw
    /// ``/StorageContract/StoreError/lost(reason:)``, until the location is opened again.
    case dies(done: Bool)
    /// The call yields to other tasks, this many times. No time passes.
    case isLate(yields: Int)
    /// A put or a commit does nothing, and the store reports it as done. Only a broken store does this.
    case isDropped
    /// Opening undoes the latest of the transactions since the last opening. Only a broken store does this. Valid only at ``Point/open``.
    case losesLatest(transactions: Int)

    /// Whether only a broken store does this.
    public var isDefect: Bool {
      switch self {
      case .fails, .isUnknown, .dies, .isLate: false
      case .isDropped, .losesLatest: true
      }
    }
  }

  /// The kind of call that the fault hits.
  public var point: Point
  /// What happens there.
  public var effect: Effect
  /// How many calls succeed first.
  public var skipping: Int
  /// How many calls the fault hits after that; nil: all.
  public var times: Int?

  /// A fault that by default hits the next call at this point, once.
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
