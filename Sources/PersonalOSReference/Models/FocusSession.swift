import Foundation
import StorageContract

/// A stretch of focused work. A paused session is active; `isActive` means that `completedAt` is nil.
public struct FocusSession: Sendable, Equatable, Identifiable {
  public var id: UUID
  /// Never rewritten: what was paused is counted apart.
  public var startTime: Date
  /// In seconds, without pauses.
  public var duration: TimeInterval
  public var pausedAt: Date?
  public var completedAt: Date?
  public var isActive: Bool
  /// Seconds of all pauses that are over.
  public var accumulatedPause: TimeInterval

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
