import PropertyTesting

/// An operation that writes to the store, and the place that starts it.
public struct DataOperation: Sendable {
  /// The part of the app that writes; its raw value says what it does.
  public enum Kind: String, Sendable, CaseIterable {
    case save = "save a post in the repository"
    case delete = "delete a post in the repository"
    case bookmark = "bookmark an article"
    case makeTask = "make a task of an article"
    case importBackup = "import everything"
    case sync = "sync with GitHub"
    case migrate = "migrate a new store"
  }

  /// The place that starts the operation.
  public enum Start: String, Sendable, CaseIterable {
    case mainActor = "the main actor"
    case detachedTask = "a detached task"
    case otherActor = "another actor"
    /// A task that a closure of the data actor has started.
    case nestedTask = "a task from inside another operation"
  }

  /// The operation.
  public let kind: Kind
  /// The place that starts it.
  public let start: Start
  /// How many times its task yields to other tasks before it starts.
  public let waits: Int
}

extension Generator where Value == [DataOperation] {
  /// Two to seven operations, of different kinds: some would find nothing to do a second time.
  public static var dataOperations: Generator {
    let kinds = Generator<[DataOperation.Kind]>.distinct(of: .anyCase(), count: 2...7)
    return Generator { source in
      try source(kinds).map { kind in
        DataOperation(kind: kind, start: try source(.anyCase()), waits: try source(.taskWaits))
      }
    }
  }
}
