/// A claim about a system under test that must hold for every generated value.
///
/// A property is a plain value: a ``Requirement`` and a check. The check receives the *system*, a struct of the functions and components
/// that it exercises. So one declaration serves the reference, every backend, an adopter's implementation and every faulty variant. The
/// check fails by throwing, usually through `expect`.
///
/// A synchronous property shares one system between many cases, so its system must keep no state. An asynchronous property has a new
/// system for every case.
public struct Property<System: Sendable>: Sendable {
  /// What the property checks, in words and numbers.
  public let requirement: Requirement<System>
  /// Each class and the least share of the cases that must fall into it.
  public let requiredShares: [String: Double]

  @usableFromInline let execution: Execution<System>
  /// How many examples it begins with: see ``Generator/trying(_:)``.
  let exampleCount: Int
  /// See ``KnownFailure``.
  let knownFailures: [KnownFailureRule]
  /// What it claims, apart from what the engine sees.
  let claims: Claims

  @usableFromInline
  init(
    _ requirement: Requirement<System>, requiring shares: [String: Double], examples: Int,
    except known: [KnownFailureRule] = [], claims: Claims, _ execution: Execution<System>
  ) {
    self.requirement = requirement
    requiredShares = shares
    exampleCount = examples
    knownFailures = known
    self.claims = claims
    self.execution = execution
  }

  /// The requirement's id, such as `CM-13`.
  public var id: String { requirement.id }
  /// The requirement's title.
  public var title: String { requirement.title }
  /// What the requirement needs of the system.
  public var needs: Set<PropertyNeed> { requirement.needs }
  /// The faults that the property must catch.
  public var faults: [Fault<System>] { requirement.faults }
  /// Where the property is declared.
  public var location: SourceLocation { requirement.location }

  /// Whose its replay tokens are. All that are checked in place have one id: theirs holds a hash of the title.
  var tokenID: String {
    guard id == Property<Void>.idInPlace else { return id }
    var fingerprint = Fingerprint()
    fingerprint.add(title)
    return "\(id)-\(fingerprint.text.suffix(8))"
  }
}

/// The properties of one topic: an enumeration without cases, with a `static let` for each property.
public protocol PropertyGroup<System> {
  /// The system that the properties are about.
  associatedtype System: Sendable
  /// The properties, in the order in which reports list them.
  static var all: [Property<System>] { get }
}
