/// A change of a system that makes it wrong: a mutant with a name. A property is implemented only when it catches its
/// faults.
///
/// A fault of one line stands beside its property; one that takes an implementation of its own is a defect of a ``Twin``.
public struct Fault<System: Sendable>: Sendable {
  /// What it is named by on the command line and in tables, unique within its property: "dropsTheOldestTrade". It stays
  /// when the sentence changes.
  public let id: String
  /// A third-person fact: "drops the oldest trade".
  public let fact: String
  /// Whether the code under test then ends its process, with a failed precondition for example: it takes
  /// ``Isolation`` to catch it, and it counts as caught only if the verdict is that the case crashed.
  public let endsProcess: Bool
  public let apply: @Sendable (inout System) -> Void
  /// The twin whose defect it is, without the defect; nil for a change of the system itself.
  public private(set) var twin: SoundTwin<System>?

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
  /// The fault of this property with that id, or with that sentence.
  /// - Throws: ``UnknownFault`` if it has none.
  public func fault(_ name: String) throws(UnknownFault) -> Fault<System> {
    if let fault = faults.first(where: { $0.id == name }) ?? faults.first(where: { $0.fact == name }) { return fault }
    throw UnknownFault(name: name, property: id, known: faults.map(\.id))
  }

  /// Each twin that one of the faults is a defect of. Without a defect it must hold this property: what the property
  /// catches is then the defect, and not the difference between two implementations.
  public var twins: [SoundTwin<System>] {
    faults.compactMap(\.twin).reduce(into: []) { twins, twin in
      if !twins.contains(where: { $0.name == twin.name }) { twins.append(twin) }
    }
  }
}

/// A fault was named that the property does not have.
public struct UnknownFault: Error, Sendable, Equatable, CustomStringConvertible {
  public let name: String
  /// The property's id.
  public let property: String
  /// The ids of its faults.
  public let known: [String]

  public var description: String {
    "\(property) has no fault “\(name)”; it has \(known.isEmpty ? "none" : known.joined(separator: ", "))"
  }
}
