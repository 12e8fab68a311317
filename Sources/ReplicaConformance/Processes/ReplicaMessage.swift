import ReplicaContract

/// A line from an adapter: the reply to a request, or a call of its server or disk.
struct ReplicaMessage: Sendable, Decodable {
  enum Contents: Sendable {
    case reply(Result<Reply, WireError>)
    case call(Call)
  }

  /// The contents of `ok`: whichever members the request asks for.
  struct Reply: Sendable, Decodable {
    var name: String?
    var speaks: Int?
    var capabilities: WireCapabilities?
    var records: [String: [String: String]]?
    var list: [String]?

    private enum CodingKeys: String, CodingKey {
      case name, capabilities, records, list
      case speaks = "protocol"
    }
  }

  enum Call: Sendable {
    case push([WireChange])
    case pull(after: String?, limit: Int)
    case read
    case write([String: String?])
  }

  /// Of the request or the call.
  let number: Int
  let contents: Contents

  private enum Member: String, CodingKey { case id, ok, err, call, op, changes, after, limit, texts }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    if let call = try members.decodeIfPresent(Int.self, forKey: .call) {
      number = call
      let name = try members.decode(String.self, forKey: .op)
      switch name {
      case "push": contents = .call(.push(try members.decode([WireChange].self, forKey: .changes)))
      case "pull":
        contents = .call(
          .pull(
            after: try members.decodeIfPresent(String.self, forKey: .after), limit: try members.decode(Int.self, forKey: .limit)))
      case "read": contents = .call(.read)
      case "write": contents = .call(.write(try members.decode([String: String?].self, forKey: .texts)))
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .op, in: members, debugDescription: "“\(name.prefix(40))” is no call; calls are push, pull, read and write")
      }
      return
    }
    guard let id = try members.decodeIfPresent(Int.self, forKey: .id) else { throw Self.shape(decoder) }
    number = id
    let reply = try members.decodeIfPresent(Reply.self, forKey: .ok)
    let error = try members.decodeIfPresent(WireError.self, forKey: .err)
    switch (reply, error) {
    case (let reply?, nil): contents = .reply(.success(reply))
    case (nil, let error?): contents = .reply(.failure(error))
    default: throw Self.shape(decoder)
    }
  }

  private static func shape(_ decoder: any Decoder) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "a line has “id” with one of “ok” (an object) and “err” (an object), or “call” with “op”"))
  }
}

struct WireChange: Sendable, Decodable {
  let name: String
  let body: String
  let basedOn: Int64?
  var tombstone: Bool?

  var change: SyncChange { SyncChange(name: name, body: body, basedOn: basedOn, isTombstone: tombstone ?? false) }
}

/// ``ReplicaCapabilities`` as an adapter declares them: what it leaves out it does not promise.
struct WireCapabilities: Sendable, Decodable {
  let capabilities: ReplicaCapabilities

  private enum Member: String, CodingKey {
    case fields, list, merge, deletes, causal, durable, anyOrder, bounded, setsRefusedAside, keepsUnknownFields, expiresTombstones,
      separatesAccounts, attachment
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    func has(_ member: Member) throws -> Bool { try members.decodeIfPresent(Bool.self, forKey: member) ?? false }
    func choice<Choice: CaseIterable>(_ member: Member, _ choices: KeyValuePairs<String, Choice>, or standard: Choice) throws -> Choice {
      guard let name = try members.decodeIfPresent(String.self, forKey: member) else { return standard }
      guard let found = choices.first(where: { $0.key == name }) else {
        let names = choices.map(\.key).joined(separator: ", ")
        throw DecodingError.dataCorruptedError(
          forKey: member, in: members, debugDescription: "“\(name.prefix(40))” is none of \(names)")
      }
      return found.value
    }
    let fields = try members.decodeIfPresent([String].self, forKey: .fields)
    capabilities = ReplicaCapabilities(
      hasRecords: fields != nil, fields: fields ?? [], hasList: try has(.list),
      merge: try choice(.merge, ["byField": .byField, "byRecord": .byRecord], or: .byRecord),
      deletes: try choice(
        .deletes, ["deletesWin": .deletesWin, "editsWin": .editsWin, "undeclared": .undeclared], or: .undeclared),
      isCausal: try has(.causal), isDurable: try has(.durable), delivery: try has(.anyOrder) ? .anyOrder : .inOrder,
      isBounded: try has(.bounded), setsRefusedAside: try has(.setsRefusedAside), keepsUnknownFields: try has(.keepsUnknownFields),
      expiresTombstones: try has(.expiresTombstones), separatesAccounts: try has(.separatesAccounts),
      attachment: try members.decodeIfPresent(String.self, forKey: .attachment))
  }
}
