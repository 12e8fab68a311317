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
  }

  struct Item: Sendable, Equatable, CounterexampleDescribable {
    let id: Int
    let isImportant: Bool
    var counterexampleDescription: String { "\(id)\(isImportant ? "!" : "")" }
  }

  var stored: Set<Int> = []
  var seen: Set<Int> = []
  var isNotifying = true
  var told: Set<Int> = []
  var pushes: [String] = []
  var summaries: [String] = []

  mutating func refresh(_ items: [Item], _ kind: Refresh) {
    if kind == .failing || kind == .expiring { return }
    // What was seen and deleted does not come back.
    let imported = items.filter { stored.contains($0.id) || !seen.contains($0.id) }
    let new = Set(imported.map(\.id)).subtracting(stored)
    stored.formUnion(new)
    for id in Set(imported.map(\.id)).sorted() {
      let isImportant = imported.last { $0.id == id }?.isImportant ?? false
      guard isImportant, isNotifying, !seen.contains(id), told.insert(id).inserted else { continue }
      pushes.append("\(id)")
    }
    if kind == .background && !new.isEmpty { summaries.append("\(new.count) new article\(new.count == 1 ? "" : "s")") }
  }
}
