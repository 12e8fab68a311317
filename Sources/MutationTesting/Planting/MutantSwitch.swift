/// The declarations that a module of planted sources is switched by.
///
/// The number of the mutant that is on comes from the environment and is read once. Each module has its own, so that
/// no manifest has to change; they are public, since a default argument of a public function may read them.
struct MutantSwitch: Sendable {
  /// Tells the modules of a package apart.
  let module: Int

  /// The mutant that is on, as a decimal number; absent or 0: none.
  static let variable = "TOUCHSTONE_MUTANT"
  /// The file to which the numbers of the marks are written that a process comes to, a line each, the first time that
  /// it comes there.
  static let reachVariable = "TOUCHSTONE_MUTANT_REACH"
  static let fileName = "TouchstoneMutantSwitch.swift"

  var number: String { "touchstoneMutant\(module)" }
  func mark(_ id: Int) -> String { "touchstoneReached\(module)(\(id))" }
  func isOn(_ id: Int) -> String { "touchstoneIsOn\(module)(\(id))" }

  /// - Parameter last: the highest number of a mutant.
  func source(last: Int) -> String {
    """
    // Planted by touchstone mutate.
    #if canImport(Darwin)
    import Darwin
    #elseif canImport(Glibc)
    import Glibc
    #elseif canImport(Musl)
    import Musl
    #endif

    public let touchstoneMutant\(module): Int = getenv("\(Self.variable)").flatMap { Int(String(cString: $0)) } ?? 0

    public func touchstoneIsOn\(module)(_ id: Int) -> Bool {
      touchstoneReached\(module)(id)
      return touchstoneMutant\(module) == id
    }

    /// Of each mutant, whether it was reached: two threads may both see that it was not, and write it twice.
    nonisolated(unsafe) private let reached: UnsafeMutablePointer<UInt8>? = {
      guard getenv("\(Self.reachVariable)") != nil else { return nil }
      let flags = UnsafeMutablePointer<UInt8>.allocate(capacity: \(last + 1))
      flags.initialize(repeating: 0, count: \(last + 1))
      return flags
    }()

    private let reachFile: Int32 = getenv("\(Self.reachVariable)").map { open($0, O_WRONLY | O_CREAT | O_APPEND, 0o644) } ?? -1

    public func touchstoneReached\(module)(_ id: Int) {
      guard let reached, reached[id] == 0 else { return }
      reached[id] = 1
      var line = Array("\\(id)\\n".utf8)
      _ = write(reachFile, &line, line.count)
    }

    """
  }
}
