import PropertyTesting

/// An operation that writes to the store, and the place that starts it.
public struct DataOperation: Sendable {
  /// The part of the app that writes.
  public enum Kind: Sendable, CaseIterable {
    case save, delete, bookmark, makeTask, importBackup, sync, migrate
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
  /// Two to ten operations. At most one of them migrates, because a second migration would find nothing to do.
  public static var dataOperations: Generator {
    let operation = Generator<DataOperation> { source in
      DataOperation(
        kind: try source(.anyCase()), start: try source(.anyCase()), waits: try source(.taskWaits))
    }
    return Generator<[DataOperation]>.array(of: operation, count: 2...10).map { operations in
      var hasMigrated = false
      return operations.filter { operation in
        defer { hasMigrated = hasMigrated || operation.kind == .migrate }
        return operation.kind != .migrate || !hasMigrated
      }
    }
  }
}
