/// Addresses with their canonical forms and ids, computed once by another program: an id must be the same in
/// every process, on every device and in every version of the app.
enum ArticleIDVectors {
  struct Vector: Sendable {
    let url: String
    let canonical: String
    let id: String

    init(_ url: String, _ canonical: String, _ id: String) {
      (self.url, self.canonical, self.id) = (url, canonical, id)
    }
  }

  static let all = [
    Vector("https://example.com", "https://example.com/", "art_0f115db062b7c0dd030b16878c99dea5"),
    Vector("HTTP://Example.COM:80/?", "https://example.com/", "art_0f115db062b7c0dd030b16878c99dea5"),
    Vector("https://example.com/../..", "https://example.com/", "art_0f115db062b7c0dd030b16878c99dea5"),
    Vector(
      "https://user:pw@www.Example.com.:443/a/./b/../c/#top", "https://www.example.com/a/c",
      "art_4fa40e51ed4fa1b79a60ce4aed91ba71"),
    Vector(
      "https://example.com/a%2fb/%7euser/%e6%bc%a2", "https://example.com/a%2Fb/~user/%E6%BC%A2",
      "art_8c1facbd8e050e5e3882863e7ab28a00"),
    Vector(
      "https://example.com/漢?q=é", "https://example.com/%E6%BC%A2?q=%C3%A9", "art_c617db0928aa319325aed26ff91edebd"),
    Vector(
      "https://example.com/A/b?b=2&a=1&utm_source=x&a=0&a=1&gclid=7&fbclid=8&mc_cid=9&mc_eid=1&igshid=2",
      "https://example.com/A/b?a=0&a=1&a=1&b=2", "art_1c5e1334d722b638d46497475456097f"),
    Vector(
      "https://example.com/?a-=1&a=2&a&a=", "https://example.com/?a&a=&a=2&a-=1",
      "art_becdaaa27863404be6d0ea26bbf382e8"),
    Vector("http://example.com:8080//x//", "https://example.com:8080//x", "art_cee066abf649dd8be6287734630cbae6"),
    Vector("https://[2001:DB8::1]:443/a?&&", "https://[2001:db8::1]/a", "art_0de259d5e13b2260244a3bd6ad3495da"),
    // A dot at the end of a name stands for the root; in brackets it belongs to the address.
    Vector("https://[v1.a.]/x", "https://[v1.a.]/x", "art_b496d8ca30786f66534df7f79d5493c3"),
  ]
}
