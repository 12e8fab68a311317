import PropertyTesting
import ReplicaContract

/// A replica with one mistake, which the laws that name it must catch.
struct BrokenReplica: Sendable {
  let id: String
  /// What it does, in the third person.
  let fact: String
  /// The address of a public report of this mistake; nil: it is of our own making.
  let report: String?
  let format: ReplicaFormat
  let habits: SyncHabits
  /// Those of an ``AttachmentReplica``; nil: it is a ``MergingReplica``.
  var attachments: AttachmentHabits?

  init(
    _ id: String, _ fact: String, as report: String? = nil, format: ReplicaFormat = .fields(),
    _ change: (inout SyncHabits) -> Void = { _ in }
  ) {
    self.id = id
    self.fact = fact
    self.report = report
    self.format = format
    var habits = SyncHabits()
    change(&habits)
    self.habits = habits
  }

  static func attachments(
    _ id: String, _ fact: String, as report: String? = nil, _ change: (inout AttachmentHabits) -> Void
  ) -> BrokenReplica {
    var broken = BrokenReplica(id, fact, as: report, format: .attachments)
    var habits = AttachmentHabits()
    change(&habits)
    broken.attachments = habits
    return broken
  }

  // With other rules.

  static func fields(_ id: String, _ fact: String, as report: String? = nil, _ change: (inout FieldRules) -> Void) -> BrokenReplica {
    var rules = FieldRules()
    change(&rules)
    return BrokenReplica(id, fact, as: report, format: .fields(["title", "note"], rules))
  }

  static func sets(_ id: String, _ fact: String, as report: String? = nil, _ change: (inout SetRules) -> Void) -> BrokenReplica {
    var rules = SetRules()
    change(&rules)
    return BrokenReplica(id, fact, as: report, format: .set(rules))
  }

  static func lists(_ id: String, _ fact: String, as report: String? = nil, _ change: (inout ListRules) -> Void) -> BrokenReplica {
    var rules = ListRules()
    change(&rules)
    return BrokenReplica(id, fact, as: report, format: .list(rules))
  }

  static func logs(_ id: String, _ fact: String, as report: String? = nil, _ change: (inout LogRules) -> Void) -> BrokenReplica {
    var rules = LogRules()
    change(&rules)
    return BrokenReplica(id, fact, as: report, format: .log(["title", "note"], rules))
  }

  var fault: Fault<ReplicaSubject> {
    let (format, habits, attachments) = (format, habits, attachments)
    return Fault(id, fact) { subject in
      subject.capabilities = format.capabilities
      subject.open = { place in
        if let attachments { return try await AttachmentReplica(place, attachments) }
        return try await MergingReplica(place, format, habits)
      }
    }
  }
}
