import Foundation
import Synchronization

/// Stands in for the system's notification centre: keeps what is pending, and delivers what falls due when
/// it is told that time has passed. It outlives the app, as the system's own does.
public final class NotificationScheduler: Sendable {
  /// A notice that is to be shown at a time.
  public struct Request: Sendable, Equatable {
    public let id: String
    public let fireDate: Date
    public let message: String

    public init(id: String, fireDate: Date, message: String) {
      self.id = id
      self.fireDate = fireDate
      self.message = message
    }
  }

  private struct State {
    var pending: [Request] = []
    var delivered: [Request] = []
  }

  private let state = Mutex(State())

  public init() {}

  /// What waits, in the order of fire dates; requests of one date in the order they were made.
  public var pending: [Request] { state.withLock { $0.pending } }

  /// What was shown, oldest first.
  public var delivered: [Request] { state.withLock { $0.delivered } }

  /// Adds the request, in place of a pending one with the same id.
  public func add(_ request: Request) {
    state.withLock { state in
      state.pending.removeAll { $0.id == request.id }
      let place = state.pending.firstIndex { $0.fireDate > request.fireDate } ?? state.pending.endIndex
      state.pending.insert(request, at: place)
    }
  }

  /// Removes the pending request and returns it; nil where there is none. What was delivered stays delivered.
  @discardableResult
  public func removePending(id: String) -> Request? {
    state.withLock { state in
      state.pending.firstIndex { $0.id == id }.map { state.pending.remove(at: $0) }
    }
  }

  public func removeAllPending() {
    state.withLock { $0.pending = [] }
  }

  /// Delivers all that falls due at `date` or before, once each.
  public func timePasses(to date: Date) {
    state.withLock { state in
      let due = state.pending.prefix { $0.fireDate <= date }
      state.delivered += due
      state.pending.removeFirst(due.count)
    }
  }
}
