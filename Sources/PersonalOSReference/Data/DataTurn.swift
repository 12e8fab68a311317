import Synchronization

/// One run of a closure given to ``DataActor/perform(_:)``. It proves that a write came from such a closure.
///
/// The code that the closure calls can see the turn, including a store beneath the data actor. A task that the closure
/// starts inherits the turn, but it counts as over once the closure has returned.
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
