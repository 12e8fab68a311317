import Synchronization

/// Stands in for the places beside its store where an app may leave something: preferences and files. Both
/// lie on the disk as they are, for everybody who has it.
public final class AppSandbox: Sendable {
  private struct State {
    var preferences: [String: String] = [:]
    var files: [String: [UInt8]] = [:]
  }

  private let state = Mutex(State())
  private let didSetPreference: @Sendable (_ key: String) -> Void

  /// An empty sandbox.
  /// - Parameter didSetPreference: called after each call of ``setPreference(_:for:)``, with its key.
  public init(didSetPreference: @escaping @Sendable (_ key: String) -> Void = { _ in }) {
    self.didSetPreference = didSetPreference
  }

  public var preferences: [String: String] { state.withLock { $0.preferences } }

  /// By path.
  public var files: [String: [UInt8]] { state.withLock { $0.files } }

  /// Sets a preference, or removes it where `value` is nil.
  public func setPreference(_ value: String?, for key: String) {
    state.withLock { $0.preferences[key] = value }
    didSetPreference(key)
  }

  public func writeFile(_ contents: [UInt8], at path: String) {
    state.withLock { $0.files[path] = contents }
  }

  public func removeFile(at path: String) {
    state.withLock { $0.files[path] = nil }
  }
}
