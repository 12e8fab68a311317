import PropertyTesting

extension Generator where Value == String {
  /// A password that a user may choose: 8 characters or more, in several scripts. Some have characters of many bytes,
  /// some have letters that can be composed in two ways, and some have blanks at their ends.
  public static let masterPassword = Generator.frequency(
    (5, .element(of: ["correct horse", "12345678", "密码密码密码密码", "cafe\u{301} au lait", "  spaces  "])),
    (1, .text(of: character, count: 8...16)))

  /// A password of any length. Most have 7 or 8 characters, so the lengths lie on both sides of the least one.
  public static let passwordOfAnyLength = Generator.frequency(
    (4, .text(of: character, count: 7...8)), (2, .text(of: character, count: 0...16)),
    (1, .element(of: ["1234567 ", " 1234567", "\n\n\n\n\n\n\n\n", "123456\u{301}7", "🇨🇳🇨🇳🇨🇳🇨🇳"])))

  /// A wrong password of somebody who almost knows the right one: one character too few, too many or different, another
  /// case, blanks around it, or nothing. It is never the password itself.
  public static func nearMiss(of password: String) -> Generator {
    let misses = [
      String(password.dropLast()), String(password.dropFirst()), password + "1", " " + password, password + "\n",
      password.uppercased(), String(password.prefix(8)), String(password.reversed()), "",
      password.replacing("1", with: "l"),
    ].filter { $0 != password }
    return .element(of: misses)
  }

  /// One character, of one byte or many, and of one scalar or several.
  private static let character = Generator.frequency(
    (6, .element(of: ["a", "B", "7", " ", "!", "$"])), (2, .element(of: ["密", "é", "ß", "٣"])),
    (2, .element(of: ["e\u{301}", "👨‍👩‍👧‍👦", "🇨🇳", "a\u{308}\u{323}"])))

  /// This many characters, one after the other. None of them joins the one before it.
  private static func text(of character: Generator<String>, count: ClosedRange<Int>) -> Generator {
    Generator { source in
      var characters: [String] = []
      for _ in 0..<(try source(.int(in: count))) {
        let next = try source(character)
        // Two flags side by side are still two characters.
        characters.append(next)
      }
      return characters.joined()
    }
  }
}

extension Generator where Value == Duration {
  /// A waiting time: one of the instants, a millisecond before or after one, or any time up to 90 s.
  /// - Parameter instants: times from now at which something changes.
  public static func wait(around instants: [Duration]) -> Generator {
    let near = instants.flatMap { [$0, $0 - .milliseconds(1), $0 + .milliseconds(1)] }.filter { $0 >= .zero }
    let any = Generator<Int>.int(in: 0...90_000).map { Duration.milliseconds($0) }
    return near.isEmpty ? any : .frequency((3, .element(of: near)), (2, any))
  }

  /// A timeout of the auto-lock, from a second to an hour.
  public static let autoLockTimeout = Generator.element(of: [
    .seconds(1), .seconds(30), .seconds(60), .seconds(300), .seconds(3_600), .milliseconds(1_500),
  ])
}
