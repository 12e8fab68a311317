import CountMeReference
import Foundation
import StorageContract

/// Another implementation of the offline queue, with one defect: what CM-13 and CM-14 must catch.
///
/// It is written apart from the reference, as an adopter's would be: its own list, its own table, its own
/// loop. Without a defect it holds both properties, so that what a property catches is the defect.
actor DefectiveSyncEngine: SyncEngine {
  enum Defect: Sendable {
    // The queue.
    case checksTheCapBeforeReplacing, dropsTheNewestAtTheCap, refusesAtTheCap, loadsWithoutTheCap
    case holdsOneTooMany, keepsDroppedOperationsStored, keepsDuplicates, replacesInPlace
    case forgetsThatACreateIsPending, ignoresTheEntityType, replacesTheOperationInFlight
    // The pass.
    case stopsAtTheFirstFailure, removesByEntity, countsRetriesForEver, retriesRefusals
    case staysSyncingAfterAFailure, queuesFailuresAgain, sendsInQueueOrder, logsNothing
    case processesTwiceAtOnce, takesWhatIsQueuedMeanwhile, removesOnlyInMemory
    case retriesOneTimeLess, waitsTheSameEachTime
  }

  /// How the queue is stored.
  enum Layout: Sendable {
    /// A record for each operation, written once.
    case records
    /// One record with all of them, overwritten at each change.
    case oneRecord
  }

  private struct Item {
    var number: Int
    var operation: SyncOperation
  }

  private(set) var isSyncing = false
  private(set) var log: [SyncLogEntry] = []
  var syncQueue: [SyncOperation] { items.map(\.operation) }

  private let setup: SyncSetup
  private let defect: Defect?
  private let layout: Layout
  private var items: [Item] = []
  private var lastNumber = 0
  private var inFlight: Int?
  /// Only for ``Defect/countsRetriesForEver``.
  private var failuresOfEntity: [String: Int] = [:]

  private init(_ setup: SyncSetup, _ defect: Defect?, _ layout: Layout) {
    self.setup = setup
    self.defect = defect
    self.layout = layout
  }

  static func open(
    _ setup: SyncSetup, _ defect: Defect?, layout: Layout = .records
  ) async throws -> DefectiveSyncEngine {
    let engine = DefectiveSyncEngine(setup, defect, layout)
    try await engine.load()
    return engine
  }

  func queueOperation(_ operation: SyncOperation) async throws {
    let before = items
    add(operation)
    try await persist(from: before)
  }

  func processQueue() async throws {
    if isSyncing && defect != .processesTwiceAtOnce { return }
    isSyncing = true
    var pass = defect == .sendsInQueueOrder ? items : sorted(items)
    while !pass.isEmpty {
      let item = pass.removeFirst()
      inFlight = item.number
      let failure = await send(item.operation)
      inFlight = nil
      let before = items
      let latestBefore = lastNumber
      remove(item)
      if let failure {
        if defect != .logsNothing { log.append(SyncLogEntry(operation: item.operation, error: failure)) }
        if defect == .queuesFailuresAgain { add(item.operation) }
      }
      if defect != .removesOnlyInMemory { try await persist(from: before) }
      if failure != nil && defect == .stopsAtTheFirstFailure { break }
      if failure != nil && defect == .staysSyncingAfterAFailure && pass.isEmpty { return }
      if defect == .takesWhatIsQueuedMeanwhile && pass.isEmpty {
        pass = sorted(items.filter { $0.number <= latestBefore })
      }
    }
    isSyncing = false
  }

  // The queue.

  private func add(_ operation: SyncOperation) {
    let cap = setup.maxQueueSize + (defect == .holdsOneTooMany ? 1 : 0)
    if defect == .checksTheCapBeforeReplacing { trim(to: cap - 1) }
    if defect == .refusesAtTheCap && items.count >= cap { return }
    var operation = operation
    var place: Int?
    if defect != .keepsDuplicates {
      for item in items where isReplaced(item, by: operation) {
        if item.operation.kind == .create && operation.kind == .update
          && defect != .forgetsThatACreateIsPending
        {
          operation = operation.changed(to: .create)
        }
        place = items.firstIndex { $0.number == item.number }
        items.removeAll { $0.number == item.number }
      }
    }
    if defect == .dropsTheNewestAtTheCap {
      if items.count >= cap { items.removeLast() }
    } else {
      trim(to: cap - 1)
    }
    lastNumber += 1
    let item = Item(number: lastNumber, operation: operation)
    if defect == .replacesInPlace, let place {
      items.insert(item, at: min(place, items.count))
    } else {
      items.append(item)
    }
  }

  private func isReplaced(_ item: Item, by operation: SyncOperation) -> Bool {
    if item.number == inFlight && defect != .replacesTheOperationInFlight { return false }
    if defect == .ignoresTheEntityType { return item.operation.entityId == operation.entityId }
    return item.operation.concernsSameEntity(as: operation)
  }

  private func trim(to count: Int) {
    items.removeFirst(max(0, items.count - max(0, count)))
  }

  private func remove(_ item: Item) {
    if defect == .removesByEntity {
      items.removeAll { $0.operation.concernsSameEntity(as: item.operation) }
    } else {
      items.removeAll { $0.number == item.number }
    }
  }

  private func sorted(_ items: [Item]) -> [Item] {
    items.sorted { ($0.operation.timestamp, $0.number) < ($1.operation.timestamp, $1.number) }
  }

  // The pass.

  private func send(_ operation: SyncOperation) async -> SyncError? {
    let entity = "\(operation.entityId) \(operation.entityType)"
    let retries = defect == .retriesOneTimeLess ? 2 : 3
    var failures = defect == .countsRetriesForEver ? failuresOfEntity[entity] ?? 0 : 0
    while true {
      do {
        if operation.kind == .delete {
          try await setup.transport.delete(
            entityId: operation.entityId, entityType: operation.entityType)
        } else {
          try await setup.transport.upload(
            entityId: operation.entityId, entityType: operation.entityType)
        }
        return nil
      } catch {
        let mayPass = (error as? any RetryableError)?.isRetryable ?? true
        guard mayPass || defect == .retriesRefusals else {
          return error as? SyncError ?? .firestoreError(error)
        }
        failures += 1
        failuresOfEntity[entity] = failures
        guard failures <= retries else { return .maxRetriesExceeded }
        let seconds = defect == .waitsTheSameEachTime ? 1 : 1 << (failures - 1)
        try? await setup.clock.sleep(for: .seconds(seconds))
      }
    }
  }

  // The table: items by number, in a record each or all in one.

  private static let table = "offline_queue"

  private func load() async throws {
    let records = try await setup.store.read { try $0.scan(Self.table) }
    items =
      switch layout {
      case .records: records.compactMap { record in Int(record.key).flatMap { Self.item($0, record.fields, "") } }
      case .oneRecord: records.flatMap { Self.items(in: $0.fields) }
      }
    lastNumber = items.map(\.number).max() ?? 0
    items.sort { $0.number < $1.number }
    if defect != .loadsWithoutTheCap {
      let before = items
      trim(to: setup.maxQueueSize)
      try await persist(from: before)
    }
  }

  private func persist(from before: [Item]) async throws {
    let after = items
    if layout == .oneRecord {
      let fields = after.map { Self.fields($0.operation, "_\($0.number)") }
        .reduce(into: [:]) { $0.merge($1, uniquingKeysWith: { _, new in new }) }
      _ = try await setup.store.write { try $0.put(fields, at: "queue", in: Self.table) }
      return
    }
    let keepsOld = defect == .keepsDroppedOperationsStored
    try await setup.store.write { transaction in
      let kept = Set(after.map(\.number))
      let known = Set(before.map(\.number))
      for item in before where !kept.contains(item.number) && !keepsOld {
        try transaction.delete(Self.key(item), in: Self.table)
      }
      for item in after where !known.contains(item.number) {
        try transaction.put(Self.fields(item.operation, ""), at: Self.key(item), in: Self.table)
      }
    }
  }

  private static func key(_ item: Item) -> String {
    let digits = String(item.number)
    return String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }

  private static func fields(_ operation: SyncOperation, _ suffix: String) -> [String: FieldValue] {
    [
      "entity" + suffix: .uuid(operation.entityId),
      "type" + suffix: .text(operation.entityType.rawValue),
      "kind" + suffix: .text(operation.kind.rawValue), "time" + suffix: .date(operation.timestamp),
    ]
  }

  private static func items(in fields: [String: FieldValue]) -> [Item] {
    fields.keys.compactMap { name in
      guard name.hasPrefix("kind_"), let number = Int(name.dropFirst(5)) else { return nil }
      return item(number, fields, "_\(number)")
    }
  }

  private static func item(
    _ number: Int, _ fields: [String: FieldValue], _ suffix: String
  ) -> Item? {
    guard case .uuid(let entity) = fields["entity" + suffix],
      case .text(let typeName) = fields["type" + suffix],
      case .text(let kindName) = fields["kind" + suffix],
      case .date(let time) = fields["time" + suffix],
      let type = SyncEntityType(rawValue: typeName),
      let kind = SyncOperation.Kind(rawValue: kindName)
    else { return nil }
    return Item(
      number: number,
      operation: SyncOperation(kind, entityId: entity, entityType: type, timestamp: time))
  }
}
