import Foundation
import PersonalOSReference
import Testing

@testable import PersonalOSProperties

/// The components that POS-70 asks are those which the sources declare, so that none is forgotten.
@Suite("State components")
struct StateComponentTests {
  private struct Declaration {
    let name: String
    /// Attributes and modifiers, from the line after the last blank one on.
    let head: Substring
  }

  /// The classes of the core, searched for as text: the scanner is what is tested elsewhere.
  private func classes() throws -> [Declaration] {
    try Checkout.swiftFiles(in: "Sources/PersonalOSReference").flatMap { file in
      let text = try String(contentsOf: file, encoding: .utf8)
      return text.matches(of: #/(?m)^((?:@\w+\s+)*)[a-z ]*\bclass (\w+)/#).map { match in
        Declaration(name: String(match.2), head: match.1)
      }
    }
  }

  @Test("Every observable class is asked, once")
  @MainActor
  func registry() async throws {
    let declared = try classes().filter { $0.head.contains("@Observable") }.map(\.name)
    // Counted in another way, so that a declaration which the search does not understand is not passed over.
    let marks = try Checkout.swiftFiles(in: "Sources/PersonalOSReference").reduce(0) { count, file in
      try String(contentsOf: file, encoding: .utf8).matches(of: #/(?m)^\s*@Observable\b/#).count + count
    }
    #expect(declared.count == marks && marks >= 11)
    var asked: [String] = []
    for component in StateComponents.all {
      let object = try await component.open().object
      let type = String(String(describing: type(of: object)).prefix { $0 != "<" })
      #expect(component.name == type)
      asked.append(type)
    }
    #expect(asked.sorted() == declared.sorted())
  }

  @Test("What lives on the main actor is observable, but for what shows views, passes events on or puts the app together")
  func hosts() throws {
    let others = try classes().filter { $0.head.contains("@MainActor") && !$0.head.contains("@Observable") }
    #expect(
      others.map(\.name).sorted() == [
        "Announcements", "EventHub", "EventSubscription", "PersonalOSApp", "SceneHost", "ViewHost", "ViewModelStore",
      ])
  }

  @Test("What observation is told to ignore is private")
  func ignored() throws {
    for file in try Checkout.swiftFiles(in: "Sources/PersonalOSReference") {
      let text = try String(contentsOf: file, encoding: .utf8)
      let shown = text.matches(of: #/@ObservationIgnored\s+(?!private\s)\S+/#)
      #expect(shown.isEmpty, "\(file.lastPathComponent)")
    }
  }
}
