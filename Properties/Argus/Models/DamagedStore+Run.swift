import ArgusReference
import PropertyTesting
import StorageContract

extension DamagedStore {
  /// Launches over the store, looks, and launches again.
  func run(in system: ArgusSystem) async throws {
    try await ArgusDevice.use(system, prepare: put) { device in
      try await expectMended(device, "after the launch")
      let alarms = device.app.logger.entries.filter { $0.level == .error && $0.message.contains("corruptedContext") }
      try expect("how often the log tells of a corrupted context", alarms.count, equals: isDamaged ? 1 : 0)
      for alarm in alarms {
        try expect("“\(alarm.message)” tells of \(expectedProblems.count)", alarm.message.contains("\(expectedProblems.count)"))
      }
      try expect("what a second look finds", try await device.app.articleStore.validate(), equals: [])
      try await device.relaunch()
      let again = device.app.logger.entries.filter { $0.message.contains("corruptedContext") }.count
      try expect("alarms at the second launch", again, equals: 0)
      try await expectMended(device, "after the second launch")
      try await expectNamed(device)
      try await expectMendedAgain(device)
    }
  }

  /// The same damage while the app runs: a look says what it finds, and mends it as the launch does.
  private func expectNamed(_ device: ArgusDevice) async throws {
    try await device.store.write { transaction in
      for collection in [ArticleModel.collection, TopicModel.collection, SeenArticleModel.collection, RichTextBlobs.collection] {
        for record in try transaction.scan(collection) { try transaction.delete(record.key, in: collection) }
      }
      try put(in: transaction)
    }
    try await expectUnreadLeftOut(device)
    let problems = try await device.app.articleStore.validate()
    try expect("what a look finds", problems.map { "\($0)" }.sorted(), equals: expectedProblems)
    let topics = problems.compactMap { if case .danglingLinks(let topic) = $0 { topic } else { nil } }
    try expect("topics are named in their order", topics, equals: topics.sorted())
    try await expectMended(device, "after a look while the app runs")
  }

  /// Nobody has looked since: what cannot be read stands in no list all the same.
  private func expectUnreadLeftOut(_ device: ArgusDevice) async throws {
    let found = try await device.app.articleStore.read { reader in
      (
        try reader.articles().map(\.id), try damages.indices.filter { try reader.article(id($0)) != nil },
        try reader.topics().map(\.name).sorted(), try reader.seenArticles().map(\.articleID)
      )
    }
    try expect("articles before a look", found.0, equals: readable.map(id))
    try expect("articles by their ids before a look", found.1, equals: readable)
    try expect("topics before a look", found.2, equals: readableTopics)
    try expect("what was seen, before a look", found.3, equals: expectedSeen)
  }

  /// A record that is damaged while the app runs, under a key of which others were set aside before: lists show what was mended, and
  /// everything that was set aside is still there.
  private func expectMendedAgain(_ device: ArgusDevice) async throws {
    let key = id(0)
    let aside: @Sendable () async throws -> [String] = {
      try await device.store.read { try $0.scan("quarantine_articles").map { describe($0.fields) }.sorted() }
    }
    var expected = try await aside()
    for title in ["One", "Two", "Two"] {
      let list = await device.app.articles.articles(topic: nil).articles.map(\.id).filter { $0 != key }
      // In memory from now on, with the one that will be damaged.
      try await device.app.articles.save(ArticleModel(id: key, url: "https://news.example/new", title: title))
      _ = await device.app.articles.articles(topic: nil)
      _ = try await device.app.articles.article(key)
      var fields = ArticleModel(id: key, url: "https://news.example/new", title: title).storedFields
      fields["isRead"] = .text("yes")
      let damaged = fields
      _ = try await device.store.write { try $0.put(damaged, at: key, in: ArticleModel.collection) }
      let problems = try await device.app.articleStore.validate()
      try expect("problems that are found", problems, equals: [.quarantined(collection: "articles", key: key)])
      let now = await device.app.articles.articles(topic: nil)
      try expect("the list of all when a record was set aside", now.articles.map(\.id).filter { $0 == key }, equals: [])
      try expect("the others", now.articles.map(\.id).sorted(), equals: list.sorted())
      try expect("an article that was set aside", try await device.app.articles.article(key)?.title, equals: nil)
      if !expected.contains(describe(damaged)) { expected = (expected + [describe(damaged)]).sorted() }
      try expect("what was set aside under one key", try await aside(), equals: expected)
    }
  }

  private func expectMended(_ device: ArgusDevice, _ when: String) async throws {
    let found = try await device.app.articleStore.read { reader in
      (
        try reader.articles().map { describe($0.storedFields) },
        try reader.topics().map { "\($0.name) \($0.priority) \($0.articleIDs)" }.sorted(),
        try reader.seenArticles().map(\.articleID)
      )
    }
    try expect("articles \(when)", found.0, equals: expectedArticles)
    try expect("topics \(when)", found.1, equals: expectedTopics)
    try expect("what was seen, \(when)", found.2, equals: expectedSeen)
    let texts = try await device.store.read { try $0.scan(RichTextBlobs.collection).map(\.key) }
    try expect("rich text \(when)", texts, equals: survivors.filter { damages[$0] == .none }.map(id))
    let aside = try await device.store.read { transaction in
      try ["articles", "topics", "seen_articles"].flatMap { collection in
        try transaction.scan("quarantine_" + collection).map { "\(collection) \($0.key) \(describe($0.fields))" }
      }.sorted()
    }
    try expect("what was set aside, \(when)", aside, equals: expectedQuarantine)
  }
}
