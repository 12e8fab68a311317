import Foundation

@testable import PropertyTesting

/// A generator of some type, with that type erased by printing.
struct GeneratorKind: Sendable, CustomStringConvertible {
  let name: String
  /// How the simplest value prints; nil where it depends on the case.
  let simplest: String?
  let generator: Generator<String>

  init<Value>(_ name: String, _ generator: Generator<Value>, simplest: String?) {
    self.name = name
    self.simplest = simplest
    self.generator = generator.map { describe($0) }
  }

  var description: String { name }

  /// The printed value of a case; a discard prints as its reason.
  func value(seed: UInt64, index: Int, tape: Tape? = nil) throws -> String {
    var source = Source(seed: seed, index: index, tape: tape)
    do {
      return try source.draw(generator)
    } catch let discard as Discard {
      return "discarded: \(discard.reason)"
    }
  }

  enum Suit: CaseIterable { case clubs, diamonds, hearts, spades }

  /// One of each kind that the engine offers.
  static let all: [GeneratorKind] = numbers + texts + collections + combinators

  private static let numbers = [
    GeneratorKind("int", .int(), simplest: "0"),
    GeneratorKind("int in a small range", .int(in: -3...3), simplest: "0"),
    GeneratorKind("int with a target", .int(in: 0...10_000, target: 77), simplest: "77"),
    GeneratorKind("int above zero", .int(in: 5...50_000), simplest: "5"),
    GeneratorKind("int below zero", .int(in: -50_000 ... -5), simplest: "-5"),
    GeneratorKind("Int8", Generator<Int8>.integer(), simplest: "0"),
    GeneratorKind("UInt16", Generator<UInt16>.integer(), simplest: "0"),
    GeneratorKind("Int64", Generator<Int64>.integer(), simplest: "0"),
    GeneratorKind("UInt64", Generator<UInt64>.integer(), simplest: "0"),
    GeneratorKind("bool", .bool, simplest: "false"),
    GeneratorKind("double", .double(), simplest: "0.0"),
    GeneratorKind("double in a range", .double(in: 2.5...1e9), simplest: "3.0"),
    GeneratorKind("double without whole numbers", .double(in: 0.25...0.75), simplest: "0.25"),
    GeneratorKind("any double", .anyDouble, simplest: "0.0"),
    GeneratorKind("decimal", .decimal(), simplest: "0"),
    GeneratorKind("date", .date(), simplest: "2001-01-01T00:00:00Z"),
    GeneratorKind("uuid", .uuid, simplest: "00000000-0000-0000-0000-000000000000"),
  ]

  private static let texts = [
    GeneratorKind("scalar", Generator<Unicode.Scalar>.scalar(), simplest: #""a""#),
    GeneratorKind("character", Generator<Character>.character(), simplest: #""a""#),
    GeneratorKind("text", .text(), simplest: #""""#),
    GeneratorKind("ascii text", .text(.ascii, count: 2...9), simplest: #""aa""#),
    GeneratorKind("printable text", .text(.asciiPrintable), simplest: #""""#),
    GeneratorKind("text of some", .text(.of("zyx"), count: 1...4), simplest: #""z""#),
    GeneratorKind("bytes", Generator<[UInt8]>.bytes(count: 2...40), simplest: "<00 00>"),
    GeneratorKind("data", Generator<Data>.data(), simplest: "<>"),
  ]

  private static let collections = [
    GeneratorKind("array", Generator<[Int]>.array(of: .int(in: 0...9), count: 1...5), simplest: "[0]"),
    GeneratorKind("array of a count", Generator<[Int]>.array(of: .int(), count: 3), simplest: "[0, 0, 0]"),
    GeneratorKind(
      "nested arrays", Generator<[[Int]]>.array(of: .array(of: .int()), count: 1...9), simplest: "[[]]"),
    GeneratorKind("set", Generator<Set<Int>>.set(of: .int(in: 0...40), count: 0...9), simplest: "[]"),
    GeneratorKind("crowded set", Generator<Set<Int>>.set(of: .int(in: 0...5), count: 4...6), simplest: nil),
    GeneratorKind("dictionary", Generator<[Int: Bool]>.dictionary(of: .int(), .bool), simplest: "[:]"),
    GeneratorKind("permutation", Generator<[Int]>.permutation(of: [1, 2, 3]), simplest: "[1, 2, 3]"),
  ]

  private static let combinators = [
    GeneratorKind("constant", .constant(7), simplest: "7"),
    GeneratorKind("element", .element(of: ["x", "y"]), simplest: #""x""#),
    GeneratorKind("case", Generator<Suit>.anyCase(), simplest: ".clubs"),
    GeneratorKind("optional", Generator<Int>.int().optional, simplest: "nil"),
    GeneratorKind("oneOf", .oneOf(.int(in: 4...9), .int()), simplest: "4"),
    GeneratorKind("frequency", .frequency((1, .int(in: 4...9)), (9, .int())), simplest: "4"),
    GeneratorKind("recursion", Tree.generator, simplest: "0"),
    GeneratorKind("map", Generator<Int>.int().map { $0 / 2 }, simplest: "0"),
    GeneratorKind(
      "flatMap", Generator<Int>.int(in: 1...9).flatMap { .array(of: .int(), count: $0) }, simplest: "[0]"),
    GeneratorKind("filter", Generator<Int>.int().filter { $0 % 3 == 0 }, simplest: "0"),
    GeneratorKind("filter against zero", Generator<Int>.int().filter { $0 % 3 == 1 }, simplest: nil),
    GeneratorKind(
      "rare filter", Generator<Int>.int(in: 0...99).filter(attempts: 5) { $0 % 9 == 1 }, simplest: nil),
    GeneratorKind(
      "compactMap", Generator<Int>.int().compactMap { $0 > 0 ? $0 : nil }, simplest: nil),
    GeneratorKind("pair", Generator<(Int, Bool)>.zip(.int(), .bool), simplest: "(0, false)"),
    GeneratorKind(
      "triple", Generator<(Int, Bool, String)>.zip(.int(), .bool, .text()), simplest: #"(0, false, "")"#),
    GeneratorKind(
      "four", Generator<(Int, Bool, Int, Int)>.zip(.int(), .bool, .int(), .int()),
      simplest: "(0, false, 0, 0)"),
  ]
}
