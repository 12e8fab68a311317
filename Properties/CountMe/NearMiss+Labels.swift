import CountMeGenerators
import CountMeReference
import PropertyTesting

extension NearMiss {
  /// Counts the case in the classes of the edges that its valid record reaches.
  func labelEdges(_ trial: Trial) {
    let isLog = valid.model == .dailyLog
    for (field, kind) in valid.model.fields {
      switch (kind, valid.values[field] ?? .null) {
      case (.text, .string(let name)) where field == "name":
        let ends = [name.unicodeScalars.first, name.unicodeScalars.last].compactMap(\.self)
        trial.label("white at an end of the name", if: ends.contains(where: SpecifiedLimits.whiteScalars.contains))
        trial.label("a name of more than 100 scalars", if: name.unicodeScalars.count > 100)
      case (.optional, .null): trial.label(isLog ? "no goal" : "an amount is nil")
      case (.positive, .double(let amount)):
        trial.label("less than a millionth", if: amount < 1e-6)
        trial.label("less than one serving", if: amount < 1 && field == "servingsCount")
        trial.label("more than a million", if: amount > 1e6)
      case (_, .double(let amount)):
        trial.label(isLog ? "a goal of 0" : "an amount is 0", if: amount == 0)
        trial.label(isLog ? "the highest goal" : "an amount at its upper bound", if: amount == kind.most)
        trial.label("an amount is subnormal", if: amount.isSubnormal)
      case (_, .timestamp(let date)):
        let seconds = date.timeIntervalSince1970
        trial.label("a fraction of a second", if: seconds != seconds.rounded())
        trial.label("before 1970", if: seconds < 0)
      case (_, .array(let ingredients)):
        trial.label("one ingredient", if: ingredients.count == 1)
        trial.label("an ingredient twice", if: Set(ingredients.map { describe($0) }).count < ingredients.count)
      default: break
      }
    }
  }

  /// Counts the case in the class of each of its breaks.
  func labelBreaks(_ trial: Trial) {
    for broken in breaks {
      switch broken.value {
      case .string: trial.label("blank text")
      case .array: trial.label("no ingredients")
      case .double(let number) where number.isNaN: trial.label("NaN")
      case .double(let number) where number.isInfinite: trial.label("infinite")
      case .double(let number): trial.label(number <= 0 ? "below the range" : "above the range")
      default: break
      }
    }
  }

  /// Counts the case in the classes of its document and of each of its breaks.
  func labelDocument(_ trial: Trial) {
    trial.label(valid.model.rawValue)
    trial.label("an ingredient after the first", if: breaks.contains { ($0.path.ingredient ?? 0) > 0 })
    for broken in breaks {
      switch (broken.written(in: spelling), broken.error) {
      case (nil, _): trial.label("missing")
      case (.null, _): trial.label("null")
      case (.bool, nil) where broken.kind.isNumeric: trial.label("Bool for a number")
      case (_, nil): trial.label("wrong type")
      case (.string, _): trial.label("blank text")
      case (.array, _): trial.label("no ingredients")
      case (.integer, _): trial.label("integer out of range")
      case (.double(let number), _): trial.label(number.isFinite ? "out of range" : "NaN or infinite")
      default: break
      }
    }
  }
}
