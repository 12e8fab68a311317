/// The laws of each protocol to which a type conforms.
struct ConformanceLaws: Proposer {
  /// Protocols with their laws. Of a row, the first that a type conforms to brings the laws of those behind it.
  private static let chains: [[(name: String, laws: String, needs: Set<String>)]] = [
    [("Hashable", ".hashable", []), ("Equatable", ".equatable", [])],
    [("Comparable", ".comparable", [])],
    [("Decodable", ".codable", ["Encodable", "Equatable"])],
    [("Identifiable", ".identifiable", [])],
    [("OptionSet", ".optionSet", []), ("SetAlgebra", ".setAlgebra", []), ("RawRepresentable", ".rawRepresentable", [])],
    [("CaseIterable", ".caseIterable", ["Equatable"])],
    [("LosslessStringConvertible", ".losslessStringConvertible", ["Equatable"])],
    [
      ("FixedWidthInteger", ".fixedWidthInteger", []), ("BinaryInteger", ".binaryInteger", []),
      ("BinaryFloatingPoint", ".binaryFloatingPoint", []),
      ("SignedNumeric", ".signedNumeric", []), ("Numeric", ".numeric", []), ("AdditiveArithmetic", ".additiveArithmetic", []),
    ],
    [("Strideable", ".strideable", [])],
    [("InstantProtocol", ".instant", [])],
    [
      ("RandomAccessCollection", ".randomAccessCollection", []), ("BidirectionalCollection", ".bidirectionalCollection", []),
      ("Collection", ".collection", []), ("Sequence", ".sequence", []),
    ],
    [("MutableCollection", ".mutableCollection", [])],
    [("RangeReplaceableCollection", ".rangeReplaceableCollection", [])],
    [("IteratorProtocol", ".iterator", [])],
    [("LocalizedError", ".localizedError", [])],
  ]

  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.api.types.flatMap { type -> [Proposal] in
      guard let generator = context.plan.generator(of: type.type) else { return [] }
      return Self.chains.compactMap { chain in
        guard let row = chain.first(where: { type.conformances.contains($0.name) && $0.needs.isSubset(of: type.conformances) }) else {
          return nil
        }
        // The laws of sequences compare elements, and those of numbers take every result for exact.
        let parts =
          ["Sequence", "Collection"].contains { row.name.hasSuffix($0) } ? ["Element"] : row.name == "RawRepresentable" ? ["RawValue"] : []
        // What no typealias says, a member may.
        let told = type.members.filter { parts == ["Element"] ? $0.kind == .subscript : $0.name == "rawValue" && parts == ["RawValue"] }
        let isOfPairs = told.contains { if case .tuple = $0.result { true } else { false } }
        let kinds = parts.compactMap { context.api.associated($0, of: type) } + (parts == ["RawValue"] ? told.map(\.result) : [])
        guard kinds.allSatisfy(context.isEquatable), !isOfPairs else { return nil }
        if row.name.hasSuffix("Numeric") || row.name == "AdditiveArithmetic", "\(type.type)".contains("Double") { return nil }
        let words = row.name.prefix(1).lowercased() + row.name.dropFirst()
        return Proposal(
          kind: .laws, subject: type.path, name: "\(words)Laws", because: "\(type.type) conforms to \(row.name).", inputs: [],
          body: ["try checkLaws(\(row.laws), of: \(generator), named: \"\(type.path)\", isolation: workers)"], about: [],
          laws: generator)
      }
    }
  }
}
