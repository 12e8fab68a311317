import Dispatch
import PropertyTesting
import Synchronization

extension ThreadBug {
  static let tokenFetchedTwice = ThreadBug(
    "token fetched twice", "Two tasks find no token under the lock, and both fetch one across an await.",
    buggy: {
      try fetchInTwoTasks { session in
        if session.state.withLock({ $0.token }) != nil { return }
        let token = await session.fetch()
        session.state.withLock { $0.token = token }
      }
    },
    fixed: {
      try fetchInTwoTasks { session in
        let task = session.state.withLock { state in
          let task = state.fetching ?? Task { await session.fetch() }
          state.fetching = task
          return task
        }
        let token = await task.value
        session.state.withLock { $0.token = token }
      }
    })
}

private final class Session: Sendable {
  struct State {
    var token: Int?
    var fetching: Task<Int, Never>?
  }

  let state = Mutex(State())
  let fetches = Atomic(0)
  private let network = DispatchQueue(label: "network")

  func fetch() async -> Int {
    await withCheckedContinuation { continuation in
      network.async { continuation.resume(returning: self.fetches.add(1, ordering: .relaxed).newValue) }
    }
  }
}

private func fetchInTwoTasks(_ ask: @escaping @Sendable (Session) async -> Void) throws {
  let session = Session()
  inTasks({ await ask(session) }, { await ask(session) })
  try expect("fetches", session.fetches.load(ordering: .relaxed), equals: 1)
}
