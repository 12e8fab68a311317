/// How many requests of a type may be answered by an error, so that it goes on with the next one.
///
/// A type that decodes itself as the first of several that fits (`if let number = try? container.decode(Int.self) … else if let text = …`)
/// would get a number each time. How many it tries, nobody says: so it is refused everything once, and the requests are counted.
struct Refusals {
  /// At most so many of the first requests are refused; 0: the type needs each of them.
  var most = 0
  /// Whether also a container is refused: the type then looks for another one.
  var areContainersRefused = false

  /// What a type that is refused everything asks for.
  final class Probe {
    let refusesContainers: Bool
    var count = 0

    init(refusesContainers: Bool) {
      self.refusesContainers = refusesContainers
    }
  }

  /// A type that tries more than this is a list of parts.
  private static let limit = 20

  init(of type: any Decodable.Type, _ plan: DecodingPlan) {
    let (containers, values) = (Self.count(type, refusesContainers: true, plan), Self.count(type, refusesContainers: false, plan))
    areContainersRefused = containers > 0
    most = min(containers > 0 ? containers : values, Self.limit)
  }

  /// How many requests it goes on after.
  private static func count(_ type: any Decodable.Type, refusesContainers: Bool, _ plan: DecodingPlan) -> Int {
    let session = DrawSession(Source(seed: 0, index: 0), plan)
    let probe = Probe(refusesContainers: refusesContainers)
    session.refusalProbe = probe
    func run<Value: Decodable>(_ type: Value.Type) -> Bool { (try? session.value(type, at: DrawSite())) != nil }
    return run(type) ? probe.count : max(0, probe.count - 1)
  }
}

extension DrawSession {
  /// Whether a request that `owner` makes outermost is answered by an error.
  func refuses(_ owner: DrawOwner, isContainer: Bool = false) -> Bool {
    if let refusalProbe {
      guard path.count == 1, !isContainer || refusalProbe.refusesContainers else { return false }
      refusalProbe.count += 1
      return true
    }
    guard probe == nil, problem == nil, let type = owner.type as? any Decodable.Type else { return false }
    let refusals = plan.refusals(of: type)
    guard refusals.most > 0, !isContainer || refusals.areContainersRefused else { return false }
    if owner.refusals == nil {
      // In half of the draws nothing is refused: a type may need the first answer more often than the others.
      let word = source.mode == .simplest && source.staysSimplest() || isGuided ? 0 : source.nextWord()
      let proposed = word & 1 == 0 ? 0 : (word >> 1) % UInt64(refusals.most + 1)
      owner.refusals = Int(truncatingIfNeeded: resolve(proposed, .branch, 0, UInt64(refusals.most), target: 0))
    }
    guard let left = owner.refusals, left > 0 else { return false }
    owner.refusals = left - 1
    return true
  }
}

extension DecodingPlan {
  fileprivate func refusals(of type: any Decodable.Type) -> Refusals {
    let id = ObjectIdentifier(type)
    if let known = refusals.withLock({ $0[id] }) { return known }
    let found = Refusals(of: type, self)
    refusals.withLock { $0[id] = found }
    return found
  }
}
