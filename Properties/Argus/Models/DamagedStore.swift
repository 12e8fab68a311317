import ArgusGenerators
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
    case wrongChecksumType = "a checksum of another type"
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

  func id(_ place: Int) -> String { "a\(place)" }
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
    case .wrongChecksumType: fields[RecordChecksum.field] = .bool(true)
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
  var expectedProblems: [String] {
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
    [.wrongType, .flippedBit, .wrongChecksumType, .noIdentity, .foreignIdentity].contains(damages[place])
  }

  /// Before anybody has looked for what two of them share.
  var readable: [Int] { damages.indices.filter { !isLostByItself($0) } }

  var readableTopics: [String] {
    ((damages.isEmpty ? [] : ["all"]) + damages.indices.filter { damages[$0] != .unreadableTopic }.map(topic)).sorted()
  }

  /// Of several that share the first one's address, the one that was written most often stays, and of those the lowest.
  var survivors: [Int] {
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
}

extension Generator where Value == DamagedStore {
  static var damagedStore: Generator {
    let any = Generator<DamagedStore.Damage>.frequency(
      (3, .constant(.none)), (5, .element(of: DamagedStore.Damage.allCases)), (1, .constant(.sameAddress)))
    // Many of one address: the latest winner has to be told from the ones before it.
    let shared = Generator<DamagedStore.Damage>.frequency(
      (1, .constant(.none)), (5, .element(of: [.sameAddress, .sameAddressWrittenMore])))
    return Generator<[DamagedStore.Damage]>.frequency((6, .array(of: any, count: 0...4)), (1, .array(of: shared, count: 3...4)))
      .map { DamagedStore(damages: $0) }
  }
}
