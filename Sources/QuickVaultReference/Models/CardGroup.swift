/// Who a card belongs to. The store and the services use the raw values.
public enum CardGroup: String, Sendable, CaseIterable {
  case personal = "Personal"
  case company = "Company"
}

/// What a card is for. The type decides the card's template.
public enum CardType: String, Sendable, CaseIterable {
  case address = "Address"
  case invoice = "Invoice"
  case generalText = "GeneralText"
}
