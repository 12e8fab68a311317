import CIsolation
import DeterministicScheduling
import Foundation
import ProcessStorage
import StorageContract

/// A backend of this process whose stores live in copies of the process, so that a law can kill them.
///
/// The backend makes a copy when a place is first opened, and again after a kill. The copy serves that one place by the
/// process protocol, over a socket. A copy has only one thread and the memory of the original, so the backend's stores
/// must not depend on threads that they started before. Data that is only in memory is lost with the copy.
public struct ForkedBackend: Backend {
  /// The backend whose stores the copies serve.
  public let base: any Backend
  /// What the base's stores declare.
  public let capabilities: StoreCapabilities
  private let options: ProcessOptions

  /// A backend whose stores live in copies of this process.
  /// - Parameter capabilities: what the stores of `base` declare.
  public init(_ base: any Backend, capabilities: StoreCapabilities, options: ProcessOptions = ProcessOptions()) {
    self.base = base
    self.capabilities = capabilities
    self.options = options
  }

  public var name: String { base.name }

  public func makeLocation() async throws -> any StoreLocation {
    let place = try await base.makeLocation()
    // Lets go of what this process has open there: a copy could not open it.
    _ = try? await place.files()
    var options = options
    options.firstReplyDeadline = ForkedLocation.patience
    let launcher = CopyLauncher(place: place, name: base.name, capabilities: capabilities)
    return ForkedLocation(
      base: place, served: ProcessLocation(path: base.name, launcher: launcher, options: options))
  }

  public func recycle(_ location: any StoreLocation) async {
    guard let location = location as? ForkedLocation else { return }
    await location.served.closeStores()
    await location.served.kill()
    await base.recycle(location.base)
  }

  public func forWorker() async throws -> any Backend {
    ForkedBackend(try await base.forWorker(), capabilities: capabilities, options: options)
  }

  public func tearDown() async { await base.tearDown() }
}

extension Backend {
  /// This backend where its places can be killed already; else with its stores in copies of this process.
  func inAnotherProcess(_ capabilities: StoreCapabilities) async throws -> any Backend {
    let location = try await makeLocation()
    await recycle(location)
    return location is any KillableLocation ? self : ForkedBackend(self, capabilities: capabilities)
  }
}

/// A place of this process, served by a copy.
private struct ForkedLocation: RecordableLocation {
  let base: any StoreLocation
  let served: ProcessLocation

  /// A copy that was made while another thread was inside the language's runtime may find a lock there that nobody is
  /// going to let go: it does not answer at all, and another one does.
  static let patience = Duration.seconds(2)

  func open() async throws -> any Store {
    for _ in 0..<4 {
      let start = ContinuousClock.now
      if (try? served.greet()) != nil || ContinuousClock.now - start < Self.patience { break }
      await served.kill()
    }
    let start = ContinuousClock.now
    do {
      return try await served.open()
    } catch where !served.hasOpenStores && ContinuousClock.now - start >= Self.patience {
      // It may have come to such a lock only now.
      await served.kill()
      return try await served.open()
    }
  }

  func rawBytes() async throws -> [UInt8] { try await served.rawBytes() }
  func files() async throws -> [String] { try await served.files() }
  var processIdentifier: Int32? { get async { await served.processIdentifier } }
  func kill() async { await served.kill() }
  func inAnotherProcess() -> any KillableLocation { ForkedLocation(base: base, served: served.sibling()) }
  func recordCalls(to path: String?) async { await served.recordCalls(to: path) }

  func ownFolder() async throws -> String? {
    (base as? FileLocation)?.directory ?? (base as? PlacedLocation)?.place.directory
  }

  func recordedFolder() async throws -> String? {
    if let own = try await ownFolder() { return own }
    // Its files tell, once there are some.
    let store = try await open()
    try await store.close()
    await kill()
    guard let file = (try? await base.files())?.first else { return nil }
    return URL(fileURLWithPath: file).deletingLastPathComponent().path
  }
}

/// Makes copies of this process that serve one place.
private struct CopyLauncher: AdapterLauncher {
  let place: any StoreLocation
  let name: String
  let capabilities: StoreCapabilities

  func launch(recordingTo recording: String?) throws -> AdapterProcess {
    guard cisolation_is_supported(), canRunOnThisThread else {
      throw StoreError.io(
        operation: "make a copy of this process", path: name, reason: "copies are not on this platform: they need Linux with glibc")
    }
    var sockets: [Int32] = [-1, -1]
    try check(cisolation_socket_pair(&sockets))
    var errors: [Int32] = [-1, -1]
    do {
      try check(cisolation_blocking_pipe(&errors))
    } catch {
      for socket in sockets { close(socket) }
      throw error
    }
    let process = cisolation_fork()
    if process == 0 {
      if let recording, cisolation_record_calls(recording) != 0 { _exit(126) }
      cisolation_enter_server(errors[1], sockets[1])
      let place = place
      let server = StoreServer(
        name: name, capabilities: capabilities, place: { _ in place },
        destroy: { _ in throw StoreError.unsupported("destroy") })
      let socket = sockets[1]
      try? runOnThisThread { await server.serveHere(input: socket, output: socket) }
      // Never by way of what the process that it was copied from does at its end.
      _exit(0)
    }
    let failure = errno
    close(sockets[1])
    close(errors[1])
    guard process > 0 else {
      close(sockets[0])
      close(errors[0])
      throw reason(failure)
    }
    setpgid(process, process)
    return AdapterProcess(identifier: process, input: sockets[0], output: sockets[0], errors: errors[0])
  }

  private func check(_ failure: Int32) throws {
    guard failure == 0 else { throw reason(failure) }
  }

  private func reason(_ failure: Int32) -> StoreError {
    .io(operation: "make a copy of this process", path: name, reason: String(cString: strerror(failure)))
  }
}
