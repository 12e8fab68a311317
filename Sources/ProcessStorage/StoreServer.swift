import StorageContract
import Synchronization

/// The other end of a ``ProcessBackend``: serves stores of this process over a pair of descriptors.
///
/// It answers every request, invalid ones with an error. If the capabilities say that several stores may be open
/// at once, every session has its own thread. Otherwise it answers all requests one after the other.
public final class StoreServer: Sendable {
  /// The name that the reply to `hello` gives.
  public let name: String
  /// What the stores of its places declare.
  public let capabilities: StoreCapabilities
  private let makePlace: @Sendable (String) async throws -> any StoreLocation
  private let destroyPlace: @Sendable (any StoreLocation) async throws -> Void
  private let state = Mutex(State())

  private struct State {
    var places: [String: any StoreLocation] = [:]
    var openStores: [String: Int] = [:]
  }

  /// - Parameters:
  ///   - capabilities: what the stores declare.
  ///   - place: returns the location at a path that the other side chose. There may be earlier data, or nothing yet.
  ///   - destroy: removes the data there. No store is open there at that time.
  public init(
    name: String, capabilities: StoreCapabilities,
    place: @escaping @Sendable (_ path: String) async throws -> any StoreLocation,
    destroy: @escaping @Sendable (any StoreLocation) async throws -> Void
  ) {
    self.name = name
    self.capabilities = capabilities
    makePlace = place
    destroyPlace = destroy
  }

  /// Serves the backend's own places, a new one for every requested path. The places last as long as this object. To
  /// let a store outlive its process, use the other initializer, which gets the paths.
  public convenience init(_ backend: any Backend, capabilities: StoreCapabilities) {
    self.init(
      name: backend.name, capabilities: capabilities, place: { _ in try await backend.makeLocation() },
      destroy: { await backend.recycle($0) })
  }

  /// Serves stores that keep their files in a directory of their own. The server makes it, and removes it when it is asked to.
  /// - Parameter open: opens the store in the directory, which exists, with the data that an earlier store left there.
  public convenience init(
    name: String, capabilities: StoreCapabilities,
    open: @escaping @Sendable (_ directory: String) async throws -> any Store
  ) {
    self.init(
      name: name, capabilities: capabilities, place: { FolderLocation(directory: $0, open: open) },
      destroy: { place in
        if let place = place as? FolderLocation { TemporaryDirectory.remove(place.directory) }
      })
  }

  /// Answers requests from `input` until it ends, on its own threads.
  public func serve(input: Int32, output: Int32) async {
    await ThreadExecutor.run { await self.serveHere(input: input, output: output) }.value
  }

  /// As ``serve(input:output:)``, but waits for requests on this thread: for a process that has nothing else to do.
  package func serveHere(input: Int32, output: Int32) async {
    let source = DescriptorSource(input)
    let replies = ReplyWriter(output)
    if capabilities.simultaneousStores {
      await serveSessions(source, replies)
    } else {
      await RequestLoop(self, source, replies).run()
    }
  }

  /// Deals the requests out to their sessions.
  private func serveSessions(_ source: any RequestSource, _ replies: ReplyWriter) async {
    var queues: [Int?: QueueSource] = [:]
    var tasks: [Task<Void, Never>] = []
    func queue(of session: Int?) -> QueueSource {
      if let queue = queues[session] { return queue }
      let queue = QueueSource()
      queues[session] = queue
      tasks.append(ThreadExecutor.run { await RequestLoop(self, queue, replies).run() })
      return queue
    }
    while let incoming = source.next() {
      guard case .request(let numbered) = incoming else {
        queue(of: nil).add(incoming)
        continue
      }
      let session = numbered.request.session
      // What is not open is told so by whoever answers what belongs to no session.
      let isKnown = numbered.request.operation == .open || queues[session] != nil
      queue(of: isKnown ? session : nil).add(incoming)
      if numbered.request.operation == .close, session != nil, isKnown { queues.removeValue(forKey: session)?.finish() }
    }
    for queue in queues.values { queue.finish() }
    for task in tasks { await task.value }
  }

  // MARK: Places

  func place(_ path: String) async throws -> any StoreLocation {
    if let place = state.withLock({ $0.places[path] }) { return place }
    let made = try await makePlace(path)
    return state.withLock { state in
      if let place = state.places[path] { return place }
      state.places[path] = made
      return made
    }
  }

  func open(_ path: String) async throws -> any Store {
    let store = try await place(path).open()
    state.withLock { $0.openStores[path, default: 0] += 1 }
    return store
  }

  func didClose(_ path: String) {
    state.withLock { $0.openStores[path, default: 0] -= 1 }
  }

  /// - Throws: ``StoreError/inUse(path:)`` while a store is open there.
  func closedPlace(_ path: String) async throws -> any StoreLocation {
    guard state.withLock({ ($0.openStores[path] ?? 0) <= 0 }) else { throw StoreError.inUse(path: path) }
    return try await place(path)
  }

  func destroy(_ path: String) async throws {
    let place = try await closedPlace(path)
    state.withLock { _ = $0.places.removeValue(forKey: path) }
    try await destroyPlace(place)
  }
}
