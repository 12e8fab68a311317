import Foundation

/// The package of properties: its files, and which line of them belongs to which property.
struct WrittenPackage: Sendable {
  private(set) var files: [File]
  let properties: [WrittenProperty]

  struct File: Sendable {
    /// "Tests/MoneyProperties/BigInt.swift"
    let path: String
    var text: String
    var properties: [WrittenProperty] = []
    var generators: [GeneratorDeclaration] = []

    /// The property whose function has a line, from 1, in any layout.
    func property(at line: Int) -> WrittenProperty? {
      for text in lines(to: line).reversed() {
        let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        // The name of a function may stand on a line of its own, behind `func`.
        guard words.contains("func") || words.count == 1 else { continue }
        if let found = properties.first(where: { property in words.contains { $0 == property.test } }) { return found }
      }
      return nil
    }

    /// The generator whose extension has a line, from 1, in any layout.
    func generator(at line: Int) -> GeneratorDeclaration? {
      guard let start = lines(to: line).lastIndex(where: { $0.hasPrefix("extension Generator") }),
        let name = lines(to: .max)[start...].first(where: { $0.contains("static var ") })
      else { return nil }
      return generators.first { name.contains("static var \($0.type.generatorName):") }
    }

    private func lines(to last: Int) -> ArraySlice<Substring> {
      text.split(separator: "\n", omittingEmptySubsequences: false).prefix(last)
    }
  }

  /// - Parameter texts: literals that values are made of.
  init(
    _ subject: SubjectPackage, _ proposals: [String: [WrittenProperty]], generators: [String: [GeneratorDeclaration]], texts: [String] = []
  ) {
    var files: [File] = [File(path: "Package.swift", text: subject.manifest(proposals.filter { !$0.value.isEmpty }.keys.sorted()))]
    for module in subject.modules {
      let folder = "Tests/\(module.name)Properties"
      let imports = (["Foundation", module.name, "ProcessIsolation", "PropertyIssues", "PropertyTesting", "StandardLaws", "Testing"])
        .sorted().map { "import \($0)" }
      let declared = generators[module.name] ?? []
      let written = proposals[module.name] ?? []
      guard !written.isEmpty else { continue }
      let hasCoders = written.contains { $0.proposal.kind == .coders }
      let hasKeys = written.contains { property in property.proposal.body.contains { $0.contains("SameHash") } }
      let values = (hasCoders ? [""] + CoderPairs.declarations : []) + (hasKeys ? [Machines.keyOfEqualHashes] : [])
      files.append(Self.generatorFile("\(folder)/Generators.swift", imports, declared, texts, values))
      // Whose constants are among the values.
      let sources = SubjectPackage.relative(module.path, to: "\(subject.folder)/\(folder)")
      files.append(File(path: "\(folder)/.touchstone-sources", text: "\(sources)\n"))
      for suite in Set(written.map(\.suite)).sorted() {
        files.append(Self.file("\(folder)/\(suite).swift", imports, suite, written.filter { $0.suite == suite }))
      }
    }
    self.files = files
    properties = proposals.values.flatMap(\.self)
  }

  private static func file(_ path: String, _ imports: [String], _ suite: String, _ properties: [WrittenProperty]) -> File {
    let tests = properties.map { $0.lines.joined(separator: "\n") }.joined(separator: "\n\n")
    let lines = imports + ["", "@Suite(.properties) struct \(suite) {", tests, "}"]
    return File(path: path, text: lines.joined(separator: "\n") + "\n", properties: properties)
  }

  private static func generatorFile(
    _ path: String, _ imports: [String], _ generators: [GeneratorDeclaration], _ texts: [String], _ values: [String]
  ) -> File {
    var lines = imports.filter { !["import PropertyIssues", "import StandardLaws", "import Testing"].contains($0) }
    lines += [
      "", "/// A call that traps or never ends costs its case alone.", "let workers = Isolation.forked(timeout: .seconds(2))", "",
      "/// Not a number is the same as itself here.",
      "func isSame<Answer: Equatable>(_ one: Answer, _ other: Answer) -> Bool { one == other || describe(one) == describe(other) }",
    ]
    lines += values + Self.texts(texts)
    for generator in generators {
      let recipes = generator.recipes
      var added = ["", "extension Generator where Value == \(generator.type.type) {"]
      let titles = recipes.map(\.title)
      added += ((titles.prefix(4) + (titles.count > 4 ? ["and \(titles.count - 4) more"] : [])).joined(separator: ", ")).wrapped(to: 130)
        .map { "  /// \($0)" }
      let (leaves, deeper) = (recipes.filter { !$0.isRecursive }, recipes.filter(\.isRecursive))
      let one =
        deeper.isEmpty ? Self.choice(leaves) : ".recursive(leaf: \(Self.choice(leaves))) { smaller in\n      \(Self.choice(deeper))\n    }"
      added += "  static var \(generator.type.generatorName): Generator {\n    \(one)\n  }\n}".split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(String.init)
      lines += added
    }
    return File(path: path, text: lines.joined(separator: "\n") + "\n", generators: generators)
  }

