import Foundation

// Without arguments: measures this build and prints one JSON object.
// `discovery`: prints how soon properties that must fail are seen to fail.
// `collections`: prints the same for collections that are equal, nearly equal or regular, from the first hundred cases.
// `shrinking`: measures the shrinking challenge alone, and prints it as JSON.
// `kinds`: prints how shrinking ends where a part has to become another kind of part.
// `rows [TEXT]`: prints how shrinking ends for each row that tests have, or those whose name contains the text.
// `later`: prints the same for the rows that were written down last.
// `predicates [SEED]`: prints how shrinking ends with predicates that are drawn at random.
// `draw SEED`: prints predicates of many kinds, drawn at random, as JSON.
// `drawn FILE [OTHER]`: prints how shrinking ends for them, beside what another engine's program wrote of them.
// `time [ROW]`: prints what becomes of large, deep and slow cases in the time that a run gives them; each row in a process of its own.
// `proofs`: proves every interleaving of small programs, and measures how long that takes.
// `images`: measures a watermark on a photo beside reading it.
// `vault`: measures the vault's cipher and its search beside what they cannot do without.
// `merge FILE RELEASE DEBUG`: runs the two given builds, prints the table and writes the file.
let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch arguments.first {
  case nil:
    FileHandle.standardOutput.write(try JSONEncoder().encode(try await BuildFigures.measure()))
  case "discovery" where arguments.count == 1:
    print(Discovery.table(await Discovery.measure()))
  case "collections" where arguments.count == 1:
    print(Discovery.table(await Discovery.measure(DiscoveryRow.collections + DiscoveryRow.smallNamed, most: 100)))
  case "shrinking" where arguments.count == 1:
    FileHandle.standardOutput.write(try JSONEncoder().encode(await ShrinkingFigures.measure()))
  case "kinds" where arguments.count == 1: print(await ShrinkingFigures.kinds())
  case "rows" where arguments.count <= 2:
    let rows = ShrinkingRows.all.filter { arguments.count == 1 || $0.name.contains(arguments[1]) }
    print(await ShrinkingRows.table(rows))
  case "later" where arguments.count == 1: print(await ShrinkingRows.table(ShrinkingRows.later))
  case "predicates" where arguments.count <= 2 && (arguments.count == 1 || UInt64(arguments[1]) != nil):
    print(await RandomPredicateFigures.table(seed: arguments.count == 2 ? UInt64(arguments[1]) ?? 1 : 1))
  case "draw" where arguments.count == 2 && UInt64(arguments[1]) != nil: try DrawnCommands.draw(seed: UInt64(arguments[1]) ?? 1)
  case "drawn" where 2...3 ~= arguments.count:
    try await DrawnCommands.measure(arguments[1], other: arguments.count == 3 ? arguments[2] : nil)
  case "time" where arguments.count <= 2: print(try await ShrinkTimeRow.table(arguments.dropFirst().first))
  case "proofs" where arguments.count == 1: print(try ProofFigures.table())
  case "images" where arguments.count == 1:
    print(ImageCost.table(try ImageCost.measure()))
  case "vault" where arguments.count == 1:
    print(VaultCost.table(try await VaultCost.measure()))
  case "merge" where arguments.count == 4:
    try BenchReport(release: arguments[2], debug: arguments[3]).write(to: arguments[1])
  default:
    FileHandle.standardError.write(
      Data(
        "touchstone-bench takes no arguments, or: discovery, or: collections, or: shrinking, or: kinds, or: rows [TEXT], or: later, or: predicates [SEED], or: draw SEED, or: drawn FILE [OTHER], or: time [ROW], or: proofs, or: images, or: vault, or: merge FILE RELEASE_BUILD DEBUG_BUILD\n".utf8))
    exit(2)
  }
} catch {
  FileHandle.standardError.write(Data("touchstone-bench: \(error)\n".utf8))
  exit(3)
}
