import Foundation
import ProcessStorage
import SQLiteStorage
import StorageContract

// `serve memory|file|sqlite|many`: serves stores on standard input and output. `many` lets several be open at once.
// `listen PATH` and `relay PATH`: see Outside.swift. Everything else misbehaves: see Misbehaviour.swift.

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "serve", let server = try await Probe.server(arguments.dropFirst().first ?? "") {
  await server.serve(input: 0, output: 1)
} else if let role = Outside(rawValue: arguments.first ?? ""), arguments.count == 2 {
  try await role.play(at: arguments[1])
} else if let first = arguments.first, let kind = Misbehaviour(rawValue: first) {
  await kind.act()
} else {
  FileHandle.standardError.write(Data("storage-probe: what is \(arguments)?\n".utf8))
  exit(2)
}