  private static func texts(_ literals: [String]) -> [String] {
    """

    extension Generator where Value == Int {
      /// A number in the range, nine times of ten: an initializer of seven numbers hardly ever takes any seven.
      static func usually(_ range: ClosedRange<Int>) -> Generator { .frequency((9, .int(in: range)), (1, .int(in: -1_000...1_000))) }
    }

    extension Generator where Value == String {
      /// Any texts; those of a few characters that texts of a certain form are made of, or that are not as long as they look; and those
      /// like the ones in the package's tests.
      static var someText: Generator {
        .oneOf(
          .text(), .text(.of("aA.e\\u{301}\\u{E9}"), count: 0...2), .text(.of("a 0-_.,:;/\\\\\\"'\\n\\t"), count: 0...6),
          .text(.of("a ßİनिe\\u{301}👩‍👧\\r\\n"), count: 0...4)\
          \(literals.isEmpty ? ")" : ", .near(textsOfTests))")
      }

      /// One of the texts, with up to two changes.
      static func near(_ texts: [String]) -> Generator {
        Generator { source in
          var text = try source(.element(of: texts))
          for _ in 0..<(try source(.int(in: 0...2))) {
            let start = try source(.int(in: 0...text.count))
            let end = try source(.int(in: start...min(start + 3, text.count)))
            let piece = try source(.oneOf(.text(count: 0...2), .element(of: texts)))
            text = "\\(text.prefix(start))\\(piece.prefix(try source(.int(in: 0...3))))\\(text.dropFirst(end))"
          }
          return text
        }
      }
    }
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      + (literals.isEmpty ? [] : ["", "private let textsOfTests = [", "  " + literals.joined(separator: ", "), "]"])
  }

  private static func choice(_ recipes: [GeneratorPlan.Recipe]) -> String {
    recipes.count == 1 ? recipes[0].expression : ".oneOf(\n      " + recipes.map(\.expression).joined(separator: ",\n      ") + ")"
  }

  /// With the layout of `swift format`, by the rules of the folder if it has some. Without the formatter, as it is.
  /// - Parameter scratch: a folder below which the files are laid out.
  func formatted(in scratch: String) throws -> WrittenPackage {
    var package = self
    let folder = "\(scratch)/layout"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try writeFiles(into: folder)
    let sources = files.map { "\(folder)/\($0.path)" }.filter { $0.hasSuffix(".swift") }
    guard try Shell.run(["swift", "format", "--in-place"] + sources).status == 0 else { return self }
    for index in files.indices { package.files[index].text = try String(contentsOfFile: "\(folder)/\(files[index].path)", encoding: .utf8) }
    return package
  }

  /// Writes every file below a folder, and removes those of an earlier time, but for the counterexamples that a run has saved.
  func write(into folder: String) throws {
    let manager = FileManager.default
    let kept = Set(files.map(\.path))
    for path in manager.subpaths(atPath: "\(folder)/Tests") ?? [] where path.hasSuffix(".swift") && !kept.contains("Tests/\(path)") {
      try manager.removeItem(atPath: "\(folder)/Tests/\(path)")
    }
    try writeFiles(into: folder)
    for (name, text) in [(StruckList.fileName, StruckList.beginning), (".gitignore", ".build/\n")]
    where !manager.fileExists(atPath: "\(folder)/\(name)") {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
  }

  /// A file that is as it should be keeps its time: it is not built again.
  private func writeFiles(into folder: String) throws {
    for file in files {
      let path = "\(folder)/\(file.path)"
      if let text = try? String(contentsOfFile: path, encoding: .utf8), text == file.text { continue }
      try FileManager.default.createDirectory(
        atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
      try file.text.write(toFile: path, atomically: true, encoding: .utf8)
    }
  }
}
