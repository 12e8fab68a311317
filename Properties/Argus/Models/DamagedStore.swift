import ArgusReference
import PropertyTesting
import StorageContract

/// A store of a few articles, each in a topic of its own and in one that all share, of which some records were damaged while
/// nobody looked: what ARG-41 begins with.
struct DamagedStore: Sendable, CounterexampleDescribable {
  enum Damage: String, Sendable, CaseIterable {
    case none
    case wrongType = "a field of another type"
    case flippedBit = "a text that its checksum does not know"
    case noIdentity = "no id"
    case foreignIdentity = "the id of another article"
    case sameAddress = "the address of the first"
    case sameAddressWrittenMore = "the address of the first, written more often than that"
    case unknownTopic = "a topic that there is not"
    case lostLink = "missing in its topic"
    case phantom = "its topic also lists an article that there is not"
    case unreadableTopic = "its topic does not read"
    case unreadableSeen = "that it was seen does not read"
    /// Nobody is told of these: nothing of anybody's is lost.
    case orphanedText = "rich text of an article that there is not"
    case unreadableText = "rich text that does not read"
    case oddTopics = "its topic twice, and a topic without a name"
  }

  /// Of each article.
  let damages: [Damage]

  var counterexampleDescription: String { describe(damages.map(\.rawValue)) }

  private func id(_ place: Int) -> String { "a\(place)" }
  private func topic(_ place: Int) -> String { "t\(place)" }

  private func article(_ place: Int) -> ArticleModel {
    var article = ArticleModel(
      id: id(place), url: "https://news.example/\(place)", title: "Title \(place)", body: "Body",
      topicNames: ["all", topic(place)], version: 3)
    // The first is written more often than most: it stays.
    if place == 0 { article.version = 4 }
    if damages[place] == .sameAddressWrittenMore { article.version = 5 }
    if hasFirstAddress(place) { article.url = place == 0 ? article.url : "https://NEWS.example/0/" }
    if damages[place] == .unknownTopic { article.topicNames.append("new\(place)") }
    if damages[place] == .oddTopics { article.topicNames += ["", topic(place)] }
    return article
  }

  private func hasFirstAddress(_ place: Int) -> Bool {
    place == 0 || damages[place] == .sameAddress || damages[place] == .sameAddressWrittenMore
  }

  private func fields(_ place: Int) -> [String: FieldValue] {
    var fields = article(place).sealedFields
    switch damages[place] {
    case .wrongType: fields = article(place).storedFields.merging(["isRead": .text("yes")]) { $1 }
    case .flippedBit: fields["body"] = .text("Bodx")
    case .noIdentity: fields = article(place).storedFields.filter { $0.key != "id" }
    case .foreignIdentity: fields = article(place).storedFields.merging(["id": .text("a9")]) { $1 }
    default: break
    }
    return fields
  }

  func put(in transaction: any WriteTransaction) throws {
    for place in damages.indices {
      let damage = damages[place]
      try transaction.put(fields(place), at: id(place), in: ArticleModel.collection)
      let links = damage == .lostLink ? [] : [id(place)] + (damage == .phantom ? ["ghost"] : [])
      var own = TopicModel(name: topic(place), articleIDs: links, priority: 7).sealedFields
      if damage == .unreadableTopic { own["priority"] = .text("high") }
      try transaction.put(own, at: topic(place), in: TopicModel.collection)
      var seen = SeenArticleModel(articleID: id(place), seenAt: ArticleNames.date(place)).sealedFields
      if damage == .unreadableSeen { seen["seenAt"] = .bool(true) }
      try transaction.put(seen, at: id(place), in: SeenArticleModel.collection)
      if [.none, .orphanedText, .unreadableText].contains(damage) {
        let text = RichTextBlobs(articleID: damage == .orphanedText ? "gone\(place)" : id(place), blobs: [.body: [1]])
        var fields = text.sealedFields
        if damage == .unreadableText { fields["body"] = .text("1") }
        try transaction.put(fields, at: text.articleID, in: RichTextBlobs.collection)
      }
    }
    if !damages.isEmpty {
      let all = TopicModel(name: "all", articleIDs: damages.indices.map(id), priority: 1)
      try transaction.put(all.sealedFields, at: "all", in: TopicModel.collection)
    }
  }

  // What is to come of it.

  /// One address is no damage as long as one article alone has it.
  var isDamaged: Bool { !expectedProblems.isEmpty }

