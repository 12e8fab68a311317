import ArgusReference
import PropertyTesting

/// Two devices of one user, and what the cloud has of both.
///
/// When an app exchanges something is its own affair, and the model is told of it by the cloud. What the devices show follows
/// from what they know.
struct AppModel: Sendable {
  typealias Deed = DevicesModel.Deed

  /// An article as the backend sends it.
  struct Item: Sendable, Hashable, CounterexampleDescribable {
    let id: Int
    let edition: Int
    let isImportant: Bool
    var title: String { "news \(edition)\(isImportant ? "!" : "")" }
    var counterexampleDescription: String { "\(id) “\(title)”" }
  }

  /// Something that the user does on a device.
  enum Action: Sendable, Equatable {
    case refresh([Item])
    case setRead(Int, Bool)
    case setBookmarked(Int, Bool)
    case open(Int)
    case delete(Int)
  }

  struct Device: Sendable {
    var isOnline = true
    /// Whether the last command brought the network back.
    var hasComeBack = false
    /// By how many seconds its clock is fast.
    var clock = 0
    /// Old articles that are not migrated yet, the first one first; nil once the migration has ended.
    var old: [Int]?
    /// Articles that the user was told of, in order, and those of which nobody knows whether the app has noted that it told.
    var pushes: [Int] = []
    var perhapsPushed: Set<Int> = []
    var summaries: [Int] = []
  }

  /// Of the old database: read ones with even numbers, bookmarked ones with numbers above 3.
  static func oldMarks(_ id: Int) -> (read: Bool, bookmarked: Bool) { (id.isMultiple(of: 2), id > 3) }
  static func oldTitle(_ id: Int) -> String { "old \(id)" }

  var knowledge = DevicesModel()
  var cloud: Set<Deed> = []
  /// What was sent and is not kept, by call.
  var underWay: [Int: Set<Deed>] = [:]
  var devices: [Device] = [Device(), Device()]
  var behaviour = MemoryCloud.Behaviour.available
  var seconds: Int {
    get { knowledge.seconds }
    set { knowledge.seconds = newValue }
  }

  func known(on device: Int) -> Set<Deed> { knowledge.devices[device].known }
  func shown(on device: Int) -> [DevicesModel.Shown] { knowledge.shown(on: device) }
  func isBlocked(_ device: Int) -> Bool { devices[device].old != nil }
  var isReachable: Bool { behaviour == .available || behaviour == .scrambles }
  /// Whether the device shows something that the cloud would not tell another one.
  func hasUnsent(_ device: Int) -> Bool { DevicesModel.shown(cloud.union(known(on: device))) != DevicesModel.shown(cloud) }

  /// - Returns: what the user sees of it.
  mutating func perform(_ action: Action, on device: Int) -> String {
    if isBlocked(device) { return "blocked" }
    switch action {
    case .refresh(let items):
      guard devices[device].isOnline else { return "offline" }
      bring(items, to: device)
    case .setRead(let id, let isRead):
      guard mark(id, on: device, UserEdit(title: nil, read: isRead, bookmarked: nil)) else { return "notFound" }
    case .setBookmarked(let id, let isBookmarked):
      guard mark(id, on: device, UserEdit(title: nil, read: nil, bookmarked: isBookmarked)) else { return "notFound" }
    case .open(let id):
      guard mark(id, on: device, UserEdit(title: nil, read: true, bookmarked: nil)) else { return "notFound" }
      knowledge.markSeen(id, on: device, clock: devices[device].clock)
    case .delete(let id): knowledge.delete(id, on: device)
    }
    return "done"
  }

  private mutating func mark(_ id: Int, on device: Int, _ edit: UserEdit) -> Bool {
    guard shown(on: device).contains(where: { $0.article == id }) else { return false }
    knowledge.save(id, on: device, edit)
    return true
  }

  /// - Returns: how many articles are new.
  @discardableResult
  mutating func bring(_ items: [Item], to device: Int) -> Int {
    var added = 0
    for item in items {
      let known = shown(on: device).first { $0.article == item.id }
      if known == nil && knowledge.seen(on: device)[item.id] != nil { continue }
      if known == nil { added += 1 }
      if known?.title != item.title {
        knowledge.save(item.id, on: device, UserEdit(title: item.title, read: nil, bookmarked: nil))
      }
    }
    for item in items.sorted(by: { $0.id < $1.id }) where isToBePushed(item, on: device) { devices[device].pushes.append(item.id) }
    return added
  }

