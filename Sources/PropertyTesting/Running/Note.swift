/// What a case leaves for the report's trace.
enum Note: Sendable {
  case line(String)
  /// Lines that cost much to put in words, such as the places of a schedule: made where somebody reads them.
  case later(@Sendable () -> [String])
}

extension [Note] {
  var lines: [String] {
    flatMap { note in
      switch note {
      case .line(let line): [line]
      case .later(let lines): lines()
      }
    }
  }
}