  /// In words, sorted.
  private var expectedProblems: [String] {
    let lost = damages.indices.filter { !survivors.contains($0) }
    var problems = lost.map { ContextProblem.duplicate(articleID: id($0)) }
    for place in damages.indices {
      if isLostByItself(place) { problems[lost.firstIndex(of: place) ?? 0] = .quarantined(collection: "articles", key: id(place)) }
      if damages[place] == .unreadableTopic { problems.append(.quarantined(collection: "topics", key: topic(place))) }
      if damages[place] == .unreadableSeen { problems.append(.quarantined(collection: "seen_articles", key: id(place))) }
      // Its own topic.
      let isAlone = lost.contains(place)
      switch damages[place] {
      case .unreadableTopic, .lostLink: if !isAlone { problems.append(.danglingLinks(topic: topic(place))) }
      case .phantom: problems.append(.danglingLinks(topic: topic(place)))
      default: if isAlone { problems.append(.danglingLinks(topic: topic(place))) }
      }
      if damages[place] == .unknownTopic, !isAlone { problems.append(.danglingLinks(topic: "new\(place)")) }
    }
    if !lost.isEmpty { problems.append(.danglingLinks(topic: "all")) }
    return problems.map { "\($0)" }.sorted()
  }

  private func isLostByItself(_ place: Int) -> Bool {
    [.wrongType, .flippedBit, .noIdentity, .foreignIdentity].contains(damages[place])
  }

  /// Of several that share the first one's address, the one that was written most often stays, and of those the lowest.
  private var survivors: [Int] {
    let readable = damages.indices.filter { !isLostByItself($0) }
    let most = readable.filter(hasFirstAddress).map { article($0).version }.max()
    let winner = readable.first { hasFirstAddress($0) && article($0).version == most }
    return readable.filter { !hasFirstAddress($0) || $0 == winner }
  }

  var expectedArticles: [String] { survivors.map { describe(article($0).storedFields) } }

  var expectedTopics: [String] {
    var topics = damages.indices.map { place in
      TopicModel(
        name: topic(place), articleIDs: survivors.contains(place) ? [id(place)] : [],
        priority: damages[place] == .unreadableTopic ? 0 : 7)
    }
    // One that did not read and that nobody names is not made again.
    topics.removeAll { topic in
      topic.articleIDs.isEmpty && damages.indices.contains { self.topic($0) == topic.name && damages[$0] == .unreadableTopic }
    }
    if !damages.isEmpty { topics.append(TopicModel(name: "all", articleIDs: survivors.map(id), priority: 1)) }
    for place in survivors where damages[place] == .unknownTopic {
      topics.append(TopicModel(name: "new\(place)", articleIDs: [id(place)]))
    }
    return topics.map { "\($0.name) \($0.priority) \($0.articleIDs)" }.sorted()
  }

  var expectedSeen: [String] { damages.indices.filter { damages[$0] != .unreadableSeen }.map(id) }

  /// By collection and key, with every field.
  var expectedQuarantine: [String] {
    var expected: [String] = []
    for place in damages.indices {
      if !survivors.contains(place) { expected.append("articles \(id(place)) \(describe(fields(place)))") }
      if damages[place] == .unreadableTopic {
        var own = TopicModel(name: topic(place), articleIDs: [id(place)], priority: 7).sealedFields
        own["priority"] = .text("high")
        expected.append("topics \(topic(place)) \(describe(own))")
      }
      if damages[place] == .unreadableSeen {
        var seen = SeenArticleModel(articleID: id(place), seenAt: ArticleNames.date(place)).sealedFields
        seen["seenAt"] = .bool(true)
        expected.append("seen_articles \(id(place)) \(describe(seen))")
      }
    }
    return expected.sorted()
  }

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
    let problems = try await device.app.articleStore.validate()
    try expect("what a look finds", problems.map { "\($0)" }.sorted(), equals: expectedProblems)
    let topics = problems.compactMap { if case .danglingLinks(let topic) = $0 { topic } else { nil } }
    try expect("topics are named in their order", topics, equals: topics.sorted())
    try await expectMended(device, "after a look while the app runs")
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

extension Generator where Value == DamagedStore {
  static var damagedStore: Generator {
    Generator<[DamagedStore.Damage]>.array(
      of: .frequency((3, .constant(.none)), (5, .element(of: DamagedStore.Damage.allCases)), (1, .constant(.sameAddress))), count: 0...4
    ).map { DamagedStore(damages: $0) }
  }
}
