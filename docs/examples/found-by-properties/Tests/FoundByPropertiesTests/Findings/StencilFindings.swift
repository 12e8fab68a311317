import Foundation
import PropertyTesting
import Stencil

/// stencilproject/Stencil.
enum StencilFindings {
  static let all = [
    shortName, ellipsis, equalNumbers, range, literal, infinity, defaultText, indentation, errorLine, errorLineAfterCRLF, smartTrimming,
    smartCRLF,
  ]

  private static let package = "stencilproject/Stencil"
  private static let integers = Generator<Int>.int(in: 0...1_000_000_000)

  private static func render(_ template: String, _ context: [String: Any] = [:], trim: TrimBehaviour = .nothing) throws -> String {
    try Environment(trimBehaviour: trim).renderTemplate(string: template, context: context)
  }

  static let shortName = Finding(
    "stencil-short-name", in: package, by: .byHand,
    "`Environment.renderTemplate` finds no variable of one letter before a space and a filter.",
    demand: "A name of two letters is found at the same place: the parts between the `|` lose their spaces. `String.trim` does not "
      + "look at the first character.",
    known: "like [this](https://github.com/stencilproject/Stencil/issues/42), closed",
    result: "",
    reproduction: { print in
      print(try Environment().renderTemplate(string: "{{ a |uppercase }}", context: ["a": "x"]))
    },
    forAll: .array(of: .element(of: ["a", "b"]), count: 1...3).map { $0.joined() }
  ) { name in
    try expect("{{ \(name) |uppercase }}", try render("{{ \(name) |uppercase }}", [name: "x"]), equals: "X")
  }

