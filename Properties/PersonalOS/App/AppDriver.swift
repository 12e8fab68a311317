import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

/// The whole app as somebody uses it. It is launched again and again on one device.
struct AppDriver: Sendable {
  let device: AppDevice
  private var opened: AppDevice.Opened
  private(set) var app: PersonalOSApp
  var exported = Data()
  var backup: URL?

  /// - Parameter model: what an older version of the app has left, if it has one's layout.
  @MainActor
  init(_ system: PersonalOSSystem, _ model: AppModel) async throws {
    device = AppDevice(system)
    if let layout = model.layout {
      let store = try await system.openStore()
      let records = Self.records(of: model.contents, in: layout)
      try await store.fill(with: StoreContents(schemaVersion: Int64(layout.rawValue), records: records))
      try await store.close()
      device.interruption.olderText.set(records.map { "\($0.fields)" })
    }
    if let firstLaunch = model.firstLaunch {
      device.interruption.isToCome(firstLaunch)
      let killed = try await device.open()
      // Whatever it came to.
      _ = try? await device.launch(killed)
      device.interruption.isToCome(nil)
      try await killed.close()
    }
    opened = try await device.open()
    app = try await Self.launch(opened, on: device)
    // Of the migration, where there was one.
    backup = await device.backups.all().last
  }

  @MainActor
  private static func launch(_ opened: AppDevice.Opened, on device: AppDevice) async throws -> PersonalOSApp {
    let app = try await device.launch(opened)
    try app.expectServicesInContainer()
    try await app.work.dashboard.loadPosts()
    return app
  }
}

// The life of the app.
@MainActor
extension AppDriver {
  mutating func relaunch() async throws {
    try await close()
    try await launch()
  }

  func close() async throws {
    device.interruption.isToCome(nil)
    try await opened.close()
  }

  private mutating func launch() async throws {
    opened = try await device.open()
    app = try await Self.launch(opened, on: device)
  }

  /// The device starts anew, and the app with it before the first unlock; then it is unlocked.
  /// - Returns: how many failures were shown before that; -1: one that does not say what the app was doing.
  mutating func restartWhileLocked() async throws -> Int {
    try await close()
    device.lock.restart()
    let locked = try await device.open()
    let errors: [PresentedError]
    do {
      errors = try await device.launch(locked).core.errors.errorQueue
    } catch let failure as LaunchFailure {
      errors = failure.errors
    }
    try await locked.close()
    device.lock.unlock()
    try await launch()
    return errors.contains(where: \.isNameless) ? -1 : errors.count
  }

  /// What lies on the disk when the app has ended; it is launched anew.
  /// - Returns: how and where a note can be read.
  mutating func readableNote() async throws -> String? {
    try await close()
    let search = try await device.whatIsAtRest()
    try await launch()
    return search.find(Self.beginningOfNotes)
  }

  /// - Returns: how many items of the keychain and how many backups are left.
  mutating func deleteEverything() async throws -> [Int] {
    await app.deleteEverything()
    backup = nil
    try await close()
    let left = [try await device.keychainItems(), await device.backups.all().count]
    // What is made at a launch is for what comes, not of what was.
    try await launch()
    return left
  }

  /// - Returns: the notices that are pending while nobody looks, and afterwards.
  func leaveAndComeBack() async -> [Int] {
    await app.enterBackground()
    let pending = device.notifications.pending.count
    await app.enterForeground()
    return [pending, device.notifications.pending.count]
  }

  /// The change, of which the next commit fails.
  mutating func fail(_ change: AppModel.Change) async throws {
    device.interruption.isToCome(.failure)
    defer { device.interruption.isToCome(nil) }
    try await self.change(change)
  }

  /// The change, in the middle of which the app dies or the view goes that asked for it. A dead app is launched anew.
  /// - Returns: whether the app said that it was done, or nobody went in time; and what the app holds then.
  mutating func change(
    _ change: AppModel.Change, interruptedBy interruption: AppModel.Interruption
  ) async throws -> (isDone: Bool, contents: AppModel.Contents) {
    guard case .departure = interruption else {
      device.interruption.isToCome(interruption)
      var isDone = true
      do { try await self.change(change) } catch { isDone = false }
      try await relaunch()
      return (isDone, try await contents())
    }
    let (session, scope, tasks, isDone) = (self, TaskScope("a view that goes"), app.core.tasks, Remembered(true))
    device.interruption.isToCome(interruption) {
      isDone.set(false)
      await tasks.close(scope)
    }
    tasks.open(scope)
    await app.start("change something", in: scope) {
      var session = session
      // Whatever comes of it: the app shows it by itself.
      try? await session.change(change)
    }.value
    device.interruption.isToCome(nil)
    return (isDone.now, try await contents())
  }
}
