import Dispatch
import Foundation
import PropertyTesting
import Synchronization
import TouchstoneCatalogue

/// Shows how far a run has come: on a terminal a line that is drawn ten times a second, elsewhere a line a minute, with the time. And asks
/// the run to stop when the user does.
final class ProgressDisplay: Sendable {
  let watch: RunWatch

  private struct State {
    var done = 0
    var name = ""
    var lastLine = ContinuousClock.now
  }

  private let cells: Int
  private let start = ContinuousClock.now
  private let state = Mutex(State())
  private let timer: Handle

  /// A dispatch source may be used from any thread.
  private struct Handle: @unchecked Sendable {
    let source: any DispatchSourceTimer
  }

  /// - Parameters:
  ///   - cells: how many properties and backends there are.
  ///   - observer: see ``RunWatch``.
  init(cells: Int, observer: (@Sendable (ObservedCase) -> Void)? = nil) {
    self.cells = cells
    watch = RunWatch(observer: observer)
    timer = Handle(source: DispatchSource.makeTimerSource(queue: DispatchQueue(label: "touchstone.progress")))
    timer.source.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100))
    timer.source.setEventHandler { [weak self] in self?.tick() }
    Signals.askBeforeEnding()
    timer.source.resume()
  }

  func begin(_ number: Int, _ id: String, _ spec: BackendSpec) {
    state.withLock { state in
      state.done = number
      state.name = "\(id) over \(spec.kind.rawValue)"
    }
  }

  func end() {
    timer.source.cancel()
    Terminal.endProgress()
  }

  private func tick() {
    if Signals.isStopAsked { watch.stopAfterThisCase() }
    let (done, name) = state.withLock { ($0.done, $0.name) }
    guard !name.isEmpty else { return }
    let words = words(done, name)
    if Terminal.isInteractive {
      Terminal.progress(String((bar(done) + words).prefix(Terminal.width - 1)))
    } else if state.withLock({ $0.lastLine.duration(to: .now) >= Self.timeBetweenLines }) {
      state.withLock { $0.lastLine = .now }
      let formatter = DateFormatter()
      formatter.dateFormat = "HH:mm:ss"
      Terminal.diagnose("\(formatter.string(from: Date()))  \(words)")
    }
  }

  private static let timeBetweenLines = Duration.seconds(60)

  private func bar(_ done: Int) -> String {
    let width = 20
    let full = cells == 0 ? 0 : done * width / cells
    return String(repeating: "█", count: full) + String(repeating: "░", count: width - full) + " "
  }

  private func words(_ done: Int, _ name: String) -> String {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let (cases, progress) = (watch.cases, watch.progress)
    var words = "\(done) of \(cells), \(counted(cases, "case", "cases"))"
    if seconds > 1 { words += String(format: ", %.0f a second", Double(cases) / seconds) }
    if done > 0, seconds > 2 { words += ", " + Self.left(seconds * Double(cells - done) / Double(done)) }
    words += "; \(name): "
    switch progress.phase {
    case .shrinking:
      words += progress.choices.map { "shrinking, \($0) choices after \(progress.shrinkCalls) runs" }
        ?? "a case failed; running it again"
    case .saved: words += "saved counterexamples"
    default: words += "\(progress.phase.rawValue), \(counted(progress.cases, "case", "cases"))"
    }
    return words + (watch.isStopped ? " (stopping)" : "")
  }

  private static func left(_ seconds: Double) -> String {
    seconds < 90 ? String(format: "about %.0f s left", seconds) : String(format: "about %.0f min left", seconds / 60)
  }
}
