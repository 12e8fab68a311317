import Observation
import PersonalOSReference

/// What a model inherits, Observation tracks as well.
@Observable
@MainActor
class InheritedNumber {
  fileprivate var fourth = 0
}

/// A model with a few numbers, each a property of its own to Observation. One of them is inherited, and one is kept in an
/// object that nobody can compare: another number is another object.
@Observable
@MainActor
final class NumbersModel: InheritedNumber, ViewModel {
  /// Its place among the models that a case has made, from 1.
  let serial: Int
  private var first = 0
  private var second = 0
  private var third = 0
  private var kept: Kept?
  /// It never equals itself, and yet it does not change.
  private var share = Double.nan
  /// No number, and never another: what cannot be compared has not changed.
  private var style = Style()
  private var otherStyle: Style?
  /// What Observation takes no notice of, no view does.
  @ObservationIgnored var looks = 0

  private struct Style {
    var width = 1
  }

  private final class Kept {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  private var fifth: Int {
    get { kept?.number ?? 0 }
    set { if newValue != fifth { kept = Kept(newValue) } }
  }

  init(serial: Int = 0) { self.serial = serial }

  private static let numbers = [\NumbersModel.first, \.second, \.third, \.fourth, \.fifth]

  subscript(index: Int) -> Int {
    get { self[keyPath: Self.numbers[index]] }
    set { self[keyPath: Self.numbers[index]] = newValue }
  }
}

extension ViewModel {
  /// Of a model with numbers; 0 of any other.
  var serial: Int { (self as? NumbersModel)?.serial ?? 0 }
}
