/**
 * A streaming reader for the part of XML that workbooks use: elements, attributes, text, CDATA, comments. It refuses a document type, so
 * that no entities can be declared. It reads each character a limited number of times.
 */

/** A tag or a comment of a workbook is far shorter. A longer one is an attack. */
const MARKUP_MAX = 256 * 1024
/** Characters of one text that are kept: more than a spreadsheet's cell can contain. */
const TEXT_KEPT = 40_000

/** The text is not XML, or not XML that a workbook contains. */
class XmlError extends Error {}

/** Receives elements by their names without a prefix, and the text before each tag. */
export interface XmlHandler {
  open(name: string, attributes: ReadonlyMap<string, string>): void
  close(name: string): void
  text(text: string): void
  /** When it is true, the rest is not read. */
  readonly done: boolean
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeReference(written: string, name: string): string {
  if (!name.startsWith('#')) return NAMED[name] ?? written
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

const decodeText = (raw: string): string =>
  raw.includes('&') ? raw.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, decodeReference) : raw

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
const QUOTE = 0x22
const APOSTROPHE = 0x27
const CLOSING = 0x3e

/** The end of the tag that begins at `from`: the first '>' outside of an attribute's value; -1 if it is not there yet. */
function endOfTag(text: string, from: number): number {
  let quote = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quote !== 0) quote = code === quote ? 0 : quote
    else if (code === QUOTE || code === APOSTROPHE) quote = code
    else if (code === CLOSING) return at
  }
  return -1
}

/** The attributes of a tag, after its name. */
function attributesIn(tag: string, from: number): Map<string, string> {
  const attributes = new Map<string, string>()
  let at = from
  const skipBlanks = () => {
    while (isBlank(tag.charCodeAt(at))) at++
  }
  for (skipBlanks(); at < tag.length; skipBlanks()) {
    const equals = tag.indexOf('=', at)
    if (equals < 0) throw new XmlError('an attribute without a value')
    const name = tag.slice(at, equals).trim()
    at = equals + 1
    skipBlanks()
    const quote = tag.charAt(at)
    const end = quote === '"' || quote === "'" ? tag.indexOf(quote, at + 1) : -1
    if (end < 0) throw new XmlError('an attribute without quotes')
    attributes.set(localName(name), decodeText(tag.slice(at + 1, end)))
    at = end + 1
  }
  return attributes
}

const nameEnd = (tag: string): number => {
  let at = 0
  while (at < tag.length && !isBlank(tag.charCodeAt(at))) at++
  return at
}

function handleTag(tag: string, handler: XmlHandler): void {
  if (tag.startsWith('/')) {
    handler.close(localName(tag.slice(1).trim()))
    return
  }
  const closed = tag.endsWith('/')
  const bare = closed ? tag.slice(0, -1) : tag
  const end = nameEnd(bare)
  const name = localName(bare.slice(0, end))
  handler.open(name, attributesIn(bare, end))
  if (closed) handler.close(name)
}

/** Markup that is not an element: its beginning and its end. The first match counts. */
const SPECIAL = [
  { begins: '<!--', ends: '-->' },
  { begins: '<![CDATA[', ends: ']]>' },
  { begins: '<?', ends: '?>' },
] as const
const LONGEST_BEGINNING = 9

function createReader(handler: XmlHandler): (piece: string) => void {
  let rest = ''
  let text = ''
  const appendText = (more: string) => {
    if (text.length < TEXT_KEPT) text += more
  }
  /** Reads the markup that begins at `at`. Returns its end, or -1 if it continues in the next piece. */
  const readMarkup = (piece: string, at: number): number => {
    const special = SPECIAL.find(({ begins }) => piece.startsWith(begins, at))
    if (special) {
      const begins = at + special.begins.length
      const end = piece.indexOf(special.ends, begins)
      if (end >= 0 && special.begins === '<![CDATA[') appendText(piece.slice(begins, end))
      return end < 0 ? -1 : end + special.ends.length
    }
    if (piece.length - at < LONGEST_BEGINNING && piece.startsWith('<!', at)) return -1
    if (piece.startsWith('<!', at)) throw new XmlError('a document type')
    const end = endOfTag(piece, at + 1)
    if (end < 0) return -1
    if (text !== '') handler.text(text)
    text = ''
    handleTag(piece.slice(at + 1, end), handler)
    return end + 1
  }
  return (more) => {
    const piece = rest + more
    let at = 0
    while (!handler.done) {
      const begins = piece.indexOf('<', at)
      // A reference such as &amp; may be split between pieces, so the text after the last '&' waits for its end.
      const cut = begins < 0 ? piece.lastIndexOf('&') : -1
      const textEnd = begins >= 0 ? begins : cut >= at && piece.length - cut < LONGEST_BEGINNING ? cut : piece.length
      appendText(decodeText(piece.slice(at, textEnd)))
      at = textEnd
      if (begins < 0) break
      const end = readMarkup(piece, begins)
      if (end < 0) break
      at = end
    }
    rest = piece.slice(at)
    if (rest.length > MARKUP_MAX) throw new XmlError('markup without an end')
  }
}

/** Reads a document and calls its handler. Throws `XmlError`. */
export async function parseXmlWithHandler(pieces: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  const read = createReader(handler)
  for await (const piece of pieces) {
    // A large piece is cut, because text is decoded as a whole and a hostile piece could be huge.
    for (let at = 0; at < piece.length && !handler.done; at += MARKUP_MAX) read(piece.slice(at, at + MARKUP_MAX))
    if (handler.done) return
  }
}
