import Foundation
import StorageContract
import Synchronization

/// Stores that a command serves, in any language: see `docs/process-protocol.md`.
///
/// Every place has its own process, and its own folder under a temporary folder.
public final class ProcessBackend: Backend {
  public let name = "process"
  /// The command, as the shell takes it.
  public let command: String
  private let options: ProcessOptions
  /// Those of the law that runs.
  package let lateAnswers = LateAnswers()
  private let state: Mutex<State>

  private struct State {
    var root: String?
    var lastNumber = 0
    var inUse: [String: ProcessLocation] = [:]
    var free: [ProcessLocation] = []
  }

  /// - Parameter command: `/bin/sh -c` runs it in this process's working directory. If it is more than one simple
  ///   command, start the last one with `exec`, so that ``ProcessLocation`` names and kills the adapter itself.
  public init(_ command: String, options: ProcessOptions = ProcessOptions()) {
    self.command = command
    self.options = options
    state = Mutex(State())
  }

  private init(_ command: String, options: ProcessOptions, root: String) {
    self.command = command
    self.options = options
    state = Mutex(State(root: root))
  }

  /// Starts the adapter of a new place, so that a wrong command fails here.
  public func makeLocation() async throws -> any StoreLocation {
    let (location, isNew) = try state.withLock { state in
      let free = state.free.popLast()
      let location = try free ?? makeNew(&state)
      state.inUse[location.path] = location
      return (location, free == nil)
    }
    guard isNew else { return location }
    do {
      try location.greet()
      return location
    } catch {
      state.withLock { _ = $0.inUse.removeValue(forKey: location.path) }
      await location.kill()
      Self.removeFolder(of: location)
      throw error
    }
  }

  private func makeNew(_ state: inout State) throws -> ProcessLocation {
    let root = try state.root ?? TemporaryDirectory.make(prefix: "touchstone")
    state.root = root
    state.lastNumber += 1
    let folder = "\(root)/place-\(state.lastNumber)"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    } catch {
      throw StoreError.io(operation: "create a directory for a store", path: folder, reason: "\(error)")
    }
    return ProcessLocation(
      path: "\(folder)/store", launcher: CommandLauncher(command: command), options: options, lateAnswers: lateAnswers)
  }

  public func recycle(_ location: any StoreLocation) async {
    guard let location = location as? ProcessLocation,
      state.withLock({ $0.inUse.removeValue(forKey: location.path) }) != nil
    else { return }
    if await location.empty() {
      state.withLock { $0.free.append(location) }
    } else {
      Self.removeFolder(of: location)
    }
  }

  private static func removeFolder(of location: ProcessLocation) {
    TemporaryDirectory.remove((location.path as NSString).deletingLastPathComponent)
  }

  public func forWorker() async throws -> any Backend {
    ProcessBackend(command, options: options, root: try TemporaryDirectory.make(prefix: "touchstone"))
  }

  public func tearDown() async {
    let (locations, root) = state.withLock { state in
      defer { state = State() }
      return (state.free + state.inUse.values, state.root)
    }
    for location in locations { await location.retire() }
    if let root { TemporaryDirectory.remove(root) }
  }
}
