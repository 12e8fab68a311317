import DeterministicScheduling
import PropertyTesting

extension GalleryBug {
  static let debounce = GalleryBug(
    "debounce that fires twice",
    "The delay has already ended when its task is cancelled, so the search for the old text still runs.",
    schedules: .mixed.withRacingTimers,
    buggy: { try await typeSlowly(SearchField(comparesItsText: false)) },
    fixed: { try await typeSlowly(SearchField(comparesItsText: true)) })
}

private func typeSlowly(_ field: SearchField) async throws {
  await field.type("sw")
  try await Task.sleep(for: .milliseconds(200))
  await field.type("swift")
  try await Task.sleep(for: .seconds(60))
  for search in await field.searches {
    try expect("text of the field when it is searched for", search.text, equals: search.query)
  }
}

private actor SearchField {
  private(set) var searches: [(query: String, text: String)] = []
  private let comparesItsText: Bool
  private var text = ""
  private var pending: Task<Void, any Error>?

  init(comparesItsText: Bool) {
    self.comparesItsText = comparesItsText
  }

  func type(_ text: String) {
    self.text = text
    pending?.cancel()
    pending = Task {
      try await Task.sleep(for: .milliseconds(300))
      search(text)
    }
  }

  private func search(_ query: String) {
    if comparesItsText && query != text { return }
    searches.append((query, text))
  }
}
