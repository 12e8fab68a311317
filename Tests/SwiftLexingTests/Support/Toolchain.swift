import Foundation
import Synchronization

/// The parser that the toolchain brings, in a process of its own: `ToolchainTokens/main.swift`, compiled once for a run of
/// the tests. It ends with the tests, which close its input.
final class Toolchain: Sendable {
  struct Reading: Sendable {
    /// The parser has nothing to complain about.
    let isValid: Bool
    /// `w 0 3` for each token that is no blank and no end of a line: a letter for its kind, and where it begins and ends.
    let tokens: [Substring]
  }

  enum Failure: Error, CustomStringConvertible {
    case notCompiled(String)
    case noAnswer

    var description: String {
      switch self {
      case .notCompiled(let message): "the program that prints tokens does not compile: \(message)"
      case .noAnswer: "the program that prints tokens gave no answer"
      }
    }
  }

  /// Where the toolchain keeps the modules of its parser; nil if it has none.
  static let modules: String? = {
    guard let info = try? run("swiftc", ["-print-target-info"]),
      let object = try? JSONSerialization.jsonObject(with: Data(info.output.utf8)) as? [String: Any],
      let paths = object["paths"] as? [String: Any], let resources = paths["runtimeResourcePath"] as? String
    else { return nil }
    let folder = resources + "/host"
    return FileManager.default.fileExists(atPath: folder + "/SwiftParser.swiftmodule") ? folder : nil
  }()

  /// Nil if ``modules`` is.
  static let shared: Result<Toolchain, any Error>? = modules.map { modules in Result { try Toolchain(modules) } }

  private struct Ends {
    let input: FileHandle
    let output: FileHandle
  }

  private let ends: Mutex<Ends>

  private init(_ modules: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("touchstone-tokens-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // A program that runs needs its file no longer.
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appendingPathComponent("tokens")
    let source = SwiftFiles.root.appendingPathComponent("Tests/SwiftLexingTests/ToolchainTokens/main.swift")
    let compiled = try Self.run(
      "swiftc",
      ["-I", modules, "-L", modules, "-lSwiftSyntax", "-lSwiftParser", "-Xlinker", "-rpath", "-Xlinker", modules]
        + [source.path, "-o", program.path])
    guard compiled.status == 0 else { throw Failure.notCompiled(compiled.output) }
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = program
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    ends = Mutex(Ends(input: input.fileHandleForWriting, output: output.fileHandleForReading))
  }

  func read(_ text: String) throws -> Reading {
    let answer = try ends.withLock { ends in
      try ends.input.write(contentsOf: Data("\(text.utf8.count)\n".utf8) + Data(text.utf8))
      guard let header = try ends.output.read(upToCount: 16), header.count == 16,
        let count = Int(String(decoding: header.dropFirst(2).dropLast(), as: UTF8.self)),
        let body = try ends.output.read(upToCount: count) ?? (count == 0 ? Data() : nil)
      else { throw Failure.noAnswer }
      return (isValid: header.first == UInt8(ascii: "v"), body: body)
    }
    return Reading(
      isValid: answer.isValid, tokens: String(decoding: answer.body, as: UTF8.self).split(separator: "\n"))
  }

  /// Runs a program to its end. The status 127 is that of one that is not there.
  private static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
