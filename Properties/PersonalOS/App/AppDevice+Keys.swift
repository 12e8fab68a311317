import PersonalOSReference
import PropertyTesting
import StorageContract

extension AppDevice {
  /// The app has one log, and no API key gets into it: neither one that comes with the launch or later, nor one of an
  /// earlier launch without the server. The store is empty afterwards.
  @MainActor
  static func expectKeysKeptFromTheLog(_ system: PersonalOSSystem) async throws {
    let (make, logs) = (system.errors.makeLog, Remembered(0))
    var counting = system
    counting.errors.makeLog = { capacity, secrets in
      logs.withValue { $0 += 1 }
      return make(capacity, secrets)
    }
    let device = AppDevice(counting)
    let (first, second) = ("key-4f1d0c7a9b", "key-88e2b6305d")
    device.servers.configuration.publish(["mail": first])
    var opened = try await device.open()
    var app = try await device.launch(opened)
    try expect("logs of an app", logs.now, equals: 1)
    try app.expectKeptFromTheLog(first)
    device.servers.configuration.publish(["mail": second])
    try await app.configuration.remote.fetchLatestConfig()
    try app.expectKeptFromTheLog(second)
    try await opened.close()

    device.servers.configuration.isDown.set(true)
    opened = try await device.open()
    app = try await device.launch(opened)
    try expect("the key that an earlier launch has left", app.configuration.remote.getAPIKey(for: "mail"), equals: second)
    try app.expectKeptFromTheLog(second)
    try await opened.store.fill(with: StoreContents(schemaVersion: 0, records: []))
    try await opened.close()
  }
}

extension PersonalOSApp {
  fileprivate func expectKeptFromTheLog(_ key: String) throws {
    core.log.note("asked with \(key)", context: "mail", at: core.platform.now())
    let entry = core.log.entries.first { $0.debugDescription.contains(key) || $0.context.contains(key) }
    try expect("an entry of the log with an API key", entry?.debugDescription, equals: nil)
  }
}
