#if compiler(>=6.3) && os(Linux) && !TOUCHSTONE_PUBLIC_SCHEDULING
  @_spi(Internal) import Runtime
#endif

/// A place in somebody's source.
struct CodePlace: Hashable {
  let function: String
  let file: String
  let line: Int

  /// "Bank.swift:12".
  var position: String { "\(file.split(separator: "/").last ?? "")" + ":\(line)" }
}

/// What machine addresses stand for in the source, as far as the debug information says so.
struct Symbols {
  private var places: [UInt: CodePlace] = [:]

  /// - Parameters:
  ///   - resumePoints: addresses at which asynchronous functions go on.
  ///   - returnAddresses: addresses that calls return to.
  init(resumePoints: [UInt], returnAddresses: [UInt]) {
    #if compiler(>=6.3) && os(Linux) && !TOUCHSTONE_PUBLIC_SCHEDULING
      let resumed = Set(resumePoints).map { RichFrame<UInt>.asyncResumePoint($0) }
      let returned = Set(returnAddresses).map { RichFrame<UInt>.returnAddress($0) }
      let backtrace = Backtrace(architecture: "x86_64", frames: resumed + returned, images: nil)
      guard let symbolicated = backtrace.symbolicated(options: [.showSourceLocations, .useSymbolCache])
      else { return }
      for frame in symbolicated.frames {
        guard let symbol = frame.symbol, let location = symbol.sourceLocation, location.line > 0,
          Self.isOfInterest(location.path)
        else { continue }
        let place = CodePlace(function: symbol.name, file: location.path, line: location.line)
        if let address = UInt("\(frame.captured.originalProgramCounter)".dropFirst(2), radix: 16) {
          places[address] = place
        }
      }
    #endif
  }

  /// The code of users: neither what the compiler made nor the scheduler's own.
  private static func isOfInterest(_ path: String) -> Bool {
    !path.contains("<compiler-generated>") && !path.contains("/DeterministicScheduling/")
      && !path.contains("/PropertyTesting/") && path.hasSuffix(".swift")
  }

  /// The places of those of the addresses that have one, each once.
  func places(_ addresses: [UInt]) -> [CodePlace] {
    var seen: Set<CodePlace> = []
    return addresses.compactMap { places[$0] }.filter { seen.insert($0).inserted }
  }
}
