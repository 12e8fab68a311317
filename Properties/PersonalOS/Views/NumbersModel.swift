import Observation
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
  /// No number, and never another: what cannot be compared has not changed.
  private var style = Style()
  private var otherStyle: Style?
  /// What Observation takes no notice of, no view does.
  @ObservationIgnored var looks = 0

  private struct Style {
    var width = 1
  }

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
