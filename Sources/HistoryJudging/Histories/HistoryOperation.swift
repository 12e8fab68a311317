/// A call of a history: the invocation, and the completion that belongs to it.
public struct HistoryOperation: Sendable, Equatable {
  /// What the process learnt.
  public enum Outcome: String, Sendable {
    /// The call took effect between its invocation and its completion.
    case ok
    /// The call had no effect.
    case fail
    /// The call may take effect at any time after its invocation, or never. Also an invocation without a completion.
    case info
  }

  /// Who called.
  public var process: HistoryProcess
  /// The name of the function; empty if the history names none.
  public var function: String
  /// The value of the invocation.
  public var argument: HistoryValue
  /// How it ended.
  public var outcome: Outcome
  /// The value of the completion; ``HistoryValue/null`` if there is none.
  public var result: HistoryValue
  /// The position of the invocation among all entries of the history, from 0. Positions are the clock: what completed at a smaller
  /// position than another call was invoked at came before it.
  public var invoked: Int
  /// The position of the completion; `Int.max` for ``Outcome/info``, which stays open to the end.
  public var completed: Int
  /// The line of the file on which the invocation begins, from 1; 0 if there is no file.
  public var line: Int
  /// The line on which the completion begins; 0 if there is none.
  public var completionLine: Int
  /// The `:time` of the invocation, in nanoseconds, if given.
  public var time: Int?
  /// The `:time` of the completion.
  public var completionTime: Int?
  /// Why it failed, if the completion says it.
  public var error: HistoryValue?

  /// What the call did: the result if it is `ok`, and what was asked for if not. A completion without a value has that of its invocation.
  public var value: HistoryValue { outcome == .ok && !result.isNull ? result : argument }

  /// Whether this call completed before `other` was invoked.
  public func precedes(_ other: HistoryOperation) -> Bool { completed < other.invoked }
}
