/// A demand on a system: its name, its words, and the faults that a check of it must catch. It says nothing about how to check it.
///
///     static let noOverdraft = Requirement<Ledger>(
///       "LED-9", "A transfer never overdraws an account",
///       says: "If an account holds less than is asked for, the transfer is refused and no balance changes.",
///       covers: "4.4", mustCatch: [.refusesTheLastCent]
///     ).holds(forAll: .transfer) { transfer, ledger in … }
///
/// `holds` makes the ``Property``: for all values of a generator, or of a state machine, with or without a schedule.
public struct Requirement<System: Sendable>: Sendable {
  /// The id, unique in a catalogue: "CM-13".
  public let id: String
  /// A title of a few words.
  public let title: String
  /// The demand in one or two sentences, for somebody who knows the domain. Reports and tables print it.
  public let says: String
  /// The specification's numbers for what the requirement covers.
  public let covers: [String]
  /// The part of the system that the requirement is about.
  public let component: String
  /// What the property needs: storage, a schedule, or virtual time.
  public var needs: Set<PropertyNeed>
  /// The changes of the system that the property must catch. Their ids differ.
  public let faults: [Fault<System>]
  /// Where the requirement is declared.
  public let location: SourceLocation

  /// A requirement.
  /// - Parameter faults: lists of faults, such as those of a ``Twin``.
  public init(
    _ id: String, _ title: String, says: String = "", covers numbers: String..., of component: String = "",
    needs: Set<PropertyNeed> = [], mustCatch faults: [Fault<System>]..., fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) {
    self.id = id
    self.title = title
    self.says = says
    covers = numbers
    self.component = component
    self.needs = needs
    self.faults = faults.flatMap(\.self)
    location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
  }

  /// The same, of a property that is about interleaving.
  package var underSchedules: Requirement {
    var copy = self
    copy.needs.insert(.concurrency)
    return copy
  }
}

/// What a property needs to run.
public enum PropertyNeed: String, Sendable, CaseIterable {
  /// The property uses storage, so another backend may make a difference.
  case storage
  /// The property is about interleaving.
  case concurrency
  /// The property is about time, and runs on a virtual clock.
  case virtualTime = "virtual time"
}
