import Foundation
import PropertyTesting

/// Runs numbered cases in worker processes. It reports every case that ends or blocks its process, and goes on with
/// the next. Use it for code that is not a property.
///
///     let deaths = try IsolatedCases().run(0..<10_000) { index in parse(corpus[index]) }
public struct IsolatedCases: Sendable {
  /// One case that ended or blocked its process.
  public struct Death: Sendable {
    /// The index of the case.
    public let index: Int
    /// Whether the case crashed or timed out, and how.
    public let interruption: Interruption
  }

  /// How much time and memory a case may take before its process is ended.
  public var limits: IsolationLimits

  /// Cases that each run in a worker process, within these limits.
  public init(limits: IsolationLimits = IsolationLimits()) {
    self.limits = limits
  }

  /// Runs `body` for each index, in order, in copies of this process. It blocks the calling thread. If the cases take
  /// long, call it from a thread of your own.
  /// - Returns: the cases that died, in order. No case runs twice.
  /// - Throws: ``IsolationError`` if it cannot start a worker. No process is left then.
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
  /// Why no worker could run the cases.
  public let reason: String
  public var description: String { reason }
}
