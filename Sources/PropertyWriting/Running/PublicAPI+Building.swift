import Foundation

extension PublicAPI {
  /// Builds a module, and reads what the compiler says of its public declarations.
  /// - Parameter tell: takes a line about what goes on.
  init(of module: SubjectPackage.Module, in subject: SubjectPackage, telling tell: @escaping (String) -> Void) throws {
    let graphs = "\(subject.scratch)/graphs"
    let client = try subject.writeClient()
    try FileManager.default.createDirectory(atPath: graphs, withIntermediateDirectories: true)
    let words = [
      "-emit-symbol-graph", "-emit-symbol-graph-dir", graphs, "-symbol-graph-minimum-access-level", "public",
      "-symbol-graph-skip-synthesized-members",
    ]
    let built = try Shell.run(
      ["swift", "build", "--package-path", client, "--scratch-path", "\(subject.scratch)/api", "--target", module.name]
        + words.flatMap { ["-Xswiftc", $0] }, telling: tell)
    guard built.status == 0 else {
      throw WriteError(
        "\(module.name) does not build:\n\((built.output + built.errors).split(separator: "\n").suffix(30).joined(separator: "\n"))")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: graphs).filter {
      $0 == "\(module.name).symbols.json" || $0.hasPrefix("\(module.name)@")
    }
    // The module's own graph first: its types are known when extensions of others are read.
    let read = try names.sorted { $0.count < $1.count }.map { name in
      try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: URL(fileURLWithPath: "\(graphs)/\(name)")))
    }
    guard !read.isEmpty else { throw WriteError("the compiler wrote no symbol graph for \(module.name)") }
    self.init(module: module.name, graphs: read, folder: subject.path, sources: module.path)
  }
}
