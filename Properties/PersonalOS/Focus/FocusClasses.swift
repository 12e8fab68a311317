import Foundation
import PersonalOSGenerators

/// The classes that a case belongs to because of one step.
struct FocusClasses {
  private(set) var names: Set<String> = []

  init(before: FocusModel, _ step: FocusHistory.Step, after: FocusModel) {
    let (active, wasHidden) = (before.active, before.isInBackground)
    let isRunning = active?.isRunning ?? false
    let ended = active.flatMap { active in after.sessions.first { $0.id == active.id } }
    let ranOut = ended?.ranToItsEnd ?? false
    switch step {
    case .command(let command): note(command, active, wasHidden)
    case .wait:
      note("runs out while it is looked at", if: ranOut)
    case .setClock(let ticks):
      note("the clock is set back while it runs", if: isRunning && ticks < 0)
      note("the clock is set days ahead while it runs", if: isRunning && ticks > 86_400 * 1_024)
    case .enterBackground:
      note("in the background while it runs", if: isRunning)
      note("in the background while it is paused", if: active != nil && !isRunning)
      note("in the background without a session", if: active == nil)
      note("in the background twice", if: wasHidden && isRunning)
    case .enterForeground: note("runs out in the background", if: ranOut && wasHidden)
    case .kill:
      note("killed while it runs", if: isRunning)
      note("killed while it is paused", if: active != nil && !isRunning)
      note("runs out while killed", if: ranOut)
      note("runs out while killed in the background", if: ranOut && wasHidden)
      note("killed in the background before its time is up", if: isRunning && !ranOut && wasHidden)
    case .killDuring(let command, _, _):
      note("killed during a command", if: true)
      note(
        "killed while it stops in the background",
        if: wasHidden && isRunning && [.pause, .end].contains(command))
    case .storeFails(let command):
      note("cannot be stored", if: active != nil && command != .resume)
      note(
        "a stop in the background cannot be stored",
        if: wasHidden && isRunning && [.pause, .end].contains(command))
    case .tick: break
    }
    note("pauses more than once", if: (active?.stretches.count { !$0.isWork } ?? 0) > 1)
  }

  private mutating func note(
    _ command: FocusHistory.Command, _ active: FocusModel.Session?, _ wasHidden: Bool
  ) {
    switch command {
    case .start(let duration):
      note("refuses a second session", if: active != nil && duration > 0)
      note("refuses a duration", if: !(duration > 0))
      note("another session", if: active == nil)
    case .pause: note("pauses in the background", if: wasHidden && active?.isRunning == true)
    case .resume: note("resumes", if: active?.isRunning == false)
    case .end:
      note("ends early", if: active != nil)
      note("ends early in the background", if: active?.isRunning == true && wasHidden)
    }
  }

  private mutating func note(_ name: String, if condition: Bool) {
    if condition { names.insert(name) }
  }
}
