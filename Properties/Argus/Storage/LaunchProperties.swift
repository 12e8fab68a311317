import ArgusReference
import DeterministicScheduling
import PropertyTesting
import StorageContract
import Synchronization

/// How the app starts.
public enum LaunchProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [startsOperational]

  // Feature: argus-system-patterns, Property 18: App starts operational whatever the cloud does
  static let startsOperational = Requirement<ArgusSystem>(
    "ARG-18", "App starts operational whatever the cloud does",
    says: """
      The app starts within six seconds, whether the cloud is available, unavailable, fails or never answers. After the \
      start, earlier data can be read, new data can be written and read, and the mode says whether the cloud answered.
      """,
    covers: "002 Graceful Degradation Pattern", of: "StorageModeController", needs: [.storage, .concurrency],
    mustCatch: [
      .failsWithTheCloud, .waitsForTheCloud, .beginsEmptyWithoutTheCloud, .writesOnlyWithTheCloud, .over(.losesUnflushedWrites),
    ]
  ).holds(
    forAll: Generator<([Int], MemoryCloud.Behaviour)>.zip(.array(of: .int(in: 0...4), count: 0...5), .anyCase()),
    scheduled: .mixed,
    requiring: ["the cloud hangs": 0.05, "the cloud fails": 0.05, "the cloud is there": 0.05, "something was stored": 0.4]
  ) { start, system, trial in
    let (saved, behaviour) = start
    let cloud = MemoryCloud()
    let first = try await LaunchedApp(system, cloud)
    for id in saved { try await first.app.articles.save(LaunchedApp.article(id)) }
    try await first.store.close()
    cloud.behave(behaviour)
    let began = ContinuousClock().now
    let finished = Mutex(false)
    let watch = Task {
      try await Task.sleep(for: .seconds(6))
      // Lets go of a start that still waits, so that the case ends.
      if !finished.withLock({ $0 }) { cloud.behave(.unavailable) }
    }
    let next = try await LaunchedApp(system, cloud)
    finished.withLock { $0 = true }
    watch.cancel()
    try expect("the app has started within six seconds", began.duration(to: ContinuousClock().now) < .seconds(6))
    let isThere = [.available, .losesAnswers, .scrambles].contains(behaviour)
    try expect("mode with the cloud \(behaviour.rawValue)", next.app.storage.mode, equals: isThere ? .cloud : .local)
    let stored = await next.app.articles.articles(topic: nil).articles.map(\.id).sorted()
    try expect("articles from before", stored, equals: Set(saved).sorted().map { "\($0)" })
    try await next.app.articles.save(LaunchedApp.article(9))
    try expect("what was just written", try await next.app.articles.article("9")?.title, equals: "article 9")
    try await next.store.close()
    cloud.behave(.unavailable)
    trial.label("the cloud hangs", if: behaviour == .hangs)
    trial.label("the cloud fails", if: behaviour == .fails)
    trial.label("the cloud is there", if: behaviour == .available)
    trial.label("something was stored", if: !saved.isEmpty)
  }
}

/// An app over the case's store and a cloud.
private struct LaunchedApp {
  let app: ArgusApp
  let store: any Store

  init(_ system: ArgusSystem, _ cloud: MemoryCloud) async throws {
    store = try await system.openStore()
    var platform = ArgusPlatform(store: store, transport: NoNetwork(), time: .device)
    platform.cloud = cloud
    app = try await system.launch(platform)
  }

  static func article(_ id: Int) -> ArticleModel {
    ArticleModel(id: "\(id)", url: "https://argus.example/\(id)", title: "article \(id)")
  }
}

// What ARG-18 must catch.
extension Fault<ArgusSystem> {
  static let failsWithTheCloud = launching("failsWithTheCloud", "does not start if the check of the cloud fails") { platform in
    _ = try await platform.cloud?.isAvailable()
  }

  static let waitsForTheCloud = Fault("waitsForTheCloud", "waits until the cloud answers") { system in
    system.parts.makeStorageController = changingSetup(of: system.parts.makeStorageController) { setup in
      setup.checkLimit = .seconds(3_600)
    }
  }

  static let beginsEmptyWithoutTheCloud = launching("beginsEmptyWithoutTheCloud", "begins with an empty store without the cloud") {
    platform in
    if await isThere(platform) { return }
    platform.store = try await MemoryBackend().makeLocation().open()
  }

  static let writesOnlyWithTheCloud = Fault("writesOnlyWithTheCloud", "refuses writes when it has started without the cloud") {
    system in
    let isLocal = Mutex(false)
    system.parts.makeStorageController = changingSetup(of: system.parts.makeStorageController) { setup in
      setup.entered = { mode in isLocal.withLock { $0 = mode == .local } }
    }
    let note = system.parts.noteChange
    system.parts.noteChange = { ledger, change, transaction in
      if isLocal.withLock({ $0 }) { throw ArgusError.cloudUnavailable }
      try note(ledger, change, transaction)
    }
  }

  private static func isThere(_ platform: ArgusPlatform) async -> Bool {
    let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
    Task { answer.yield((try? await platform.cloud?.isAvailable()) ?? false) }
    Task {
      try? await Task.sleep(for: .seconds(1))
      answer.yield(false)
    }
    for await first in answers { return first }
    return false
  }

  private static func launching(
    _ id: String, _ fact: String, _ prepare: @escaping @Sendable (inout ArgusPlatform) async throws -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let launch = system.launch
      system.launch = { platform, parts in
        var platform = platform
        try await prepare(&platform)
        return try await launch(platform, parts)
      }
    }
  }
}
