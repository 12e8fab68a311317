/// The back end that the app talks to. It is fixed when the app is built.
public enum AppEnvironment: String, Sendable, CaseIterable {
  case development, staging, production
}
