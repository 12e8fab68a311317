/// Exchanges two values wherever they stand, in choices out of one range: where it does not matter which key is called
/// what, the one that comes first becomes the simpler one.
struct ExchangeValues: ShrinkPass {
  let name = "exchange values"

  func run(_ shrinker: Shrinker) {
    // A long case is not told by what its values are called.
    guard shrinker.best.choiceTokens.count <= 200 else { return }
    var position = 0
    while position < shrinker.best.choiceTokens.count, !shrinker.isExhausted() {
      exchange(at: position, shrinker)
      position += 1
    }
  }

  /// Takes a simpler value that stands only later, and puts it here.
  private func exchange(at position: Int, _ shrinker: Shrinker) {
    let shape = shrinker.best
    guard let own = shrinker.choice(at: position), own.kind == .integer || own.kind == .branch, !own.isSimplest
    else { return }
    let alike = shape.choiceTokens.filter { shape.choice(at: $0)?.isDrawnLike(own) ?? false }
    var tried: Set<UInt64> = []
    for token in alike where token > shape.choiceTokens[position] {
      guard let other = shape.choice(at: token), other.complexity < own.complexity,
        tried.insert(other.value).inserted, tried.count <= 8
      else { continue }
      var values: ChoiceValues = [:]
      for token in alike {
        if shape.choice(at: token)?.value == own.value { values[token] = other.value }
        if shape.choice(at: token)?.value == other.value { values[token] = own.value }
      }
      // Two that stand once each are a matter of order, which other passes see to.
      if values.count > 2, shrinker.consider(replacing: values) { return }
    }
  }
}
