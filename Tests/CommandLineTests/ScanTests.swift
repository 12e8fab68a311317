import Foundation
import Testing

@Suite("touchstone scan")
struct ScanTests {
  private func scan(_ files: [String: String], _ arguments: String...) throws -> Tool.Outcome {
    try scan(files, arguments)
  }

  private func scan(_ files: [String: String], _ arguments: [String]) throws -> Tool.Outcome {
    let tool = try Tool()
    defer { tool.removeFolder() }
    for (path, text) in files {
      let file = tool.folder.appendingPathComponent("App/" + path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return try tool.run(["scan", "App"] + arguments)
  }

  @Test("Lists each use with its place, and ends with 1")
  func findings() throws {
    let run = try scan([
      "Feed.swift": """
      final class Feed: ObservableObject {
        @Published var title = "@StateObject"  // @ObservedObject
        @EnvironmentObject var shop: Shop; @ObservedObject var cart: Cart; @StateObject var user: User
        func load() { let items = try! read("\\(fatalError())") }
        var price: Double = 1
      }
      """,
      "Views/Other.swift": "/* ObservableObject */ let a = 1\n",
    ])
    #expect(run.status == 1)
    #expect(
      run.output == """
        App/Feed.swift:1:19: ObservableObject  (observable-object)
        App/Feed.swift:2:3: @Published  (published)
        App/Feed.swift:3:3: @EnvironmentObject  (environment-object)
        App/Feed.swift:3:38: @ObservedObject  (observed-object)
        App/Feed.swift:3:70: @StateObject  (state-object)
        App/Feed.swift:4:29: try!  (force-try)
        App/Feed.swift:4:42: fatalError  (fatal-error)
        App/Feed.swift:5:14: Double  (double-money)
        8 findings in 2 files, 62 tokens

        """)
  }

  @Test("Nothing found ends with 0; what other rules look for is theirs")
  func nothing() throws {
    let files = ["A.swift": "import Combine\nlet a = b!\n"]
    let run = try scan(files)
    #expect(run.status == 0)
    #expect(run.output == "0 findings in 1 file, 7 tokens\n")
    let all = try scan(files, "--rules", "observation,force-unwrap")
    #expect(all.status == 1)
    #expect(
      all.output.hasPrefix(
        "App/A.swift:1:1: import Combine  (import-combine)\nApp/A.swift:2:10: !  (force-unwrap)\n"))
  }

  @Test("Money folders are strict, others go by names")
  func money() throws {
    let files = ["Money/A.swift": "let a = 0.5\n", "UI/B.swift": "let width = 0.5\n"]
    #expect(try scan(files).status == 0)
    let strict = try scan(files, "--money-folder", "Money")
    #expect(strict.status == 1)
    #expect(strict.output.hasPrefix("App/Money/A.swift:1:9: 0.5  (double-money)\n1 finding in 2 files"))
  }

  @Test("JSON for programs")
  func json() throws {
    let run = try scan(["A.swift": "@Published var a = 1"], "--json")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(report["filesRead"] as? Int == 1 && report["filesUnreadable"] as? Int == 0)
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(findings.first?["token"] as? String == "@Published")
    #expect(findings.first?["column"] as? Int == 1)
  }

