import CIsolation
import DeterministicScheduling
import Foundation
import PropertyTesting

/// How a worker ended, in words that a person can use.
struct WorkerEnding {
  enum Cause {
    case timeout
    case memory
    case byItself(cisolation_wait_result)
  }

  let cause: Cause
  let crash: cisolation_crash
  /// The last of what it wrote to standard error.
  let errorTail: [UInt8]
  let quotesLastWords: Bool

  func interruption(_ limits: IsolationLimits) -> Interruption {
    switch cause {
    case .timeout:
      return Interruption(.timedOut, "the case did not end within \(limits.timeoutText)")
    case .memory:
      return outOfMemory(limits)
    case .byItself(let result) where result.lost:
      return Interruption(
        .crashed, "the process ended in an unknown way: something else waited for it", origin: "lost")
    case .byItself(let result) where result.signal == 0:
      return Interruption(
        .crashed, "the process called exit(\(result.status))\(lastWords)", origin: "exit \(result.status)")
    case .byItself(let result):
      return killed(by: result.signal, limits)
    }
  }

  private func killed(by signal: Int32, _ limits: IsolationLimits) -> Interruption {
    let name = signalName(signal)
    let fatal = FatalErrorText(errorTail)
    if isStackOverflow(signal) {
      return Interruption(.crashed, "the process died of \(name): stack overflow", origin: "stack overflow")
    }
    if let fatal {
      if fatal.isOutOfMemory { return outOfMemory(limits) }
      return Interruption(
        .crashed, "the process died of \(name): \(fatal.text)\(caller(besides: fatal.place))",
        origin: "\(name) \(fatal.place ?? place)")
    }
    var text = "the process died of \(name)"
    if let meaning = meaning(of: signal) { text += ": \(meaning)" }
    return Interruption(.crashed, text + caller() + lastWords, origin: "\(name) \(place)")
  }

  private func outOfMemory(_ limits: IsolationLimits) -> Interruption {
    Interruption(.crashed, "the process used more than \(limits.memoryText) of memory", origin: "memory")
  }

  /// The instruction, as its distance from a fixed one: the same in every run of the same build. A library may lie
  /// anywhere, so that an instruction there tells nothing.
  private var place: String {
    var crash = crash
    let offset = cisolation_offset(&crash)
    return offset == 0 || abs(offset) > 1 << 31 ? "" : "+\(offset)"
  }

  /// The first call in the code of users on the way to the crash, where that says more than `place` does: an index out of
  /// range names a line of the standard library.
  private func caller(besides place: String? = nil) -> String {
    let addresses = addresses
    guard let crashed = addresses.first,
      let code = userPlace(crashed: crashed, returned: Array(addresses.dropFirst())), code.position != place
    else { return "" }
    return ", in \(code.function) (\(code.position))"
  }

  /// The address behind the crash, and those that the calls return to, as they are in this process, innermost first.
  private var addresses: [UInt] {
    guard crash.signal != 0 else { return [] }
    // What crashed is no call: the address behind it stands for its return.
    let addresses = [crash.program_counter &+ 1] + withUnsafeBytes(of: crash.returns) { Array($0.bindMemory(to: UInt64.self)) }
    let moved = cisolation_anchor() &- crash.anchor
    return addresses.prefix { $0 != 0 }.compactMap { address in
      // In a program that was started anew libraries lie anywhere, and only the program's own code keeps its distance.
      let distance = Int64(bitPattern: address &- crash.anchor)
      return moved == 0 || distance.magnitude < 1 << 31 ? UInt(address &+ moved) : nil
    }
  }

  /// A push onto a full stack faults just below the stack pointer, or within the frame that did not fit.
  private func isStackOverflow(_ signal: Int32) -> Bool {
    guard [SIGSEGV, SIGBUS].contains(signal), crash.signal == Int64(signal), crash.stack_pointer > 0 else {
      return false
    }
    let distance = Int64(bitPattern: crash.address) - Int64(bitPattern: crash.stack_pointer)
    return (-(1 << 16)...(1 << 20)).contains(distance)
  }

  /// The last line of what it wrote, where nothing better is known.
  private var lastWords: String {
    guard quotesLastWords else { return "" }
    let lines = String(decoding: errorTail, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let line = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) else { return "" }
    return "; it last wrote “\(line.prefix(300))”"
  }

  private func meaning(of signal: Int32) -> String? {
    switch signal {
    case SIGILL, SIGTRAP: "a trap, such as an overflow or a failed cast"
    case SIGSEGV, SIGBUS: "it accessed memory that it may not access"
    case SIGFPE: "an arithmetic error, such as an integer division by zero"
    case SIGABRT: "abort() was called"
    case SIGKILL: "something else killed it, perhaps the system because memory ran out"
    default: nil
    }
  }
}

/// "SIGILL"; the number where it has no name here.
private func signalName(_ number: Int32) -> String {
  let names: [Int32: String] = [
    SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
    SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV",
    SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
    SIGSYS: "SIGSYS", SIGUSR1: "SIGUSR1", SIGUSR2: "SIGUSR2",
  ]
  return names[number] ?? "signal \(number)"
}
