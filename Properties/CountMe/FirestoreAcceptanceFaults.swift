import CountMeReference
import Foundation
import PropertyTesting

// What CM-12 must catch.
extension Fault<CountMeSystem> {
  static let readsNoIntegers = Fault("readsNoIntegers", "takes numbers by `as? Double`, which refuses integers") {
    $0.readDocuments { document in
      document.changing { value in
        guard case .integer = value else { return value }
        return .string("no Double")
      }
    }
  }

  static let readsIntegerMacrosAsNil = Fault("readsIntegerMacrosAsNil", "reads an optional integer as nil") {
    $0.readDocuments { document in
      document.changing(FirestoreData.optionalKeys) { value in
        guard case .integer = value else { return value }
        return nil
      }
    }
  }

  static let refusesDocumentsAtTheirBounds = Fault(
    "refusesDocumentsAtTheirBounds", "takes the upper bound of calories as exclusive") {
    $0.readDocuments { document in
      document.changing(["calories", "caloriesBurned"]) { $0.number == 50_000 ? .double(50_001) : $0 }
    }
  }

  static let refusesExtraKeys = Fault("refusesExtraKeys", "refuses a key that it does not know") {
    $0.readDocuments { document in
      let known = FirestoreData.numberKeys + ["id", "name", "unit", "ingredients", "date"]
      guard let extra = document.keys.sorted().first(where: { !known.contains($0) }) else {
        return document
      }
      throw SyncError.invalidData(reason: "unknown key \(extra)")
    }
  }

  static let dropsAGoalOfZero = Fault("dropsAGoalOfZero", "reads a goal of 0 as nil") {
    $0.readDocuments { document in
      document.changing(["dailyGoal"]) { $0.number == 0 ? nil : $0 }
    }
  }

  static let refusesNulls = Fault("refusesNulls", "refuses null for an optional number") {
    $0.readDocuments { document in
      document.changing(FirestoreData.optionalKeys) { $0 == .null ? .string("null") : $0 }
    }
  }

  static let trimsNamesRead = Fault("trimsNamesRead", "trims the name that it reads") {
    $0.readDocuments { document in
      document.changing(["name"]) { value in
        guard case .string(let name) = value else { return value }
        return .string(name.trimmingCharacters(in: .whitespacesAndNewlines))
      }
    }
  }

  static let reversesIngredientsRead = Fault("reversesIngredientsRead", "reads ingredients in reverse") {
    $0.readDocuments { document in
      document.changing(["ingredients"]) { value in
        guard case .array(let elements) = value else { return value }
        return .array(elements.reversed())
      }
    }
  }

  static let writesNilAsZero = Fault("writesNilAsZero", "writes a nil macro as 0") { countMe in
    let write = countMe.foodItemToFirestore
    countMe.foodItemToFirestore = { item in
      write(item).merging(["fats": .double(0)]) { written, _ in written }
    }
  }

  static let writesWholeSeconds = Fault(
    "writesWholeSeconds", "writes a date without the fraction of a second") { countMe in
    let write = countMe.dailyLogToFirestore
    countMe.dailyLogToFirestore = { log in
      write(log).changing(["date"]) { value in
        guard case .timestamp(let date) = value else { return value }
        let seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
        return .timestamp(Date(timeIntervalSinceReferenceDate: seconds))
      }
    }
  }
}
