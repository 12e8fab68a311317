import Foundation

/// Asks the device for what shows whether it protects its apps.
public protocol DeviceProbe: Sendable {
  /// Whether there is a file or folder, as far as this process may see.
  func exists(_ path: String) -> Bool
  /// Whether this process can write a file there. The file is removed again.
  func canWrite(_ path: String) -> Bool
  /// The process that traces this one, as a debugger does; nil if there is none. Darwin does not say which it is: then 1.
  var tracer: Int? { get }
}

/// The device that this process runs on. Tested on Linux only.
public struct SystemDeviceProbe: DeviceProbe {
  public init() {}

  public func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  public func canWrite(_ path: String) -> Bool {
    // Never over a file that is there.
    guard !exists(path), FileManager.default.createFile(atPath: path, contents: Data()) else { return false }
    try? FileManager.default.removeItem(atPath: path)
    return true
  }

  public var tracer: Int? {
    #if canImport(Darwin)
      // Apple's Technical Q&A QA1361, "Detecting the Debugger".
      var (info, size) = (kinfo_proc(), MemoryLayout<kinfo_proc>.stride)
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      guard sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0 else { return nil }
      return info.kp_proc.p_flag & P_TRACED != 0 ? 1 : nil
    #else
      // proc_pid_status(5): 0 if the process is not traced.
      guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("TracerPid:") })
      else { return nil }
      return Int(line.dropFirst("TracerPid:".count).trimmingCharacters(in: .whitespaces)).flatMap { $0 == 0 ? nil : $0 }
    #endif
  }
}