  static let ellipsis = Finding(
    "stencil-ellipsis", in: package, by: .byHand,
    "`Environment.renderTemplate` takes three dots in a text literal for a range.",
    demand: "Quoted phrases are text, according to the package’s own tokenizer (`smartSplit`), and `\"Loading..\"` is rendered.",
    result: "'from' value is not an Integer (nil)",
    reproduction: { print in
      do { print(try Environment().renderTemplate(string: #"{{ "Loading..." }}"#)) } catch { print(error) }
    },
    forAll: .array(of: .element(of: ["a", "."]), count: 0...6).map { $0.joined() }
  ) { text in
    try expect("{{ \"\(text)\" }}", try? render("{{ \"\(text)\" }}"), equals: text)
  }

  static let equalNumbers = Finding(
    "stencil-equal-numbers", in: package, by: .byHand,
    "`Environment.renderTemplate` says that different integers above 2²⁴ are equal.",
    demand: "The documentation of the `==` operator says that its block is rendered if the value is equal to the other one. Both "
      + "become `Float`.",
    result: "true",
    reproduction: { print in
      print(try Environment().renderTemplate(string: "{{ 16777217 == 16777216 }}"))
    },
    forAll: .zip(integers, .int(in: 1...3))
  ) { number, step in
    try expect("{{ \(number) == \(number + step) }}", try render("{{ \(number) == \(number + step) }}"), equals: "false")
  }

  static let range = Finding(
    "stencil-range", in: package, by: .byHand,
    "`Environment.renderTemplate` iterates over other numbers than those of a range above 2²⁴.",
    demand: "The documentation of `for` says that it iterates over the range `N...M`. Both bounds become `Float` on the way.",
    result: "16777216",
    reproduction: { print in
      print(try Environment().renderTemplate(string: "{% for i in 16777217...16777217 %}{{ i }}{% endfor %}"))
    },
    forAll: integers
  ) { number in
    try expect("\(number)...\(number)", try render("{% for i in \(number)...\(number) %}{{ i }}{% endfor %}"), equals: "\(number)")
  }

  static let literal = Finding(
    "stencil-number-literal", in: package, by: .byHand,
    "`Environment.renderTemplate` writes other digits than those of a number in the template.",
    demand: "The number is that of the template, and a `Double` in the context is written with all its digits. A literal becomes a "
      + "`Float`.",
    result: "16777216.0",
    reproduction: { print in
      print(try Environment().renderTemplate(string: "{{ 16777217.0 }}"))
    },
    forAll: .int(in: 0...100_000_000)
  ) { number in
    try expect("the number", Double(try render("{{ \(number).0 }}")), equals: Double(number))
  }

  static let infinity = Finding(
    "stencil-infinity", in: package, by: .byHand,
    "`Environment.renderTemplate` takes the names `inf`, `infinity` and `nan` for numbers.",
    demand: "The documentation says that a variable is looked up in the context. It names no such literals.",
    result: "inf",
    reproduction: { print in
      print(try Environment().renderTemplate(string: "{{ inf }}", context: ["inf": "information"]))
    },
    forAll: .array(of: .element(of: ["i", "n", "f", "a"]), count: 1...4).map { $0.joined() }
  ) { name in
    try expect("{{ \(name) }}", try render("{{ \(name) }}", [name: "value"]), equals: "value")
  }

  static let defaultText = Finding(
    "stencil-default", in: package, by: .byHand,
    "`Environment.renderTemplate` replaces the text “nil” by the default.",
    demand: "The documentation of the `default` filter says that the default is used if the variable is not in the context, and the "
      + "variable’s value otherwise.",
    result: "World",
    reproduction: { print in
      print(try Environment().renderTemplate(string: #"{{ name|default:"World" }}"#, context: ["name": "nil"]))
    },
    forAll: .element(of: ["", "a", "il", "nil", "nill"])
  ) { name in
    try expect("the text", try render(#"{{ name|default:"World" }}"#, ["name": name]), equals: name)
  }

  static let indentation = Finding(
    "stencil-indent", in: package, by: .byHand,
    "`Environment.renderTemplate` adds an empty line for each CRLF that the filter `indent` meets.",
    demand: "The documentation says that the filter indents lines. CRLF ends one line, and LF adds no empty line.",
    known: "like [this](https://github.com/stencilproject/Stencil/issues/296), open",
    result: #""a\n\n  b""#,
    reproduction: { print in
      print(try Environment().renderTemplate(string: "{{ text|indent:2 }}", context: ["text": "a\r\nb"]).debugDescription)
    },
    forAll: .array(of: .element(of: ["a", "b", "\n", "\r\n"]), count: 0...5).map { $0.joined() }
  ) { text in
    let lines = try render("{{ text|indent:2 }}", ["text": text]).split(omittingEmptySubsequences: false) { $0.isNewline }
    try expect(
      "lines of \(text.debugDescription)", lines.count, equals: text.split(omittingEmptySubsequences: false) { $0.isNewline }.count)
  }

  static let errorLine = Finding(
    "stencil-error-line", in: package, by: .byHand,
    "`TemplateSyntaxError.token` is in line 0 if an earlier line contains its line.",
    demand: "Lines are counted from 1. The line of the token is looked for by its text, from the beginning of the template.",
    result: "0",
    reproduction: { print in
      let result = Result { try Environment().renderTemplate(string: "{# {{ a|b }} #}\n{{ a|b }}") }
      if case .failure(let error as TemplateSyntaxError) = result { print(error.token?.sourceMap.location.lineNumber) }
    },
    forAll: .array(of: .element(of: ["x", "{# {{ a|b }} #}", "{# a #}"]), count: 0...3)
  ) { lines in
    let template = (lines + ["{{ a|b }}"]).joined(separator: "\n")
    do { _ = try render(template) } catch let error as TemplateSyntaxError {
      try expect("the line", error.token?.sourceMap.location.lineNumber, equals: UInt(lines.count + 1))
    }
  }

  static let smartTrimming = Finding(
    "stencil-smart-trimming", in: package, by: .byHand,
    "`TrimBehaviour.smart` removes spaces at the end of the line before a block.",
    demand: "Its documentation says that it removes whitespace before a block, and `whitespace` stands for tabs and spaces: the line "
      + "break is between.",
    result: #""a\nb""#,
    reproduction: { print in
      print(try Environment(trimBehaviour: .smart).renderTemplate(string: "a  \n{% if true %}b{% endif %}").debugDescription)
    },
    forAll: .array(of: .element(of: ["a", " ", "\n"]), count: 0...4).map { "a" + $0.joined() + "\n" }
  ) { text in
    let rendered = try render("\(text){% if true %}b{% endif %}", trim: .smart)
    try expect("the text", rendered, equals: text + "b")
  }

  static let errorLineAfterCRLF = Finding(
    "stencil-error-line-crlf", in: package, by: .byHand,
    "`TemplateSyntaxError.token` has too large a line number after CRLF.",
    demand: "CRLF ends one line, as LF does. Here, CR and LF count as a line break each.",
    known: "like [this](https://github.com/stencilproject/Stencil/issues/296), open",
    result: "3",
    reproduction: { print in
      let result = Result { try Environment().renderTemplate(string: "a\r\n{{ a|b }}") }
      if case .failure(let error as TemplateSyntaxError) = result { print(error.token?.sourceMap.location.lineNumber) }
    },
    forAll: .array(of: .element(of: ["\n", "\r\n"]), count: 0...3)
  ) { breaks in
    let template = breaks.enumerated().map { "line \($0)\($1)" }.joined(separator: "") + "{{ a|b }}"
    do { _ = try render(template) } catch let error as TemplateSyntaxError {
      try expect("the line", error.token?.sourceMap.location.lineNumber, equals: UInt(breaks.count + 1))
    }
  }

  static let smartCRLF = Finding(
    "stencil-smart-crlf", in: package, by: .byHand,
    "`TrimBehaviour.smart` leaves CRLF after a block.",
    demand: "Its documentation says that it removes whitespace and a single newline after a block, and LF is removed.",
    known: "like [this](https://github.com/stencilproject/Stencil/issues/296), open",
    result: #""b\r\nc""#,
    reproduction: { print in
      print(try Environment(trimBehaviour: .smart).renderTemplate(string: "{% if true %}b{% endif %}\r\nc").debugDescription)
    },
    forAll: .element(of: ["\n", " \n", "\r\n", "\t\r\n"])
  ) { space in
    try expect("the text", try render("{% if true %}b{% endif %}\(space)c", trim: .smart), equals: "bc")
  }
}
