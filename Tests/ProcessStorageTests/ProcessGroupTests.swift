#if os(Linux)
  import Foundation
  import Testing

  @testable import ProcessStorage

  /// Whether a process that was killed has let go of its files.
  @Suite struct ProcessGroupTests {
    @Test func aProcessWhoseFirstThreadAloneIsGoneIsLive() throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      // SYS_exit ends one thread.
      process.arguments = [
        "python3", "-c",
        """
        import ctypes, platform, threading, time
        threading.Thread(target=time.sleep, args=(600,)).start()
        ctypes.CDLL(None).syscall(60 if platform.machine() == "x86_64" else 93, 0)
        """,
      ]
      try process.run()
      let number = process.processIdentifier
      let group = getpgid(number)
      defer {
        kill(number, SIGKILL)
        process.waitUntilExit()
        #expect(!ProcessGroup.isLive(number, in: group))
      }
      while try !String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8).contains(") Z ") { usleep(1_000) }
      #expect(ProcessGroup.isLive(number, in: group))
    }
  }
#endif
