/// What a type itself names, as its reader reads it.
extension RoundTrips {
  /// The values that the package itself names are read back, each: a list of those that are not says more than one of them.
  func ofConstants(_ type: TypeDeclaration, _ reader: Callable, _ writer: Callable, isEquatable: Bool) -> Proposal? {
    let names = type.members.filter {
      $0.kind == .property && $0.isStatic && $0.result == type.type && $0.isRepeatable && !$0.isThrowing && !$0.isAsync
    }.map { ".\($0.name)" }
    guard names.count > 1, !writer.isThrowing, writer.result == .named("String") else { return nil }
    let written = writer.call(on: "$0", [])
    let read = (reader.isThrowing ? "(try? " : "(") + reader.call([written]) + ")"
    let again = writer.call(on: read + (reader.isFailable || reader.isThrowing || reader.result.isOptional ? "?" : ""), [])
    return Proposal(
      kind: .roundTrip, subject: type.path,
      name: "constantsAreReadBackBy\(reader.words.capitalizingFirst)",
      because: "\(reader.title) reads what \(writer.title) writes of the values that \(type.path) names.",
      inputs: [
        Proposal.Input(
          name: "constants", type: .array(type.type),
          generator: "Generator { _ in [\(names.joined(separator: ", "))] as [\(type.type)] }")
      ],
      body: [
        "let others = constants.filter { \(isEquatable ? "\(read) != $0" : "\(again) != \(written)") }",
        "try expect(\"those that are not read back\", others.map { \(written) }, equals: [])",
      ], about: [reader, writer])
  }
}
