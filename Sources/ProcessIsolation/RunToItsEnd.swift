import Foundation

/// Runs asynchronous code to its end on this thread, in a process whose global pool of tasks is dead.
func runToItsEnd(_ body: @escaping @Sendable () async -> Void) {
  FileHandle.standardError.write(Data("asynchronous properties cannot run in a forked worker yet\n".utf8))
}
