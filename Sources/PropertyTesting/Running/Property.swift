/// A claim about a system under test that must hold for every generated value.
///
/// A property is a plain value: a ``Requirement`` and how it is checked. The check receives the *system*, a struct of the
/// functions and components that it exercises, so that one declaration serves the reference, every backend, an adopter's own
/// implementation and every sabotaged variant. It fails by throwing: `expect` for a claim that does not hold.
///
/// A synchronous property shares one system between many cases, so its system must keep no state; an
/// asynchronous one gets a system of its own for every case.
public struct Property<System: Sendable>: Sendable {
  public let requirement: Requirement<System>
  /// Each class and the least share of the cases that must fall into it.
  public let requiredShares: [String: Double]

  @usableFromInline let execution: Execution<System>
  /// How many examples it begins with: see ``Generator/trying(_:)``.
  let exampleCount: Int

  @usableFromInline
  init(
    _ requirement: Requirement<System>, requiring shares: [String: Double], examples: Int, _ execution: Execution<System>
  ) {
    self.requirement = requirement
    requiredShares = shares
    exampleCount = examples
    self.execution = execution
  }

  public var id: String { requirement.id }
  public var title: String { requirement.title }
  public var needs: Set<PropertyNeed> { requirement.needs }
  public var faults: [Fault<System>] { requirement.faults }
  public var location: SourceLocation { requirement.location }

  /// Whose its replay tokens are. All that are checked in place have one id: theirs holds a hash of the title.
  var tokenID: String {
    guard id == Property<Void>.idInPlace else { return id }
    var fingerprint = Fingerprint()
    fingerprint.add(title)
    return "\(id)-\(fingerprint.text.suffix(8))"
  }
}

/// The properties of one topic: a caseless enumeration with one `static let` each.
public protocol PropertyGroup<System> {
  associatedtype System: Sendable
  static var all: [Property<System>] { get }
}
