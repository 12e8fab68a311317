import ArgusReference
import Foundation
import PropertyTesting
import StorageContract

/// A record of which some properties are missing, as earlier versions and CloudKit write them, and perhaps one is of another
/// type: what ARG-61 is about.
struct RecordWithGaps: Sendable, CounterexampleDescribable {
  enum Kind: String, Sendable, CaseIterable { case article, topic, seen }

  let kind: Kind
  let missing: [String]
  /// Missing by being null.
  let isNull: Bool
  /// Present ones have these: their defaults, or others.
  let isPlain: Bool
  /// A property whose value is of another type.
  let wrong: String?
  let key: String

  var counterexampleDescription: String {
    "\(kind.rawValue) without \(describe(missing))\(isNull ? ", null" : "")\(isPlain ? ", with empty values" : "")"
      + (wrong.map { ", \($0) of another type" } ?? "") + (key.count > 1 ? ", with a key of \(key.count) bytes" : "")
  }

  static let identities: [Kind: String] = [.article: "id", .topic: "name", .seen: "articleID"]

  /// As the specification has them.
  static let defaults: [Kind: [String: FieldValue]] = [
    .article: [
      "url": .text(""), "title": .text(""), "summary": .text(""), "body": .text(""), "topicNames": .text("[]"),
      "publishedAt": .date(Date(timeIntervalSince1970: 0)), "isRead": .bool(false), "isBookmarked": .bool(false),
      "isArchived": .bool(false), "qualityScore": .null, "highPriority": .bool(false), "version": .int64(1),
    ],
    .topic: ["articleIDs": .text("[]"), "priority": .int64(0)],
    .seen: ["seenAt": .date(Date(timeIntervalSince1970: 0))],
  ]

  static let others: [String: FieldValue] = [
    "url": .text("https://news.example/x"), "title": .text("T"), "summary": .text("S"), "body": .text("B"),
    "topicNames": .text("[\"t\"]"), "publishedAt": .date(Date(timeIntervalSinceReferenceDate: 5.25)), "isRead": .bool(true),
    "isBookmarked": .bool(true), "isArchived": .bool(true), "qualityScore": .double(61.5), "highPriority": .bool(true),
    "version": .int64(9), "articleIDs": .text("[]"), "priority": .int64(4), "seenAt": .date(Date(timeIntervalSinceReferenceDate: 7.5)),
  ]

  private var full: [String: FieldValue] {
    let defaults = Self.defaults[kind] ?? [:]
    var fields = isPlain ? defaults : defaults.merging(Self.others) { _, other in other }.filter { defaults[$0.key] != nil }
    if let identity = Self.identities[kind] { fields[identity] = .text(key) }
    return fields
  }

  var stored: [String: FieldValue] {
    var fields = full
    for name in missing { fields[name] = isNull ? .null : nil }
    // No list of texts either.
    if let wrong { fields[wrong] = wrong == "topicNames" || wrong == "articleIDs" ? .text("[1]") : .bytes([1]) }
    return fields
  }

  var lacksIdentity: Bool { Self.identities[kind].map { missing.contains($0) } ?? false }

  var isUnreadable: Bool { lacksIdentity || wrong != nil }

  /// Nil: it is set aside.
  var expected: [String: FieldValue]? {
    if isUnreadable { return nil }
    var fields = full
    for name in missing { fields[name] = Self.defaults[kind]?[name] }
    return fields
  }

  var collection: String {
    switch kind {
    case .article: "articles"
    case .topic: "topics"
    case .seen: "seen_articles"
    }
  }

  func run(in system: ArgusSystem) async throws {
    try Self.expectDefaults()
    try await ArgusDevice.use(system, prepare: { try $0.put(stored, at: key, in: collection) }) { device in
      try await expectRead(device)
      // Written by this version: with a checksum, and values that are empty.
      if let id = try await device.app.articleStore.read({ try $0.article(key)?.id }) {
        let plain = ArticleModel(id: id)
        try await device.app.articles.save(plain)
        try await device.relaunch()
        let found = try await device.app.articleStore.read { try $0.article(id)?.title }
        try expect("the title of an article without one, after a relaunch", found, equals: "")
      }
    }
  }

  /// What a model has that is made of its identity alone.
  private static func expectDefaults() throws {
    let key = "k"
    let models: [(Kind, [String: FieldValue])] = [
      (.article, ArticleModel(id: key).storedFields), (.topic, TopicModel(name: key).storedFields),
      (.seen, SeenArticleModel(articleID: key).storedFields),
    ]
    for (kind, fields) in models {
      var expected = defaults[kind] ?? [:]
      if let identity = identities[kind] { expected[identity] = .text(key) }
      try expect("\(kind.rawValue) that is made of its identity", describe(fields), equals: describe(expected))
    }
  }

  private func expectRead(_ device: ArgusDevice) async throws {
    // Among all, and by its key.
    let found = try await device.app.articleStore.read { reader -> [[String: FieldValue]?] in
      switch kind {
      case .article: [try reader.articles().first?.storedFields, try reader.article(key)?.storedFields]
      case .topic: [try reader.topics().first?.storedFields, try reader.topic(key)?.storedFields]
      case .seen: [try reader.seenArticles().first?.storedFields, try reader.seen(key)?.storedFields]
      }
    }
    for fields in found { try expect("the \(kind.rawValue) as it is read", describe(fields), equals: describe(expected)) }
    let aside = try await device.store.read { try $0.scan("quarantine_" + collection).map(\.fields) }
    try expect("what is set aside", aside, equals: isUnreadable ? [stored] : [])
    // No record can have such a key, which is no failure of the store.
    for key in ["", key + String(repeating: "k", count: 1_024)] {
      let isThere = try await device.app.articleStore.read { reader in
        try reader.article(key) != nil || reader.topic(key) != nil || reader.seen(key) != nil
      }
      try expect("there is something with a key of \(key.utf8.count) bytes", isThere, equals: false)
    }
  }
}

extension Generator where Value == RecordWithGaps {
  static var recordWithGaps: Generator {
    Generator { source in
      let kind = try source(.frequency((4, .constant(RecordWithGaps.Kind.article)), (1, .constant(.topic)), (1, .constant(.seen))))
      let names = (RecordWithGaps.defaults[kind] ?? [:]).keys.sorted()
      let most = min(names.count, 4)
      var missing = try source(.permutation(of: names)).prefix(try source(.int(in: 0...most)))
      if try source(.int(in: 0...3)) == 3, let identity = RecordWithGaps.identities[kind] { missing.append(identity) }
      let isWrong = try source(.int(in: 0...2)) == 2
      return RecordWithGaps(
        kind: kind, missing: Array(missing), isNull: try source(.bool), isPlain: try source(.bool),
        wrong: isWrong ? try source(.element(of: names)) : nil,
        key: try source(.frequency((3, .constant("k")), (1, .constant(String(repeating: "k", count: 1_024))))))
    }
  }
}
