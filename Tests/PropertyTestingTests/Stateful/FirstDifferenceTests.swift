import Testing

@testable import PropertyTesting

/// Where two results begin to differ.
@Suite("The first difference of two values")
struct FirstDifferenceTests {
  struct Request: Equatable { var verb = "upload", entity = 1 }
  struct Record: Equatable {
    var requests = [Request(), Request(), Request()]
    var delays: [Int] = [1, 2]
    var note: String?
    var counts = ["a": 1]
  }

  @Test func isNamedByItsPath() {
    var other = Record()
    other.requests[2].verb = "delete"
    #expect(text(Record(), other) == #"requests[2].verb: model "upload", system "delete""#)
  }

  @Test func ofTwoLengthsIsWhatIsMissing() {
    var other = Record()
    other.delays = [1]
    #expect(text(Record(), other) == "delays[1]: model 2, system nothing")
    #expect(text(other, Record()) == "delays[1]: model nothing, system 2")
  }

  @Test func ofSomethingAndNothingIsTheWhole() {
    var other = Record()
    other.note = "x"
    #expect(text(Record(), other) == #"note: model nil, system "x""#)
  }

  @Test func inADictionaryIsTheDictionary() {
    var other = Record()
    other.counts = ["a": 2]
    #expect(text(Record(), other) == #"counts: model ["a": 1], system ["a": 2]"#)
  }

  @Test func isNoneOfWhatHasNoParts() {
    #expect(FirstDifference(1, 2) == nil)
    #expect(FirstDifference(Record(), Record()) == nil)
  }

  private func text(_ model: Record, _ system: Record) -> String? { FirstDifference(model, system)?.description }
}

extension FirstDifference: Equatable {
  public static func == (left: FirstDifference, right: FirstDifference) -> Bool { "\(left)" == "\(right)" }
}
