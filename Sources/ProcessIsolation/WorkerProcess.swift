import CIsolation
import Foundation

/// One worker, seen by its supervisor: a process, a socket to it, and what it writes to standard error.
/// For one thread: a worker ends with the thread that made it, not only with the process.
final class WorkerProcess {
  let process: pid_t
  private let socket: Int32
  private let errors: Int32
  /// Can be read once the process has ended; -1 where the system has none.
  private let ending: Int32
  private var received: [UInt8] = []
  private(set) var errorTail: [UInt8] = []
  private var end: cisolation_wait_result?
  /// What it used before it was asked to do anything.
  private(set) lazy var privateBytesAtStart = privateBytes() ?? 0
  /// Whether it was asked to do anything.
  var hasServed = false

  /// Whether only the cases write to its standard error; a test framework writes there, too, if it runs there.
  let writesForItselfAlone: Bool

  init(process: pid_t, socket: Int32, errors: Int32, writesForItselfAlone: Bool = true) {
    self.process = process
    self.writesForItselfAlone = writesForItselfAlone
    self.socket = socket
    self.errors = errors
    ending = cisolation_process_descriptor(process)
    cisolation_set_nonblocking(socket)
  }

  /// Waits for something to happen, at most so long. Returns whether anything did.
  func wait(milliseconds: Int32) -> Bool {
    var descriptors = [
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      pollfd(fd: ending, events: Int16(POLLIN), revents: 0),
    ]
    // Without a descriptor for its end, the end is asked for every few milliseconds.
    let patience = ending >= 0 ? milliseconds : min(milliseconds, 5)
    return poll(&descriptors, nfds_t(descriptors.count), patience) > 0
  }

  /// The next message, if one has come.
  func nextFrame() -> Frame? {
    drainErrors()
    read(socket, into: &received)
    guard let (kind, count) = Frame.head(received), received.count >= Frame.headBytes + count else { return nil }
    let contents = Array(received[Frame.headBytes..<(Frame.headBytes + count)])
    received.removeFirst(Frame.headBytes + count)
    return Frame(kind, contents)
  }

  /// Sends a message. A worker that has died meanwhile is noticed by ``ended()``.
  func send(_ frame: Frame) {
    var rest = frame.bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { cisolation_send(socket, $0.baseAddress, $0.count) }
      if sent > 0 {
        rest = rest.dropFirst(sent)
      } else if errno == EAGAIN {
        if ended() != nil { return }
        var writable = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        poll(&writable, 1, 20)
      } else if errno != EINTR {
        return
      }
    }
  }

  /// What earlier cases wrote says nothing of the next one.
  func forgetErrors() {
    drainErrors()
    errorTail = []
  }

  /// How it ended; nil while it lives.
  func ended() -> cisolation_wait_result? {
    if let end { return end }
    let result = cisolation_wait(process, false)
    guard result.ended else { return nil }
    end = result
    drainErrors()
    return result
  }

  func kill() {
    if end == nil { cisolation_kill(process) }
  }

  /// Ends it where it still runs, waits for that, and closes what belongs to it.
  func retire() {
    if end == nil {
      kill()
      end = cisolation_wait(process, true)
    }
    for descriptor in [socket, errors, ending] where descriptor >= 0 { close(descriptor) }
  }

  /// How much of its memory is its own, in bytes; nil where the system does not tell.
  func privateBytes() -> Int? {
    let pages = status("statm")?.split(separator: " ").prefix(3).compactMap { Int($0) } ?? []
    return pages.count == 3 ? (pages[1] - pages[2]) * sysconf(Int32(_SC_PAGESIZE)) : nil
  }

  /// Whether it waits for something, and the processor time that it has used, in ticks of the system's clock; nil
  /// where the system does not tell.
  func activity() -> (isWaiting: Bool, ticks: Int)? {
    // After the name, which may hold anything.
    guard let text = status("stat"), let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return nil }
    return (fields[0] == "S", user + system)
  }

  /// How long its first thread could run and had no processor; nil where the system does not tell.
  func waitedForProcessors() -> Duration? {
    // In nanoseconds: on a processor, ready without one.
    let times = status("schedstat")?.split(separator: " ").compactMap { Int64($0) } ?? []
    return times.count > 1 ? .nanoseconds(times[1]) : nil
  }

  /// Whether it waits for a lock of the system's or Swift's libraries; false where the system does not tell.
  var waitsForALockOfALibrary: Bool {
    // The number of the system call, and its arguments.
    let call = status("syscall")?.split(separator: " ") ?? []
    guard call.count > 1, let number = Int(call[0]), let address = UInt64(call[1].dropFirst(2), radix: 16) else { return false }
    return cisolation_is_lock_of_a_library(number, address)
  }

  private func status(_ name: String) -> String? {
    #if os(Linux)
      let file = open("/proc/\(process)/\(name)", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var bytes: [UInt8] = []
      read(file, into: &bytes, atMost: 1)
      return String(decoding: bytes, as: UTF8.self)
    #else
      return nil
    #endif
  }

  /// The last of what it wrote is enough: what ends a process is said at the end.
  private func drainErrors() {
    read(errors, into: &errorTail)
    if errorTail.count > 1 << 16 { errorTail.removeFirst(errorTail.count - 1 << 15) }
  }

  private func read(_ descriptor: Int32, into bytes: inout [UInt8], atMost limit: Int = .max) {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    var total = 0
    while total < limit {
      let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes.append(contentsOf: buffer.prefix(count))
        total += count
        // Something that writes without end must not keep the supervisor from its clock.
        if total > 1 << 20 { return }
      } else if count == 0 || errno != EINTR {
        return
      }
    }
  }
}
