/// Every threshold of validation and sync, defined once (004, "ValidationConstants").
public enum ValidationConstants {
  /// The largest number of calories of a single item, inclusive.
  public static let maxCalories: Double = 50_000
  /// The largest amount of protein, carbohydrates or fats, inclusive, in grams.
  public static let maxMacroGrams: Double = 10_000
  /// The longest duration of an exercise, inclusive, in minutes: 24 hours.
  public static let maxDurationMinutes: Double = 1_440
  /// The largest daily calorie goal, inclusive.
  public static let maxDailyGoal: Double = 50_000
  /// How many operations the sync queue holds at most (requirement 7.1).
  public static let maxQueueSize = 1_000

  /// The scalars that do not count as content of a name or a unit, ascending.
  ///
  /// They are the 26 scalars of Foundation's `whitespacesAndNewlines` as measured. They are written out because the
  /// tables of the platforms disagree: Foundation's contains U+200B, and `Character.isWhitespace` does not. U+FEFF and
  /// U+2060 are in neither table and count as content (catalogue, section 8 and fact 10).
  public static let whitespaceScalars: [Unicode.Scalar] = [
    "\u{9}", "\u{A}", "\u{B}", "\u{C}", "\u{D}", "\u{20}", "\u{85}", "\u{A0}", "\u{1680}",
    "\u{2000}", "\u{2001}", "\u{2002}", "\u{2003}", "\u{2004}", "\u{2005}", "\u{2006}", "\u{2007}",
    "\u{2008}", "\u{2009}", "\u{200A}", "\u{200B}", "\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}",
    "\u{3000}",
  ]
}
