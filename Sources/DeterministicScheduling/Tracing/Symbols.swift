#if compiler(>=6.3) && os(Linux) && !TOUCHSTONE_PUBLIC_SCHEDULING
  @_spi(Internal) @_spi(MemoryReaders) import Runtime
#endif
import CScheduling
import Synchronization

/// A place in somebody's source.
package struct CodePlace: Hashable, Sendable {
  package let function: String
  package let file: String
  package let line: Int

  /// "Bank.swift:12".
  package var position: String { "\(file.split(separator: "/").last ?? "")" + ":\(line)" }
}

/// What machine addresses stand for in the source, as far as the debug information says so.
///
/// Looking them up takes a good part of a second in a large program, so that each is looked up once in a
/// process; and on a thread of its own: as long as that lives, the runtime keeps what debug information it read, which
/// can be a hundred megabytes, and each worker that is copied would copy them.
package struct Symbols {
  private final class Cache: Sendable {
    let known = Mutex<[UInt: CodePlace?]>([:])
  }

  private static let cache = Cache()
  private let places: [UInt: CodePlace?]

  /// - Parameters:
  ///   - resumed: addresses at which asynchronous functions go on, innermost first; of each stack, those at the top
  ///     are looked up until `depth` of them have a place.
  ///   - returned: addresses that calls return to, likewise, until one has.
  ///   - isInterrupted: whether the stacks in `returned` were stopped anywhere, and not at a call.
  package init(resumed: [[UInt]], depth: Int = 1, returned: [[UInt]] = [], isInterrupted: Bool = false) {
    // This lock and the runtime's own are held for most of a second. A process that was copied meanwhile would
    // have them held by a thread that it has not got.
    ts_hold_forks()
    defer { ts_let_forks_go() }
    places = Self.cache.known.withLock { known in
      func unknown() -> (resumed: Set<UInt>, returned: Set<UInt>)? {
        let resumed = Set(resumed.compactMap { Self.nextUnknown(of: $0, depth, known) })
        let returned = Set(returned.compactMap { Self.nextUnknown(of: $0, 1, known) })
        return resumed.isEmpty && returned.isEmpty ? nil : (resumed, returned)
      }
      if unknown() == nil { return known }
      Self.onNewThread {
        while let (resumed, returned) = unknown() {
          let found = Self.lookUp(resumed, returned, seesInlined: isInterrupted, seesNearestLine: isInterrupted)
          for address in resumed.union(returned) { known[address] = .some(found[address]) }
        }
      }
      return known
    }
  }

  private static func onNewThread(_ body: () -> Void) {
    withoutActuallyEscaping(body) { body in
      var body = body
      withUnsafeMutablePointer(to: &body) { context in
        let isDone = ts_run_on_new_thread({ $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, context)
        if !isDone { context.pointee() }
      }
    }
  }

  /// The first address of a stack that was not looked up yet; nil if `depth` addresses before it have a place.
  private static func nextUnknown(of stack: [UInt], _ depth: Int, _ known: [UInt: CodePlace?]) -> UInt? {
    var found: Set<CodePlace> = []
    for address in stack {
      guard let place = known[address] else { return address }
      if let place { found.insert(place) }
      if found.count == depth { return nil }
    }
    return nil
  }

  /// - Parameters:
  ///   - seesInlined: whether code counts that was inlined where the address lies, innermost first.
  ///   - seesNearestLine: whether an instruction that belongs to no line has the nearest line of its function.
  static func lookUp(
    _ resumed: Set<UInt>, _ returned: Set<UInt>, seesInlined: Bool = false, seesNearestLine: Bool = false
  ) -> [UInt: CodePlace] {
    var places: [UInt: CodePlace] = [:]
    #if compiler(>=6.3) && os(Linux) && !TOUCHSTONE_PUBLIC_SCHEDULING
      // Through a reader that fails where there is no memory: by itself the runtime reads at every file that
      // is mapped, and another thread may unmap one just then.
      let images = ImageMap.capture(using: LocalMemoryReader())
      func symbols(_ resumed: Set<UInt>, _ returned: Set<UInt>) -> [(address: UInt, symbol: SymbolicatedBacktrace.Symbol)] {
        let backtrace = Backtrace(
          architecture: architecture,
          frames: resumed.map { RichFrame<UInt>.asyncResumePoint($0) } + returned.map { RichFrame<UInt>.returnAddress($0) },
          images: images)
        let symbolicated = backtrace.symbolicated(
          with: images,
          options: seesInlined
            ? [.showInlineFrames, .showSourceLocations, .useSymbolCache] : [.showSourceLocations, .useSymbolCache])
        return (symbolicated?.frames ?? []).compactMap { frame in
          guard let symbol = frame.symbol, isOfInterest(symbol.sourceLocation?.path ?? ""),
            let address = UInt("\(frame.captured.originalProgramCounter)".dropFirst(2), radix: 16)
          else { return nil }
          return (address, symbol)
        }
      }
      func place(_ symbol: SymbolicatedBacktrace.Symbol) -> CodePlace? {
        symbol.sourceLocation.flatMap { $0.line > 0 ? CodePlace(function: symbol.name, file: $0.path, line: $0.line) : nil }
      }
      let found = symbols(resumed, returned)
      for (address, symbol) in found where places[address] == nil { places[address] = place(symbol) }
      guard seesNearestLine else { return places }
      for (address, symbol) in found where places[address] == nil {
        let near = (1...48).flatMap { [address &- $0, address &+ $0] }
        let ofFunction = symbols([], Set(near)).filter { $0.symbol.name == symbol.name }
        let lines = Dictionary(ofFunction) { first, _ in first }
        places[address] = near.lazy.compactMap { lines[$0].flatMap(place) }.first
      }
    #endif
    return places
  }

  #if arch(arm64)
    private static let architecture = "arm64"
  #else
    private static let architecture = "x86_64"
  #endif

  /// The code of users: neither what the compiler made, nor the standard library's, nor the scheduler's own.
  private static func isOfInterest(_ path: String) -> Bool {
    !path.contains("<compiler-generated>") && !path.contains("/stdlib/public/") && !path.contains("@__swiftmacro")
      && !path.contains("/DeterministicScheduling/") && !path.contains("/ThreadScheduling/")
      && !path.contains("/PropertyTesting/") && path.hasSuffix(".swift")
  }

  /// The places of those of the addresses that have one, each once.
  package func places(_ addresses: [UInt]) -> [CodePlace] {
    var seen: Set<CodePlace> = []
    return addresses.compactMap { places[$0] ?? nil }.filter { seen.insert($0).inserted }
  }
}
