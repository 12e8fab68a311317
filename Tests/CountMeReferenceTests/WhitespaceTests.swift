import CountMeReference
import Foundation
import Testing

/// Empty, blank, and what only looks blank.
@Suite(.tags(.robustnessHardening, .decision))
struct WhitespaceTests {
  @Test func tableHoldsTheScalarsOfTheCatalogue() {
    let expected: [UInt32] =
      Array(0x9...0xD) + [0x20, 0x85, 0xA0, 0x1680] + Array(0x2000...0x200B)
      + [0x2028, 0x2029, 0x202F, 0x205F, 0x3000]
    #expect(ValidationConstants.whitespaceScalars.map(\.value) == expected)
    #expect(expected.count == 26)
  }

  @Test(
    arguments: ["", "\r\n", " \u{3000}\t"] + ValidationConstants.whitespaceScalars.map(String.init))
  func blankTextIsRefusedEverywhere(text: String) {
    #expect(throws: ValidationError.emptyName(modelType: "FoodItem")) {
      try FoodItem(validating: apple(name: text))
    }
    #expect(throws: ValidationError.emptyName(modelType: "ExerciseItem")) {
      try ExerciseItem(validating: run(name: text))
    }
    #expect(throws: ValidationError.emptyName(modelType: "Ingredient")) {
      try Ingredient(validating: flour(name: text))
    }
    #expect(throws: ValidationError.emptyUnit) { try Ingredient(validating: flour(unit: text)) }
    #expect(throws: ValidationError.emptyName(modelType: "CustomMeal")) {
      try CustomMeal(validating: pancakes(name: text))
    }
  }

  /// U+FEFF and its kind look empty and are content; a space under an accent is content too.
  @Test(arguments: ["\u{FEFF}", "\u{2060}", "\u{180E}", "\u{0}", " \u{301}", " x ", "\u{200D}"])
  func anythingElseIsContentAndIsKept(text: String) throws {
    #expect(try FoodItem(validating: apple(name: text)).fields == apple(name: text))
    #expect(try ExerciseItem(validating: run(name: text)).fields == run(name: text))
    let ingredient = flour(name: text, unit: text)
    #expect(try Ingredient(validating: ingredient).fields == ingredient)
    #expect(try CustomMeal(validating: pancakes(name: text)).fields == pancakes(name: text))
  }
}
