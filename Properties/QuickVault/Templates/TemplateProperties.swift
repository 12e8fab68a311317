import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference
import StorageFaults

/// What the types of cards consist of: which fields may stay empty, and what becomes of texts of several lines.
public enum TemplateProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [
    addressOptions, TextProperties.addressLabels, NumberProperties.phone, invoiceOptions,
    TextProperties.invoiceLabels, NumberProperties.taxID, multilineText, TextProperties.generalText,
  ]

  // Feature: quick-vault-ios, Property 6: Optional Fields in Address Template
  static let addressOptions = Requirement<QuickVaultSystem>(
    "QV-06", "Optional Fields in Address Template",
    says: """
      A new address shows name, phone, province, city, district, detailed address, postal code and notes, in Chinese or in \
      English. Postal code and notes may be missing, empty or any text; the app keeps them as given. If any other field is \
      blank or missing, or the phone number is invalid, the app refuses the card and stores nothing.
      """,
    covers: "2.2", of: "CardTemplate.address, CardService", needs: [.storage],
    mustCatch: [
      .requiresPostalCodes, .requiresNoProvince, .offersNoNotes, .offersOneLanguage, .takesAnyPhoneNumber, .trimsOptionalValues,
    ],
    CardServiceTwin.twin.faults(.dropsEmptyFields, .storesASpaceForNothing, .doesNotLookAtUpdates)
  ).holds(
    forAll: .filled(.address),
    requiring: [
      "an optional field is absent": 0.2, "an optional field is empty": 0.2, "an optional field is blank": 0.2,
      "an optional field is filled": 0.2, "all of them are absent or empty": 0.1,
    ]
  ) { template, system, trial in
    template.label(trial)
    try await UnlockedVault.use(system) { vault in try await TemplateClaims(template).run(in: vault) }
  }

  // Feature: quick-vault-ios, Property 9: Optional Notes in Invoice Template
  static let invoiceOptions = Requirement<QuickVaultSystem>(
    "QV-09", "Optional Notes in Invoice Template",
    says: """
      A new invoice shows company name, tax ID, address, phone, bank name, bank account and notes, in Chinese or in \
      English. Notes may be missing, empty or any text; the app keeps them as given. If any other field is blank or \
      missing, or the phone number or tax ID is invalid, the app refuses the card and stores nothing.
      """,
    covers: "3.2", of: "CardTemplate.invoice, CardService", needs: [.storage],
    mustCatch: [
      .requiresNotes, .requiresNoBankAccount, .offersNoNotes, .offersOneLanguage, .takesAnyTaxID, .trimsOptionalValues,
    ],
    CardServiceTwin.twin.faults(.dropsEmptyFields, .storesASpaceForNothing, .insertsNotes, .doesNotLookAtUpdates)
  ).holds(
    forAll: .filled(.invoice),
    requiring: [
      "an optional field is absent": 0.1, "an optional field is empty": 0.1, "an optional field is blank": 0.1,
      "an optional field is filled": 0.1,
    ]
  ) { template, system, trial in
    template.label(trial)
    try await UnlockedVault.use(system) { vault in try await TemplateClaims(template).run(in: vault) }
  }

  // Feature: quick-vault-ios, Property 12: Multi-line Text Support
  static let multilineText = Requirement<QuickVaultSystem>(
    "QV-12", "Multi-line Text Support",
    says: """
      The app keeps texts byte for byte, with line ends of every kind and in every place, tabs and U+0000. This holds for a \
      card that is created, fetched, updated or copied, and after a relaunch. A search for the whole text finds the card.
      """,
    covers: "4.2", of: "CardService, CryptoService", needs: [.storage],
    mustCatch: [
      .foldsLineEnds, .trimsValues, .dropsBlankLines, .cutsAtNUL, .keepsOneLine, .expandsTabs, .copiesOneLine,
      .searchesLineByLine, .cutsAtNULInTheCipher, .over(.normalizesText), .over(.endsValuesAtNUL),
    ]
  ).holds(
    forAll: .multilineCards,
    requiring: [
      "a CR LF": 0.2, "a U+2028": 0.1, "a NUL": 0.15, "a newline in front": 0.1, "nothing but line ends": 0.05,
      "a title that ends in a newline": 0.1,
    ]
  ) { cards, system, trial in
    cards.label(trial)
    try await UnlockedVault.use(system) { vault in try await cards.run(in: vault) }
  }
}
