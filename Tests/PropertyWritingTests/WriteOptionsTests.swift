import Testing

@testable import PropertyWriting

@Suite struct WriteOptionsTests {
  @Test func theBudgetComesFromTheEnvironment() throws {
    #expect(try WriteOptions(["a"], environment: [:])?.budget == 600)
    #expect(try WriteOptions(["a"], environment: ["TOUCHSTONE_BUDGET": "2.5"])?.budget == 2.5)
    for text in ["5m", "0", "-1", ""] {
      #expect { try WriteOptions(["a"], environment: ["TOUCHSTONE_BUDGET": text]) } throws: {
        "\($0)" == "TOUCHSTONE_BUDGET takes seconds, such as 90 or 2.5, not “\(text)”."
      }
    }
  }

  @Test func traitsAreNamedWithCommas() throws {
    #expect(try WriteOptions(["a"], environment: [:])?.traits == [])
    #expect(try WriteOptions(["a", "--traits", "JSON,default"], environment: [:])?.traits == ["JSON", "default"])
    #expect(try WriteOptions(["a", "--traits", "x-1_y+z"], environment: [:])?.traits == ["x-1_y+z"])
    // A manifest is a program.
    for name in ["a\", \"b", "a b", "a,\\(1)"] {
      #expect { try WriteOptions(["a", "--traits", name], environment: [:]) } throws: {
        "\($0)" == "--traits takes names of letters, digits, _, - and +, with commas between them."
      }
    }
    #expect { try WriteOptions(["a", "--traits"], environment: [:]) } throws: { "\($0)" == "--traits needs a value." }
  }
}
