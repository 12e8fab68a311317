import ArgusReference
import PropertyTesting

/// What the backend has, what is stored and seen, and what the user was told.
struct FeedModel: Sendable {
  /// How a refresh is begun, and what comes of it.
  enum Refresh: Sendable, Equatable, CaseIterable {
    case foreground
    case background
    /// The server is down.
    case failing
    /// The system takes its time back while the app fetches.
    case expiring
    /// The system takes its time back when the articles have just been stored.
    case expiringLate
    /// The user watches, and the server is down, or sends something that is no list of articles.
    case failingInTheForeground
    case garbled
    /// The user watches, and the store takes nothing more when the articles have just been stored.
    case unnoted
  }

  struct Item: Sendable, Equatable, CounterexampleDescribable {
    let id: Int
    let isImportant: Bool
    /// With all that an article can have, of this number; nil: with nothing but what it must have.
    let detail: Int?
    var counterexampleDescription: String { "\(id)\(isImportant ? "!" : "")\(detail.map { " in full, \($0)" } ?? "")" }

    /// As the backend sends it.
    var json: String {
      var members = ["\"id\":\"\(id)\"", "\"url\":\"https://news.example/\(id)\"", "\"title\":\"news \(id)\""]
      if isImportant || detail != nil { members.append("\"highPriority\":\(isImportant)") }
      if let detail {
        members += ["\"summary\":\"s\(detail)\"", "\"body\":\"b\(detail)\"", "\"topics\":[\"t\(detail)\",\"u\"]"]
        members += ["\"publishedAt\":\(1_000 + detail)", "\"qualityScore\":\(detail).5"]
      }
      return "{\(members.joined(separator: ","))}"
    }

    /// As it is stored.
    var line: String {
      let rest = detail.map { "s\($0) b\($0) t\($0) u, of \(1_000 + $0) s, rated \($0).5" } ?? "  , of 0 s, rated nil"
      return "\(id) “news \(id)” \(rest), \(isImportant ? "important" : "unimportant")"
    }
  }

  private(set) var contents: [Int: Item] = [:]
  var stored: Set<Int> { Set(contents.keys) }
  var seen: Set<Int> = []
  var isNotifying = true
  var told: Set<Int> = []
  var pushes: [String] = []
  var summaries: [String] = []

  mutating func delete(_ id: Int) { contents[id] = nil }

  /// - Returns: what the user sees of it.
  mutating func refresh(_ items: [Item], _ kind: Refresh) -> String {
    switch kind {
    case .failing, .expiring: return "done"
    case .failingInTheForeground: return "badResponse(503)"
    case .garbled: return "badResponse(200)"
    case .foreground, .background, .expiringLate, .unnoted: break
    }
    // What was seen and deleted does not come back.
    let imported = items.filter { stored.contains($0.id) || !seen.contains($0.id) }
    let new = Set(imported.map(\.id)).subtracting(stored)
    for item in imported { contents[item.id] = item }
    // Nothing was stored: the run had ended before the system took anything back.
    if kind == .expiringLate && !items.isEmpty { return "done" }
    // Whom the user was told of could not be noted: so nobody is.
    if kind == .unnoted && isNotifying && !imported.isEmpty { return "transactionFailed" }
    for id in Set(imported.map(\.id)).sorted() {
      let isImportant = contents[id]?.isImportant ?? false
      guard isImportant, isNotifying, !seen.contains(id), told.insert(id).inserted else { continue }
      pushes.append("\(id)")
    }
    if kind != .foreground && kind != .unnoted && !new.isEmpty {
      summaries.append("\(new.count) new article\(new.count == 1 ? "" : "s")")
    }
    return "done"
  }
}
