import PropertyTesting
import Synchronization

extension ThreadBug {
  static let onceThatThrows = ThreadBug(
    "once that throws", "Settings count as loaded before they are; a first reading that fails leaves everybody without.",
    buggy: { try readSettings(Settings(marksFirst: true)) },
    fixed: { try readSettings(Settings(marksFirst: false)) })
}

private struct DiskIsBusy: Error {}

private final class Settings: Sendable {
  private struct State {
    var isLoaded = false
    var volume: Int?
  }

  private let marksFirst: Bool
  private let state = Mutex(State())

  init(marksFirst: Bool) { self.marksFirst = marksFirst }

  func volume(from disk: () throws -> Int) rethrows -> Int? {
    try state.withLock { state in
      if state.isLoaded { return state.volume }
      if marksFirst { state.isLoaded = true }
      state.volume = try disk()
      state.isLoaded = true
      return state.volume
    }
  }
}

private func readSettings(_ settings: Settings) throws {
  let volumes = inThreads({ settings.volume { 7 } }, { (try? settings.volume { throw DiskIsBusy() }) ?? nil })
  try expect("volume for who reads an idle disk", volumes[0], equals: 7)
}
