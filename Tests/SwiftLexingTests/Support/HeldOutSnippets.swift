/// Snippets with their tokens, written down before the lexer was, and not looked at while it was mended: see ``Snippets``.
///
/// 22 of the 24 were read as written down. The other two were wrong about the language, and the toolchain agrees with the
/// lexer: it reads `e!=f` as `e!` and `=f`, and ends a regex literal at a slash in a character class.
enum HeldOutSnippets {
  static let all: [(title: String, pieces: [String])] = [
    (
      "a raw string with a quote and a wrong number of signs",
      ["w:let", "b: ", "w:a", "b: ", "o:=", "b: ", ###"s:##"a"#b\#(c)"##"###, "p:.", "w:count"]
    ),
    (
      "an interpolation in a raw string",
      [##"h:#"x\#("##, "w:f", "p:(", "i:1", "p:)", ##"m:)\(no)\#("##, "w:y", ##"t:)"#"##]
    ),
    (
      "a string in an interpolation in a string in an interpolation",
      [#"h:"\("#, #"h:"\("#, #"s:"a""#, #"t:)b""#, #"t:)c""#, "o:+", #"s:"d""#]
    ),
    (
      "a multi-line string with quotes, an escaped delimiter and an interpolation over lines",
      ["h:\"\"\"\n  say \"hi\" \\\"\"\" \\\n  \\(", "n:\n", "b:  ", "w:x", "n:\n", "t:)\n  \"\"\"", "n:\n"]
    ),
    ("an escaped backslash before the closing quote", [#"s:"a\\""#, "b: ", "w:b", "b: ", #"s:"\"""#]),
    ("a division is no regex", ["w:a", "b: ", "o:/", "b: ", "w:b", "b: ", "o:/", "b: ", "w:c"]),
    ("a division without blanks is no regex", ["w:a", "o:/", "w:b", "o:/", "w:c"]),
    (
      "a division after a bracket, a regex as an argument",
      ["p:(", "w:a", "p:)", "o:/", "i:2", "b: ", "o:+", "b: ", "w:f", "p:(", #"r:/a\/[\/]b/"#, "p:)"]
    ),
    ("a regex after return", ["w:return", "b: ", "r:/(a|b)+/", "n:\n", "w:x"]),
    ("an extended regex over lines", ["w:let", "b: ", "w:r", "b: ", "o:=", "b: ", "r:#/\n  a/b # c\n/#", "n:\n"]),
    ("a nested comment", ["k:/* a /* b */ // */", "w:x", "b: ", "c:// /* y", "n:\n", "w:z"]),
    ("an operator and a comment", ["w:a", "b: ", "o:+", "k:/*b*/", "w:c", "o:-", "c://d"]),
    (
      "operators that begin with a dot, and ranges",
      ["i:0", "o:..<", "i:9", "b: ", "w:a", "b: ", "o:.+.", "b: ", "w:b", "p:.", "i:0", "p:.", "i:1", "o:..."]
    ),
    (
      "generics that close together, and a shift",
      [
        "w:let", "b: ", "w:a", "p::", "b: ", "w:A", "o:<", "w:B", "o:<", "w:C", "o:>", "o:>", "o:?", "b: ", "o:=", "b: ",
        "w:x", "b: ", "o:>>", "b: ", "i:1",
      ]
    ),
    (
      "comparisons without blanks",
      ["w:if", "b: ", "w:a", "o:<=", "w:b", "o:&&", "w:c", "o:>=", "w:d", "o:||", "w:e", "o:!", "o:=", "w:f", "b: ", "p:{"]
    ),
    (
      "postfix signs",
      ["w:a", "o:!", "p:.", "w:b", "o:?", "p:[", "i:0", "p:]", "o:!", "o:!", "b: ", "o:??", "b: ", "o:!", "w:c"]
    ),
    (
      "numbers of all radixes",
      [
        "i:0x1F_", "b: ", "i:0b1_01", "b: ", "i:0o17", "b: ", "f:1_0.5e-3", "b: ", "f:0x1.8p+4", "b: ", "f:1e9", "b: ",
        "i:1", "p:.", "w:e", "b: ", "f:0xAp2",
      ]
    ),
    (
      "escaped identifiers, a raw one, dollars and emoji",
      ["e:`class`", "p:.", "e:`two words!`", "b: ", "w:$0", "p:.", "w:$name", "b: ", "w:🐶é_1", "b: ", "o:≤"]
    ),
    (
      "directives, attributes and key paths",
      [
        "d:#if", "b: ", "w:os", "p:(", "w:Linux", "p:)", "n:\r\n", "p:@", "w:main", "b: ", "d:#selector", "p:(", "w:a",
        "p:)", "b: ", "p:\\", "p:.", "w:b", "o:?", "p:.", "w:c", "n:\r\n", "d:#endif",
      ]
    ),
    (
      "a closure in an interpolation that holds a bracket in a string",
      [#"h:"\("#, "w:a", "p:.", "w:map", "b: ", "p:{", "b: ", #"h:"(\("#, "w:$0", #"t:)""#, "b: ", "p:}", #"t:)""#]
    ),
    (
      "an arrow, an ampersand and an operator's declaration",
      [
        "w:func", "b: ", "o:<<<", "b: ", "p:(", "w:a", "p::", "b: ", "w:inout", "b: ", "w:A", "p:)", "o:->", "w:B", "b: ",
        "p:{", "b: ", "w:f", "p:(", "o:&", "w:a", "p:)", "b: ", "p:}",
      ]
    ),
    ("a first line for a shell", ["c:#!/usr/bin/swift", "n:\n", "w:print", "p:(", #"s:"""#, "p:)"]),
    ("a string that its line ends", [#"s:"abc"#, "n:\n", "w:x"]),
    ("a regex with a quote, then a string", ["w:f", "p:(", #"r:/"/"#, "p:,", "b: ", #"s:"/""#, "p:)"]),
  ]
}
