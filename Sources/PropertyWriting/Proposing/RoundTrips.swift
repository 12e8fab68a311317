/// What is written by one function and read by another is what it was.
struct RoundTrips: Proposer {
  func propose(_ context: inout ProposalContext) -> [Proposal] {
    var found: [Proposal] = []
    for type in context.api.types {
      guard let generator = context.plan.generator(of: type.type) else { continue }
      let isEquatable = context.isEquatable(type.type)
      let value = Proposal.Input(name: "value", type: type.type, generator: generator)
      for reader in type.members where isReader(reader, of: type) {
        for writer in type.members where isWriter(writer) && writer.result == reader.required[0].type && fits(writer, reader, type) {
          let written = (writer.isThrowing ? "try " : "") + writer.call(on: "value", [])
          let read = (reader.isThrowing ? "try " : "") + reader.call(["written"])
          // What has no == is written alike once more.
          let again = writer.call(on: "(\(read))\(reader.isFailable || reader.result != type.type ? "?" : "")", [])
          guard isEquatable || !writer.isThrowing && writer.result == .named("String") else { continue }
          let claim = isEquatable ? "\(read), equals: value" : "\(again), equals: written"
          found.append(
            Proposal(
              kind: .roundTrip, subject: type.path,
              name: "\(writer.words)IsReadBackBy\(reader.words.capitalizingFirst)",
              because: "\(reader.title) reads a \(reader.required[0].type), and \(writer.title) writes one.", inputs: [value],
              body: ["let written = \(written)", "try expect(\"\\(describe(written)) read back\", \(claim))"],
              about: [reader, writer]))
          if let constants = ofConstants(type, reader, writer, isEquatable: isEquatable) { found.append(constants) }
        }
      }
    }
    return found + inversePairs(&context)
  }

  private func isReader(_ reader: Callable, of type: TypeDeclaration) -> Bool {
    let makes = reader.kind == .initializer || reader.kind == .method && reader.isStatic
    return makes && reader.required.count == 1 && (reader.result == type.type || reader.result == .optional(type.type))
      && reader.precondition == nil
      && reader.required[0].type != type.type
  }

  private func isWriter(_ writer: Callable) -> Bool {
    writer.needsReceiver && !writer.isMutating && (writer.kind == .method || writer.kind == .property) && writer.required.isEmpty
      && writer.isPure
  }

  /// Whether a reader with one parameter may be meant to read what the writer writes.
  private func fits(_ writer: Callable, _ reader: Callable, _ type: TypeDeclaration) -> Bool {
    let written = writer.name.lowercased()
    let label = (reader.required[0].label ?? "").lowercased()
    if written == label {
      // Laws of RawRepresentable say it; and what has more to it than the one property is not made of that alone.
      let state = type.members.count { $0.kind == .property && $0.needsReceiver && !$0.isReadOnly }
      return !(label == "rawvalue" && type.conformances.contains("RawRepresentable")) && state <= 1
    }
    // A part that can be set is not the whole.
    let parts = type.members.count { $0.kind == .property && $0.isSettable }
    if writer.kind == .property, writer.isSettable, parts > 1 { return false }
    // What has a property's name reads that property, and nothing else. Of raw values, the compiler's may be no member.
    if label == "rawvalue" || type.members.contains(where: { $0.kind == .property && $0.name.lowercased() == label }) { return false }
    let texts: Set = ["String", "Substring", "Data", "[UInt8]", "[UInt]"]
    guard texts.contains(reader.required[0].type.description) else { return false }
    let whole = [
      "description", "string", "stringvalue", "serialize", "serialized", "serializeddata", "serializedbytes", "data", "rawvalue", "encoded",
      "encode", "bytes", "rawbytes",
      "text", "absolutestring", "render", "rendered", "print", "printed", "hexstring", "hex", "base64", "base64encodedstring",
      "rawrepresentation",
      "derrepresentation", "pemrepresentation", "compactrepresentation", "x963representation", "uuidstring", "canonical", "format",
      "formatted",
    ]
    // The laws of the one look at it; what takes any text without a refusal seldom means to read a description.
    if written == "description",
      type.conformances.contains("LosslessStringConvertible") || !reader.isFailable && !reader.isThrowing
    { return false }
    let readers = [
      "", "string", "from", "parsing", "decoding", "data", "bytes", "text", "encoded", "serialized", "representation", "contentsof",
      "rawvalue", "description",
    ]
    guard readers.contains(label) || written.contains(label) else { return false }
    return whole.contains(written)
  }
}
