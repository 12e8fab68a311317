import PersonalOSReference

/// A view model of a list with one defect, or with none.
@MainActor
final class DefectiveLoader: ListLoading {
  enum Defect {
    case swallowsErrors, emptiesTheListOnFailure, dropsForeignErrors, keepsItsErrorAfterSuccess
    case takesCancellationForFailure, loadsTwiceAtOnce, defersUpdatesWhileErrorsArePending
    case waitsForDismissal, takesACancelledLoadForACure
  }

  private let defect: Defect?
  private let setup: LoaderSetup
  private(set) var state = LoadState.idle
  private(set) var value: [String]?
  private var running: Task<Void, any Error>?
  private var shown: PresentedError?

  init(_ defect: Defect?, _ setup: LoaderSetup) {
    self.defect = defect
    self.setup = setup
  }

  func load() async {
    if let running, defect != .loadsTwiceAtOnce {
      _ = await running.result
      return
    }
    _ = await start().result
    if defect == .waitsForDismissal, let shown { await waitUntilGone(shown) }
  }

  private func reload() async throws {
    guard case .failure(let cancellation) = await (running ?? start()).result else { return }
    if defect != .takesACancelledLoadForACure { throw cancellation }
  }

  private func start() -> Task<Void, any Error> {
    let before = state
    state = .loading
    let task = Task { try await fetchAndSettle(before) }
    running = task
    return task
  }

  /// For as long as anybody looks.
  private func waitUntilGone(_ shown: PresentedError) async {
    for _ in 0..<100 where setup.presenter.errorQueue.contains(shown) {
      try? await Task.sleep(for: .seconds(1))
    }
  }

  private func fetchAndSettle(_ before: LoadState) async throws {
    defer { running = nil }
    do {
      let list = try await setup.fetch()
      state = .loaded
      if defect == .defersUpdatesWhileErrorsArePending {
        applyOnceNothingIsPending(list)
      } else {
        value = list
      }
      if defect != .keepsItsErrorAfterSuccess { setup.presenter.withdraw(operation: setup.operation) }
    } catch let cancellation as CancellationError where defect != .takesCancellationForFailure {
      state = before
      throw cancellation
    } catch {
      state = .failed(AppError(error))
      if defect == .emptiesTheListOnFailure { value = [] }
      present(error)
    }
  }

  private func present(_ error: any Error) {
    let isForeign = !(error is any AppErrorProtocol)
    if defect == .swallowsErrors || (defect == .dropsForeignErrors && isForeign) { return }
    setup.presenter.withdraw(operation: setup.operation)
    shown = setup.presenter.present(error, during: setup.operation) { try await self.reload() }
  }

  private func applyOnceNothingIsPending(_ list: [String]) {
    guard !setup.presenter.errorQueue.isEmpty else { return value = list }
    Task {
      try await Task.sleep(for: .seconds(1))
      // Asked once more, and then given up: a test need not wait for ever.
      if setup.presenter.errorQueue.isEmpty { value = list }
    }
  }
}
