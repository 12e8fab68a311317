import Foundation
import PropertyTesting

/// Runs numbered cases in worker processes, reports every one that ends or blocks its process, and goes on with
/// the next: for code of one's own that is no property.
///
///     let deaths = try IsolatedCases().run(0..<10_000) { index in parse(corpus[index]) }
public struct IsolatedCases: Sendable {
  /// One case that did not come back.
  public struct Death: Sendable {
    /// The index of the case.
    public let index: Int
    /// Crashed or timed out, and how.
    public let interruption: Interruption
  }

  /// What a case may take before its process is ended.
  public var limits: IsolationLimits

  /// Cases that each run in a worker process, within these limits.
  public init(limits: IsolationLimits = IsolationLimits()) {
    self.limits = limits
  }

  /// Runs `body` for each index, in order, on copies of this process. It waits on the calling thread, so call it
  /// from a thread of your own where the cases take long.
  /// - Returns: the cases that died, in order; none is tried twice.
  /// - Throws: ``IsolationError`` where there is no worker to be had. No process is left then.
  public func run(
    _ indices: Range<Int>, _ body: @escaping @Sendable (Int) -> Void
  ) throws(IsolationError) -> [Death] {
    let supervisor: WorkerSupervisor
    do {
      supervisor = try WorkerSupervisor(
        Self.body(indices.upperBound, body), ForkedWorkers(), limits, Cancellation())
    } catch {
      throw IsolationError(reason: (error as? NoWorker)?.reason ?? "\(error)")
    }
    defer { supervisor.end() }
    var deaths: [Death] = []
    var first = indices.lowerBound
    while first < indices.upperBound {
      supervisor.beacon.pointee.store(first, ordering: .relaxed)
      let request = withUnsafeBytes(of: first) { Array($0) }
      switch supervisor.perform(request, inNewWorker: false, isHasty: false, isWanted: { true }) {
      case .replied: return deaths
      case .died(let interruption):
        let index = supervisor.beacon.pointee.load(ordering: .relaxed)
        guard (first..<indices.upperBound).contains(index) else {
          throw IsolationError(reason: "a case overwrote the memory that says which case is running")
        }
        deaths.append(Death(index: index, interruption: interruption))
        first = index + 1
      case .unavailable(let reason): throw IsolationError(reason: reason)
      }
    }
    return deaths
  }

  private static func body(_ end: Int, _ body: @escaping @Sendable (Int) -> Void) -> WorkerBody {
    WorkerBody(
      "cases",
      .synchronous { port in
        while let request = port.nextRequest() {
          let first = request.withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
          for index in first..<end {
            port.beacon.pointee.store(index, ordering: .relaxed)
            body(index)
          }
          port.reply([])
        }
      })
  }
}

/// Why cases could not be run in worker processes.
public struct IsolationError: Error, Sendable, CustomStringConvertible {
  /// Why no worker could run them.
  public let reason: String
  public var description: String { reason }
}
