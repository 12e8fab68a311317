import ArgusReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// Something that is done with the repository, to be compared between two devices.
enum ArticleDeed: Sendable, Equatable {
  case save(Int, title: Int)
  case update(Int, version: Int64)
  case delete(Int)
  case see(Int)
  case list
  case topic(Int)

  func outcome(on app: ArgusApp) async throws -> String {
    do {
      return try await app.perform { articles in
        switch self {
        case .save(let id, let title): "version \(try await articles.save(Self.article(id, title)).version)"
        case .update(let id, let version):
          "version \(try await articles.update(Self.article(id, 9), expectedVersion: version).version)"
        case .delete(let id): "deleted \(try await articles.delete("\(id)"))"
        case .see(let id): "seen \(try await articles.markSeen("\(id)").articleID)"
        case .list: describe(await articles.articles(topic: nil).articles.map(\.title))
        case .topic(let number): describe(await articles.articles(topic: "topic \(number)").articles.map(\.id))
        }
      }
    } catch let error as ArgusError {
      return "\(error)"
    }
  }

  private static func article(_ id: Int, _ title: Int) -> ArticleModel {
    ArticleModel(
      id: "\(id)", url: "https://news.example/\(id)", title: "title \(title)", body: "*\(title)*", topicNames: ["topic \(title % 2)"])
  }
}

extension Generator where Value == ArticleDeed {
  static var articleDeed: Generator {
    let id = Generator<Int>.int(in: 0...2)
    return .oneOf(
      Generator<(Int, Int)>.zip(id, .int(in: 0...3)).map { .save($0, title: $1) },
      Generator<(Int, Int)>.zip(id, .int(in: 0...2)).map { .update($0, version: Int64($1)) },
      id.map { .delete($0) }, id.map { .see($0) }, .constant(.list), Generator<Int>.int(in: 0...1).map { .topic($0) })
  }
}

/// A device over a store in memory: one without the migration's module, or one that has migrated.
struct MigratedDevice: LaunchedDevice {
  let app: ArgusApp
  private let stores: [any Store]

  init(_ system: ArgusSystem, isMigrated: Bool) async throws {
    let store = try await MemoryBackend().makeLocation().open()
    var platform = ArgusPlatform(store: store, transport: NoNetwork(), time: .virtual(VirtualClock()))
    var system = system
    var stores: [any Store] = [store]
    if isMigrated {
      let legacy = try await MemoryBackend().makeLocation().open()
      platform.legacyStore = legacy
      stores.append(legacy)
    } else {
      system.parts.makeMigration = { _ in NoMigration() }
    }
    app = try await system.launch(platform)
    self.stores = stores
    if isMigrated { try await app.migration.runIfNeeded() }
  }

  func end() async throws {
    for store in stores { try await store.close() }
  }
}
