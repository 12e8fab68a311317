import CIsolation
import Foundation
import StorageContract

/// A place whose process can be watched from outside: which files it opens, writes, flushes, renames and removes.
package protocol RecordableLocation: KillableLocation {
  /// Ends the process of now. The later ones write their file calls into a log at `path`, which each of them makes
  /// anew (`cisolation_record_calls`); nil: they do no more.
  func recordCalls(to path: String?) async
  /// The folder that the data lies in. There may be other stores' files in it.
  /// - Throws: ``StoreError/unsupported(_:)`` if that cannot be known.
  func recordedFolder() async throws -> String
}

package enum CallRecording {
  /// Why calls cannot be recorded on this system; nil: they can.
  package static let obstacle: String? = {
    let failure = cisolation_can_record_calls()
    return failure == 0 ? nil : String(cString: strerror(failure))
  }()
}
