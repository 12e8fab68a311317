import ArgusReference
import Foundation
import PropertyTesting
import StorageContract

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
      .delivers("deliversTheLastPageAgain", "delivers the last batch of the page before again") { base, token in
        try await base.pull(after: max(0, token - 1))
      },
      .delivers("deliversInTheOrderOfNames", "delivers the tenth batch before the second") { base, token in
        var page = try await base.pull(after: token)
        if page.token > 10, token < 2 { page.records.reverse() }
        return page
      },
      .delivers("passesOverWhatDoesNotRead", "treats an unreadable batch as an empty one") { base, token in
        do { return try await base.pull(after: token) } catch { return CloudPage(records: [], token: token) }
      },
      .delivers("forgetsTheToken", "says that a page ends where it began") { base, token in
        CloudPage(records: try await base.pull(after: token).records, token: token)
      },
      .delivers("deliversEachRecordOnce", "delivers only the last record of each article") { base, token in
        var page = try await base.pull(after: token)
        page.records = page.records.enumerated().filter { place, record in
          !page.records.dropFirst(place + 1).contains { $0.articleID == record.articleID }
        }.map(\.element)
        return page
      },
      .sends("leavesDrafts", "leaves a draft in the directory") { base, directory, records in
        try await base.push(records)
        _ = FileManager.default.createFile(atPath: "\(directory)/draft-\(records.count)", contents: nil)
      },
      .sends("sendsOneByOne", "makes a batch of each record") { base, _, records in
        for record in records { try await base.push([record]) }
      },
      .sends("sendsNothingTwice", "does not send a record that was sent before") { base, _, records in
        let known = try await base.pull(after: 0).records
        try await base.push(records.filter { !known.contains($0) })
      },
    ]
  ).holds(
    forAll: .directoryCloudScript,
    requiring: ["two clouds send": 0.3, "a later page": 0.3, "more than ten batches": 0.15, "a record of a later version": 0.1]
  ) { script, system, trial in
    try await script.run(on: system, trial)
  }
}

/// What is done with clouds over one directory.
struct DirectoryCloudScript: Sendable, CounterexampleDescribable {
  enum Step: Sendable {
    /// Through which of the clouds, and the numbers of articles.
    case push(cloud: Int, articles: [Int])
    case pull(cloud: Int)
    /// A later version of the app sends something.
    case pushUnreadable
  }

  let steps: [Step]
  var counterexampleDescription: String { describe(steps) }

  func run(on system: ArgusSystem, _ trial: Trial) async throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("argus-cloud-\(UUID().uuidString)").path
    let clouds = (0..<2).map { _ in system.parts.openSharedCloud(directory) }
    try await expectNoCloud(clouds[0])
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try expect("the cloud is there", try await clouds[0].isAvailable())
    for name in Self.others { try Data().write(to: URL(fileURLWithPath: "\(directory)/\(name)")) }
    try expect("a file is a cloud", try await system.parts.openSharedCloud("\(directory)/\(Self.others[0])").isAvailable(), equals: false)
    // Each batch with its readable records.
    var batches: [[SyncRecord]] = []
    var tokens = [0, 0]
    var writers: Set<Int> = []
    for (place, step) in steps.enumerated() {
      switch step {
      case .push(let cloud, let articles):
        let records = articles.map { Self.record($0, place) }
        try await clouds[cloud].push(records)
        if !records.isEmpty { batches.append(records) }
        writers.insert(cloud)
      case .pushUnreadable:
        let file = "{\"entries\":[{\"articleID\":\"later\",\"fields\":{}}]}"
        try Data(file.utf8).write(to: URL(fileURLWithPath: "\(directory)/\(batches.count + 1).json"))
        batches.append([])
        trial.label("a record of a later version")
      case .pull(let cloud):
        let page = try await clouds[cloud].pull(after: Int64(tokens[cloud]))
        try expect("records after \(tokens[cloud])", page.records, equals: batches.dropFirst(tokens[cloud]).flatMap(\.self))
        try expect("token", Int(page.token), equals: batches.count)
        trial.label("a later page", if: tokens[cloud] > 0)
        tokens[cloud] = Int(page.token)
      }
    }
    trial.label("two clouds send", if: writers.count > 1)
    trial.label("more than ten batches", if: batches.count > 10)
    let files = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    try expect("files", files, equals: (batches.indices.map { "\($0 + 1).json" } + Self.others).sorted())
    try Data("[]".utf8).write(to: URL(fileURLWithPath: "\(directory)/\(batches.count + 1).json"))
    let token = Int64(tokens[0])
    let result = await Task { try await clouds[0].pull(after: token) }.result
    guard case .failure(let error) = result, error as? ArgusError == .cloudUnavailable else {
      return try expect("fetching a batch that does not read says that the cloud is not there", false)
    }
  }

  /// Files of others.
  private static let others = ["1.txt", "7000.txt", "notes.json"]

  private func expectNoCloud(_ cloud: any CloudDatabase) async throws {
    try expect("a cloud without its directory is there", try await cloud.isAvailable(), equals: false)
    for records in [nil, [], [Self.record(1, 0)]] {
      let result = await Task {
        if let records { try await cloud.push(records) } else { _ = try await cloud.pull(after: 0) }
      }.result
      guard case .failure(let error) = result, error as? ArgusError == .cloudUnavailable else {
        return try expect("\(records == nil ? "fetching" : "sending") without the directory says that the cloud is not there", false)
      }
    }
  }

  private static func record(_ article: Int, _ place: Int) -> SyncRecord {
    SyncRecord.unknown("\(article)").writing(
      ArticleModel(id: "\(article)", url: "https://argus.example/\(article)", title: "title \(place % 3) é", isRead: place.isMultiple(of: 2)),
      on: "device \(place % 3)")
  }
}

