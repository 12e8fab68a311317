import Foundation

/// The model that an operation concerns. The raw values are stored and sent.
public enum SyncEntityType: String, Sendable, CaseIterable {
  case foodItem, exerciseItem, customMeal, dailyLog
}

/// A change on this device that the server does not know yet.
public enum SyncOperation: Sendable, Equatable {
  case create(entityId: UUID, entityType: SyncEntityType, timestamp: Date)
  case update(entityId: UUID, entityType: SyncEntityType, timestamp: Date)
  case delete(entityId: UUID, entityType: SyncEntityType, timestamp: Date)

  /// The kind of change. The raw values are stored.
  public enum Kind: String, Sendable, CaseIterable {
    case create, update, delete
  }

  /// Creates the operation of this kind.
  public init(_ kind: Kind, entityId: UUID, entityType: SyncEntityType, timestamp: Date) {
    self =
      switch kind {
      case .create: .create(entityId: entityId, entityType: entityType, timestamp: timestamp)
      case .update: .update(entityId: entityId, entityType: entityType, timestamp: timestamp)
      case .delete: .delete(entityId: entityId, entityType: entityType, timestamp: timestamp)
      }
  }

  /// Which of the three cases the operation is.
  public var kind: Kind {
    switch self {
    case .create: .create
    case .update: .update
    case .delete: .delete
    }
  }

  /// The id of the changed entity. It is unique only together with ``entityType``.
  public var entityId: UUID {
    switch self {
    case .create(let id, _, _), .update(let id, _, _), .delete(let id, _, _): id
    }
  }

  /// The model of the changed entity.
  public var entityType: SyncEntityType {
    switch self {
    case .create(_, let type, _), .update(_, let type, _), .delete(_, let type, _): type
    }
  }

  /// When the user made the change, by the wall clock. The clock may have been set back since.
  public var timestamp: Date {
    switch self {
    case .create(_, _, let timestamp), .update(_, _, let timestamp), .delete(_, _, let timestamp):
      timestamp
    }
  }

  /// Whether both concern the same entity: the same id and the same type.
  public func concernsSameEntity(as other: SyncOperation) -> Bool {
    entityId == other.entityId && entityType == other.entityType
  }

  /// This operation as it stands in the queue after it has replaced `earlier`, which was never sent. After a create, an
  /// update becomes a create, because the server does not know the entity. The time and all else are those of this
  /// operation.
  func replacing(_ earlier: SyncOperation) -> SyncOperation {
    guard earlier.kind == .create, kind == .update else { return self }
    return .create(entityId: entityId, entityType: entityType, timestamp: timestamp)
  }
}
