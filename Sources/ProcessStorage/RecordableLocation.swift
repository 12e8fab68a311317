import CIsolation
import Foundation
import StorageContract

/// A place whose process can be watched from outside: which files it opens, writes, flushes, renames and removes.
package protocol RecordableLocation: KillableLocation {
  /// Ends the process of now. The later ones write their file calls into a log at `path`, which each of them makes
  /// anew (`cisolation_record_calls`); nil: they do no more.
  func recordCalls(to path: String?) async
  /// The folder that the data lies in; nil if the store names no file. There may be other stores' files in it.
  func recordedFolder() async throws -> String?
  /// That folder, if no other place is in it.
  func ownFolder() async throws -> String?
  /// The same place, served by a process of its own. Whoever asks for it ends that process.
  func inAnotherProcess() -> any KillableLocation
}

package enum CallRecording {
  /// Why calls cannot be recorded on this system; nil: they can.
  package static let obstacle: String? = {
    let failure = cisolation_can_record_calls()
    return failure == 0 ? nil : String(cString: strerror(failure))
  }()
}