extension Generator where Value == DirectoryCloudScript {
  static let directoryCloudScript = Generator { source in
    let step = Generator<DirectoryCloudScript.Step>.frequency(
      (6, Generator<(Int, [Int])>.zip(.int(in: 0...1), .array(of: .int(in: 0...3), count: 0...3)).map { .push(cloud: $0.0, articles: $0.1) }),
      (4, Generator<Int>.int(in: 0...1).map { .pull(cloud: $0) }), (1, .constant(.pushUnreadable)))
    // So many before the first page that their names sort otherwise than their numbers.
    let sent = Generator<(Int, [Int])>.zip(.int(in: 0...1), .array(of: .int(in: 0...3), count: 1...3))
      .map { DirectoryCloudScript.Step.push(cloud: $0.0, articles: $0.1) }
    let last = [0, 1].map { DirectoryCloudScript.Step.pull(cloud: $0) }
    let steps = try source(
      .frequency((2, .array(of: step, count: 1...9)), (2, .array(of: step, count: 18...30)), (1, .array(of: sent, count: 11...13))))
    return DirectoryCloudScript(steps: steps + last)
  }
}

extension Fault<ArgusSystem> {
  fileprivate static func delivers(
    _ id: String, _ fact: String, _ pull: @escaping @Sendable (any CloudDatabase, Int64) async throws -> CloudPage
  ) -> Fault {
    Fault(id, fact) { system in
      let open = system.parts.openSharedCloud
      system.parts.openSharedCloud = { AlteredCloud(base: open($0), pulling: pull) }
    }
  }

  fileprivate static func sends(
    _ id: String, _ fact: String, _ push: @escaping @Sendable (any CloudDatabase, String, [SyncRecord]) async throws -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let open = system.parts.openSharedCloud
      system.parts.openSharedCloud = { directory in
        let base = open(directory)
        return AlteredCloud(base: base, pushing: { try await push(base, directory, $0) })
      }
    }
  }
}

private struct AlteredCloud: CloudDatabase {
  let base: any CloudDatabase
  var pulling: (@Sendable (any CloudDatabase, Int64) async throws -> CloudPage)?
  var pushing: (@Sendable ([SyncRecord]) async throws -> Void)?

  func isAvailable() async throws -> Bool { try await base.isAvailable() }
  func push(_ records: [SyncRecord]) async throws {
    if let pushing { try await pushing(records) } else { try await base.push(records) }
  }
  func pull(after token: Int64) async throws -> CloudPage {
    if let pulling { try await pulling(base, token) } else { try await base.pull(after: token) }
  }
}
