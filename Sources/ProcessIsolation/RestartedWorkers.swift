import CIsolation
import Foundation
import PropertyTesting

/// Makes workers by starting this program anew. They know by a variable of the environment what they are; the
/// program runs up to the property, which serves there in place of being run.
struct RestartedWorkers: WorkerLauncher {
  /// The test function that the property is in, under Swift Testing, and its file: "Module/File.swift".
  let function: String
  let fileID: String

  var makesCopies: Bool { false }

  func launch(
    _ body: WorkerBody, _ region: SharedRegion, _ limits: IsolationLimits
  ) throws -> WorkerProcess {
    let sockets = try descriptorPair("sockets", cisolation_socket_pair)
    defer { close(sockets.1) }
    let errors: (Int32, Int32)
    do {
      errors = try descriptorPair("a pipe", cisolation_pipe)
    } catch {
      close(sockets.0)
      throw error
    }
    defer { close(errors.1) }
    var environment = ProcessInfo.processInfo.environment
    environment[WorkerRole.variable] = WorkerRole(
      supervisor: getpid(), recordBytes: limits.recordBytes, memoryBytes: limits.memoryBytes ?? 0,
      identity: body.identity
    ).text
    // Its handler would take seconds over every crash.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    let process = withCStrings(arguments) { arguments in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
        cisolation_spawn(Self.program, arguments, environment, errors.1, sockets.1, region.descriptor)
      }
    }
    guard process > 0 else {
      close(sockets.0)
      close(errors.0)
      throw NoWorker(reason: "\(Self.program) cannot be started: \(systemError(-process))")
    }
    return WorkerProcess(
      process: process, socket: sockets.0, errors: errors.0, writesForItselfAlone: false)
  }

  private static var program: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      CommandLine.arguments[0]
    #endif
  }

  /// This process's own; under Swift Testing, those that run the one test function.
  private var arguments: [String] {
    let own = CommandLine.arguments
    guard own.contains("--testing-library") || own.first?.hasSuffix(".xctest") == true else { return own }
    let place = fileID.split(separator: "/")
    let pattern = "^\(literal(place.first ?? ""))\\.(.*/)?\(literal(function[...]))/\(literal(place.last ?? "")):"
    return [own.first ?? "", "--testing-library", "swift-testing", "--filter", pattern]
  }
}

/// A regular expression for just this text.
private func literal(_ text: Substring) -> String {
  text.map { "(){}[].*+?^$|\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
}

/// What a process that was started as a worker is to do.
struct WorkerRole {
  static let variable = "TOUCHSTONE_WORKER"

  let supervisor: pid_t
  let recordBytes: Int
  let memoryBytes: Int
  let identity: String

  /// That of this process, if it is one.
  static let own = ProcessInfo.processInfo.environment[variable].flatMap { WorkerRole($0) }

  var text: String { "\(supervisor) \(recordBytes) \(memoryBytes) \(identity)" }

  init(supervisor: pid_t, recordBytes: Int, memoryBytes: Int, identity: String) {
    self.supervisor = supervisor
    self.recordBytes = recordBytes
    self.memoryBytes = memoryBytes
    self.identity = identity
  }

  private init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4, let supervisor = pid_t(words[0]), let record = Int(words[1]),
      let memory = Int(words[2])
    else { return nil }
    self.init(
      supervisor: supervisor, recordBytes: record, memoryBytes: memory, identity: String(words[3]))
  }

  /// Makes this process ready to serve `body`, and says so to its supervisor; nil where it is here for another one.
  func port(for body: WorkerBody) -> ChildPort? {
    guard body.identity == identity,
      let region = try? SharedRegion(
        descriptor: Int32(cisolation_memory_number), recordBytes: recordBytes)
    else { return nil }
    // What the property starts in its turn must not take itself for this worker.
    unsetenv(Self.variable)
    let socket = Int32(cisolation_socket_number)
    for descriptor in [socket, region.descriptor] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    cisolation_enter_worker(supervisor, STDERR_FILENO, socket, false, UInt64(memoryBytes), region.crash)
    let port = ChildPort(socket: socket, region: region)
    port.announce()
    return port
  }
}

private func withCStrings<Result>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers = texts.map { strdup($0) }
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers + [nil])
}
