/// One entry of a history as it was recorded: a process invokes a function, or learns how an invocation ended.
public struct HistoryEvent: Sendable, Equatable {
  /// What an entry says (Jepsen's `:type`).
  public enum Kind: String, Sendable, CaseIterable {
    /// The process calls the function.
    case invoke
    /// The call took effect.
    case ok
    /// The call had no effect, and never will have one.
    case fail
    /// Nobody knows whether the call took effect or will: a time limit, a lost connection.
    case info
  }

  /// Who called.
  public var process: HistoryProcess
  /// What the entry says.
  public var kind: Kind
  /// The name of the function (Jepsen's `:f`), such as `read` or `txn`. Empty if the entry names none.
  public var function: String
  /// The argument of an invocation, or the result of a completion.
  public var value: HistoryValue
  /// Why the call ended so (`:error`), if the entry says it.
  public var error: HistoryValue?
  /// The number that the entry gives itself (`:index`), if it does.
  public var index: Int?
  /// Nanoseconds since the run began (`:time`), if the entry says it.
  public var time: Int?
  /// The line of the file on which the entry begins, from 1. 0 for an event that was made in code.
  public var line: Int

  /// An entry with these fields.
  public init(
    process: HistoryProcess, _ kind: Kind, _ function: String, _ value: HistoryValue = .null, error: HistoryValue? = nil,
    index: Int? = nil, time: Int? = nil, line: Int = 0
  ) {
    self.process = process
    self.kind = kind
    self.function = function
    self.value = value
    self.error = error
    self.index = index
    self.time = time
    self.line = line
  }
}

/// A client: one thread of calls, of which at most one is open at a time.
public enum HistoryProcess: Hashable, Sendable, CustomStringConvertible {
  /// A number, as Jepsen gives.
  case number(Int)
  /// A name.
  case named(String)

  /// The number or the name.
  public var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .named(let name): name.isEmpty ? "?" : name
    }
  }

  /// Nobody says who called. A history in which no entry says it has one call at a time, and each call is one of a process of its own.
  public static let unnamed = HistoryProcess.named("")

  /// Jepsen's injector of faults, whose entries say nothing of the system's answers.
  public var isNemesis: Bool { self == .named("nemesis") }
}
