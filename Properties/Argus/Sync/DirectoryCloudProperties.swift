import ArgusReference
import PropertyTesting

/// A cloud in a directory, which several processes share.
public enum DirectoryCloudProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [keepsTheOrder]

  static let keepsTheOrder = Requirement<ArgusSystem>(
    "ARG-S2", "A Cloud in a Directory Keeps the Order of Sending",
    says: """
      A fetch from any cloud over the directory returns every record sent after the device's last page, once, byte for byte, in \
      the order of sending, and a token behind the last record. The cloud skips unreadable records, and ignores files that are no \
      batches. It leaves nothing but batches. If a batch is unreadable or the directory is missing, the cloud is unavailable.
      """,
    covers: "002 Architecture Overview item 5", of: "DirectoryCloud",
    mustCatch: [
      .fetching("deliversTheLastPageAgain", "delivers the last batch of the page before again") { cloud, token in
        try await cloud.pull(after: max(0, token - 1))
      },
      .fetching("passesOverWhatDoesNotRead", "treats an unreadable batch as an empty one") { cloud, token in
        do { return try await cloud.pull(after: token) } catch { return CloudPage(records: [], token: token) }
      },
      .sending("sendsOneByOne", "makes a batch of each record") { cloud, records in
        for record in records { try await cloud.push([record]) }
      },
      .sending("sendsNothingTwice", "does not send a record that was sent before") { cloud, records in
        let known = try await cloud.pull(after: 0).records
        try await cloud.push(records.filter { !known.contains($0) })
      },
    ]
  ).holds(
    of: DirectoryCloudModel.machine,
    requiring: ["two clouds send": 0.3, "a later page": 0.3, "more than ten batches": 0.15, "a record of a later version": 0.1],
    making: { try await DirectoryCloudDriver($0) })
}

/// What two clouds over one directory deliver.
struct DirectoryCloudModel: Sendable {
  /// So many before the first page that their names sort otherwise than their numbers, or any calls.
  let shape: Shape
  /// Each batch with its readable records.
  private var batches: [[SyncRecord]] = []
  private var tokens = [0, 0]
  private var senders: Set<Int> = []
  private var hasUnreadable = false

  enum Shape: Sendable { case few, many, manyAtFirst }

  struct Push: Sendable {
    let cloud: Int
    let articles: [Int]
    let edition: Int

    var records: [SyncRecord] {
      articles.map { article in
        let model = ArticleModel(
          id: "\(article)", url: "https://argus.example/\(article)", title: "title \(edition) é", isRead: edition.isMultiple(of: 2))
        return SyncRecord.unknown("\(article)").writing(model, on: "device \(edition)")
      }
    }
  }

  struct Page: Sendable, Equatable {
    let records: [SyncRecord]
    let token: Int
  }

  init(shape: Shape) { self.shape = shape }

  mutating func push(_ push: Push) {
    if !push.articles.isEmpty { batches.append(push.records) }
    senders.insert(push.cloud)
  }

  mutating func pushUnreadable() {
    batches.append([])
    hasUnreadable = true
  }

  mutating func pull(_ cloud: Int) -> Page {
    defer { tokens[cloud] = batches.count }
    return Page(records: batches.dropFirst(tokens[cloud]).flatMap(\.self), token: batches.count)
  }

  typealias CloudCommand = Command<DirectoryCloudModel, DirectoryCloudDriver>

  static let push = CloudCommand(
    "push", weight: 6,
    with: { .build(Push.init, from: .int(in: 0...1), .array(of: .int(in: 0...3), count: ($0.shape == .manyAtFirst ? 1 : 0)...3), .int(in: 0...2)) }
  ) { model, push in
    model.push(push)
  } system: { driver, push in
    try await driver.push(push)
  }

  static let pull = CloudCommand("pull", weight: 4, with: .int(in: 0...1), when: { $0.shape != .manyAtFirst }) { model, cloud in
    model.pull(cloud)
  } system: { driver, cloud in
    try await driver.pull(cloud)
  }
  .labelled("a later page") { step in step.argument(Int.self).map { step.before.tokens[$0] > 0 } ?? false }

  /// A later version of the app sends something.
  static let pushUnreadable = CloudCommand("pushUnreadable", when: { $0.shape != .manyAtFirst }) { model in
    model.pushUnreadable()
  } system: { driver in
    try driver.pushUnreadable()
  }

  private static let pullAll = CloudCommand("pullAll") { model in
    [0, 1].map { model.pull($0) }
  } system: { driver in
    [try await driver.pull(0), try await driver.pull(1)]
  }
  .labelled("a later page") { step in step.before.tokens.contains { $0 > 0 } }

  private static let listFiles = CloudCommand("listFiles") { model in
    (model.batches.indices.map { "\($0 + 1).json" } + DirectoryCloudDriver.others).sorted()
  } system: { driver in
    try driver.files()
  }

  private static let pullDamaged = CloudCommand("pullDamaged") { _ in
    throw ArgusError.cloudUnavailable
  } system: { driver in
    try await driver.pullDamaged()
  }

  private static let shape = Generator<Shape>.frequency((2, .constant(.few)), (2, .constant(.many)), (1, .constant(.manyAtFirst)))

  static let machine = StateMachine(
    initially: shape.map { DirectoryCloudModel(shape: $0) },
    commands: [push, pull, pushUnreadable], closing: [pullAll, listFiles, pullDamaged]
  )
  .taking { $0.shape == .few ? 1...9 : $0.shape == .many ? 18...30 : 11...13 }
  .labelling("two clouds send") { $0.senders.count > 1 }
  .labelling("more than ten batches") { $0.batches.count > 10 }
  .labelling("a record of a later version", \.hasUnreadable)
  .withoutSwarm
}
