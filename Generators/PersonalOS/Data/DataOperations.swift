import PropertyTesting

/// Something that writes to the store, and where it is started from.
public struct DataOperation: Sendable {
  public enum Kind: Sendable, CaseIterable {
    case save, delete, bookmark, makeTask, importBackup, sync, migrate
  }

  public enum Start: String, Sendable, CaseIterable {
    case mainActor = "the main actor"
    case detachedTask = "a detached task"
    case otherActor = "another actor"
    /// A task that was started inside a closure of the data actor.
    case nestedTask = "a task from inside another operation"
  }

  public let kind: Kind
  public let start: Start
  /// How many turns of other tasks it waits for, unless they are done.
  public let waits: Int
}

extension Generator where Value == [DataOperation] {
  /// Two to ten operations, of which one at most migrates: the next would find nothing to do.
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
