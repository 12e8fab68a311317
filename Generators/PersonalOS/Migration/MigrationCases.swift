import PersonalOSReference
import PropertyTesting

/// Data in an old layout, and the target layout.
public struct MigrationCase: Sendable {
  /// The data before the migration.
  public let dataset: LegacyDataset
  /// The layout after the migration, later than the data's.
  public let target: SchemaVersion
}

extension Generator where Value == MigrationCase {
  /// The target is mostly the current layout, now and then one in between.
  public static var migrationCase: Generator {
    Generator { source in
      let dataset = try source(.legacyDataset)
      let later = SchemaVersion.allCases.filter { $0 > dataset.version }
      let target = try source(.oneOf(.constant(.current), .element(of: later)))
      return MigrationCase(dataset: dataset, target: target)
    }
  }
}

/// Data in an old layout, and an obstacle to its migration.
public struct FailingMigrationCase: Sendable {
  /// What happens during the migration.
  public enum Obstacle: Sendable, Equatable {
    /// First the place for backups refuses the backup. Then the store refuses one step, another one at each attempt:
    /// the first write, the write at this fraction of the writes, the last write, and the commit.
    case refusals(place: Double)
    /// The app ends at this step and starts again.
    case crash(Moment)
    /// An amount that no decimal can hold.
    case unusableAmount(Double)
    /// The user changes the notes of every trade while the app migrates. This is no obstacle: the migration must
    /// succeed.
    case userIsBusy
    /// Two parts of the app migrate at once. Both must succeed.
    case migratesTwice
  }

  /// A step of a migration: one of its writes, in their order, or the commit.
  public enum Moment: Sendable, Equatable {
    case firstWrite
    /// The write at this fraction of the writes.
    case write(place: Double)
    case lastWrite
    case commit
  }

  /// The data before the migration, with at least one trade.
  public var dataset: LegacyDataset
  /// What happens during the migration.
  public let obstacle: Obstacle
}

extension Generator where Value == FailingMigrationCase {
  /// The dataset always has at least one trade, so every step has something to do.
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
