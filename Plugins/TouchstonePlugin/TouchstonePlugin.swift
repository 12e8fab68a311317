import Foundation
import PackagePlugin

/// `swift package touchstone COMMAND …` in a package that depends on Touchstone: runs the command line in the folder of that package.
///
/// SwiftPM builds the tool when the command runs for the first time, and not before.
@main
struct TouchstonePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.tool(named: "touchstone").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // The tool has said why. SwiftPM ends with 1 whatever a plugin ends with.
    if process.terminationReason != .exit || process.terminationStatus != 0 {
      Diagnostics.error("touchstone \(arguments.first ?? "") ended with status \(process.terminationStatus)")
    }
  }
}
