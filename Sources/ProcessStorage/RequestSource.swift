import CIsolation
import Foundation
import StorageContract
import Synchronization

/// Where a server's requests come from, one after the other.
protocol RequestSource: Sendable {
  /// Waits for the next one, on this thread. Nil when no more will come.
  func next() -> IncomingRequest?
}

/// A line that came in.
enum IncomingRequest: Sendable {
  case request(NumberedRequest)
  /// Something that cannot be read, with its number where that can.
  case bad(reason: String, id: Int?)

  init(line: [UInt8]) {
    do {
      self = .request(try WireDecoding.decode(NumberedRequest.self, from: line))
    } catch {
      let reason = (error as? WireProblem)?.reason ?? "\(error)"
      self = .bad(
        reason: "“\(excerpt(line))”: \(reason)", id: try? WireDecoding.decode(RequestNumber.self, from: line).id)
    }
  }
}

/// Requests from a descriptor.
final class DescriptorSource: RequestSource {
  private let descriptor: Int32
  private let buffer = Mutex(Buffer())

  private struct Buffer {
    var lines = LineBuffer()
    var isSkipping = false
  }

  /// No request is as long: a field of the default limit takes a third of it at most.
  static let maximumLineBytes = 256 << 20

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  func next() -> IncomingRequest? {
    buffer.withLock { buffer in
      while true {
        while let line = buffer.lines.nextLine() {
          if buffer.isSkipping {
            buffer.isSkipping = false
            continue
          }
          return IncomingRequest(line: line)
        }
        buffer.lines.compact()
        if buffer.lines.count > Self.maximumLineBytes {
          buffer.lines.drop()
          defer { buffer.isSkipping = true }
          if !buffer.isSkipping {
            return .bad(reason: "a line of more than \(Self.maximumLineBytes) bytes", id: nil)
          }
        }
        guard fill(&buffer.lines) else {
          // The input has ended without a last line feed: whether that is a whole request, its JSON says.
          guard !buffer.isSkipping, !buffer.lines.isEmpty else { return nil }
          defer { buffer.lines.drop() }
          return IncomingRequest(line: Array(buffer.lines.start))
        }
      }
    }
  }

  /// Waits for more. False at the end.
  private func fill(_ lines: inout LineBuffer) -> Bool {
    while true {
      let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { chunk in
        let count = read(descriptor, chunk.baseAddress, chunk.count)
        if count > 0 { lines.append(UnsafeRawBufferPointer(rebasing: chunk[..<count])) }
        return count
      }
      if count > 0 { return true }
      if count == 0 { return false }
      if errno == EAGAIN {
        var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&readable, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
  }
}

/// Requests that another thread hands over.
final class QueueSource: RequestSource {
  private let state = Mutex(State())
  private let changed = NSCondition()

  private struct State {
    var requests: [IncomingRequest] = []
    var isFinished = false
  }

  func add(_ request: IncomingRequest) {
    state.withLock { $0.requests.append(request) }
    tell()
  }

  /// What was added before is still handed out.
  func finish() {
    state.withLock { $0.isFinished = true }
    tell()
  }

  private func tell() {
    changed.lock()
    changed.signal()
    changed.unlock()
  }

  func next() -> IncomingRequest? {
    changed.lock()
    defer { changed.unlock() }
    while true {
      let (request, isFinished) = state.withLock { state in
        (state.requests.isEmpty ? nil : state.requests.removeFirst(), state.isFinished)
      }
      if let request { return request }
      if isFinished { return nil }
      changed.wait()
    }
  }
}

/// Where a server's replies go, whole lines at a time.
final class ReplyWriter: Sendable {
  private let descriptor: Int32
  private let isBroken = Mutex(false)

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// When nobody reads any more, the end of the requests says so.
  func write(_ line: [UInt8]) {
    isBroken.withLock { isBroken in
      var rest = line[...]
      while !rest.isEmpty, !isBroken {
        let written = rest.withUnsafeBytes { cisolation_write(descriptor, $0.baseAddress, $0.count) }
        if written > 0 {
          rest = rest.dropFirst(written)
        } else if errno == EAGAIN {
          var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&writable, 1, -1)
        } else if errno != EINTR {
          isBroken = true
        }
      }
    }
  }

  func succeed(_ id: Int, _ result: WireResult = WireResult()) { write(result.line(id: id)) }

  func fail(_ id: Int, _ error: any Error, _ operation: WireOperation, path: String) {
    let error =
      error as? StoreError
      ?? .io(operation: "carry out “\(operation.rawValue)”", path: path, reason: "\(error)")
    write(WireFailure.line(error, id: id))
  }

  func refuse(_ id: Int?, _ reason: String) { write(WireFailure.refusal(reason, id: id)) }
}
