import PropertyTesting

extension GalleryBug {
  static let publishedBeforeLoaded = GalleryBug(
    "published before loaded",
    "Another task gets the shared settings while the task that made them is still reading them in.",
    buggy: { try await openTwoWindows { await $0.publishedAtOnce() } },
    fixed: { try await openTwoWindows { await $0.publishedWhenLoaded() } })
}

private func openTwoWindows(
  _ shared: @escaping @Sendable (SettingsRegistry) async -> AppSettings
) async throws {
  let registry = SettingsRegistry()
  async let first = shared(registry).theme
  async let second = shared(registry).theme
  try expect("themes of two windows", await [first, second], equals: ["dark", "dark"])
}

private actor SettingsRegistry {
  private var settings: AppSettings?
  private var loading: Task<AppSettings, Never>?

  func publishedAtOnce() async -> AppSettings {
    if let settings { return settings }
    let made = AppSettings()
    settings = made
    await made.load()
    return made
  }

  func publishedWhenLoaded() async -> AppSettings {
    let task =
      loading
      ?? Task {
        let made = AppSettings()
        await made.load()
        return made
      }
    loading = task
    return await task.value
  }
}

private actor AppSettings {
  private(set) var theme = "none"
  private let file = PreferencesFile()

  func load() async {
    theme = await file.value(of: "theme")
  }
}

private actor PreferencesFile {
  private let values = ["theme": "dark"]

  func value(of key: String) -> String { values[key, default: ""] }
}
