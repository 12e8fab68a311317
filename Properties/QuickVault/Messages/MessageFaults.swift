import PlatformStandIns
import PropertyTesting
import QuickVaultReference

// What QV-M1 must catch: other messages, and other refusals.
extension Fault<QuickVaultSystem> {
  static let messagesForgetTheRemedy = messages("messagesForgetTheRemedy", "says what is wrong, and not what to do") { _, _, text in
    text.split(separator: ". ").first.map { $0.hasSuffix(".") ? String($0) : $0 + "." } ?? text
  }
  static let messagesSayNothingOfAttachments = messages(
    "messagesSayNothingOfAttachments", "has no words for attachments"
  ) { error, _, text in
    if case .attachment = error { "" } else { text }
  }
  static let messagesOfTheStoreShowItsWords = messages(
    "messagesOfTheStoreShowItsWords", "shows the store's message to the user"
  ) { error, _, text in
    if case .database(let log) = error { "\(text.dropLast()) (\(log))." } else { text }
  }
  static let messagesNameTheCase = messages("messagesNameTheCase", "names the case of the code to the user") { error, _, text in
    if case .authentication(.biometricUnavailable) = error { "\(text.dropLast()) (biometricUnavailable)." } else { text }
  }
  static let messagesAreEnglishAlone = messages("messagesAreEnglishAlone", "speaks English to everybody") { error, _, _ in
    error.english
  }
  static let messagesForgetTheLabel = messages("messagesForgetTheLabel", "does not say which field is empty") { error, language, text in
    guard case .validation(.requiredFieldEmpty) = error else { return text }
    return language == .english ? "A required field is empty. Fill it in." : "有必填项为空，请填写。"
  }
  static let messagesRoundSecondsDown = messages("messagesRoundSecondsDown", "lets the user try again too early") { error, language, text in
    guard case .authentication(.rateLimited(let delay)) = error else { return text }
    return AppError.authentication(.rateLimited(retryAfter: .seconds(delay.components.seconds))).message(in: language)
  }
  static let messagesExchangeSizeAndLimit = messages(
    "messagesExchangeSizeAndLimit", "exchanges the size of a file and the limit"
  ) { error, language, text in
    guard case .attachment(.fileTooLarge(let size, let max)) = error else { return text }
    return AppError.attachment(.fileTooLarge(size: max, max: size)).message(in: language)
  }
  static let messagesTakeAFileForItsCard = messages(
    "messagesTakeAFileForItsCard", "says of a missing card that the attachment is missing"
  ) { error, language, text in
    error == .attachment(.cardNotFound) ? AppError.attachment(.notFound).message(in: language) : text
  }
  static let messagesNameTheLimitOfTheSource = messages(
    "messagesNameTheLimitOfTheSource", "names the standard password length, whatever the policy demands"
  ) { error, language, text in
    guard case .authentication(.passwordTooShort) = error else { return text }
    return AppError.authentication(.passwordTooShort(min: 8)).message(in: language)
  }

  static let ignoresThePolicy = Fault("ignoresThePolicy", "uses the standard limits, whatever the policy says") { system in
    let launch = system.launch
    system.launch = { platform, parts in
      var platform = platform
      platform.policy = VaultPolicy(derivationRounds: platform.policy.derivationRounds)
      return try await launch(platform, parts)
    }
  }
  static let asksForTheFaceInEnglish = Fault("asksForTheFaceInEnglish", "asks for the user's face in English only") { system in
    let launch = system.launch
    system.launch = { platform, parts in
      var platform = platform
      platform.biometrics = EnglishSensor(sensor: platform.biometrics)
      return try await launch(platform, parts)
    }
  }

  private static func messages(
    _ id: String, _ fact: String,
    _ change: @escaping @Sendable (_ error: AppError, _ language: CardTemplate.Language, _ text: String) -> String
  ) -> Fault {
    Fault(id, fact) { system in
      let message = system.parts.message
      system.parts.message = { change($0, $1, message($0, $1)) }
    }
  }
}

private struct EnglishSensor: BiometricAuthenticator {
  let sensor: any BiometricAuthenticator

  func evaluate(reason: String) async -> BiometricOutcome { await sensor.evaluate(reason: "Unlock the vault") }
}
