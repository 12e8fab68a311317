import Foundation
import StorageContract
import Synchronization

/// A place whose stores another process serves. Each place has one process, so killing it affects nothing else.
/// The process starts when the place is first opened, and runs as long as the place is in use, because starting
/// a process may cost as much as a thousand transactions.
public final class ProcessLocation: RecordableLocation {
  /// The path by which the adapter knows the place. It lies in a folder of its own.
  public let path: String
  private let launcher: any AdapterLauncher
  private let options: ProcessOptions
  private let lateAnswers: LateAnswers
  private let state = Mutex(State())

  private struct State {
    /// The log of the next process's file calls; nil: it keeps none.
    var recording: String?
    var channel: AdapterChannel?
    /// Whether an earlier case's data may lie here.
    var mustBeDestroyed = false
    var wasOpened = false
    var stores: [WeakStore] = []
  }

  private struct WeakStore {
    weak var store: ProcessStore?
  }

  package init(path: String, launcher: any AdapterLauncher, options: ProcessOptions, lateAnswers: LateAnswers = LateAnswers()) {
    self.path = path
    self.lateAnswers = lateAnswers
    self.launcher = launcher
    self.options = options
  }

  public func open() async throws -> any Store {
    let channel = try channel()
    let hello = try channel.greet()
    try settle(channel)
    let session = channel.newSession()
    var request = WireRequest(.open, session: session)
    request.location = path
    state.withLock { $0.wasOpened = true }
    try channel.result(of: request)
    let store = ProcessStore(
      SessionWire(channel, session: session, location: path), capabilities: hello.capabilities)
    state.withLock { state in
      state.stores.removeAll { $0.store == nil }
      state.stores.append(WeakStore(store: store))
    }
    return store
  }

  public func rawBytes() async throws -> [UInt8] {
    try ask(.rawBytes, for: "bytes") { $0.bytes }
  }

  public func files() async throws -> [String] {
    try ask(.files, for: "files") { $0.files }
  }

  private func ask<Value>(
    _ operation: WireOperation, for member: String, _ value: (WireResult) -> Value?
  ) throws -> Value {
    let channel = try channel()
    _ = try channel.greet()
    try settle(channel)
    var request = WireRequest(operation)
    request.location = path
    return try channel.member(member, value(try channel.result(of: request)), of: request)
  }

  /// The process of now, or another one.
  private func channel() throws -> AdapterChannel {
    try state.withLock { state in
      if let channel = state.channel, channel.isUsable { return channel }
      state.channel = nil
      let channel = AdapterChannel(
        try launcher.launch(recordingTo: state.recording), name: launcher.name, options: options, lateAnswers: lateAnswers)
      state.channel = channel
      return channel
    }
  }

  /// Does what earlier stores and cases have left to do.
  private func settle(_ channel: AdapterChannel) throws {
    for session in channel.takeAbandoned() { try channel.result(of: WireRequest(.close, session: session)) }
    guard state.withLock({ $0.mustBeDestroyed }) else { return }
    try destroy(channel)
  }

  private func destroy(_ channel: AdapterChannel) throws {
    var request = WireRequest(.destroy)
    request.location = path
    try channel.result(of: request)
    state.withLock { state in
      state.mustBeDestroyed = false
      state.wasOpened = false
    }
  }

  public var processIdentifier: Int32? {
    get async { liveChannel?.process.identifier }
  }

  private var liveChannel: AdapterChannel? {
    state.withLock { $0.channel }.flatMap { $0.isUsable ? $0 : nil }
  }

  public func kill() async {
    let channel = state.withLock { state in
      defer { state.channel = nil }
      return state.channel
    }
    channel?.kill("it was killed")
  }

  package func recordCalls(to path: String?) async {
    await kill()
    state.withLock { $0.recording = path }
  }

  package func recordedFolder() async throws -> String? { try await ownFolder() }

  package func ownFolder() async throws -> String? {
    // What an earlier case has left must be gone before anything is recorded, or laid over it.
    let channel = try channel()
    _ = try channel.greet()
    try settle(channel)
    return URL(fileURLWithPath: path).deletingLastPathComponent().path
  }

  package func inAnotherProcess() -> any KillableLocation { sibling() }

  package func sibling() -> ProcessLocation {
    ProcessLocation(path: path, launcher: launcher, options: options, lateAnswers: lateAnswers)
  }

  // MARK: For backends

  /// Starts the process, so that one that is no adapter is found out at once.
  /// - Throws: ``StoreError``.
  package func greet() throws {
    _ = try channel().greet()
  }

  /// Whether a store that was opened here is in use.
  package var hasOpenStores: Bool { state.withLock { state in state.stores.contains { $0.store != nil } } }

  /// Closes what is still open here.
  package func closeStores() async {
    let stores = state.withLock { state in
      defer { state.stores = [] }
      return state.stores.compactMap(\.store)
    }
    for store in stores { try? await store.close() }
  }

  /// Closes what is open and makes the place as new: at once where its process is there, else before the next use.
  /// - Returns: whether the place may be used again.
  func empty() async -> Bool {
    await closeStores()
    state.withLock { $0.mustBeDestroyed = $0.mustBeDestroyed || $0.wasOpened }
    guard let channel = liveChannel else { return true }
    do {
      try settle(channel)
      return true
    } catch {
      await kill()
      return false
    }
  }

  /// Ends the process, after it has removed what lies here.
  func retire() async {
    await closeStores()
    if state.withLock({ $0.mustBeDestroyed || $0.wasOpened }) {
      state.withLock { $0.mustBeDestroyed = true }
      // What lies in the place's own folder is removed with that; this is for adapters that keep data elsewhere.
      if let channel = try? channel(), (try? channel.greet()) != nil { try? settle(channel) }
    }
    shutDown()
  }

  package func shutDown() {
    let channel = state.withLock { state in
      defer { state.channel = nil }
      return state.channel
    }
    channel?.shutDown()
  }
}

/// A way to start the process of a place.
package protocol AdapterLauncher: Sendable {
  /// How it is named in errors.
  var name: String { get }
  /// - Parameter recording: where a log of the process's file calls goes; nil: nowhere.
  /// - Throws: ``StoreError``.
  func launch(recordingTo recording: String?) throws -> AdapterProcess
}

/// Runs a command.
struct CommandLauncher: AdapterLauncher {
  let command: String
  var name: String { command }
  func launch(recordingTo recording: String?) throws -> AdapterProcess {
    try AdapterProcess.running(command, recordingTo: recording)
  }
}
