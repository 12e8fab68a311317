import CScheduling
import Synchronization

/// The first place in the code of users among the calls of a crash: "median(_:)", "MedianTests.swift:5". Nil where the debug
/// information has none.
/// - Parameters:
///   - crashed: the address behind the instruction that crashed.
///   - returned: the addresses that the calls return to, innermost first.
package func userPlace(crashed: UInt, returned: [UInt]) -> (function: String, position: String)? {
  let place = crashPlaces.withLock { known -> CodePlace? in
    if let place = known[crashed] { return place }
    ts_hold_forks()
    defer { ts_let_forks_go() }
    // A trap belongs to no line. It counts as inlined code, and the line is that of the code around it.
    let place = Symbols.lookUp([], [crashed], seesInlined: true)[crashed]
    known[crashed] = .some(place)
    return place
  }
  let found = place ?? Symbols(resumed: [], returned: [returned]).places(returned).first
  return found.map { ($0.function, $0.position) }
}

/// Shrinking meets the same crash again and again, and to look it up can take a good part of a second.
private let crashPlaces = Mutex<[UInt: CodePlace?]>([:])
