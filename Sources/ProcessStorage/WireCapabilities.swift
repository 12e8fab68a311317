import StorageContract

/// What an adapter declares in its `hello`.
struct WireCapabilities: Sendable, Decodable {
  let capabilities: StoreCapabilities

  private enum Member: String, CodingKey {
    case durability, isolation, backup, compaction, integrity, simultaneousStores, maximumFieldSizeBytes
    case maximumKeySizeBytes, worksOnAfterIOErrors, constantFiles, versionsHaveGaps, noticesAlteredBackups
    case profile, emulates
  }

  /// One word for what an adapter emulates.
  private enum Profile: String, CaseIterable {
    case keyValue, orderedKeyValue

    var emulates: Set<StoreCapabilities.EmulatedPart> {
      switch self {
      case .keyValue: .keyValue
      case .orderedKeyValue: .orderedKeyValue
      }
    }
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ member: Member, _ text: String? = nil) throws -> Choice {
      let text = try text ?? members.decode(String.self, forKey: member)
      guard let choice = Choice(rawValue: text) else {
        let known = Choice.allCases.map { $0.rawValue }.joined(separator: ", ")
        throw DecodingError.dataCorruptedError(
          forKey: member, in: members,
          debugDescription: "\(text.debugDescription.prefix(40)) is not one of \(known)")
      }
      return choice
    }
    let sizeBytes = try members.decode(Int.self, forKey: .maximumFieldSizeBytes)
    guard sizeBytes > 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .maximumFieldSizeBytes, in: members, debugDescription: "it has to be more than 0")
    }
    let keyBytes = try members.decodeIfPresent(Int.self, forKey: .maximumKeySizeBytes) ?? RecordRules.maximumKeySizeBytes
    guard 128...RecordRules.maximumKeySizeBytes ~= keyBytes else {
      throw DecodingError.dataCorruptedError(
        forKey: .maximumKeySizeBytes, in: members,
        debugDescription: "it has to be from 128 to \(RecordRules.maximumKeySizeBytes)")
    }
    let profile: Profile? = members.contains(.profile) ? try choice(.profile) : nil
    let emulates = try members.decodeIfPresent([String].self, forKey: .emulates)
      .map { Set(try $0.map { try choice(.emulates, $0) as StoreCapabilities.EmulatedPart }) }
    capabilities = StoreCapabilities(
      durability: try choice(.durability), isolation: try choice(.isolation),
      backup: try members.decodeIfPresent(Bool.self, forKey: .backup) ?? false, maximumFieldSizeBytes: sizeBytes,
      simultaneousStores: try members.decodeIfPresent(Bool.self, forKey: .simultaneousStores) ?? false,
      compaction: try members.decodeIfPresent(Bool.self, forKey: .compaction) ?? false,
      integrity: members.contains(.integrity) ? try choice(.integrity) : .none, maximumKeySizeBytes: keyBytes,
      worksOnAfterIOErrors: try members.decodeIfPresent(Bool.self, forKey: .worksOnAfterIOErrors) ?? true,
      constantFiles: try members.decodeIfPresent(Bool.self, forKey: .constantFiles) ?? true,
      versionsHaveGaps: try members.decodeIfPresent(Bool.self, forKey: .versionsHaveGaps) ?? false,
      noticesAlteredBackups: try members.decodeIfPresent(Bool.self, forKey: .noticesAlteredBackups) ?? true,
      emulates: emulates ?? profile?.emulates ?? [])
  }
}

extension WireLine {
  mutating func append(_ capabilities: StoreCapabilities) {
    text("durability", capabilities.durability.rawValue)
    text("isolation", capabilities.isolation.rawValue)
    boolean("backup", capabilities.backup)
    boolean("compaction", capabilities.compaction)
    text("integrity", capabilities.integrity.rawValue)
    boolean("simultaneousStores", capabilities.simultaneousStores)
    integer("maximumFieldSizeBytes", capabilities.maximumFieldSizeBytes)
    // Limits that most stores do not have.
    let keyBytes = capabilities.maximumKeySizeBytes
    if keyBytes < RecordRules.maximumKeySizeBytes { integer("maximumKeySizeBytes", keyBytes) }
    if !capabilities.worksOnAfterIOErrors { boolean("worksOnAfterIOErrors", false) }
    if !capabilities.constantFiles { boolean("constantFiles", false) }
    if capabilities.versionsHaveGaps { boolean("versionsHaveGaps", true) }
    if !capabilities.noticesAlteredBackups { boolean("noticesAlteredBackups", false) }
    if !capabilities.emulates.isEmpty { texts("emulates", capabilities.emulates.map(\.rawValue).sorted()) }
  }
}
