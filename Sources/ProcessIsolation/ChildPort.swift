import CIsolation
import Foundation
import PropertyTesting
import Synchronization

/// The worker's side of the connection. It waits in system calls: a worker has nothing else to do.
final class ChildPort: WorkerPort {
  private let socket: Int32
  private let region: SharedRegion

  init(socket: Int32, region: SharedRegion) {
    self.socket = socket
    self.region = region
  }

  var beacon: UnsafeMutablePointer<Atomic<Int>> { region.beacon }
  var journal: UnsafeMutableRawBufferPointer { region.record }

  func nextRequest() -> [UInt8]? {
    guard let frame = receive(), frame.kind == .request else { return nil }
    return frame.contents
  }

  func askIfWanted() -> Bool {
    send(Frame(.question))
    // Without an answer there is nobody left to run the case for.
    guard let frame = receive(), frame.kind == .answer else { _exit(1) }
    return frame.contents == [1]
  }

  func reply(_ bytes: [UInt8]) { send(Frame(.reply, bytes)) }

  func announce() { send(Frame(.ready)) }

  private func send(_ frame: Frame) {
    var rest = frame.bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { cisolation_send(socket, $0.baseAddress, $0.count) }
      if sent > 0 {
        rest = rest.dropFirst(sent)
      } else if errno != EINTR {
        _exit(1)
      }
    }
  }

  private func receive() -> Frame? {
    guard let head = receive(count: Frame.headBytes), let (kind, count) = Frame.head(head),
      let contents = receive(count: count)
    else { return nil }
    return Frame(kind, contents)
  }

  /// Exactly so many bytes; nil where the supervisor is gone.
  private func receive(count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let received = bytes[filled...].withUnsafeMutableBytes { read(socket, $0.baseAddress, $0.count) }
      if received > 0 {
        filled += received
      } else if received == 0 || errno != EINTR {
        return nil
      }
    }
    return bytes
  }
}
