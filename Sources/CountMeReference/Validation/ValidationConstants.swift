/// Every threshold of validation and sync, defined once (004, "ValidationConstants").
public enum ValidationConstants {
  /// Upper bound, inclusive, of the calories of any single item.
  public static let maxCalories: Double = 50_000
  /// Upper bound, inclusive, of protein, carbohydrates and fats, in grams.
  public static let maxMacroGrams: Double = 10_000
  /// Upper bound, inclusive, of an exercise's duration, in minutes: 24 hours.
  public static let maxDurationMinutes: Double = 1_440
  /// Upper bound, inclusive, of the daily calorie goal.
  public static let maxDailyGoal: Double = 50_000
  /// How many operations the sync queue holds at most (requirement 7.1).
  public static let maxQueueSize = 1_000

  /// The scalars that do not count as content of a name or a unit, ascending.
  ///
  /// The 26 of Foundation's `whitespacesAndNewlines` as measured, written out because the platforms'
  /// own tables disagree: Foundation's holds U+200B and `Character.isWhitespace` does not. U+FEFF and
  /// U+2060 are in neither, and count as content (catalogue, section 8 and fact 10).
  public static let whitespaceScalars: [Unicode.Scalar] = [
    "\u{9}", "\u{A}", "\u{B}", "\u{C}", "\u{D}", "\u{20}", "\u{85}", "\u{A0}", "\u{1680}",
    "\u{2000}", "\u{2001}", "\u{2002}", "\u{2003}", "\u{2004}", "\u{2005}", "\u{2006}", "\u{2007}",
    "\u{2008}", "\u{2009}", "\u{200A}", "\u{200B}", "\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}",
    "\u{3000}",
  ]
}
