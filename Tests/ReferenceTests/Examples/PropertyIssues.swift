import PropertyIssues
import PropertyTesting
import Testing

@Suite(.properties) struct TextTests {
  @Test func uppercasingTwiceChangesNothing() throws {
    try check("uppercasing twice changes nothing", forAll: .text()) { text in
      try expect("text", text.uppercased().uppercased(), equals: text.uppercased())
    }
  }
}
