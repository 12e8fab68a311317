import Observation
import PersonalOSGenerators
import PersonalOSReference

/// A model with a few numbers, each a property of its own to Observation.
@Observable
@MainActor
final class NumbersModel: ViewModel {
  private var first = 0
  private var second = 0
  private var third = 0
  private var fourth = 0
  private var fifth = 0

  subscript(index: Int) -> Int {
    get {
      switch index {
      case 0: first
      case 1: second
      case 2: third
      case 3: fourth
      default: fifth
      }
    }
    set {
      switch index {
      case 0: first = newValue
      case 1: second = newValue
      case 2: third = newValue
      case 3: fourth = newValue
      default: fifth = newValue
      }
    }
  }
}

extension NumbersModel {
  var all: [Int] { (0..<UpdateScript.numberCount).map { self[$0] } }

  /// Does what a view of the script does at this place, to which end it looks at the number.
  func countUp(_ counting: UpdateScript.Counting?, _ place: UpdateScript.Counting.Place) {
    guard let counting, counting.place == place, self[counting.number] < counting.until else { return }
    self[counting.number] += 1
  }
}

extension UpdateScript.Reading {
  /// Reads from `number`, and says what was read.
  func text(_ number: (Int) -> Int) -> String {
    switch self {
    case .number(let index):
      return "\(index)=\(number(index))"
    case .choice(let index, let even, let odd):
      let chosen = number(index).isMultiple(of: 2) ? even : odd
      return "\(index)?(" + chosen.map { $0.text(number) }.joined(separator: " ") + ")"
    }
  }
}
