/// Snippets with their tokens: a piece is a letter for its kind, a colon, its text. See ``Piece/letters``.
enum Snippets {
  /// What a lexer may well get wrong.
  static let all: [(title: String, pieces: [String])] = HeldOutSnippets.all + [
    ("an unwrapping and an assignment, as the compiler reads it", ["w:a", "o:!", "o:=", "w:b"]),
    ("a key path through optionals", ["p:\\", "p:.", "o:?", "p:.", "w:b", "o:!", "p:.", "w:c"]),
    ("a declared operator that ends with an angle", ["w:func", "b: ", "o:<", "o:<", "w:T", "o:>", "p:("]),
    ("a list of generic arguments before an assignment", ["w:a", "p::", "b: ", "w:A", "o:<", "w:B", "o:>", "o:=", "p:["]),
    ("comparisons in an argument list", ["w:f", "p:(", "w:a", "o:<", "w:b", "p:,", "b: ", "w:c", "o:>=", "w:d", "p:)"]),
    ("a placeholder", ["w:x", "b: ", "o:=", "b: ", "w:<#name#>", "p:;"]),
    ("a dot before a comment and a placeholder", ["p:.", "k:/**/", "w:a", "p:.", "w:<#b#>", "p:.", "c://", "n:\n"]),
    ("generics before a comment", ["w:a", "p::", "b: ", "w:A", "o:<", "w:B", "o:<", "w:C", "o:>", "o:>", "k:/**/", "p:{"]),
    ("a module selector", ["w:Swift", "p:::", "w:Int"]),
    ("a regex after an operator in one run", ["w:x", "b: ", "o:=", "b: ", "o:!", "r:/a/", "n:\n"]),
    ("a regex after try?", ["w:try", "o:?", "b: ", "r:/a b/", "p:.", "w:c"]),
    ("no regex with a blank inside of its last slash", ["w:a", "b: ", "o:/", "w:b", "b: ", "o:/", "b: ", "w:c"]),
  ]

  static let broken: [(String, [String])] = [
    ("\"a\nb", ["s:\"a", "n:\n", "w:b"]),
    ("\"\\(a\nb)\"", ["h:\"\\(", "w:a", "n:\n", "w:b", "p:)", "s:\""]),
    ("\"\"\"\na", ["s:\"\"\"\na"]),
    ("/* /* */ a", ["k:/* /* */ a"]),
    ("#/\na", ["r:#/", "n:\n", "w:a"]),
    ("##a", ["p:#", "d:#a"]),
    ("`a\n", ["p:`", "w:a", "n:\n"]),
    ("#\"a\"## b", ["s:#\"a\"##", "b: ", "w:b"]),
    ("'a' b", ["s:'a'", "b: ", "w:b"]),
    ("\u{201C}a\u{A0}\u{0}", ["p:\u{201C}", "w:a", "b:\u{A0}\u{0}"]),
  ]
}
