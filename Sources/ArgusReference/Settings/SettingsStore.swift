import Foundation
import StorageContract

/// The user's settings, and the observers of their changes (002 Observer Pattern).
public protocol SettingsStoring: Sendable {
  /// Returns the value of a setting, or nil if it is not set.
  /// - Throws: ``ArgusError/transactionFailed``.
  func value(for key: String) async throws -> String?
  /// Stores the value, then notifies the observers of the key. Nil removes the value. If the value is stored already,
  /// it notifies nobody.
  ///
  /// Changes take turns, so observers learn of them in the order in which they were stored. A handler of an observer can
  /// call this, too: the call returns at once, because the change has its turn only after the handler. Nobody learns
  /// then if the change fails.
  /// - Throws: ``ArgusError/transactionFailed``. No observer is notified then.
  func set(_ value: String?, for key: String) async throws
  /// Calls `handler` after each change of the setting, until ``stopObserving(_:)``.
  /// - Returns: the id of the observer.
  func observe(_ key: String, _ handler: @escaping @Sendable (_ new: String?) async -> Void) async -> UUID
  /// Removes an observer. No call of its handler begins after this. An unknown id is no error.
  func stopObserving(_ observer: UUID) async
}

/// Keeps the settings in a collection of a store, and the observers in memory.
public actor SettingsStore: SettingsStoring {
  private struct Observer {
    let id: UUID
    let key: [UInt8]
    let handler: @Sendable (String?) async -> Void
  }

  private static let collection = "settings"
  /// Whether the task belongs to a handler, so that it must not wait for a change.
  @TaskLocal private static var isInHandler = false

  private let store: any Store
  private let makeID: @Sendable () -> UUID
  private let didChange: @Sendable (String) -> Void
  private var observers: [Observer] = []
  private var lastChange: Task<Void, any Error>?

  /// Creates the settings over a store.
  /// - Parameters:
  ///   - makeID: makes the ids of observers.
  ///   - didChange: called with the key of each setting that is stored with another value, before its observers are
  ///     notified.
  public init(
    _ store: any Store, makeID: @escaping @Sendable () -> UUID, didChange: @escaping @Sendable (String) -> Void
  ) {
    self.store = store
    self.makeID = makeID
    self.didChange = didChange
  }

  public func value(for key: String) async throws -> String? {
    do {
      return try await store.read { try Self.value(for: key, in: $0) }
    } catch is StoreError {
      throw ArgusError.transactionFailed
    }
  }

  public func set(_ value: String?, for key: String) async throws {
    let before = lastChange
    // The task runs after the handler, if any, so it is none itself.
    let change = Self.$isInHandler.withValue(false) {
      Task {
        // If the earlier change failed, its own caller learns of it.
        _ = try? await before?.value
        try await carryOut(value, for: key)
      }
    }
    lastChange = change
    if !Self.isInHandler { try await change.value }
  }

  private func carryOut(_ value: String?, for key: String) async throws {
    let isNew: Bool
    do {
      isNew = try await store.write { transaction in
        let old = try Self.value(for: key, in: transaction)
        if old.map({ Array($0.utf8) }) == value.map({ Array($0.utf8) }) { return false }
        if let value {
          try transaction.put(["value": .text(value)], at: key, in: Self.collection)
        } else {
          try transaction.delete(key, in: Self.collection)
        }
        return true
      }
    } catch is StoreError {
      throw ArgusError.transactionFailed
    }
    guard isNew else { return }
    didChange(key)
    for observer in observers where observer.key == Array(key.utf8) {
      // Skip an observer that was removed while another one was notified.
      if observers.contains(where: { $0.id == observer.id }) {
        await Self.$isInHandler.withValue(true) { await observer.handler(value) }
      }
    }
  }

  private static func value(for key: String, in transaction: any ReadTransaction) throws -> String? {
    guard case .text(let value)? = try transaction.get(key, in: collection)?.fields["value"] else { return nil }
    return value
  }

  public func observe(_ key: String, _ handler: @escaping @Sendable (String?) async -> Void) -> UUID {
    let id = makeID()
    observers.append(Observer(id: id, key: Array(key.utf8), handler: handler))
    return id
  }

  public func stopObserving(_ observer: UUID) { observers.removeAll { $0.id == observer } }
}
