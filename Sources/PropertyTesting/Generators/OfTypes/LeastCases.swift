/// Which case of an enumeration ends soonest: the one to draw where a value is deep enough, and the simplest.
///
/// `indirect enum Expression { case sum(Expression, Expression), number(Int) }` has to draw a number at some depth, and its decoder knows
/// no more than the names. So each case is tried with the simplest of everything, and with less and less room for cases inside it.
enum LeastCases {
  struct Question: Hashable {
    let type: ObjectIdentifier
    let name: String
    let room: Int
  }

  /// One case that is tried.
  struct Probe {
    let type: ObjectIdentifier
    let name: String
    /// How many enumerations with payloads may be inside each other.
    let room: Int
  }

  /// The name of the case of `type` that needs the least room, the first of several; nil if none is found.
  static func least(of type: any Decodable.Type, _ cases: EnumCases, _ plan: DecodingPlan) -> String? {
    let names = cases.names[cases.payloadCount...] + cases.names[..<cases.payloadCount]
    for room in 0...mostRoom {
      if let name = names.first(where: { ends(type, $0, room: room, plan) }) { return name }
    }
    return nil
  }

  /// Whether the case `name` can be made with so much room.
  static func ends(_ type: any Decodable.Type, _ name: String, room: Int, _ plan: DecodingPlan) -> Bool {
    let question = Question(type: ObjectIdentifier(type), name: name, room: room)
    if let known = plan.least.withLock({ $0[question] }) { return known }
    let session = DrawSession(Source(seed: 0, index: 0), plan)
    session.probe = Probe(type: question.type, name: name, room: room)
    func run<Value: Decodable>(_ type: Value.Type) -> Bool {
      do {
        _ = try session.value(type, at: DrawSite())
        return true
      } catch {
        // Any other error came after the part that may repeat, or says nothing of it.
        return !(session.problem is TooDeep)
      }
    }
    let ends = run(type)
    plan.least.withLock { $0[question] = ends }
    return ends
  }

  private static let mostRoom = 5
}

extension DrawSession {
  /// `keys` with that of the least case first.
  func leastFirst<Key: CodingKey>(_ keys: [Key], of owner: DrawOwner) -> [Key] {
    guard let cases = owner.cases, keys.count > 1, let type = owner.type as? any Decodable.Type,
      let least = LeastCases.least(of: type, cases, plan),
      let place = keys.firstIndex(where: { EnumCases.name(of: $0) == least })
    else { return keys }
    return [keys[place]] + keys[..<place] + keys[(place + 1)...]
  }

  /// The key to try for a question: the asked one outermost, and inside it one that ends.
  func probed<Key: CodingKey>(_ keys: [Key], of owner: DrawOwner, _ probe: LeastCases.Probe) -> [Key] {
    guard let cases = owner.cases, let type = owner.type as? any Decodable.Type else { return Array(keys.prefix(1)) }
    let isAsked = path.count == 1 && ObjectIdentifier(type) == probe.type
    let name =
      isAsked
      ? probe.name
      : probe.room > 0 ? cases.names.first { LeastCases.ends(type, $0, room: probe.room - 1, plan) } : nil
    guard let name else {
      _ = end(TooDeep(type: "\(type)"))
      return []
    }
    return keys.filter { EnumCases.name(of: $0) == name }
  }
}
