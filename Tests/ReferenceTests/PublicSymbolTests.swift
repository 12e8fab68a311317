import Foundation
import Testing

/// Every public symbol of the libraries has its words in the reference.
@Suite("The reference: public symbols")
struct PublicSymbolTests {
  /// The modules of all products.
  private static let modules = Package.catalogues.flatMap { (try? Package.modules(of: $0)) ?? [] }

  /// All modules at once: a protocol of one documents what a type of another does.
  @Test("Every public symbol has a documentation comment")
  func everySymbolIsDocumented() throws {
    let files = Set(Self.modules).flatMap { Package.files(in: Package.folder(of: $0), ending: ".swift") }
    let undocumented = Undocumented(in: try files.flatMap { DeclarationReader(file: $0, try Package.text($0)).declarations })
    for one in undocumented.found {
      Issue.record("\(one.file):\(one.line): \(one.keyword) \((one.path + [one.name]).joined(separator: ".")) has no documentation comment")
    }
    // Proof that the reader sees the sources.
    #expect(files.count > 1_400 && undocumented.publicCount > 6_000, "\(files.count) files, \(undocumented.publicCount) public symbols")
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
