import Testing

@testable import PropertyWriting

@Suite struct DeclarationReaderTests {
  @Test(arguments: [
    ("Int", "Int"), ("Set<Int>?", "Set<Int>?"), ("[String: [Int]]", "[String: [Int]]"), ("(quotient: Int, remainder: Int)", "(Int, Int)"),
    ("(Int)", "Int"), ("A.B<C<D>>", "A.B<C<D>>"), ("()", "()"), ("Int??", "Int??"), ("[Int]!", "[Int]?"),
  ])
  func types(_ text: String, _ expected: String) { #expect(DeclarationReader.type(text).description == expected) }

  @Test(arguments: ["(Int) -> String", "any Sequence", "inout Int", "A<B>.C", "@escaping () -> Void", "[Int", "", "repeat each T", "P & Q"])
  func whatNoValueIsMadeFor(_ text: String) {
    guard case .other = DeclarationReader.type(text) else {
      Issue.record("\(text) was read as \(DeclarationReader.type(text))")
      return
    }
  }

  @Test func aFunction() {
    let signature = read("static func power(_ base: Int, to exponent: [Int] = [1, 2], by: Int) throws -> Int?")
    #expect(signature.parameters.map(\.label) == [nil, "to", "by"])
    #expect(signature.parameters.map(\.name) == ["base", "exponent", "by"])
    #expect(signature.parameters.map(\.type.description) == ["Int", "[Int]", "Int"])
    #expect(signature.parameters.map(\.hasDefault) == [false, true, false])
    #expect(signature.attributes == ["static", "throws"])
    #expect(signature.result?.description == "Int?")
  }

  @Test func anInitializerThatMayFail() {
    let signature = read("init?<T>(exactly source: T) where T : BinaryFloatingPoint")
    #expect(signature.isFailable)
    #expect(signature.parameters.map(\.type.description) == ["T"])
  }

  @Test(arguments: [
    ("var count: Int { get }", true, false), ("var count: Int", false, false), ("let count: Int", false, true),
    ("var count: Int { get set }", false, false),
  ])
  func properties(_ text: String, _ isReadOnly: Bool, _ isConstant: Bool) {
    let signature = read(text)
    #expect(signature.result?.description == "Int")
    #expect(signature.isReadOnly == isReadOnly)
    #expect(signature.isConstant == isConstant)
  }

  @Test func cases() {
    #expect(read("case plain").parameters.isEmpty)
    #expect(read("case pair(Int, name: String)").parameters.map(\.label) == [nil, "name"])
    #expect(read("case pair(Int, name: String)").parameters.map(\.type.description) == ["Int", "String"])
  }

  @Test func operatorsAndSubscripts() {
    #expect(read("static func + (a: BigInt, b: BigInt) -> BigInt").parameters.count == 2)
    let access = read("subscript(key: String) -> Int? { get set }")
    #expect(access.parameters.map(\.type.description) == ["String"])
    #expect(access.result?.description == "Int?" && !access.isReadOnly)
    #expect(access.parameters.map(\.label) == [nil] && read("subscript(at index: Int) -> Int").parameters.map(\.label) == ["at"])
    #expect(read("var size: Int { get async throws }").attributes.isSuperset(of: ["async", "throws"]))
  }

  private func read(_ text: String) -> Signature {
    var reader = DeclarationReader(text)
    return reader.signature()
  }
}
