import Shop
import Testing

@Test func tagsAreRead() {
  #expect(PriceTag("EUR 12.50")?.cents == 1_250)
  #expect(PriceTag("12.50") == nil)
}
