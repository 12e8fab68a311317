import Foundation
import PropertyTesting
import Testing

@Suite("Damaged regression files")
struct DamagedRegressionFileTests {
  let directory: TemporaryDirectory
  let store: RegressionStore
  let intact: String

  init() async throws {
    directory = try TemporaryDirectory()
    store = RegressionStore(directory: directory.path)
    _ = await Runner(settings: RunSettings(seed: 6), regressions: store).run(
      Self.property(limit: 500), on: .none)
    intact = try directory.read("D-1.json")
  }

  static func property(limit: Int) -> Property<Void> {
    Requirement("D-1", "small numbers").holds(forAll: .int(in: 0...10_000)) { value, _ in
      try expect("below the limit", value < limit)
    }
  }

  /// What was done to the file, how, and a part of the reason that must be given.
  static let damages: [(String, @Sendable (String) -> String, String)] = [
    ("empty", { _ in "" }, "not JSON"),
    ("not JSON", { _ in "once upon a time" }, "not JSON"),
    ("cut off", { String($0.prefix($0.count / 2)) }, "not JSON"),
    ("a list", { _ in "[]" }, "lacks “format” or “property”"),
    ("no keys", { _ in "{}" }, "lacks “format” or “property”"),
    ("newer", { $0.replacingOccurrences(of: #""format" : 1"#, with: #""format" : 2"#) }, "format 2"),
    ("format as text", { $0.replacingOccurrences(of: #""format" : 1"#, with: #""format" : "1""#) }, "format"),
    (
      "another property",
      { $0.replacingOccurrences(of: #""property" : "D-1""#, with: #""property" : "D-2""#) },
      "belongs to property D-2"
    ),
    (
      "no counterexamples", { _ in #"{"format":1,"property":"D-1","title":"t"}"# },
      "“counterexamples” is missing"
    ),
    ("wrong type", { _ in #"{"format":1,"property":"D-1","title":"t","counterexamples":3}"# }, "wrong type"),
    (
      "a missing field", { $0.replacingOccurrences(of: #""claim""#, with: #""klaim""#) }, "“claim” is missing"
    ),
    ("edited choices", { $0.replacingOccurrences(of: #""i500""#, with: #""i501""#) }, "counterexample 1"),
    ("no choices", { $0.replacingOccurrences(of: #""i500""#, with: #""nonsense""#) }, "counterexample 1"),
    ("edited fingerprint", { damage($0, field: "draws") }, "counterexample 1"),
    ("edited value fingerprint", { damage($0, field: "valueFingerprint") }, "counterexample 1"),
    ("bad token", { damage($0, field: "token", skipping: 12) }, "counterexample 1"),
  ]

  /// The text with one character of a field's value changed.
  static func damage(_ text: String, field: String, skipping: Int = 2) -> String {
    guard let start = text.range(of: "\"\(field)\" : \"")?.upperBound else { return text }
    let position = text.index(start, offsetBy: skipping)
    var changed = text
    changed.replaceSubrange(position...position, with: text[position] == "7" ? "8" : "7")
    return changed
  }

  @Test(arguments: damages.indices)
  func areNamedAndKept(index: Int) async throws {
    let (damage, change, part) = Self.damages[index]
    let text = change(intact)
    try #require(text != intact)
    try directory.write(text, to: "D-1.json")
    let path = directory.path + "/D-1.json"

    let error = #expect(throws: RegressionFileError.self) { try store.entries(of: "D-1") }
    #expect(error?.path == path)
    #expect(error?.reason.contains(part) == true, "\(damage): \(error?.reason ?? "")")

    let runner = Runner(settings: RunSettings(seed: 6), regressions: store)
    let passing = await runner.run(Self.property(limit: 50_000), on: .none)
    guard case .errored(let reason, nil) = passing.verdict else {
      Issue.record("\(damage): \(passing.verdict.name)")
      return
    }
    #expect(reason == error?.description)

    let failing = await runner.run(Self.property(limit: 600), on: .none)
    #expect(failing.verdict.counterexample?.value == "600")
    #expect(failing.savedTo == nil)
    #expect(failing.saveError == error?.description)
    #expect(try directory.read("D-1.json") == text, "\(damage): it was overwritten")
    #expect(try directory.names() == ["D-1.json"])
  }

  @Test func aFolderInPlaceOfTheFileIsTold() async throws {
    let path = directory.path + "/D-9.json"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let error = #expect(throws: RegressionFileError.self) { try store.entries(of: "D-9") }
    #expect(error?.path == path)
  }

  @Test func anEditedPrintedValueDoesNoHarm() async throws {
    try directory.write(
      intact.replacingOccurrences(of: #""value" : "500""#, with: #""value" : "five hundred""#),
      to: "D-1.json")
    let result = await Runner(settings: RunSettings(seed: 6), regressions: store).run(
      Self.property(limit: 500), on: .none)
    #expect(result.verdict.counterexample?.value == "500")
    #expect(result.verdict.counterexample?.origin == .regression)
  }
}
