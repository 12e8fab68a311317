/// A second implementation of a part of a system, written otherwise, which can be given one defect.
///
///     struct LedgerTwin: LedgerService {
///       enum Defect: String, CaseIterable { case dropsTheLastLeg = "drops the last leg" }
///       static let twin = Twin<Bank, Defect>("LedgerTwin") { bank, defect in bank.ledger = LedgerTwin(defect) }
///     }
///     …  mustCatch: LedgerTwin.twin.faults(.dropsTheLastLeg)
///
/// A fault needs no code but the defect's: its id is the name of the case, its sentence the raw value.
public struct Twin<System: Sendable, Defect: RawRepresentable & CaseIterable & Sendable>: Sendable
where Defect.RawValue == String {
  public let name: String
  private let install: @Sendable (inout System, Defect?) -> Void

  /// - Parameter install: puts the twin in the place of what it is the twin of; without a defect if there is none.
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

  public func fault(_ defect: Defect) -> Fault<System> {
    Fault("\(defect)", defect.rawValue, of: sound) { [install] system in install(&system, defect) }
  }
}

/// A ``Twin`` without a defect.
public struct SoundTwin<System: Sendable>: Sendable {
  public let name: String
  public let install: @Sendable (inout System) -> Void
}

extension Fixture {
  /// This fixture with a fault switched on in every system that it makes.
  public func with(_ fault: Fault<System>) -> Fixture { changing(fault.apply) }

  /// This fixture with a twin in the place of what it is the twin of.
  public func with(_ twin: SoundTwin<System>) -> Fixture { changing(twin.install) }
}
