import PropertyTesting
import Testing

/// The bug of each recipe of docs/recipes.md is found, and the page shows what is printed.
@Suite struct RecipesTests {
  static let recipes: [@Sendable () async throws -> Void] = [
    ParserRecipe.settingsSurviveTheirFile, CodableRecipe.pricesOfVersion1AreRead, CacheRecipe.aCacheChangesNothing,
    ViewModelRecipe.resultsBelongToTheQuery, DateRecipe.billsKeepTheirDay, MoneyRecipe.theLinesAddUpToTheTotal, SyncRecipe.devicesAgree,
  ]

  @Test(arguments: 0..<recipes.count)
  func theReportIsThePages(number: Int) async throws {
    let failure = try await #require(throws: PropertyFailure.self) { try await Self.recipes[number]() }
    let shown = try Document("recipes.md").output
    try #require(shown.count == Self.recipes.count)
    for line in shown[number] {
      #expect(failure.description.contains(line), "the page says “\(line)” where the report is \(failure)")
    }
  }

  @Test func whatTheRecipesSayToHoldHolds() throws {
    try ParserRecipe.anyTextIsRead()
    try CodableRecipe.aPriceSurvivesItsJSON()
  }

  @Test func everyExampleIsCompiled() throws {
    let page = try Document("recipes.md")
    #expect(page.examples >= Self.recipes.count)
    #expect(try page.linesThatNothingCompiles() == [])
  }
}
