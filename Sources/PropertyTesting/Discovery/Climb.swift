/// Moves one choice after the other, in steps that grow while they help and shrink when they no longer do.
struct Climb {
  private var place = 0
  private var goesUp = true
  private var step: UInt64 = 1
  /// The step has been too large: it only shrinks from here on.
  private var isNarrowing = false

  /// `tokens` with the step taken; nil where the choice has no room for it.
  mutating func candidate(_ tokens: [Token]) -> [Token]? {
    let choices = tokens.indices.filter { tokens[$0].isData }
    guard !choices.isEmpty else { return nil }
    let index = choices[place % choices.count]
    guard case .choice(let choice) = tokens[index] else { return nil }
    var tokens = tokens
    if choice.kind == .double {
      let value = Double(bitPattern: choice.value)
      let moved = goesUp ? value + Double(step) : value - Double(step)
      guard moved != value, moved >= Double(bitPattern: choice.lower), moved <= Double(bitPattern: choice.upper)
      else { return nil }
      tokens[index] = .choice(choice.with(value: moved.bitPattern))
      return tokens
    }
    let room = goesUp ? choice.upper - choice.value : choice.value - choice.lower
    guard room > 0 else { return nil }
    let distance = min(step, room)
    tokens[index] = .choice(choice.with(value: goesUp ? choice.value + distance : choice.value - distance))
    return tokens
  }

  /// What came of the step.
  mutating func learn(improved: Bool) {
    if improved {
      if !isNarrowing { step = step > 1 << 60 ? step : step * 2 }
      return
    }
    isNarrowing = true
    step /= 2
    if step > 0 { return }
    (step, isNarrowing) = (1, false)
    if !goesUp { place += 1 }
    goesUp.toggle()
  }
}
