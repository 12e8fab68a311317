/// A second implementation of a part of a system, written in another way, which can have one defect.
///
///     struct LedgerTwin: LedgerService {
///       enum Defect: String, CaseIterable { case dropsTheLastLeg = "drops the last leg" }
///       static let twin = Twin<Bank, Defect>("LedgerTwin") { bank, defect in bank.ledger = LedgerTwin(defect) }
///     }
///     …  mustCatch: LedgerTwin.twin.faults(.dropsTheLastLeg)
///
/// A fault needs no code but that of the defect: its id is the name of the case, its sentence the raw value.
public struct Twin<System: Sendable, Defect: RawRepresentable & CaseIterable & Sendable>: Sendable
where Defect.RawValue == String {
  /// The twin's name in reports.
  public let name: String
  private let install: @Sendable (inout System, Defect?) -> Void

  /// A twin.
  /// - Parameter install: puts the twin in place of the part of the system that it replaces. The defect is nil for the sound twin.
  public init(_ name: String, install: @escaping @Sendable (inout System, Defect?) -> Void) {
    self.name = name
    self.install = install
  }

  /// The twin without a defect.
  public var sound: SoundTwin<System> {
    SoundTwin(name: name) { [install] system in install(&system, nil) }
  }

  /// The twin with each of these defects.
  public func faults(_ defects: Defect...) -> [Fault<System>] { defects.map(fault) }

  /// The twin with each of its defects.
  public var faults: [Fault<System>] { Defect.allCases.map(fault) }

  /// The fault that the twin with this defect is.
  public func fault(_ defect: Defect) -> Fault<System> {
    Fault("\(defect)", defect.rawValue, of: sound) { [install] system in install(&system, defect) }
  }
}

/// A ``Twin`` without a defect.
public struct SoundTwin<System: Sendable>: Sendable {
  /// The twin's name in reports.
  public let name: String
  /// Puts the twin in place of the part of the system that it replaces.
  public let install: @Sendable (inout System) -> Void
}

extension Fixture {
  /// This fixture with a fault in every system that it makes.
  public func with(_ fault: Fault<System>) -> Fixture { changing(fault.apply) }

  /// This fixture with a twin in every system that it makes, in place of the part that it replaces.
  public func with(_ twin: SoundTwin<System>) -> Fixture { changing(twin.install) }
}
