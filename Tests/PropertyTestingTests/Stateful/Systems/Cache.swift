import PropertyTesting

/// Keeps the two entries that were used last.
actor Cache {
  enum Bug { case none, readingIsNoUse, updatingIsNoUse }

  private let bug: Bug
  /// The latest use last.
  private var entries: [(key: Int, value: Int)] = []

  init(_ bug: Bug = .none) {
    self.bug = bug
  }

  func put(_ key: Int, _ value: Int) {
    if let index = entries.firstIndex(where: { $0.key == key }) {
      if bug == .updatingIsNoUse {
        entries[index].value = value
        return
      }
      entries.remove(at: index)
    }
    entries.append((key, value))
    if entries.count > 2 { entries.removeFirst() }
  }

  func get(_ key: Int) -> Int? {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
    let entry = entries[index]
    if bug != .readingIsNoUse { entries.append(entries.remove(at: index)) }
    return entry.value
  }
}

struct CacheModel: Hashable, Sendable {
  var values: [Int: Int] = [:]
  /// The latest use last.
  var uses: [Int] = []

  mutating func use(_ key: Int) {
    uses.removeAll { $0 == key }
    uses.append(key)
    while uses.count > 2 { values[uses.removeFirst()] = nil }
  }
}

enum CacheMachine {
  static let put = Command<CacheModel, Cache>("put", with: .zip(.int(in: 0...5), .int(in: 0...99))) { model, entry in
    model.values[entry.0] = entry.1
    model.use(entry.0)
  } system: { cache, entry in
    await cache.put(entry.0, entry.1)
  }

  static let get = Command<CacheModel, Cache>("get", with: .int(in: 0...5)) { model, key -> Int? in
    guard let value = model.values[key] else { return nil }
    model.use(key)
    return value
  } system: { cache, key in
    await cache.get(key)
  }

  static let machine = StateMachine(initially: CacheModel(), commands: [put, get])
}
