import Synchronization

/// One run of a closure given to ``DataActor/perform(_:)``: what says of a write that it was made there.
///
/// A turn is visible to what the closure calls, also to a store beneath, and to nobody else: a task that the
/// closure starts inherits it, but finds it over.
final class DataTurn: Sendable {
  @TaskLocal static var current: DataTurn?

  private let owner: ObjectIdentifier
  private let isOver = Mutex(false)

  init(of owner: DataActor) {
    self.owner = ObjectIdentifier(owner)
  }

  func end() {
    isOver.withLock { $0 = true }
  }

  func isOpen(of actor: DataActor) -> Bool {
    owner == ObjectIdentifier(actor) && !isOver.withLock { $0 }
  }
}