  private func isToBePushed(_ item: Item, on device: Int) -> Bool {
    item.isImportant && knowledge.seen(on: device)[item.id] == nil && !devices[device].pushes.contains(item.id)
      && shown(on: device).contains { $0.article == item.id }
  }

  /// The next old articles of a device, so many of them.
  mutating func migrate(_ count: Int, on device: Int) {
    for id in devices[device].old?.prefix(count) ?? [] {
      let (read, bookmarked) = Self.oldMarks(id)
      let isThere = shown(on: device).contains { $0.article == id }
      knowledge.save(
        id, on: device, UserEdit(title: isThere ? nil : Self.oldTitle(id), read: read, bookmarked: bookmarked))
    }
    devices[device].old = devices[device].old.map { Array($0.dropFirst(count)) }
  }

  /// What came from the cloud while the app worked on news changes what it tells of them: nobody knows what came first.
  mutating func takeAmid(_ action: Action, on device: Int, _ events: [CloudEvent]) {
    guard case .refresh(let items) = action else { return events.forEach { take($0) } }
    takeAmid(items, on: device, events)
  }

  mutating func takeAmid(_ items: [Item], on device: Int, _ events: [CloudEvent]) {
    func tellable() -> Set<Int> {
      let seen = knowledge.seen(on: device)
      return Set(shown(on: device).filter { $0.title.hasSuffix("!") && seen[$0.article] == nil }.map(\.article))
    }
    let before = tellable()
    events.forEach { take($0) }
    devices[device].perhapsPushed.formUnion(before.symmetricDifference(tellable()).intersection(items.map(\.id)))
  }

  mutating func take(_ event: CloudEvent) {
    switch event {
    case .sent(let call, let device, let articles, let seen):
      underWay[call] = known(on: device).filter { deed in
        if case .seen = deed.kind { seen.contains(deed.article) } else { articles.contains(deed.article) }
      }
    case .kept(let call):
      cloud.formUnion(underWay.removeValue(forKey: call) ?? [])
    case .pulled(let device):
      knowledge.devices[device].known.formUnion(cloud)
    }
  }

  /// Everybody could have exchanged everything: it is to be judged whether they have.
  mutating func expectConvergence() throws {
    let all = known(on: 0).union(known(on: 1)).union(cloud)
    for device in devices.indices {
      try expect("what device \(device) shows when all is quiet", shown(on: device), equals: DevicesModel.shown(all))
    }
    try expect("what the cloud has when all is quiet", DevicesModel.shown(cloud), equals: DevicesModel.shown(all))
    try expect("when both devices saw articles", knowledge.seen(on: 0), equals: knowledge.seen(on: 1))
  }

  var summary: String {
    let lines = devices.indices.map { number in
      let device = devices[number]
      let old = device.old.map { ", \($0.count) to migrate" } ?? ""
      return "\(number)\(device.isOnline ? "" : " offline")\(old): \(describe(shown(on: number)))"
    }
    return lines.joined(separator: "; ") + "; cloud \(behaviour.rawValue)"
  }
}

extension AppModel: CounterexampleDescribable {
  var counterexampleDescription: String { summary }
}

extension AppModel.Action: CounterexampleDescribable {
  var counterexampleDescription: String {
    switch self {
    case .refresh(let items): "news \(describe(items))"
    case .setRead(let id, let isRead): "article \(id) \(isRead ? "read" : "unread")"
    case .setBookmarked(let id, let isBookmarked): "article \(id) \(isBookmarked ? "" : "not ")bookmarked"
    case .open(let id): "open article \(id)"
    case .delete(let id): "delete article \(id)"
    }
  }
}

extension Generator where Value == AppModel {
  /// Devices with old articles or none.
  static let twoDevices = Generator { source in
    var model = AppModel()
    let old = try source(.frequency((2, .constant([Int]())), (1, .constant([3, 4])), (1, .constant([3, 4, 5]))))
    for device in model.devices.indices where !old.isEmpty {
      if try source(.bool) { model.devices[device].old = old }
    }
    return model
  }
}
