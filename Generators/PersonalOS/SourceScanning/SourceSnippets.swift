/// Pieces of Swift in which every token that the observation rules forbid is marked: «token», or «token|as written».
/// The scanner must find nothing else, however similar it looks.
enum SourceSnippets {
  struct Kind: Sendable {
    /// The class of the cases that contain one of the templates.
    let name: String
    let templates: [String]
  }

  static let harmless = Kind(
    name: "harmless code",
    templates: [
      "let a = 1", "", "import Foundation", "@Observable final class Feed { var items: [Int] = [] }",
      "struct ObservableObjectList {}", "let isObservableObject = true", "import CombineExtras",
      "enum Status { case draft, Published }", "func objectWillChangeSoon() {}",
      "struct Screen: View { @State private var open = false; @Environment(Feed.self) var feed }",
      "@PublishedLater var b = 2", "let c = 6 / 2 / 3, d = (/)", "let e = f(a / b, c / d)",
      "let g = x < y && y > z", "if a != b, !c { d = e! }", "let 猫 = \"é\"", "#warning(\"later\")",
      "let h = \"\" + \"\\\"\" + #\"\\\"#", "let i = 0x1p-3 + 1.5e-10 + t.0.1", "var j: Int? { k ?? 3 }",
    ])

  static let plain = Kind(
    name: "a plain use",
    templates: [
      "final class Feed: «ObservableObject» {}", "«@Published» var items: [Int] = []",
      "struct Screen: View { «@StateObject» private var feed = Feed() }",
      "struct Screen: View { «@ObservedObject» var feed: Feed }",
      "struct Screen: View { «@EnvironmentObject» var feed: Feed }", "feed.«objectWillChange».send()",
      "«import Combine|import» Combine", "@preconcurrency «import Combine|import» Combine",
      "«import Combine|import» class Combine.AnyCancellable",
      "final class Feed: NSObject, «ObservableObject», Sendable {}",
      "final class Feed: «ObservableObject|`ObservableObject`» {}",
      "let type = (any «ObservableObject»).self",
      "func watch<Feed: «ObservableObject»>(_ feed: Feed) {}",
      "let 猫 = \"e\u{301}\"; «@Published» var a = 1", "let a: [Feed] = [/* é */«ObservableObject».self]",
    ])

  static let qualified = Kind(
    name: "a qualified name",
    templates: [
      "final class Feed: Combine.«ObservableObject» {}", "final class Feed: Combine . «ObservableObject» {}",
      "final class Feed: Combine/* here */.«ObservableObject» {}",
      "«@Published|@Combine.Published» var a = 1",
      "«@StateObject|@SwiftUI.StateObject» var feed = Feed()",
    ])

  static let aliased = Kind(
    name: "a typealias",
    templates: [
      "typealias Watched = «ObservableObject»", "typealias Watched = Combine.«ObservableObject»",
      "typealias Stored<Value> = «@Published|Published»<Value>",
      "public typealias Kept = SwiftUI.«@StateObject|StateObject»",
    ])

  static let split = Kind(
    name: "split over lines",
    templates: [
      "final class Feed:\n  «ObservableObject»\n{}", "final class Feed: Combine\n  .«ObservableObject» {}",
      "«@Published|@Combine\n  .Published» var a = 1", "«import Combine|import\n  Combine»",
      "«@StateObject|@SwiftUI. // the old one\n  StateObject» var feed = Feed()",
      "«import Combine|import /*\n*/ class\n  Combine.AnyCancellable»",
      "typealias Watched\n  = Combine // the old one\n  .«ObservableObject»",
    ])

  static let twice = Kind(
    name: "two on a line",
    templates: [
      "final class A: «ObservableObject» {}; final class B: «ObservableObject» {}",
      "«@Published» var a = 1; «@Published» var b = 2",
    ])

  static let interpolated = Kind(
    name: "interpolated",
    templates: [
      #"let a = "\(feed.«objectWillChange»)""#, ##"let b = #"\#(feed.«objectWillChange»)"#"##,
      #"let c = "\(f("ObservableObject", «objectWillChange»)) objectWillChange""#,
      "let d = \"\"\"\n  \\(«objectWillChange».map { \"\\($0) @Published\" })\n  objectWillChange\n  \"\"\"",
      #"let e = "\("\("\(«objectWillChange»)")") @StateObject""#,
    ])

  static let behindLiterals = Kind(
    name: "behind a literal that looks open",
    templates: [
      "let a = #\"\"\"#; final class Feed: «ObservableObject» {}",
      "let b = \"//\"; final class Feed: «ObservableObject» {}",
      "let c = \"/*\"; «@Published» var d = \"*/\"",
      "/**/ «@Published» var e = 0 // @Published", "let f = \"\\\\\"; «@Published» var g = \"\"",
      "let h = #\"\\\"#; «@Published» var i = 1", "let j = #/\"/#; «@Published» var k = 1",
      "let l = /\"/; «@Published» var m = 1",
      "let n = \"\"\"\n  \\\"\"\" \"\n  \"\"\"; «@Published» var o = 1",
    ])

  static let commented = Kind(
    name: "in a comment",
    templates: [
      "// ObservableObject", "/// See `ObservableObject` and @Published.", "let a = 1 // import Combine",
      "/* @StateObject\n   @ObservedObject */", "let b = \"\\\\\" // objectWillChange",
    ])

  static let nestedComment = Kind(
    name: "in a nested comment",
    templates: [
      "/* one /* two */ ObservableObject */", "/*/* @Published */ @Published\n/**/ import Combine */",
    ])

  static let quoted = Kind(
    name: "in a string",
    templates: [
      "let a = \"@Published\"", "let b = \"say \\\"ObservableObject\\\" twice\"",
      "let c = \"\"\"\n  @Published \"\" ObservableObject\n  import Combine\n  \"\"\"",
      "let d = f(\"a\", \"objectWillChange\")", "let e = /@Published/",
    ])

  static let quotedRaw = Kind(
    name: "in a raw string",
    templates: [
      "let a = #\"say \"ObservableObject\" twice\"#", "let b = ##\"x \"# @StateObject \"##",
      "let c = #\"\\(objectWillChange)\"#",
      "let d = #\"\"\"\n  \"\"\" ObservableObject \\(import Combine)\n  \"\"\"#",
      "let e = #/ \" ObservableObject /#",
    ])

  static let violations = [
    plain, qualified, aliased, split, twice, interpolated, behindLiterals,
  ]
  static let decoys = [commented, nestedComment, quoted, quotedRaw]
}
