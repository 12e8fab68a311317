import PropertyTesting

/// Fails the case unless the card is the one that is expected, in every part; names the first part that is not.
func expectCard(
  _ claim: String, _ card: ExactCard, is expected: ExactCard, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line
) throws {
  if card == expected { return }
  func differs<Part: Equatable>(_ name: String, _ part: (ExactCard) -> Part) throws {
    try expect(
      "\(claim): \(name)", part(card), equals: part(expected), fileID: fileID, filePath: filePath, line: line)
  }
  try differs("its number", \.number)
  try differs("its title") { ExactText($0.title) }
  try differs("its group", \.group)
  try differs("its type", \.cardType)
  try differs("its tags") { $0.tags.map(ExactText.init) }
  try differs("its pin", \.isPinned)
  try differs("its creation", \.created)
  try differs("its modification", \.modified)
  if card.fields.map({ ExactText($0.label) }) == expected.fields.map({ ExactText($0.label) }) {
    for (found, field) in zip(card.fields, expected.fields) {
      try expect(
        "\(claim): its field \(describe(field.label))", found, equals: field, fileID: fileID, filePath: filePath,
        line: line)
    }
  }
  try differs("its fields", \.fields)
}

/// Fails the case unless the cards are those that are expected, one after the other.
func expectCards(
  _ claim: String, _ cards: [ExactCard], are expected: [ExactCard], fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line
) throws {
  try expect(
    "\(claim): their numbers", cards.map(\.number), equals: expected.map(\.number), fileID: fileID, filePath: filePath,
    line: line)
  for (card, expected) in zip(cards, expected) {
    try expectCard(
      "\(claim): card \(expected.number ?? -1)", card, is: expected, fileID: fileID, filePath: filePath, line: line)
  }
}
