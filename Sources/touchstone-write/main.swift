import Foundation
import PropertyWriting

// `touchstone write` by itself: it builds in a minute, without the reference cores that the whole command line needs.
exit(
  WriteCommandLine.run(
    Array(CommandLine.arguments.dropFirst()), print: { print($0) },
    tell: { FileHandle.standardError.write(Data("touchstone write: \($0)\n".utf8)) }))
