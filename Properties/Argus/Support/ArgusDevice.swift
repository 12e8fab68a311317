import ArgusReference
import Foundation
import PlatformStandIns
import StorageContract
import StorageFaults
import Synchronization

/// What a case launches, and has to end.
protocol LaunchedDevice {
  func end() async throws
}

extension LaunchedDevice {
  /// Ends it after `body`, whatever becomes of that.
  func ending<Result>(after body: () async throws -> Result) async throws -> Result {
    let result: Result
    do {
      result = try await body()
    } catch {
      // The first failure is the one to report.
      try? await end()
      throw error
    }
    try await end()
    return result
  }
}

/// The app on a device, launch after launch: what outlives it is its store, the clock and the settings.
final class ArgusDevice: LaunchedDevice, Sendable {
  let clock = VirtualClock()
  /// What goes wrong in the store.
  let faults: StoreFaults
  let appSettings = AppSandbox()
  let deviceSettings = AppSandbox()
  private let told: Remembered<[CommittedChanges]>
  private let system: ArgusSystem
  private let location: any StoreLocation
  private let articleMemoryLimit: Int
  private let running: Mutex<Running>

  private struct Running {
    let app: ArgusApp
    let store: any Store
  }

  /// - Parameters:
  ///   - hooks: what watches the store of every launch.
  ///   - prepare: puts records into the store before the first launch.
  init(
    _ system: ArgusSystem, articleMemoryLimit: Int = 100, hooks: StoreHooks? = nil,
    prepare: (@Sendable (any WriteTransaction) throws -> Void)? = nil
  ) async throws {
    let told = Remembered<[CommittedChanges]>([])
    self.told = told
    var system = system
    let invalidate = system.parts.invalidate
    system.parts.invalidate = { commit, caches in
      told.withValue { $0.append(commit) }
      await invalidate(commit, caches)
    }
    self.system = system
    self.articleMemoryLimit = articleMemoryLimit
    let faults = StoreFaults()
    self.faults = faults
    let place = AnyStoreLocation(open: system.openStore)
    if let prepare {
      let store = try await place.open()
      try await store.write { try prepare($0) }
      try await store.close()
    }
    location = hooks.map { place.with(faults).interposed($0) } ?? place.with(faults)
    let store = try await location.open()
    running = Mutex(
      Running(
        app: try await system.launch(
          Self.platform(store, clock, appSettings, deviceSettings, articleMemoryLimit)), store: store))
  }

  var app: ArgusApp { running.withLock { $0.app } }
  var store: any Store { running.withLock { $0.store } }
  /// What the caches were told of each commit since the last launch.
  var commits: [CommittedChanges] { told.now }

  /// Ends the app and starts it again. A store that has died is opened anew.
  func relaunch() async throws {
    faults.heal()
    try? await store.close()
    let store = try await location.open()
    told.set([])
    let app = try await system.launch(
      Self.platform(store, clock, appSettings, deviceSettings, articleMemoryLimit))
    running.withLock { $0 = Running(app: app, store: store) }
  }

  func end() async throws {
    faults.heal()
    try? await store.close()
  }

  /// Makes one, and ends it after `body`, whatever becomes of that.
  static func use<Result>(
    _ system: ArgusSystem, articleMemoryLimit: Int = 100, hooks: StoreHooks? = nil,
    prepare: (@Sendable (any WriteTransaction) throws -> Void)? = nil, _ body: (ArgusDevice) async throws -> Result
  ) async throws -> Result {
    let device = try await ArgusDevice(system, articleMemoryLimit: articleMemoryLimit, hooks: hooks, prepare: prepare)
    return try await device.ending { try await body(device) }
  }

  private static func platform(
    _ store: any Store, _ clock: VirtualClock, _ appSettings: AppSandbox, _ deviceSettings: AppSandbox, _ limit: Int
  ) -> ArgusPlatform {
    var platform = ArgusPlatform(
      store: store, transport: NoNetwork(), appSettings: appSettings, deviceSettings: deviceSettings,
      time: .virtual(clock))
    platform.articleMemoryLimit = limit
    return platform
  }
}

/// A network that nobody is on.
struct NoNetwork: HTTPTransport {
  func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw ArgusError.offline }
}
