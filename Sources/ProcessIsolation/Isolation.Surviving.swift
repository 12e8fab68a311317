import CIsolation
import Foundation
import PropertyTesting

extension Isolation {
  /// Whether a copy of this process, made with fork(2), gets through a call within a second: for a generator that leaves out the values which
  /// end the process. What the call changes in memory stays in the copy. True on systems without fork: the value itself then shows it.
  public static func survives(_ call: () -> Void) -> Bool {
    let process = cisolation_fork()
    if process == 0 {
      cisolation_enter_trial()
      call()
      _exit(survived)
    }
    guard process > 0 else { return true }
    let ending = cisolation_wait(process, true)
    return ending.signal == 0 && ending.status == survived
  }

  /// The status of a copy that got through: none that a call of `exit` has.
  private static var survived: Int32 { 94 }
}
