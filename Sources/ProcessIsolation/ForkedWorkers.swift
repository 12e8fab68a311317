import CIsolation
import Foundation
import PropertyTesting

/// Makes workers as copies of this process.
///
/// A copy has all of the memory and one of the threads: the property needs no description to get there. Other
/// threads are gone in it, and with them the global pool of Swift's tasks: see ``runToItsEnd(_:)``.
struct ForkedWorkers: WorkerLauncher {
  var makesCopies: Bool { true }

  func launch(
    _ body: WorkerBody, _ region: SharedRegion, _ limits: IsolationLimits
  ) throws -> WorkerProcess {
    let sockets = try descriptorPair("sockets", cisolation_socket_pair)
    let errors: (Int32, Int32)
    do {
      errors = try descriptorPair("a pipe", cisolation_pipe)
    } catch {
      close(sockets.0)
      close(sockets.1)
      throw error
    }
    let supervisor = getpid()
    let process = cisolation_fork()
    if process == 0 {
      cisolation_enter_worker(
        supervisor, errors.1, sockets.1, true, UInt64(limits.memoryBytes ?? 0), region.crash)
      close(errors.1)
      let port = ChildPort(socket: sockets.1, region: region)
      port.announce()
      switch body.serving {
      case .synchronous(let serve): serve(port)
      case .asynchronous(let serve): runToItsEnd { await serve(port) }
      }
      // Never by way of what the supervising process does at its end.
      _exit(0)
    }
    let failure = errno
    close(sockets.1)
    close(errors.1)
    guard process > 0 else {
      close(sockets.0)
      close(errors.0)
      throw NoWorker(reason: "a process cannot be made: \(systemError(failure))")
    }
    return WorkerProcess(process: process, socket: sockets.0, errors: errors.0)
  }
}

/// A way to make workers.
protocol WorkerLauncher: Sendable {
  /// Whether workers are copies of this process, with its memory. Others map the shared memory anew.
  var makesCopies: Bool { get }
  /// A process that does `body`. It sends ``Frame/Kind/ready`` once it can.
  /// - Throws: ``NoWorker``.
  func launch(
    _ body: WorkerBody, _ region: SharedRegion, _ limits: IsolationLimits
  ) throws -> WorkerProcess
}

func descriptorPair(
  _ what: String, _ make: (UnsafeMutablePointer<Int32>?) -> Int32
) throws -> (Int32, Int32) {
  var descriptors: [Int32] = [-1, -1]
  let failure = make(&descriptors)
  guard failure == 0 else { throw NoWorker(reason: "\(what) cannot be made: \(systemError(failure))") }
  return (descriptors[0], descriptors[1])
}
