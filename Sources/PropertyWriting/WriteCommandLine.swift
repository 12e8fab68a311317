import Foundation

/// `touchstone write`: proposes properties for a package, and runs them.
public enum WriteCommandLine {
  /// What `--help` prints.
  public static let help = """
    touchstone write [DIR] [options]

    Reads what the libraries of the Swift package in DIR (default: this folder) offer, from the compiler, and writes a package of
    properties for it: laws of protocols, round trips, two forms of one operation, and others. Each property says why it was
    proposed. The command builds them, leaves out what does not compile, runs the rest, and sorts them: what held, what did not,
    with the simplest case. A property is a guess: read it before you call it a defect.

      --into DIR           where the package of properties goes (default: PropertyTests in the package). Files below its Tests are
                           written anew each time; a property that you keep moves to a file of your own, elsewhere
      --module NAME        only this module; repeat it for several (default: the modules of all library products)
      --traits NAME,…      build the package with these traits ("default" stands for its defaults), not with its defaults alone
      --scratch DIR        where everything is built, for this package alone (default: .build in the package of properties)
      --touchstone DIR     the checkout of Touchstone that the properties use (default: the one that this tool was built from)
      --no-run             write and build, but do not run

    TOUCHSTONE_BUDGET in the environment is the time for the cases of all properties, in seconds (default: 600), and TOUCHSTONE_CASES
    how many cases each has (default: 5000).

    A wrong guess is struck by its name in struck.txt beside the package's manifest, and is not written again:
      Money.descriptionIsReadBack the description rounds

    Exit status: 0 every property held; 1 some did not; 2 the command was wrong; 3 the package cannot be described or built.
    """

  /// Carries out the command.
  /// - Parameters:
  ///   - arguments: those behind `write`.
  ///   - print: takes each line of the result.
  ///   - tell: takes each line about what goes on.
  /// - Returns: the exit status, as ``help`` says.
  public static func run(_ arguments: [String], print: (String) -> Void, tell: @escaping (String) -> Void) -> Int32 {
    do {
      guard let options = try WriteOptions(arguments) else {
        print(help)
        return 0
      }
      let subject: SubjectPackage
      do {
        subject = try SubjectPackage(
          options.package, folder: options.folder, scratch: options.scratch, touchstone: options.touchstone, only: options.modules,
          traits: options.traits)
        let outcome = try WriteRun(subject: subject, isRun: options.isRun, budget: options.budget, tell: tell).run()
        let report = WriteReport(subject, outcome)
        let byReason = Dictionary(grouping: outcome.leftOut, by: \.reason).sorted { $0.key < $1.key }
        let list = byReason.map { reason, all in "\(reason):\n" + all.map { "  \($0.name)\n" }.joined() }.joined(separator: "\n")
        try list.write(toFile: "\(subject.folder)/\(WriteReport.leftOutFile)", atomically: true, encoding: .utf8)
        print(report.text)
        return report.isHeld ? 0 : 1
      } catch {
        tell("\(error)")
        return 3
      }
    } catch {
      tell("\(error) See touchstone write --help.")
      return 2
    }
  }
}

/// The arguments, read strictly.
struct WriteOptions {
  var package = "."
  var folder = ""
  var scratch = ""
  var touchstone = ""
  var modules: [String] = []
  /// Empty: the defaults of the package.
  var traits: [String] = []
  var isRun = true
  /// In seconds.
  var budget = 600.0

  /// - Returns: nil if help is asked for.
  init?(_ arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment) throws {
    var rest = arguments[...]
    var folders: [String] = []
    func value(_ name: String) throws -> String {
      guard let value = rest.popFirst(), !value.hasPrefix("--") else { throw WriteError("\(name) needs a value.") }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": return nil
      case "--into": folder = try value(argument)
      case "--scratch": scratch = Self.absolute(try value(argument))
      case "--module": modules.append(try value(argument))
      case "--traits":
        traits = try value(argument).split(separator: ",").map(String.init)
        // They are written into a manifest.
        guard traits.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || "_-+".contains($0) } }) else {
          throw WriteError("--traits takes names of letters, digits, _, - and +, with commas between them.")
        }
      case "--touchstone": touchstone = try value(argument)
      case "--no-run": isRun = false
      case _ where argument.hasPrefix("-"):
        throw WriteError("There is no option \(argument); there are --into, --module, --traits, --scratch, --touchstone and --no-run.")
      default: folders.append(argument)
      }
    }
    guard folders.count <= 1 else { throw WriteError("touchstone write takes one folder, not \(folders.count).") }
    if let text = environment["TOUCHSTONE_BUDGET"] {
      guard let seconds = Double(text), seconds > 0, seconds < 1e9 else {
        throw WriteError("TOUCHSTONE_BUDGET takes seconds, such as 90 or 2.5, not “\(text)”.")
      }
      budget = seconds
    }
    package = Self.absolute(folders.first ?? ".")
    folder = folder.isEmpty ? "\(package)/PropertyTests" : Self.absolute(folder)
    if scratch.isEmpty { scratch = "\(folder)/.build" }
    touchstone = touchstone.isEmpty ? Self.ownCheckout : Self.absolute(touchstone)
    guard FileManager.default.fileExists(atPath: "\(touchstone)/Package.swift") else {
      throw WriteError("\(touchstone) is no checkout of Touchstone: name one with --touchstone DIR.")
    }
    guard folder != package else { throw WriteError("--into names the package itself; the properties are a package of their own.") }
    // SwiftPM knows a package by the name of its folder.
    let names = [folder, package, touchstone].map { URL(fileURLWithPath: $0).lastPathComponent.lowercased() }
    guard names[0] != names[1], names[0] != names[2] else {
      throw WriteError(
        "--into names a folder called \(names[0]), as another package here is called: SwiftPM tells packages by their folders.")
    }
  }

  private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

  /// The folder of the package that this file belongs to.
  private static var ownCheckout: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().standardizedFileURL
      .path
  }
}
