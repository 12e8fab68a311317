import Foundation
import PropertyTesting
import TouchstoneCatalogue

/// A command that cannot be carried out as it was given: exit status 2.
struct UsageError: Error {
  let message: String
}

/// The options of all commands, read strictly: an unknown or repeated option, a missing value or a value
/// of the wrong form is an error that names the nearest valid one.
struct Options {
  /// What an option is, for reading it and for suggesting it.
  struct Option {
    let name: String
    /// nil: a flag without a value.
    let value: String?
    var repeats = false
  }

  static let known: [Option] = [
    Option(name: "--only", value: "ID,…|PREFIX"),
    Option(name: "--backend", value: "SPEC", repeats: true),
    Option(name: "--cases", value: "N"),
    Option(name: "--seed", value: "HEX"),
    Option(name: "--seeds", value: "N"),
    Option(name: "--jobs", value: "N"),
    Option(name: "--shard", value: "I/N"),
    Option(name: "--report", value: "FILE", repeats: true),
    Option(name: "--no-times", value: nil),
    Option(name: "--observe", value: "FILE"),
    Option(name: "--plan", value: "FILE"),
    Option(name: "--parts", value: "DIR"),
    Option(name: "--into", value: "DIR"),
    Option(name: "--read-only", value: nil),
    Option(name: "--regressions", value: "DIR"),
    Option(name: "--fault", value: "NAME"),
    Option(name: "--distribution", value: nil),
    Option(name: "--expect-failures", value: "FILE"),
    Option(name: "--isolate", value: nil),
    Option(name: "--timeout", value: "SECONDS"),
    Option(name: "--rules", value: "NAME,…"),
    Option(name: "--money-folder", value: "NAME", repeats: true),
    Option(name: "--layers", value: "FILE"),
    Option(name: "--sources", value: "DIR", repeats: true),
    Option(name: "--count", value: "N"),
    Option(name: "--build", value: "COMMAND"),
    Option(name: "--test", value: "COMMAND"),
    Option(name: "--list-tests", value: "COMMAND"),
    Option(name: "--changed-since", value: "REV"),
    Option(name: "--edits", value: "FILE", repeats: true),
    Option(name: "--equivalent", value: "FILE"),
    Option(name: "--explained", value: "FILE"),
    Option(name: "--failed", value: "FILE"),
    Option(name: "--known", value: "FILE"),
    Option(name: "--least-score", value: "PERCENT"),
    Option(name: "--scratch", value: "DIR"),
    Option(name: "--stop-at-failure", value: nil),
    Option(name: "--skip", value: "ID,…|PREFIX"),
    Option(name: "--budget", value: "TIME"),
    Option(name: "--step", value: nil),
    Option(name: "--smoke", value: nil),
    Option(name: "--language", value: "LANGUAGE"),
    Option(name: "--profile", value: "PROFILE"),
    Option(name: "--scripts", value: "DIR"),
    Option(name: "--flush", value: nil),
    Option(name: "--sizes", value: "N"),
    Option(name: "--journal", value: "MODE"),
    Option(name: "--synchronous", value: "MODE"),
    Option(name: "--json", value: nil),
    Option(name: "--as-it-is", value: nil),
    Option(name: "--ids", value: nil),
    Option(name: "--laws", value: nil),
    Option(name: "--markdown", value: nil),
    Option(name: "--model", value: "MODEL"),
    Option(name: "--consistency", value: "NAME"),
    Option(name: "--limit", value: "N"),
    Option(name: "--save", value: "FILE"),
    Option(name: "--page", value: "FILE"),
    Option(name: "--help", value: nil),
  ]

  /// Arguments that are no options.
  private(set) var positional: [String] = []
  private var values: [String: [String]] = [:]

