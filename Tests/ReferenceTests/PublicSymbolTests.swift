import Foundation
import Testing

/// Every public symbol of the libraries has its words in the reference.
@Suite("The reference: public symbols")
struct PublicSymbolTests {
  /// The products of one module each.
  private static let modules = Package.catalogues.filter { (try? Package.modules(of: $0)) == [$0] }

  @Test("Every public symbol has a documentation comment")
  func everySymbolIsDocumented() throws {
    let files = Self.files(of: Self.modules)
    let undocumented = Undocumented(in: try files.flatMap { try #require(Self.declarations[$0], "\($0) cannot be read") })
    for one in undocumented.found {
      Issue.record("\(one.file):\(one.line): \(one.keyword) \((one.path + [one.name]).joined(separator: ".")) has no documentation comment")
    }
    // Proof that the reader sees the sources.
    #expect(files.count > 450 && undocumented.publicCount > 1_400, "\(files.count) files, \(undocumented.publicCount) public symbols")
  }

  /// How many public symbols of an app's modules have no comment. Most are fields and parts whose name says all that there is to say. The
  /// number may only go down.
  private static let gaps = [
    ("CountMeReference", 84), ("CountMeGenerators", 25), ("CountMeProperties", 0),
    ("PersonalOSReference", 698), ("PersonalOSGenerators", 334), ("PersonalOSProperties", 0),
    ("QuickVaultReference", 288), ("QuickVaultGenerators", 64), ("QuickVaultProperties", 0),
    ("ArgusReference", 459), ("ArgusMigration", 0), ("ArgusGenerators", 0), ("ArgusProperties", 0),
  ]

  /// By file, of all modules.
  private static let declarations: [String: [Declaration]] = {
    var declarations: [String: [Declaration]] = [:]
    for file in files(of: modules + gaps.map(\.0)) {
      declarations[file] = (try? Package.text(file)).map { DeclarationReader(file: file, $0).declarations }
    }
    return declarations
  }()

  /// Of all modules at once: a protocol of one documents what a type of another does.
  private static let inAllModules = Undocumented(in: files(of: modules + gaps.map(\.0)).flatMap { declarations[$0] ?? [] }).found

  private static func files(of modules: [String]) -> [String] {
    modules.flatMap { Package.files(in: Package.folder(of: $0), ending: ".swift") }
  }

  @Test("An app's modules have no more public symbols without a comment than before", arguments: gaps)
  func gapsOnlyClose(module: String, allowed: Int) throws {
    let found = Self.inAllModules.filter { $0.file.hasPrefix(Package.folder(of: module) + "/") }
    let names = found.suffix(10).map { "\($0.file):\($0.line) \($0.name)" }.joined(separator: "\n")
    #expect(
      found.count == allowed,
      "Document what is new, or lower the number in this test if there are fewer. The last of them:\n\(names)")
  }

  @Test("All modules of a product are counted")
  func allModulesAreCounted() throws {
    let modules = try Package.catalogues.flatMap { try Package.modules(of: $0) }
    #expect(Set(modules) == Set(Self.modules + Self.gaps.map(\.0)))
  }

  @Test("The reader finds what has no comment", arguments: [
    ("public struct A {}", ["A"]),
    ("/// A.\npublic struct A { public let b: Int }", ["b"]),
    ("/// A.\npublic struct A {\n  /// B.\n  public let b: Int\n  public var c: Int { 1 }\n  let d = 0\n}", ["c"]),
    ("/// A.\npublic struct A { public init(b: Int = f(.init(x: 1))) { let c = 1; struct D {} } }", ["init(b:)"]),
    ("/// A.\npublic struct A {\n  @inlinable public static func b<T>(_ c: T) {}\n}", ["b"]),
    ("/// A.\npublic protocol A {\n  func b()\n  associatedtype C\n}", ["b", "C"]),
    ("/// A.\npublic struct A {}\nextension A { public func b() {} }", ["b"]),
    ("/// A.\npublic struct A {}\npublic extension A { func b() {}; private func c() {} }", ["b"]),
    ("/// A.\npublic enum A {\n  case b(Int)\n}", ["b"]),
    ("/// A.\npublic enum A { public struct B {} }", ["B"]),
    ("let a = 1 /// Of another line.\npublic let b = 2", ["b"]),
    ("///\npublic let a = 1", ["a"]),
    ("// A.\npublic let a = 1", ["a"]),
    ("/// A.\npublic struct A {\n  public private(set) var b: Int\n  public class func c() {}\n}", ["b", "c"]),
    ("/// A.\npublic struct A { public subscript(b: Int) -> Int { b } }", ["subscript"]),
    ("public typealias A = Int\npublic actor B {}", ["A", "B"]),
    ("/// A.\npublic struct A {\n  public var description: String { \"\" }\n}", ["description"]),
    ("/// A.\npublic protocol A {\n  func b()\n}\n/// C.\npublic struct C: A { public func b() {} }", ["b", "b"]),
  ])
  func theReaderFindsWhatHasNone(source: String, names: [String]) {
    #expect(Self.names(of: source) == names)
  }

  @Test("The rules excuse what has its words elsewhere", arguments: [
    "struct A { public let b: Int }", "/// A.\npublic struct A { let b: Int; private init() {} }",
    "struct A {}\nextension A { public func b() {} }", "private enum A { struct B { public let c: Int } }",
    "/// A.\npublic enum A {\n  case b, c\n  case d(count: Int)\n  case e(of: [Int: Int], at: Int)\n}",
    "/// A.\npublic struct A: Sendable, CustomStringConvertible {\n  public var description: String { \"\" }\n}",
    "/// A.\npublic struct A {}\nextension A: Codable {\n  public init(from d: Decoder) {}\n  public func encode(to e: Encoder) {}\n}",
    "/// A.\npublic protocol A {\n /// B.\n  func b()\n}\n/// C.\npublic protocol C: A {}\n/// D.\npublic enum D: C { public func b() {} }",
    "/// A.\n@available(macOS 15, *)\n// Why.\n@frozen public struct A {}", "/** A. */ public struct A {}",
    "/// A.\npublic enum A {\n  /// O.\n  case open(String, at: Int)\n  /// B.\n  case b(Int)\n}",
    "/// A.\npublic let a = b { c.prefix(1) }\n/// D.\npublic let d = 1",
    "/// A.\npublic struct A {\n  /// B.\n  @inlinable(never) nonisolated(unsafe) public private(set) static var b = 1\n}",
    "/// A.\npublic func a() { func b() {}; let c = { public in public } }", "public let _a = 1", "/// A.\npublic let a = 1, b = 2",
  ])
  func theRulesExcuse(source: String) {
    #expect(Self.names(of: source) == [])
  }

  private static func names(of source: String) -> [String] {
    Undocumented(in: DeclarationReader(file: "A.swift", source).declarations).found.map(\.name)
  }
}
