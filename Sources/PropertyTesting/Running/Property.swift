/// A claim about a system under test that must hold for every generated value.
///
/// A property is a plain value: an identifier, a sentence, a generator and a predicate. The predicate
/// receives the *system*, a struct of the functions and components that it exercises, so that one
/// declaration serves the reference, every backend, an adopter's own implementation and every sabotaged
/// variant. It fails by throwing: `expect` for a claim that does not hold.
///
/// A synchronous property shares one system between many cases, so its system must keep no state; an
/// asynchronous one gets a system of its own for every case.
public struct Property<System: Sendable>: Sendable {
  /// Unique in a catalogue: "CM-13".
  public let id: String
  /// What is claimed, as a sentence or a title.
  public let title: String
  /// The numbers of the requirements that it covers.
  public let requirements: [String]
  /// What it exercises.
  public let component: String
  public let needs: Set<PropertyNeed>
  /// Each class and the least share of the cases that must fall into it.
  public let requiredShares: [String: Double]
  /// Changes of the system that this property must catch.
  public let faults: [Fault<System>]
  public let location: SourceLocation

  @usableFromInline let execution: Execution<System>

  @usableFromInline
  init(
    header: PropertyHeader, faults: [Fault<System>], location: SourceLocation,
    execution: Execution<System>
  ) {
    id = header.id
    title = header.title
    requirements = header.requirements
    component = header.component
    needs = header.needs
    requiredShares = header.requiredShares
    self.faults = faults
    self.location = location
    self.execution = execution
  }
}

/// What a property needs to run.
public enum PropertyNeed: String, Sendable, CaseIterable {
  /// It touches storage: it runs over every backend.
  case storage
  /// It is about interleaving.
  case concurrency
  /// It is about time, and runs on a virtual clock.
  case virtualTime = "virtual time"
}

/// What a declaration says beside its generator, its faults and its predicate.
@usableFromInline
struct PropertyHeader: Sendable {
  let id: String
  let title: String
  let requirements: [String]
  let component: String
  let needs: Set<PropertyNeed>
  let requiredShares: [String: Double]

  @usableFromInline
  init(
    id: String, title: String, requirements: [String], component: String,
    needs: Set<PropertyNeed>, requiredShares: [String: Double]
  ) {
    self.id = id
    self.title = title
    self.requirements = requirements
    self.component = component
    self.needs = needs
    self.requiredShares = requiredShares
  }
}

/// The properties of one topic: a caseless enumeration with one `static let` each.
public protocol PropertyGroup<System> {
  associatedtype System: Sendable
  static var all: [Property<System>] { get }
}

/// A named change to a system: a mutant. A property is implemented only when it catches its faults.
public struct Fault<System: Sendable>: Sendable {
  /// A third-person fact: "drops the oldest trade".
  public let name: String
  /// Whether the code under test then ends its process, with a failed precondition for example: it takes
  /// ``Isolation`` to catch it, and it counts as caught only where the verdict is that the case crashed.
  public let endsProcess: Bool
  public let apply: @Sendable (inout System) -> Void

  public init(
    _ name: String, endsProcess: Bool = false, _ apply: @escaping @Sendable (inout System) -> Void
  ) {
    self.name = name
    self.endsProcess = endsProcess
    self.apply = apply
  }
}
