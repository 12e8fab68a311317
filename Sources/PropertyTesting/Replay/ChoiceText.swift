/// Choices as a person reads and diffs them in a regression file: `n3 i0 i-5 d0.5 x1`.
///
/// A letter for the kind, then the signed distance from the simplest value; a double in full.
enum ChoiceText {
  static func text(of choices: [ScriptedChoice]) -> String {
    choices.map { choice in
      if choice.kind == .double {
        let double = Double(bitPattern: choice.magnitude)
        // A NaN's bits would be lost in print.
        return double.isNaN ? "d#\(hexadecimal(choice.magnitude))" : "d\(double)"
      }
      return "\(choice.kind.letter)\(choice.isBelow ? "-" : "")\(choice.magnitude)"
    }.joined(separator: " ")
  }

  /// nil where a word is not a choice.
  static func choices(in text: String) -> [ScriptedChoice]? {
    var choices: [ScriptedChoice] = []
    for word in text.split(separator: " ") {
      guard let letter = word.first,
        let kind = ChoiceKind.allCases.first(where: { $0.letter == letter })
      else { return nil }
      let rest = word.dropFirst()
      if kind == .double {
        let bits = rest.first == "#" ? UInt64(rest.dropFirst(), radix: 16) : Double(rest)?.bitPattern
        guard let bits else { return nil }
        choices.append(ScriptedChoice(kind: kind, magnitude: bits, isBelow: false))
      } else {
        let isBelow = rest.first == "-"
        guard let magnitude = UInt64(isBelow ? rest.dropFirst() : rest) else { return nil }
        choices.append(ScriptedChoice(kind: kind, magnitude: magnitude, isBelow: isBelow))
      }
    }
    return choices
  }
}
