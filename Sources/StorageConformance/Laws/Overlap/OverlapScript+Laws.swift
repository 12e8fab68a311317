import PropertyTesting
import StorageContract

extension OverlapScript {
  /// Runs the script at the subject's location and fails the case where an anomaly of these kinds is found that the
  /// store's declared isolation excludes. Anomalies of other kinds are the matter of other laws.
  func expectNone(
    of kinds: Set<OverlapAnomaly.Kind>, _ subject: LawSubject, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    let driver = OverlapDriver(script: self, location: subject.location)
    let record = try await driver.run()
    noteClaim(fileID: fileID, line: line)
    let isolation = record.isolation ?? subject.capabilities.isolation
    guard let anomaly = record.problem ?? OverlapJudge(record.history).anomaly(excludedBy: isolation) else { return }
    // Where the run itself was wrong, there is nothing to judge.
    if kinds.contains(anomaly.kind) || record.problem != nil {
      throw failure(anomaly, record, fileID: fileID, filePath: filePath, line: line)
    }
  }

  func failure(
    _ anomaly: OverlapAnomaly, _ record: OverlapRecord, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> ExpectationFailure {
    var failure = ExpectationFailure(
      claim: "\(anomaly)\n\(OverlapLanes(record: record, sessionCount: plans.count))" + (anomaly.kind.verdict.map { "\n\($0)" } ?? ""),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line))
    if !anomaly.circle.isEmpty { failure.drawings = [.circle(kind: anomaly.kind.rawValue, relation: "has to come before", anomaly.circle)] }
    return failure
  }

  /// Labels a case over several collections, as every law of overlapping transactions requires.
  func labelLayout(_ trial: Trial) { trial.label("two collections", if: layout != .together) }

  /// The places in the order of steps at which a session takes its own.
  private func places(of number: Int) -> [Int] {
    let order = turns + plans.indices.flatMap { session in
      Array(repeating: session, count: plans[session].stepCount - turns.count { $0 == session })
    }
    return order.indices.filter { order[$0] == number }
  }

  /// Whether, by the script, a step of another session comes in the middle of it.
  func isInterrupted(_ plan: OverlapPlan) -> Bool {
    guard let number = plans.firstIndex(of: plan) else { return false }
    let places = places(of: number)
    guard let first = places.first, let last = places.last else { return false }
    return last - first >= places.count
  }

  /// Whether two sessions for which `condition` holds have, by the script, both begun before either ends.
  func overlaps(_ condition: (OverlapPlan, OverlapPlan) -> Bool) -> Bool {
    plans.indices.contains { one in
      plans.indices.contains { other in
        guard one < other, condition(plans[one], plans[other]) else { return false }
        let (left, right) = (places(of: one), places(of: other))
        guard let leftStart = left.first, let leftEnd = left.last, let rightStart = right.first,
          let rightEnd = right.last
        else { return false }
        return leftStart < rightEnd && rightStart < leftEnd
      }
    }
  }
}

extension OverlapPlan {
  /// Those that it reads and then writes.
  var updatedKeys: Set<String> {
    var read: Set<String> = []
    var updated: Set<String> = []
    for operation in operations {
      switch operation {
      case .get(let key): read.insert(key)
      case .update(let key): updated.insert(key)
      case .put(let key) where read.contains(key): updated.insert(key)
      case .insert(let key), .compareAndSet(let key): updated.insert(key)
      case .put, .delete, .scan, .count, .page, .collections: break
      }
    }
    return updated
  }

  var writtenKeys: Set<String> { Set(operations.compactMap(\.writtenKey)) }

  var replacesAWrite: Bool { operations.compactMap(\.writtenKey).count > writtenKeys.count }

  var scans: Bool { operations.contains(where: \.isScan) }

  /// Whether each reads, and does not write, what the other one writes.
  func crosses(_ other: OverlapPlan) -> Bool {
    func reads(_ reader: OverlapPlan, _ writer: OverlapPlan) -> Bool {
      writer.writtenKeys.subtracting(reader.writtenKeys).contains { key in
        reader.operations.contains { $0.reads(key) }
      }
    }
    return reads(self, other) && reads(other, self)
  }

  /// Whether both write two records, in opposite order.
  func writesCrosswise(to other: OverlapPlan) -> Bool {
    let (mine, theirs) = (operations.compactMap(\.writtenKey), other.operations.compactMap(\.writtenKey))
    guard let first = mine.first, let last = mine.last, let theirFirst = theirs.first, let theirLast = theirs.last
    else { return false }
    return first != last && first == theirLast && last == theirFirst
  }
}

extension OverlapOperation {
  var writtenKey: String? {
    switch self {
    case .put(let key), .update(let key), .delete(let key), .insert(let key), .compareAndSet(let key): key
    case .get, .scan, .count, .page, .collections: nil
    }
  }

  var isScan: Bool {
    switch self {
    case .scan, .count, .page: true
    case .get, .put, .update, .delete, .collections, .insert, .compareAndSet: false
    }
  }

  func reads(_ key: String) -> Bool {
    switch self {
    case .get(let own), .update(let own), .delete(let own), .insert(let own), .compareAndSet(let own): own == key
    case .scan(let range), .count(let range), .page(let range, _): range.contains(key)
    case .collections: key != OverlapScript.schemaVersion
    case .put: false
    }
  }
}

extension Fault<LawSubject> {
  /// Stores of which several are open, under rules with a fault, in the place of the subject's own.
  static func overlap(_ scheme: OverlapScheme) -> Fault {
    Fault(scheme.id, scheme.name) { subject in
      subject.location = OverlappingMemoryLocation(scheme)
      subject.makeLocation = { OverlappingMemoryLocation(scheme) }
    }
  }
}
