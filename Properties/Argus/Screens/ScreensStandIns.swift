import ArgusReference
import Foundation
import PlatformStandIns
import PropertyTesting
import StorageContract

/// Knows who observes.
struct CountedSettings: SettingsStoring {
  let base: any SettingsStoring
  let observing: Remembered<Set<UUID>>

  func value(for key: String) async throws -> String? { try await base.value(for: key) }
  func set(_ value: String?, for key: String) async throws { try await base.set(value, for: key) }
  func observe(_ key: String, _ handler: @escaping @Sendable (String?) async -> Void) async -> UUID {
    let id = await base.observe(key, handler)
    observing.withValue { _ = $0.insert(id) }
    return id
  }
  func stopObserving(_ observer: UUID) async {
    await base.stopObserving(observer)
    observing.withValue { _ = $0.remove(observer) }
  }
}

/// There is a network, and a backend that does not do what it is asked for.
struct RefusingBackend: HTTPTransport {
  func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 418) }
}
