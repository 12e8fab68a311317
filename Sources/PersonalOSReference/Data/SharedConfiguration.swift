/// What the app is configured with at one time. The two halves come from one answer of the server.
public struct ConfigurationState: Sendable, Equatable {
  public var flags: [String: Bool]
  public var endpoints: [String: String]

  public init(flags: [String: Bool] = [:], endpoints: [String: String] = [:]) {
    self.flags = flags
    self.endpoints = endpoints
  }
}

/// Where every task finds the configuration: see ``SharedConfiguration``.
public protocol ConfigurationSharing: Sendable {
  func publish(_ configuration: ConfigurationState) async
  /// The one that was published last, whole.
  func current() async -> ConfigurationState
}

/// The configuration in one box: nobody sees flags of one answer with endpoints of another.
public final class SharedConfiguration: ConfigurationSharing {
  private let box = SharedStateBox(ConfigurationState())

  public init() {}

  public func publish(_ configuration: ConfigurationState) {
    box.update { $0 = configuration }
  }

  public func current() -> ConfigurationState { box.current }
}
