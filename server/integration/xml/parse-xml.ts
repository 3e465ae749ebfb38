/**
 * A strict reader of XML messages from outside. It knows elements, attributes, texts, CDATA and comments. A DOCTYPE may name a document type,
 * which is never fetched, and may define nothing; of entities only the five of XML and numbered characters exist. Everything else throws, so
 * a message can neither read a file, nor call an address, nor grow.
 */

export interface XmlElement {
  name: string
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  /** The texts directly in it, joined. */
  text: string
}

/** The message is not XML, or not the XML that is read here. */
export class InvalidXmlError extends Error {}

const DEPTH_MAX = 24
const ELEMENTS_MAX = 20_000
const ATTRIBUTES_MAX = 32

const NAME = /[A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?/y
const BLANKS = /[ \t\r\n]*/y
const DECLARATION =
  /<\?xml[ \t\r\n]+version=(?:"1\.[0-9]"|'1\.[0-9]')(?:[ \t\r\n]+encoding=(?:"UTF-8"|'UTF-8'))?(?:[ \t\r\n]+standalone=(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/iy
/** A name and where its definition would be, and no definitions of its own. */
const DOCTYPE = /<!DOCTYPE[ \t\r\n]+[A-Za-z_][A-Za-z0-9_.-]*(?:[ \t\r\n]+SYSTEM[ \t\r\n]+(?:"[^"<>&]*"|'[^'<>&]*'))?[ \t\r\n]*>/y
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML does not allow
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

const fail = (why: string): never => {
  throw new InvalidXmlError(why)
}

/** The character of a number; throws for one that XML does not allow. */
function decodeCharacter(code: number): string {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) fail('a character that does not exist')
  const sign = String.fromCodePoint(code)
  return FORBIDDEN.test(sign) ? fail('a character that XML does not allow') : sign
}

/** Replaces the entities of a text, once: what comes out is not read again. */
const decodeEntities = (text: string): string =>
  text.replace(/&(?:#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6})|(lt|gt|amp|quot|apos));|&/g, (_, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? fail('an unknown entity')
    if (hex !== undefined) return decodeCharacter(Number.parseInt(hex, 16))
    return decimal === undefined ? fail('an ampersand or an unknown entity') : decodeCharacter(Number(decimal))
  })

/** Reads from left to right. */
class XmlReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  #starts = (with_: string): boolean => this.#text.startsWith(with_, this.#at)

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? []
    if (found !== undefined) this.#at += found.length
    return found
  }

  #expect(sign: string): void {
    if (!this.#starts(sign)) fail(`expected ${sign}`)
    this.#at += sign.length
  }

  /** Reads up to a mark and past it. */
  #until(mark: string): string {
    const end = this.#text.indexOf(mark, this.#at)
    if (end < 0) return fail(`expected ${mark}`)
    const read = this.#text.slice(this.#at, end)
    this.#at = end + mark.length
    return read
  }

  #comment(): void {
    this.#expect('<!--')
    if (this.#until('-->').includes('--')) fail('two hyphens in a comment')
  }

  #blanksAndComments(): void {
    this.#take(BLANKS)
    while (this.#starts('<!--')) {
      this.#comment()
      this.#take(BLANKS)
    }
  }

  #attributes(): Map<string, string> {
    const attributes = new Map<string, string>()
    while (true) {
      const blanks = this.#take(BLANKS)
      const name = blanks === '' ? undefined : this.#take(NAME)
      if (name === undefined) return attributes
      if (attributes.has(name) || attributes.size >= ATTRIBUTES_MAX) fail('an attribute too many')
      this.#expect('=')
      const quote = this.#starts('"') ? '"' : "'"
      this.#expect(quote)
      const value = this.#until(quote)
      if (value.includes('<')) fail('a bracket in an attribute')
      attributes.set(name, decodeEntities(value))
    }
  }

  /** Reads `<name …>` or `<name …/>`. */
  #open(): { element: XmlElement; isEmpty: boolean } {
    this.#expect('<')
    const name = this.#take(NAME) ?? fail('expected a name')
    const attributes = this.#attributes()
    const isEmpty = this.#starts('/')
    if (isEmpty) this.#expect('/')
    this.#expect('>')
    return { element: { name, attributes, children: [], text: '' }, isEmpty }
  }

  #close(name: string): void {
    this.#expect('</')
    if (this.#take(NAME) !== name) fail(`expected </${name}>`)
    this.#take(BLANKS)
    this.#expect('>')
  }

  /** Reads one thing within an element: a text, CDATA or a comment. Returns false at a tag. */
  #content(within: XmlElement): boolean {
    if (this.#starts('<![CDATA[')) {
      this.#expect('<![CDATA[')
      within.text += this.#until(']]>')
    } else if (this.#starts('<!--')) {
      this.#comment()
    } else if (this.#starts('<')) {
      return false
    } else {
      const end = this.#text.indexOf('<', this.#at)
      if (end < 0) fail('the message ends too early')
      within.text += decodeEntities(this.#text.slice(this.#at, end))
      this.#at = end
    }
    return true
  }

  /** Reads the root with all that is in it, without recursion. */
  #root(): XmlElement {
    const { element: root, isEmpty } = this.#open()
    const path = isEmpty ? [] : [root]
    let count = 1
    for (let inner = path.at(-1); inner; inner = path.at(-1)) {
      if (this.#content(inner)) continue
      if (this.#starts('</')) {
        this.#close(inner.name)
        path.pop()
        continue
      }
      const opened = this.#open()
      if (++count > ELEMENTS_MAX || path.length >= DEPTH_MAX) fail('too many elements, or too deep')
      inner.children.push(opened.element)
      if (!opened.isEmpty) path.push(opened.element)
    }
    return root
  }

  document(): XmlElement {
    this.#take(DECLARATION)
    this.#blanksAndComments()
    this.#take(DOCTYPE)
    this.#blanksAndComments()
    const root = this.#root()
    this.#blanksAndComments()
    if (this.#at !== this.#text.length) fail('something after the end')
    return root
  }
}

/** Parses a message. Throws InvalidXmlError. The caller limits its length. */
export function parseXml(text: string): XmlElement {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text
  if (FORBIDDEN.test(body) || !body.isWellFormed()) fail('a character that XML does not allow')
  return new XmlReader(body).document()
}

/** The first element at a path of names below an element; undefined: there is none. */
export function findXmlElement(from: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((inner, name) => inner?.children.find((child) => child.name === name), from)
}

/** The text of the first element at a path, without blanks around it; '' if there is none. */
export const readXmlText = (from: XmlElement | undefined, ...path: readonly string[]): string =>
  (findXmlElement(from, ...path)?.text ?? '').trim()
