/// A named change of a system that makes it wrong. A property must catch its faults; if it does not, it proves nothing.
///
/// A fault of one line stands beside its property. A fault that needs an implementation of its own is a defect of a ``Twin``.
public struct Fault<System: Sendable>: Sendable {
  /// The fault's name on the command line and in tables, unique within its property: "dropsTheOldestTrade". It stays if the sentence
  /// changes.
  public let id: String
  /// What the fault does, as a sentence in the third person: "drops the oldest trade".
  public let fact: String
  /// Whether the code under test then ends its process, with a failed precondition for example. Only a run with ``Isolation`` catches
  /// such a fault, and only the verdict crashed counts.
  public let endsProcess: Bool
  /// Makes the given system wrong.
  public let apply: @Sendable (inout System) -> Void
  /// The twin of which this fault is a defect; nil if the fault changes the system itself.
  public private(set) var twin: SoundTwin<System>?

  /// A fault that changes the system itself.
  /// - Parameters:
  ///   - endsProcess: whether the code under test then ends its process: see ``endsProcess``.
  public init(
    _ id: String, _ fact: String, endsProcess: Bool = false, _ apply: @escaping @Sendable (inout System) -> Void
  ) {
    self.id = id
    self.fact = fact
    self.endsProcess = endsProcess
    self.apply = apply
  }

  init(_ id: String, _ fact: String, of twin: SoundTwin<System>, _ apply: @escaping @Sendable (inout System) -> Void) {
    self.init(id, fact, apply)
    self.twin = twin
  }
}

/// A factory that gives `make` a setup which `change` has altered: for faults of one line.
///
///     system.makeSync = changingSetup(of: system.makeSync) { $0.cloud = RepeatingCloud(base: $0.cloud) }
package func changingSetup<Setup, Part>(
  of make: @escaping @Sendable (Setup) -> Part, _ change: @escaping @Sendable (inout Setup) -> Void
) -> @Sendable (Setup) -> Part {
  { setup in
    var setup = setup
    change(&setup)
    return make(setup)
  }
}

extension Property {
  /// The fault of this property with this id or this sentence.
  /// - Throws: ``UnknownFault`` if it has none.
  public func fault(_ name: String) throws(UnknownFault) -> Fault<System> {
    if let fault = faults.first(where: { $0.id == name }) ?? faults.first(where: { $0.fact == name }) { return fault }
    throw UnknownFault(name: name, property: id, known: faults.map(\.id))
  }

  /// The twins of which the faults are defects. A twin without a defect must hold this property: this shows that the property catches the
  /// defect, not the difference between two implementations.
  public var twins: [SoundTwin<System>] {
    faults.compactMap(\.twin).reduce(into: []) { twins, twin in
      if !twins.contains(where: { $0.name == twin.name }) { twins.append(twin) }
    }
  }
}

/// The error for a fault that the property does not have.
public struct UnknownFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// The name that was given.
  public let name: String
  /// The property's id.
  public let property: String
  /// The ids of the property's faults.
  public let known: [String]

  public var description: String {
    "\(property) has no fault “\(name)”; it has \(known.isEmpty ? "none" : known.joined(separator: ", "))"
  }
}
