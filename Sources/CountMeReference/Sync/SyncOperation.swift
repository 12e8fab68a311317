import Foundation

/// What kind of model an operation is about. The raw values are stored and sent.
public enum SyncEntityType: String, Sendable, CaseIterable {
  case foodItem, exerciseItem, customMeal, dailyLog
}

/// A change made on this device that the server has yet to hear of.
public enum SyncOperation: Sendable, Equatable {
  case create(entityId: UUID, entityType: SyncEntityType, timestamp: Date)
  case update(entityId: UUID, entityType: SyncEntityType, timestamp: Date)
  case delete(entityId: UUID, entityType: SyncEntityType, timestamp: Date)

  /// Which of the three. The raw values are stored.
  public enum Kind: String, Sendable, CaseIterable {
    case create, update, delete
  }

  public init(_ kind: Kind, entityId: UUID, entityType: SyncEntityType, timestamp: Date) {
    self =
      switch kind {
      case .create: .create(entityId: entityId, entityType: entityType, timestamp: timestamp)
      case .update: .update(entityId: entityId, entityType: entityType, timestamp: timestamp)
      case .delete: .delete(entityId: entityId, entityType: entityType, timestamp: timestamp)
      }
  }

  public var kind: Kind {
    switch self {
    case .create: .create
    case .update: .update
    case .delete: .delete
    }
  }

  public var entityId: UUID {
    switch self {
    case .create(let id, _, _), .update(let id, _, _), .delete(let id, _, _): id
    }
  }

  public var entityType: SyncEntityType {
    switch self {
    case .create(_, let type, _), .update(_, let type, _), .delete(_, let type, _): type
    }
  }

  /// When the user made the change, by the wall clock; which may have stepped back since.
  public var timestamp: Date {
    switch self {
    case .create(_, _, let timestamp), .update(_, _, let timestamp), .delete(_, _, let timestamp):
      timestamp
    }
  }

  /// Whether both are about the same entity, which takes its type too.
  public func concernsSameEntity(as other: SyncOperation) -> Bool {
    entityId == other.entityId && entityType == other.entityType
  }

  /// This operation as it stands in the queue once `earlier`, never sent, gave way to it: after a
  /// create, an update is still a create, for the server knows nothing of the entity. Time and
  /// all else are this one's.
  func replacing(_ earlier: SyncOperation) -> SyncOperation {
    guard earlier.kind == .create, kind == .update else { return self }
    return .create(entityId: entityId, entityType: entityType, timestamp: timestamp)
  }
}