  @Test("A file that is not UTF-8 is a finding, and the scan goes on")
  func unreadable() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    try Data([0x2F, 0x2F, 0xFF]).write(to: tool.folder.appendingPathComponent("A.swift"))
    try Data("try! f()".utf8).write(to: tool.folder.appendingPathComponent("B.swift"))
    let run = try tool("scan", ".")
    #expect(run.status == 1)
    #expect(
      run.output == """
        A.swift:1:1: could not be read: not UTF-8  (unreadable)
        B.swift:1:1: try!  (force-try)
        2 findings in 1 file, 5 tokens; 1 file could not be read

        """)
  }

  @Test(
    "A wrong command ends with 2",
    arguments: [
      ("scan", "touchstone scan takes the folder to scan"),
      ("scan . --rules publishd", "unknown rule “publishd”; did you mean “published”?"),
      ("scan . --layers x --rules all", "--rules and --layers are different scans"),
      ("scan . Sources --layers x", "takes one folder"),
      ("scan . --rules ,", "--rules names no rule"), ("scan . --only CM-13", "unknown option “--only”"),
    ])
  func usage(_ command: String, _ message: String) throws {
    try Tool.expectUsageError(command, message)
  }

  @Test("A folder that is not there ends with 3")
  func missing() throws {
    let tool = try Tool()
    defer { tool.removeFolder() }
    let run = try tool("scan", "nowhere")
    #expect(run.status == 3)
    #expect(run.diagnostics.contains("nowhere does not exist") && run.output.isEmpty)
  }

  private static let layers = """
    # A shop.
    layer Storage in Storage uses nothing
    layer Core in Core uses Storage
    layer Core.Views in Core/Views
      through Screen uses Core
    library CSQLite
    free Tests

    """

  private static let shop = [
    "Storage/Store.swift": "@_exported import Foundation\npublic struct Store {}\n",
    "Core/Model.swift": "import Storage\nlet store = Store()\n// import CSQLite\n",
    "Core/Views/Screen.swift": "struct Screen {}\nstruct Row { let model: Model? = nil }\n",
    "Tests/AllTests.swift": "import Storage\nimport CSQLite\n",
  ]

  private func scanLayers(_ layers: String, _ files: [String: String], _ arguments: String...) throws -> Tool.Outcome {
    try scan(files.merging(["layers.txt": layers]) { $1 }, ["--layers", "App/layers.txt"] + arguments)
  }

  @Test("What keeps to its layers is counted, and ends with 0")
  func layersHeld() throws {
    let run = try scanLayers(Self.layers, Self.shop)
    #expect(run.status == 0, "\(run.diagnostics)")
    #expect(run.output == "0 findings in 4 files, 3 layers, 2 uses\n")
  }

  @Test("Each import and name that is not allowed has its place and its reason")
  func layersBroken() throws {
    var files = Self.shop
    files["Storage/Store.swift"] = "import Core\n@testable import struct CSQLite.Row; let a = \"import Core\"\n"
    files["Core/Model.swift"] = "import Storage\n\nlet screen: Screen? = nil\n"
    files["Other/New.swift"] = "let a = 1\n"
    let run = try scanLayers(Self.layers, files)
    #expect(run.status == 1)
    #expect(
      run.output == """
        App/Core/Model.swift:3:13: Screen: Core does not use Core.Views  (name)
        App/Other/New.swift:1:1: Other/New.swift: is neither in a layer nor free  (unlisted)
        App/Storage/Store.swift:1:8: Core: Storage does not use Core  (import)
        App/Storage/Store.swift:2:25: CSQLite: Storage does not use CSQLite  (import)
        4 findings in 5 files, 3 layers, 4 uses

        """)
    let json = try scanLayers(Self.layers, files, "--json")
    let report = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect((report["findings"] as? [[String: Any]])?.count == 4 && report["filesRead"] as? Int == 5)
  }

  @Test("What a module re-exports comes with it, and a door keeps other types in")
  func layersRoundabout() throws {
    var files = Self.shop
    files["Storage/Store.swift"] = "@_exported import CSQLite\npublic struct Store {}\n"
    files["Core/Model.swift"] = "import Storage\nlet row = Row()\nlet screen = Screen()\n"
    let layers = Self.layers.replacing("uses Storage", with: "uses Storage, Core.Views").replacing("nothing", with: "CSQLite")
    let run = try scanLayers(layers, files)
    #expect(
      run.output == """
        App/Core/Model.swift:1:8: CSQLite: Core does not use CSQLite, which Storage re-exports  (import)
        App/Core/Model.swift:2:11: Row: Core.Views may be used only through Screen  (name)
        2 findings in 4 files, 3 layers, 5 uses

        """)
  }

  @Test(
    "A mistake in the file of layers is told with its line, and ends with 2",
    arguments: [
      ("layr Core in Core uses nothing", "layers.txt:1: a statement begins with “layer”, “library” or “free”, not with “layr”"),
      ("# A\n\nlayer Core in Core", "layers.txt:3: expected “uses” and what Core uses, or “uses nothing”"),
      ("layer Core in uses nothing", "layers.txt:1: expected a folder after “in”"),
      ("layer Core in Core uses", "layers.txt:1: expected what Core uses, or “nothing”"),
      ("layer Core in Core uses Storge\nlayer Storage in Storage uses nothing", "did you mean “Storage”?"),
      ("layer Core in Core uses nothing\nlayer Core in Storage uses nothing", "layers.txt:2: “Core” is already in line 1"),
      ("layer A in Core uses nothing\nlayer B in Core uses nothing", "layers.txt:2: “Core” is already in line 1"),
      ("free Tests Core", "layers.txt:1: unexpected word “Core”; separate the items of a list with commas"),
      ("layer Core in Kore uses nothing\nfree Core, Storage, Tests", "layers.txt:1: there is no Swift source in “Kore”"),
    ])
  func layersFile(_ layers: String, _ message: String) throws {
    let run = try scanLayers(layers, Self.shop)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.diagnostics.contains(message), "\(run.diagnostics)")
  }
}
