import Foundation
import StorageContract

/// A period of focused work. A paused session counts as active: `isActive` is true exactly if `completedAt` is nil.
public struct FocusSession: Sendable, Equatable, Identifiable {
  /// The session's own id, whose text is the storage key and the id of its notification.
  public var id: UUID
  /// When the session started. It is never rewritten: ``accumulatedPause`` counts the pauses.
  public var startTime: Date
  /// The planned seconds of work, without pauses.
  public var duration: TimeInterval
  /// When the current pause began; nil unless the session is paused.
  public var pausedAt: Date?
  /// When the session ended; nil while it is active.
  public var completedAt: Date?
  /// Whether the session has not ended yet.
  public var isActive: Bool
  /// The seconds of all pauses that have ended.
  public var accumulatedPause: TimeInterval

  /// Creates a session, by default one that is active and was never paused.
  public init(
    id: UUID, startTime: Date, duration: TimeInterval, pausedAt: Date? = nil, completedAt: Date? = nil,
    isActive: Bool = true, accumulatedPause: TimeInterval = 0
  ) {
    self.id = id
    self.startTime = startTime
    self.duration = duration
    self.pausedAt = pausedAt
    self.completedAt = completedAt
    self.isActive = isActive
    self.accumulatedPause = accumulatedPause
  }
}

extension FocusSession: StoredModel {
  public static let collection = "focus_sessions"
  public var storageKey: String { id.uuidString }

  public var storedFields: [String: FieldValue] {
    [
      "startTime": .date(startTime), "duration": .double(duration),
      "pausedAt": pausedAt.map { .date($0) } ?? .null,
      "completedAt": completedAt.map { .date($0) } ?? .null,
      "isActive": .bool(isActive), "accumulatedPause": .double(accumulatedPause),
    ]
  }

  public init(stored record: StoredRecord) throws(UnreadableRecord) {
    id = try record.uuidKey()
    startTime = try record.date("startTime")
    duration = try record.double("duration")
    pausedAt = try record.optionalDate("pausedAt")
    completedAt = try record.optionalDate("completedAt")
    isActive = try record.bool("isActive")
    accumulatedPause = try record.double("accumulatedPause")
  }
}
