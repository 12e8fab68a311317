import ArgusReference
import PropertyTesting

/// Two devices and a cloud as sets of things that were done: whoever knows the same things shows the same articles.
struct DevicesModel: Sendable {
  /// One thing that somebody did to an article.
  struct Deed: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      case content(String)
      case flags(read: Bool, bookmarked: Bool, archived: Bool)
      case deletion
      /// In whole seconds.
      case seen(at: Int)
    }

    let article: Int
    /// How often the article had been deleted and made anew.
    let generation: Int
    /// One more than the last that its author knew.
    let version: Int
    let device: Int
    let kind: Kind
  }

  /// What a device shows of an article.
  struct Shown: Sendable, Hashable, CounterexampleDescribable {
    let article: Int
    let title: String
    let isRead: Bool
    let isBookmarked: Bool
    let isArchived: Bool

    var counterexampleDescription: String {
      "\(article) “\(title)”\(isRead ? " read" : "")\(isBookmarked ? " bookmarked" : "")\(isArchived ? " archived" : "")"
    }
  }

  struct Device: Sendable {
    var known: Set<Deed> = []
    var unsent: Set<Deed> = []
    var mode = StorageMode.cloud
    var health = HealthTable.unknown
    /// In milliseconds.
    var due: Int?
  }

  static let articles = 0..<3
  /// Another article, of the address of article 0. Of the two a device shows the one whose id comes first.
  static let namesake = 9

  private static func namesake(of article: Int) -> Int? { article == 0 ? namesake : article == namesake ? 0 : nil }

  var devices = [Device(), Device()]
  var cloud: Set<Deed> = []
  var behaviour = MemoryCloud.Behaviour.available
  var seconds = 0
  /// In milliseconds.
  var now = 0
  /// How many records were sent, by whichever device.
  var sent = 0
  var failedRecoveries = 0
  var saves = 0

  func shown(on device: Int) -> [Shown] { Self.shown(devices[device].known) }

  static func shown(_ deeds: Set<Deed>) -> [Shown] {
    let all = there(deeds)
    return all.contains { $0.article == 0 } ? all.filter { $0.article != namesake } : all
  }

  /// Whether there are two articles of one address.
  static func hasNamesakes(_ deeds: Set<Deed>) -> Bool {
    let all = there(deeds).map(\.article)
    return all.contains(0) && all.contains(namesake)
  }

  /// What is there, shown or not.
  private static func there(_ deeds: Set<Deed>) -> [Shown] {
    Set(deeds.map(\.article)).sorted().compactMap { article in
      let own = living(article, in: deeds)
      guard !own.contains(where: { $0.kind == .deletion }) else { return nil }
      var title: String?
      var (isRead, isBookmarked, isArchived) = (false, false, false)
      for deed in own.sorted(by: { ($0.version, $0.device) < ($1.version, $1.device) }) {
        if case .content(let text) = deed.kind { title = text }
        if case .flags(let read, let bookmarked, let archived) = deed.kind {
          (isRead, isBookmarked, isArchived) = (read, bookmarked, archived)
        }
      }
      return title.map {
        Shown(article: article, title: $0, isRead: isRead, isBookmarked: isBookmarked, isArchived: isArchived)
      }
    }
  }

  /// When each article was seen first.
  func seen(on device: Int) -> [Int: Int] {
    devices[device].known.reduce(into: [:]) { seen, deed in
      if case .seen(let second) = deed.kind { seen[deed.article] = min(seen[deed.article] ?? .max, second) }
    }
  }

  /// What was done to it since it was made the last time.
  private static func living(_ article: Int, in deeds: Set<Deed>) -> [Deed] {
    let own = deeds.filter { if case .seen = $0.kind { false } else { $0.article == article } }
    let last = own.map(\.generation).max() ?? 0
    return own.filter { $0.generation == last }
  }

  mutating func save(_ article: Int, on device: Int, _ change: UserEdit) {
    saves += 1
    let there = shown(on: device).map(\.article)
    if let other = Self.namesake(of: article), !there.contains(article), there.contains(other) {
      // One address is one article: everything of it is written over.
      write(
        other, on: device,
        UserEdit(
          title: change.title ?? "article \(article)", read: change.read ?? false, bookmarked: change.bookmarked ?? false,
          archived: change.archived ?? false))
    } else {
      write(article, on: device, change)
    }
  }

  private mutating func write(_ article: Int, on device: Int, _ change: UserEdit) {
    let known = devices[device].known
    let before = shown(on: device).first { $0.article == article }
    let deeds = Self.living(article, in: known)
    let generation = before == nil ? (deeds.first?.generation ?? 0) + 1 : deeds.first?.generation ?? 1
    let own = before == nil ? [] : deeds
    func version(_ isOfKind: (Deed.Kind) -> Bool) -> Int { (own.filter { isOfKind($0.kind) }.map(\.version).max() ?? 0) + 1 }
    if before == nil || change.title ?? before?.title != before?.title {
      let next = version { if case .content = $0 { true } else { false } }
      add(Deed(
        article: article, generation: generation, version: next, device: device,
        kind: .content(change.title ?? "article \(article)")), to: device)
    }
    let read = change.read ?? before?.isRead ?? false
    let bookmarked = change.bookmarked ?? before?.isBookmarked ?? false
    let archived = change.archived ?? before?.isArchived ?? false
    if before.map({ $0.isRead != read || $0.isBookmarked != bookmarked || $0.isArchived != archived }) ?? true {
      let next = version { if case .flags = $0 { true } else { false } }
      add(Deed(
        article: article, generation: generation, version: next, device: device,
        kind: .flags(read: read, bookmarked: bookmarked, archived: archived)), to: device)
    }
  }

  mutating func delete(_ article: Int, on device: Int) {
    guard shown(on: device).contains(where: { $0.article == article }) else { return }
    // With it goes the one that it hides.
    for one in Self.hasNamesakes(devices[device].known) && article == 0 ? [article, Self.namesake] : [article] {
      let generation = Self.living(one, in: devices[device].known).first?.generation ?? 1
      add(Deed(article: one, generation: generation, version: 0, device: 0, kind: .deletion), to: device)
    }
  }

  mutating func markSeen(_ article: Int, on device: Int) {
    if seen(on: device)[article] != nil { return }
    add(Deed(article: article, generation: 0, version: 0, device: device, kind: .seen(at: seconds)), to: device)
  }

  private mutating func add(_ deed: Deed, to device: Int) {
    devices[device].known.insert(deed)
    devices[device].unsent.insert(deed)
  }

  /// - Returns: whether it worked.
  mutating func synchronize(_ device: Int) -> Bool {
    if [.available, .scrambles, .losesAnswers].contains(behaviour) { sent += Set(devices[device].unsent.map(\.article)).count }
    switch behaviour {
    case .available, .scrambles:
      cloud.formUnion(devices[device].unsent)
      devices[device].unsent = []
      devices[device].known.formUnion(cloud)
      return true
    case .losesAnswers:
      cloud.formUnion(devices[device].unsent)
      return false
    case .unavailable, .fails, .hangs:
      return false
    }
  }

  var summary: String {
    devices.indices.map { "\($0): \(describe(shown(on: $0))), \(devices[$0].unsent.count) unsent" }.joined(separator: "; ")
      + "; cloud \(behaviour.rawValue)"
  }
}

/// What a user changes of an article; nil leaves it.
struct UserEdit: Sendable, CounterexampleDescribable {
  let title: String?
  let read: Bool?
  let bookmarked: Bool?
  var archived: Bool?

  var counterexampleDescription: String {
    let parts = [title.map { "“\($0)”" }, read.map { $0 ? "read" : "unread" }, bookmarked.map { $0 ? "bookmarked" : "not bookmarked" }, archived.map { $0 ? "archived" : "not archived" }]
    return parts.compactMap { $0 }.joined(separator: " ")
  }
}
