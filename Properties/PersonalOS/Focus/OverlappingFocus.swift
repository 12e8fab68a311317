import Foundation
import PersonalOSReference
import PropertyTesting

/// An operation of the focus timer, as one of several that are called at once.
enum FocusAct: Sendable, Equatable {
  case change(FocusChange)
  case enterBackground, enterForeground
  /// The data was replaced by the same data.
  case restore
}

extension FocusMachine {
  /// Called one right after the other, before any is done: they take effect in the order of their calls.
  static let overlap = FocusCommand("overlap", weight: 14, with: { .overlap(in: $0) }) { model, acts in
    acts.map { model.accepts($0) }
  } system: { app, acts in
    try await app.overlap(acts)
  }
  .labelled("goes to the background while it changes") { step in
    let acts = step.argument([FocusAct].self) ?? []
    return !step.before.isInBackground && acts.contains(.enterBackground) && step.after.isRunningInBackground
  }
  .labelled("comes to the foreground while it changes") { step in
    step.before.isInBackground && (step.argument([FocusAct].self) ?? []).contains(.enterForeground)
  }
}

extension FocusModel {
  /// - Returns: whether it is done, or refused.
  mutating func accepts(_ act: FocusAct) -> Bool {
    switch act {
    case .change(let change): return (try? make(change)) != nil
    case .enterBackground: enterBackground()
    case .enterForeground: enterForeground()
    case .restore: replace(by: .same)
    }
    return true
  }
}

extension Generator where Value == [FocusAct] {
  /// Often the app leaves or enters the screen while a session starts, pauses, resumes or ends.
  static func overlap(in model: FocusModel) -> Generator {
    let change = Generator<FocusChange>.frequency(
      (5, .element(of: [.pause, .resume, .end])), (3, Generator<Double>.focusDuration.map { .start($0) }))
    let moves: [FocusAct] = model.isInBackground ? [.enterForeground, .enterForeground, .enterBackground, .restore]
      : [.enterBackground, .enterBackground, .enterForeground, .restore]
    return .array(of: .frequency((3, change.map { .change($0) }), (2, .element(of: moves))), count: 2...4)
  }
}

@MainActor
extension FocusAppDriver {
  /// - Returns: of each, whether it was done, or refused.
  mutating func overlap(_ acts: [FocusAct]) async throws -> [Bool] {
    // The main actor runs tasks of one priority in the order in which it was given them.
    let app = self
    let tasks = acts.map { act in Task { try await app.perform(act) } }
    var results: [Bool] = []
    for task in tasks { results.append(try await task.value) }
    for act in acts {
      if act == .enterBackground { isInBackground = true }
      if act == .enterForeground { isInBackground = false }
    }
    look()
    return results
  }

  private func perform(_ act: FocusAct) async throws -> Bool {
    do {
      switch act {
      case .change(let change): try await call(change)
      case .enterBackground: try await timer.enterBackground()
      case .enterForeground: try await timer.enterForeground()
      case .restore: try await timer.restoreSession()
      }
      return true
    } catch is FocusError {
      return false
    }
  }
}
