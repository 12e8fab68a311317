import Foundation
import PropertyTesting
import TouchstoneCatalogue

/// `touchstone examples`
enum ExamplesCommand: Command {
  static let name = "examples"
  static let options = ["--count", "--seed", "--distribution"]
  static let help = """
    touchstone examples ID [--count N] [--seed HEX] [--distribution]

    Shows the values of the first cases of a run, and the phase that each value comes from. The command runs the
    generator and not the property, so it does not show values that the property draws while it runs.

      --count N            number of values (default 20; 1000 with --distribution)
      --seed HEX           show the values of a run with this seed (default: a new seed, printed)
      --distribution       show statistics instead of the values: how often each value occurs, how many characters
                           it prints, how many choices it takes

    Examples:
      touchstone examples CM-12
      touchstone examples POS-37 --count 5 --seed 5eed
      touchstone examples POS-37 --distribution
    """

  static func run(_ options: Options) async throws -> ExitStatus {
    guard let id = options.positional.first, options.positional.count == 1 else {
      throw UsageError(message: "touchstone examples takes one property, such as CM-12")
    }
    let known = Catalogue.entries + Catalogue.laws
    guard let entry = known.first(where: { $0.id == id.uppercased() }) else {
      throw UsageError(message: UnknownName(what: "property", name: id, known: known.map(\.id)).description)
    }
    let count = try options.number("--count") ?? (options.has("--distribution") ? 1_000 : 20)
    var settings = RunSettings(cases: count)
    if let seed = try options.seed() { settings.seed = seed }
    let examples = try entry.examples(settings, count: count)
    Terminal.print("\(entry.id) \(entry.title), seed \(String(settings.seed, radix: 16))")
    if options.has("--distribution") {
      Terminal.print(DistributionReport(examples.distribution).text)
      return .held
    }
    let width = "\(count)".count
    for example in examples {
      let number = "\(example.index + 1)"
      let head = String(repeating: " ", count: width - number.count) + number + "  "
        + example.phase.rawValue.padding(toLength: 9, withPad: " ", startingAt: 0) + "  "
      let text = example.value ?? "(discarded: \(example.discardReason ?? ""))"
      let shown = text.count > mostCharacters ? "\(text.prefix(mostCharacters))… (\(text.count - mostCharacters) more characters)" : text
      Terminal.print(head + shown.replacingOccurrences(of: "\n", with: "\n" + String(repeating: " ", count: head.count)))
    }
    return .held
  }

  private static let mostCharacters = 2_000
}