  /// - Parameter allowed: the options of this command.
  init(_ arguments: [String], command: String, allowed: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "-h" {
        values["--help"] = [""]
        continue
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        positional.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = Self.known.first(where: { $0.name == name }), allowed.contains(name) else {
        let unknown = UnknownName(what: "option", name: name, known: allowed)
        throw UsageError(message: "\(unknown) See touchstone \(command) --help.")
      }
      if values[name] != nil && !option.repeats {
        throw UsageError(message: "option \(name) is given twice")
      }
      guard let form = option.value else {
        if parts.count == 2 { throw UsageError(message: "option \(name) takes no value") }
        values[name] = [""]
        continue
      }
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
        throw UsageError(message: "option \(name) needs a value: \(name) \(form)")
      }
      values[name, default: []].append(value)
    }
  }

  func has(_ name: String) -> Bool { values[name] != nil }
  func value(_ name: String) -> String? { values[name]?.first }
  func values(_ name: String) -> [String] { values[name] ?? [] }

  /// A whole number of at least `least`.
  func number(_ name: String, atLeast least: Int = 1) throws -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), number >= least else {
      throw UsageError(message: "\(name) takes a whole number of at least \(least), not “\(text)”")
    }
    return number
  }

  /// Up to 16 hexadecimal digits, with or without 0x.
  func seed() throws -> UInt64? {
    guard let text = value("--seed") else { return nil }
    let digits = text.lowercased().hasPrefix("0x") ? String(text.dropFirst(2)) : text
    guard let seed = UInt64(digits, radix: 16), !digits.hasPrefix("+") else {
      throw UsageError(
        message: "--seed takes 1 to 16 hexadecimal digits, such as 5eed, not “\(text)”")
    }
    return seed
  }

  /// Where `--regressions` says that counterexamples are saved, or `standard`; nil: nowhere.
  /// - Throws: ``EnvironmentError`` for what is there and is no folder, or cannot be read: all of it would count as empty.
  func regressions(or standard: String?) throws -> RegressionStore? {
    guard let path = value("--regressions") ?? standard else { return nil }
    return try Self.store(path, isReadOnly: has("--read-only"))
  }

  /// A folder of saved cases, which need not be there.
  static func store(_ path: String, isReadOnly: Bool = false) throws -> RegressionStore {
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) {
      guard isDirectory.boolValue else {
        throw EnvironmentError(message: "the folder for counterexamples, \(path), is a file; name a folder")
      }
      guard FileManager.default.isReadableFile(atPath: path), FileManager.default.isExecutableFile(atPath: path) else {
        throw EnvironmentError(message: "the folder for counterexamples, \(path), cannot be read")
      }
    }
    return RegressionStore(directory: path, isReadOnly: isReadOnly)
  }

  /// The backends named, or `standard`.
  func backends(or standard: [BackendSpec]) throws -> [BackendSpec] {
    let specs = try values("--backend").map { text in
      do {
        return try BackendSpec(text)
      } catch {
        throw UsageError(message: "\(error)")
      }
    }
    if has("--backend"), specs.isEmpty { throw UsageError(message: "--backend names no backend") }
    // Named twice, it is still one.
    var unique: [BackendSpec] = []
    for spec in specs where !unique.contains(spec) { unique.append(spec) }
    return unique.isEmpty ? standard : unique
  }

  /// The properties chosen with `--only`.
  func entries(of catalogue: [CatalogueEntry] = Catalogue.entries) throws -> [CatalogueEntry] {
    do {
      return try Selection.entries(only: value("--only"), of: catalogue)
    } catch {
      throw UsageError(message: "\(error)")
    }
  }

  /// The part of the work that `--shard I/N` leaves to this run: items I, I+N, I+2N …, counted from 1.
  func shard<Item>(of items: [Item]) throws -> [Item] {
    guard let position = try value("--shard").map({ try ShardPosition($0) }) else { return items }
    return items.enumerated().filter { position.runs($0.offset) }.map(\.element)
  }

  /// The text of a file that an option names.
  static func text(of path: String) throws -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw EnvironmentError(message: "there is no file \(path)")
    }
    if isFolder.boolValue { throw EnvironmentError(message: "\(path) is a folder, not a file") }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw EnvironmentError(message: "\(path) cannot be read: look at its permissions")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw EnvironmentError(message: "\(path) is not a text in UTF-8")
    }
    return text
  }
}
