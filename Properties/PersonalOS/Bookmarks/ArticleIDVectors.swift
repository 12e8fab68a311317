/// Addresses with their canonical forms and ids, computed once by another program: an id must be the same in
/// every process, on every device and in every version of the app.
enum ArticleIDVectors {
  struct Vector: Sendable {
    let url: String
    let canonical: String
    let id: String
  }

  static let all = [
    Vector(
      url: "https://example.com", canonical: "https://example.com/",
      id: "art_0f115db062b7c0dd030b16878c99dea5"),
    Vector(
      url: "HTTP://Example.COM:80/?", canonical: "https://example.com/",
      id: "art_0f115db062b7c0dd030b16878c99dea5"),
    Vector(
      url: "https://example.com/../..", canonical: "https://example.com/",
      id: "art_0f115db062b7c0dd030b16878c99dea5"),
    Vector(
      url: "https://user:pw@www.Example.com.:443/a/./b/../c/#top", canonical: "https://www.example.com/a/c",
      id: "art_4fa40e51ed4fa1b79a60ce4aed91ba71"),
    Vector(
      url: "https://example.com/a%2fb/%7euser/%e6%bc%a2",
      canonical: "https://example.com/a%2Fb/~user/%E6%BC%A2",
      id: "art_8c1facbd8e050e5e3882863e7ab28a00"),
    Vector(
      url: "https://example.com/漢?q=é", canonical: "https://example.com/%E6%BC%A2?q=%C3%A9",
      id: "art_c617db0928aa319325aed26ff91edebd"),
    Vector(
      url: "https://example.com/A/b?b=2&a=1&utm_source=x&a=0&a=1&gclid=7&fbclid=8&mc_cid=9&mc_eid=1&igshid=2",
      canonical: "https://example.com/A/b?a=0&a=1&a=1&b=2", id: "art_1c5e1334d722b638d46497475456097f"),
    Vector(
      url: "https://example.com/?a-=1&a=2&a&a=", canonical: "https://example.com/?a&a=&a=2&a-=1",
      id: "art_becdaaa27863404be6d0ea26bbf382e8"),
    Vector(
      url: "http://example.com:8080//x//", canonical: "https://example.com:8080//x",
      id: "art_cee066abf649dd8be6287734630cbae6"),
    Vector(
      url: "https://[2001:DB8::1]:443/a?&&", canonical: "https://[2001:db8::1]/a",
      id: "art_0de259d5e13b2260244a3bd6ad3495da"),
  ]
}
