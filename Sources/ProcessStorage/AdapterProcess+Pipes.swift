import CIsolation
import Foundation
import Synchronization

extension AdapterProcess {
  /// What there is to do with an adapter that was waited for.
  enum Event {
    case hasWritten, hasEnded, none
  }

  /// Writes all, unless the adapter closes its standard input: what it says at its end is more telling.
  /// - Parameter wait: called whenever it takes no more: for how many milliseconds to wait, until it is called again.
  func write(_ bytes: [UInt8], draining output: borrowing Mutex<AdapterOutput>, wait: () throws -> Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { cisolation_write(input, $0.baseAddress, $0.count) }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno == EAGAIN {
        let milliseconds = try wait()
        // What it writes to standard error meanwhile must not hold it up.
        output.withLock { $0.drainErrors(of: self) }
        var writable = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
        poll(&writable, 1, milliseconds)
      } else if errno != EINTR {
        return
      }
    }
  }

  /// Waits until it has written to its standard output or has ended, and drains its standard error meanwhile. Where the system does not
  /// tell of an end, for 50 milliseconds at most.
  func wait(milliseconds: Int32, draining output: borrowing Mutex<AdapterOutput>) -> Event {
    var descriptors = [
      pollfd(fd: self.output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output.withLock { $0.hasErrors } ? errors : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: ending, events: Int16(POLLIN), revents: 0),
    ]
    poll(&descriptors, nfds_t(descriptors.count), ending >= 0 ? milliseconds : min(milliseconds, 50))
    if descriptors[1].revents != 0 { output.withLock { $0.drainErrors(of: self) } }
    if descriptors[0].revents != 0 { return .hasWritten }
    return (ending >= 0 ? descriptors[2].revents != 0 : ended() != nil) ? .hasEnded : .none
  }
}
