/// One device's copy of the user's data: edited at once and offline, and synchronized with a server now and then.
///
/// A replica is a default actor without queues or threads of its own. Conform the part of your app that keeps the data and sends the
/// changes, or an adapter of some fifty lines around it. The laws of `ReplicaConformance` then say whether anything is lost.
///
/// - Law: an edit that returned is in ``contents()`` of this device at once, whatever the network does, and after a reopening if the
///   replica declares ``ReplicaCapabilities/isDurable``.
/// - Law: devices between which nothing is left to exchange have equal contents.
public protocol Replica: Actor {
  /// What this replica declares. The laws demand what it declares, and do not test what it does not declare.
  nonisolated var capabilities: ReplicaCapabilities { get }

  /// Makes one edit on this device. When the call returns, the edit is acknowledged: it may not be lost any more.
  ///
  /// It may be called while ``sync(with:)`` waits for the server, as a user types on.
  /// - Throws: ``ReplicaError/missing(_:)`` or ``ReplicaError/present(_:)`` if the edit does not fit; what the disk throws. The contents
  ///   are then as they were before.
  func perform(_ edit: ReplicaEdit) async throws

  /// All that the user of this device sees.
  func contents() async throws -> ReplicaContents

  /// Sends what this device changed, and takes in what others changed. A sync that returns has sent every edit that was acknowledged
  /// before it began, and has taken in all that the server had.
  /// - Throws: ``SyncError`` if anything is left to send or to fetch. What was exchanged until then stays; a later sync does the rest.
  func sync(with server: any SyncServer) async throws

  /// Closes the replica. Its place can then be opened again. A replica that is dropped without it, as by a crash, leaves its place usable
  /// too.
  func close() async throws
}

/// An edit that does not fit the contents of the device. The contents are as before.
public enum ReplicaError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is no record with this id, or no element at this place.
  case missing(String)
  /// There is a record with this id already.
  case present(String)
  /// The replica keeps no such data: see ``ReplicaCapabilities``.
  case undeclared(String)

  public var description: String {
    switch self {
    case .missing(let id): "there is no “\(id)” to change"
    case .present(let id): "“\(id)” is there already: update it, or delete it first"
    case .undeclared(let edit): "the replica does not declare what \(edit) needs"
    }
  }
}
