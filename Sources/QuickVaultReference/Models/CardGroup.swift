/// Whose a card is. Raw values are stored and shown to services as text.
public enum CardGroup: String, Sendable, CaseIterable {
  case personal = "Personal"
  case company = "Company"
}

/// What a card is for; decides its template.
public enum CardType: String, Sendable, CaseIterable {
  case address = "Address"
  case invoice = "Invoice"
  case generalText = "GeneralText"
}
