import Foundation

/// The package that properties are written for.
struct SubjectPackage: Sendable {
  struct Module: Sendable {
    let name: String
    /// The product that brings it.
    let product: String
    /// Its folder.
    let path: String
  }

  let path: String
  let modules: [Module]
  /// Where the properties go.
  let folder: String
  /// Where everything is built.
  let scratch: String
  private let touchstone: String
  private let traits: [String]

  /// Where the report of the last run is.
  var report: String { "\(scratch)/report" }
  /// The command that runs the properties, once they are built.
  var test: [String] { ["swift", "test", "--package-path", folder, "--scratch-path", scratch, "--skip-build"] }

  private struct Description: Decodable {
    struct Target: Decodable {
      let name: String
      let c99name: String
      let type: String
      let module_type: String
      let path: String
      let product_memberships: [String]?
    }
    struct Product: Decodable {
      let name: String
      let targets: [String]
      let type: [String: [String]?]
    }
    let products: [Product]
    let targets: [Target]
  }

  /// Asks SwiftPM for the modules of the package's libraries.
  /// - Parameters:
  ///   - only: names of modules; empty: all.
  ///   - traits: names of traits; empty: the defaults of the package.
  init(_ path: String, folder: String, scratch: String, touchstone: String, only: [String], traits: [String]) throws {
    guard FileManager.default.fileExists(atPath: "\(path)/Package.swift") else {
      throw WriteError("\(path) has no Package.swift: name the folder of a Swift package")
    }
    let answer = try Shell.run(["swift", "package", "--package-path", path, "describe", "--type", "json"])
    guard answer.status == 0, let start = answer.output.firstIndex(of: "{"),
      let described = try? JSONDecoder().decode(Description.self, from: Data(answer.output[start...].utf8))
    else { throw WriteError("SwiftPM cannot describe the package in \(path):\n\(answer.errors.suffix(2_000))") }
    let libraries = described.products.filter { $0.type["library"] != nil }
    let modules: [Module] = described.targets.compactMap { target in
      guard target.module_type == "SwiftTarget", target.type == "library",
        let product = libraries.first(where: { $0.targets.contains(target.name) }),
        only.isEmpty || only.contains(target.c99name)
      else { return nil }
      return Module(name: target.c99name, product: product.name, path: "\(path)/\(target.path)")
    }
    guard !modules.isEmpty else {
      let names = described.targets.filter { $0.module_type == "SwiftTarget" && $0.type == "library" }.map(\.c99name).joined(
        separator: ", ")
      throw WriteError(
        only.isEmpty
          ? "the package in \(path) has no library product with a Swift module: properties are written for what others can import"
          : "no library product of the package brings \(only.joined(separator: ", ")); its modules are: \(names)")
    }
    self.init(path, folder: folder, scratch: scratch, touchstone: touchstone, modules: modules, traits: traits)
  }

  init(_ path: String, folder: String, scratch: String, touchstone: String, modules: [Module], traits: [String]) {
    (self.path, self.folder, self.scratch, self.touchstone) = (path, folder, scratch, touchstone)
    (self.modules, self.traits) = (modules, traits)
  }

  /// A package of its own, so that nothing in the manifest of the subject changes.
  /// - Parameter written: the modules that have properties.
  func manifest(_ written: [String]) -> String {
    let identity = URL(fileURLWithPath: path).lastPathComponent
    let engine = URL(fileURLWithPath: touchstone).lastPathComponent
    let products = ["PropertyTesting", "PropertyIssues", "ProcessIsolation", "StandardLaws"]
      .map { "  .product(name: \"\($0)\", package: \"\(engine)\")," }.joined(separator: "\n")
    let targets = modules.filter { written.contains($0.name) }.map { module in
      """
          .testTarget(
            name: "\(module.name)Properties",
            dependencies: engine + [.product(name: "\(module.product)", package: "\(identity)")]),
      """
    }.joined(separator: "\n")
    return """
      // swift-tools-version: 6.2
      // Properties of \(identity), written by touchstone write. To have them written again: touchstone write, in that folder.

      import PackageDescription

      let engine: [Target.Dependency] = [
      \(products)
      ]

      let package = Package(
        name: "\(identity)-properties",
        platforms: [.macOS(.v15), .iOS(.v18)],
        dependencies: [
          \(dependency(of: folder)), .package(path: "\(Self.relative(touchstone, to: folder))"),
        ],
        targets: [
      \(targets)
        ])

      """
  }

  /// The package as a dependency, with the traits that are asked for.
  private func dependency(of folder: String) -> String {
    let chosen = traits.isEmpty ? "" : ", traits: [\(traits.map { "\"\($0)\"" }.joined(separator: ", "))]"
    return ".package(path: \"\(Self.relative(path, to: folder))\"\(chosen))"
  }

  /// A package that depends on this one and has nothing else: as a dependency, a package needs nothing that only its tests need, which
  /// perhaps cannot be had.
  /// - Returns: its folder.
  func writeClient() throws -> String {
    let client = "\(scratch)/touchstone-write-client"
    let products = Set(modules.map(\.product)).sorted()
      .map { ".product(name: \"\($0)\", package: \"\(URL(fileURLWithPath: path).lastPathComponent)\")" }.joined(separator: ", ")
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "touchstone-write-client", platforms: [.macOS(.v15), .iOS(.v18)],
        dependencies: [\(dependency(of: client))], targets: [.target(name: "TouchstoneWriteClient", dependencies: [\(products)])])

      """
    for (name, text) in [("Package.swift", manifest), ("Sources/TouchstoneWriteClient/Client.swift", "")] {
      let file = URL(fileURLWithPath: "\(client)/\(name)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    return client
  }

  /// A path from one folder to another, so that both can move together.
  static func relative(_ path: String, to folder: String) -> String {
    let there = URL(fileURLWithPath: path).standardizedFileURL.pathComponents
    let here = URL(fileURLWithPath: folder).standardizedFileURL.pathComponents
    let shared = zip(there, here).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: here.count - shared) + there[shared...]
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }
}

/// What stopped the command.
struct WriteError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
