import Testing

@testable import TextProcessing

struct UnspokenTextTests {
  private func text() -> UnspokenText {
    var text = UnspokenText()
    text.append("Grüße an ")
    text.append("alle. ")
    text.append("Ende")
    return text
  }

  @Test func piecesComeInOrderWithTheirPlaces() {
    var text = text()
    #expect(text.next() == .init(base: 0, text: "Grüße an "))
    #expect(text.next() == .init(base: 9, text: "alle. "))
    #expect(text.next() == .init(base: 15, text: "Ende"))
    #expect(text.next() == nil)
  }

  @Test func goingBackBeginsWithTheWordThatWasHeard() {
    var text = text()
    _ = text.next()
    _ = text.next()
    text.heard(6)
    text.goBack(to: 6)
    #expect(text.next() == .init(base: 6, text: "an "))
    #expect(text.next() == .init(base: 9, text: "alle. "))
    #expect(text.next() == .init(base: 15, text: "Ende"))
  }

  @Test func goingBackBeforeAnythingWasHeardBeginsAnew() {
    var text = text()
    _ = text.next()
    text.goBack(to: 0)
    #expect(text.rest == .init(base: 0, text: "Grüße an alle. Ende"))
  }

  @Test func whatWasHeardIsForgotten() {
    var text = text()
    while text.next() != nil {}
    text.heard(9)
    #expect(text.rest == .init(base: 9, text: "alle. Ende"))
    text.heard(15)
    text.goBack(to: 17)
    #expect(text.next() == .init(base: 17, text: "de"))
  }

  @Test func aLaterPartOfALongerTextCountsFromItsPlace() {
    var text = UnspokenText(base: 100)
    text.append("ab")
    #expect(text.next()?.base == 100)
    text.goBack(to: 101)
    #expect(text.next() == .init(base: 101, text: "b"))
  }
}
