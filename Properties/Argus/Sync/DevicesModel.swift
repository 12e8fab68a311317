import ArgusReference
import PropertyTesting

/// Two devices and a cloud as sets of things that were done: whoever knows the same things shows the same articles.
struct DevicesModel: Sendable {
  /// One thing that somebody did to an article.
  struct Deed: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      case content(String)
      case marks([Bool])
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

    var title: String? { if case .content(let title) = kind { title } else { nil } }
    var marks: [Bool]? { if case .marks(let marks) = kind { marks } else { nil } }
  }

  /// What a device shows of an article.
  struct Shown: Sendable, Hashable, CounterexampleDescribable {
    let article: Int
    var title: String
    /// Read, bookmarked, archived.
    var marks = [false, false, false]

    var counterexampleDescription: String {
      "\(article) “\(title)”" + zip(marks, [" read", " bookmarked", " archived"]).map { $0 ? $1 : "" }.joined()
    }
  }

  struct Device: Sendable {
    var known: Set<Deed> = []
    var unsent: Set<Deed> = []
    var mode = StorageMode.cloud
    var health = HealthTable.unknown
    /// When it tries to recover, in milliseconds.
    var due: Int?
  }

  static let articles = [0, 1, 2]
  /// Another article, of the address of article 0. Of the two a device shows the one whose id comes first.
  static let namesake = 9
  private static let retry = 900_000

  var devices = [Device(), Device()]
  var cloud: Set<Deed> = []
  var behaviour = MemoryCloud.Behaviour.available
  /// In milliseconds.
  var now = 0
  var seconds = 0
  /// How many records were sent, by whichever device.
  var sent = 0
  var failedRecoveries = 0
  var saves = 0

  // What is shown.

  func shown(on device: Int) -> [Shown] { Self.shown(devices[device].known) }

  static func shown(_ deeds: Set<Deed>) -> [Shown] {
    hasNamesakes(deeds) ? existing(deeds).filter { $0.article != namesake } : existing(deeds)
  }

  /// Whether there are two articles of one address.
  static func hasNamesakes(_ deeds: Set<Deed>) -> Bool {
    Set(existing(deeds).map(\.article)).isSuperset(of: [0, namesake])
  }

  /// The articles, shown or not.
  private static func existing(_ deeds: Set<Deed>) -> [Shown] {
    Set(deeds.map(\.article)).sorted().compactMap { article in
      let own = living(article, in: deeds).sorted { ($0.version, $0.device) < ($1.version, $1.device) }
      guard !own.contains(where: { $0.kind == .deletion }), let title = own.compactMap(\.title).last,
        let marks = own.compactMap(\.marks).last
      else { return nil }
      return Shown(article: article, title: title, marks: marks)
    }
  }

  /// What was done to it since it was made the last time.
  private static func living(_ article: Int, in deeds: Set<Deed>) -> [Deed] {
    let own = deeds.filter { if case .seen = $0.kind { false } else { $0.article == article } }
    let last = own.map(\.generation).max() ?? 0
    return own.filter { $0.generation == last }
  }

  /// When each article was seen first.
  func seen(on device: Int) -> [Int: Int] {
    devices[device].known.reduce(into: [:]) { seen, deed in
      if case .seen(let second) = deed.kind { seen[deed.article] = min(seen[deed.article] ?? .max, second) }
    }
  }

  // What users do.

  mutating func save(_ article: Int, on device: Int, _ edit: UserEdit) {
    saves += 1
    let shown = shown(on: device)
    let known = shown.first { $0.article == article }
    let namesake = article == 0 ? Self.namesake : article == Self.namesake ? 0 : nil
    // One address is one article: a new one is written over the one that has its address.
    let target = known == nil ? shown.first { $0.article == namesake } : known
    write(
      edit.applied(to: known ?? Shown(article: article, title: "article \(article)")),
      over: target, as: target?.article ?? article, on: device)
  }

  private mutating func write(_ new: Shown, over old: Shown?, as article: Int, on device: Int) {
    let deeds = Self.living(article, in: devices[device].known)
    let generation = (deeds.first?.generation ?? 0) + (old == nil ? 1 : 0)
    func write(_ kind: Deed.Kind, after earlier: (Deed) -> Bool) {
      let version = old == nil ? 0 : deeds.filter(earlier).map(\.version).max() ?? 0
      add(Deed(article: article, generation: generation, version: version + 1, device: device, kind: kind), to: device)
    }
    if new.title != old?.title { write(.content(new.title), after: { $0.title != nil }) }
    if new.marks != old?.marks { write(.marks(new.marks), after: { $0.marks != nil }) }
  }

  mutating func delete(_ article: Int, on device: Int) {
    guard shown(on: device).contains(where: { $0.article == article }) else { return }
    // With it goes the one that it hides.
    for one in Self.hasNamesakes(devices[device].known) && article == 0 ? [article, Self.namesake] : [article] {
      let generation = Self.living(one, in: devices[device].known).first?.generation ?? 1
      add(Deed(article: one, generation: generation, version: 0, device: 0, kind: .deletion), to: device)
    }
  }

  /// - Parameter clock: by how many seconds the device's clock is fast.
  mutating func markSeen(_ article: Int, on device: Int, clock: Int = 0) {
    if seen(on: device)[article] != nil { return }
    add(Deed(article: article, generation: 0, version: 0, device: device, kind: .seen(at: seconds + clock)), to: device)
  }

  private mutating func add(_ deed: Deed, to device: Int) {
    devices[device].known.insert(deed)
    devices[device].unsent.insert(deed)
  }

  // What devices do.

  /// Sends and fetches, whatever the mode.
  /// - Returns: whether it worked.
  mutating func exchange(_ device: Int) -> Bool {
    guard hasCloud else { return false }
    sent += Set(devices[device].unsent.map(\.article)).count
    cloud.formUnion(devices[device].unsent)
    // Then it does not know that they were sent, and sends them again.
    if behaviour == .losesAnswers { return false }
    devices[device].unsent = []
    devices[device].known.formUnion(cloud)
    return true
  }

  private var hasCloud: Bool { behaviour != .unavailable && behaviour != .fails }

  /// A local app does nothing.
  mutating func synchronize(_ device: Int) {
    if devices[device].mode == .cloud { _ = exchangeAndLearn(device) }
  }

  private mutating func exchangeAndLearn(_ device: Int) -> Bool {
    let works = exchange(device)
    // Sending and fetching; if sending fails, nothing is fetched.
    for outcome in works ? [OperationOutcome.success, .success] : [.failure] {
      devices[device].health = devices[device].health.after(outcome)
    }
    if devices[device].health.health == .failed && devices[device].mode == .cloud { leaveCloud(device) }
    return works
  }

  private mutating func leaveCloud(_ device: Int) { (devices[device].mode, devices[device].due) = (.local, now + Self.retry) }
  private mutating func enterCloud(_ device: Int) { (devices[device].mode, devices[device].due) = (.cloud, nil) }

  mutating func relaunch(_ device: Int) {
    devices[device].health = .unknown
    if hasCloud { enterCloud(device) } else { leaveCloud(device) }
    pass(milliseconds: 1)
  }

  mutating func pass(milliseconds: Int) {
    let end = now + milliseconds
    while let next = devices.compactMap(\.due).min(), next <= end, let device = devices.firstIndex(where: { $0.due == next }) {
      now = next
      if hasCloud && exchangeAndLearn(device) {
        enterCloud(device)
      } else {
        failedRecoveries += 1
        devices[device].due = now + Self.retry
      }
    }
    now = end
    seconds = Int((Double(now) / 1_000).rounded())
  }

  var summary: String {
    devices.indices.map { "\($0): \(describe(shown(on: $0))), \(devices[$0].unsent.count) unsent" }.joined(separator: "; ")
      + "; cloud \(behaviour.rawValue)"
  }
}

/// What a user changes of an article; nil leaves it.
struct UserEdit: Sendable {
  let title: String?
  let read: Bool?
  let bookmarked: Bool?
  var archived: Bool?

  func applied(to shown: DevicesModel.Shown) -> DevicesModel.Shown {
    DevicesModel.Shown(
      article: shown.article, title: title ?? shown.title,
      marks: zip(shown.marks, [read, bookmarked, archived]).map { $1 ?? $0 })
  }
}
