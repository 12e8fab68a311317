import PersonalOSReference
import PropertyTesting

/// Data in an old layout, and the layout that it is brought to.
public struct MigrationCase: Sendable {
  public let dataset: LegacyDataset
  public let target: SchemaVersion
}

extension Generator where Value == MigrationCase {
  /// To the current layout as a rule, now and then to one on the way.
  public static var migrationCase: Generator {
    Generator { source in
      let dataset = try source(.legacyDataset)
      let later = SchemaVersion.allCases.filter { $0 > dataset.version }
      let target = try source(.oneOf(.constant(.current), .element(of: later)))
      return MigrationCase(dataset: dataset, target: target)
    }
  }
}

/// Data in an old layout, and what keeps its migration from succeeding at once.
public struct FailingMigrationCase: Sendable {
  public enum Obstacle: Sendable, Equatable {
    /// At first the place of backups takes none; then the store refuses one step, each time another one: the
    /// first write, one at this part of them, the last write, the commit.
    case refusals(place: Double)
    /// The app ends at one step, and starts again.
    case crash(Moment)
    /// An amount that no decimal holds.
    case unusableAmount(Double)
    /// The user changes the notes of every trade while the app migrates: no obstacle at all.
    case userIsBusy
    /// Two parts of the app migrate at once.
    case migratesTwice
  }

  /// When: among the writes of a migration, in their order.
  public enum Moment: Sendable, Equatable {
    case firstWrite
    /// At this part of the writes.
    case write(place: Double)
    case lastWrite
    case commit
  }

  public var dataset: LegacyDataset
  public let obstacle: Obstacle
}

extension Generator where Value == FailingMigrationCase {
  /// Always with at least one trade, so that every step has something to do.
  public static var failingMigrationCase: Generator {
    let moment = Generator<FailingMigrationCase.Moment>.oneOf(
      .constant(.firstWrite), .constant(.lastWrite), .constant(.commit),
      Generator<Double>.double(in: 0...1).map { .write(place: $0) })
    let place = Generator<Double>.double(in: 0...1)
    let amount = Generator<Double>.element(of: [.nan, .infinity, -.infinity, 1e300, .leastNonzeroMagnitude, 1e-129])
    let obstacle = Generator<FailingMigrationCase.Obstacle>.frequency(
      (8, .constant(.userIsBusy)), (3, .constant(.migratesTwice)),
      (3, amount.map { .unusableAmount($0) }), (4, moment.map { .crash($0) }),
      (6, place.map { .refusals(place: $0) }))
    return Generator { source in
      let obstacle = try source(obstacle)
      var dataset = try source(.legacyDataset)
      if dataset.trades.isEmpty { dataset.trades = [try source(.legacyTrade)] }
      if dataset.version == .v1 { dataset.trades[0].notes = "" }
      if case .unusableAmount(let amount) = obstacle {
        dataset.trades[dataset.trades.count - 1].price = LegacyAmount(unusable: amount)
      }
      return FailingMigrationCase(dataset: dataset, obstacle: obstacle)
    }
  }
}

extension LegacyAmount {
  fileprivate init(unusable double: Double) {
    self.init("NaN", double)
  }
}
