import DeterministicScheduling
import PropertyTesting

/// Both of two buyers get a ticket, whatever the order.
@discardableResult
func proveTicketOffice() throws -> PropertyResult {
  try check("two seats for two", scheduled: .everyInterleaving(sharing: .onlyActors)) {
    let office = TicketOffice(seats: 2)
    async let first = office.buy()
    async let second = office.buy()
    _ = await (first, second)
    try expect("sold", await office.sold, equals: 2)
  }
}
