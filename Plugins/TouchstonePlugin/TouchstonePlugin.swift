import Foundation
import PackagePlugin

/// `swift package touchstone COMMAND …` in a package that depends on Touchstone: runs the command line in the folder of that package.
///
/// The tool is built when the command runs for the first time, as tests are. It is no dependency of this plugin, or SwiftPM would build it
/// in every `swift build`.
@main
struct TouchstonePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    // The command that writes properties needs none of the reference cores, whose build takes minutes.
    let product = arguments.first == "write" ? "touchstone-write" : "touchstone"
    let built = try packageManager.build(.product(product), parameters: .init(configuration: .debug))
    guard built.succeeded, let tool = built.builtArtifacts.first(where: { $0.kind == .executable }) else {
      return Diagnostics.error("touchstone cannot be built:\n\(built.logText)")
    }
    let process = Process()
    process.executableURL = tool.url
    process.arguments = product == "touchstone" ? arguments : Array(arguments.dropFirst())
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // The tool has said why. SwiftPM ends with 1 whatever a plugin ends with.
    if process.terminationReason != .exit || process.terminationStatus != 0 {
      Diagnostics.error("touchstone \(arguments.first ?? "") ended with status \(process.terminationStatus)")
    }
  }
}
