import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// What the user reads when something is refused.
public enum MessageProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [messages]

  static let messages = Requirement<QuickVaultSystem>(
    "QV-M1", "Messages",
    says: """
      Each refusal says in Chinese and in English what is wrong with which item and what the user can do. The message has \
      the user's own values and the limits of the policy, and no words from the code or the store. The log has these \
      words, but no stored value. Two errors have the same message only if they mean the same.
      """,
    covers: "9.3", "11.2", "11.4", "21.1", of: "AppError, VaultApp", needs: [.storage, .virtualTime],
    mustCatch: [
      .messagesForgetTheRemedy, .messagesSayNothingOfAttachments, .messagesOfTheStoreShowItsWords, .messagesNameTheCase,
      .messagesAreEnglishAlone, .messagesForgetTheLabel, .messagesRoundSecondsDown, .messagesExchangeSizeAndLimit,
      .messagesTakeAFileForItsCard, .messagesNameTheLimitOfTheSource, .ignoresThePolicy, .asksForTheFaceInEnglish,
    ]
  ).holds(
    forAll: .zip(.messageDetails, .messageDetails),
    requiring: ["a value for the user is another": 0.8, "a value for the log is another": 0.8, "a part of a second": 0.3]
  ) { details, system, trial in
    trial.label("a part of a second", if: details.0.delayMilliseconds % 1_000 != 0)
    let tour = try await RefusalDriver(details.0, system)
    let session = await tour.session
    try await session.expectWordsOfEveryError()
    try await session.expectValuesTellApart(from: details.1, trial)
    try await session.expectLanguages()
    try await session.expectErrorsOfParts()
    try await tour.run()
  }
}
