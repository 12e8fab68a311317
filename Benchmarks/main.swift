import Foundation

// Without arguments: measures this build and prints one JSON object.
// `discovery`: prints how soon properties that must fail are seen to fail.
// `shrinking`: measures the shrinking challenge alone, and prints it as JSON.
// `images`: measures a watermark on a photo beside reading it.
// `merge FILE RELEASE DEBUG`: runs the two given builds, prints the table and writes the file.
let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch arguments.first {
  case nil:
    FileHandle.standardOutput.write(try JSONEncoder().encode(try await BuildFigures.measure()))
  case "discovery" where arguments.count == 1:
    print(Discovery.table(await Discovery.measure()))
  case "shrinking" where arguments.count == 1:
    FileHandle.standardOutput.write(try JSONEncoder().encode(await ShrinkingFigures.measure()))
  case "images" where arguments.count == 1:
    print(ImageCost.table(try ImageCost.measure()))
  case "merge" where arguments.count == 4:
    try BenchReport(release: arguments[2], debug: arguments[3]).write(to: arguments[1])
  default:
    FileHandle.standardError.write(
      Data(
        "touchstone-bench takes no arguments, or: discovery, or: shrinking, or: images, or: merge FILE RELEASE_BUILD DEBUG_BUILD\n".utf8))
    exit(2)
  }
} catch {
  FileHandle.standardError.write(Data("touchstone-bench: \(error)\n".utf8))
  exit(3)
}
