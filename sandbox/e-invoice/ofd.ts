import { createZip } from './zip.ts'

// A minimal document of GB/T 33190-2016: a root, a document, its resources, pages of text objects. Lengths are in millimetres.
const NS = 'xmlns:ofd="http://www.ofdspec.org/2016"'
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const [PAGE_WIDTH, PAGE_HEIGHT, LEFT, TOP, LINE, SIZE] = [210, 297, 15, 20, 8, 4]
const LINES_A_PAGE = 32

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A wide character is as wide as the font size, a narrow one half of it. */
const widthOf = (character: string) => ((character.codePointAt(0) ?? 0) > 0x2e80 ? SIZE : SIZE / 2)

function textObject(text: string, at: number, id: number): string {
  const shown = [...text]
  const steps = shown.slice(0, -1).map(widthOf).join(' ')
  const delta = steps === '' ? '' : ` DeltaX="${steps}"`
  const boundary = `${LEFT} ${TOP + at * LINE} ${PAGE_WIDTH - 2 * LEFT} ${LINE}`
  return `<ofd:TextObject ID="${id}" Boundary="${boundary}" Font="2" Size="${SIZE}"><ofd:TextCode X="0" Y="${SIZE}"${delta}>${escaped(text)}</ofd:TextCode></ofd:TextObject>`
}

/** Creates an OFD file that shows lines of text. Its font is named but not embedded: the reader's own 宋体 is used. */
export function createOfd(texts: readonly string[]): Buffer {
  const written = texts.filter((text) => text !== '')
  const count = Math.max(1, Math.ceil(written.length / LINES_A_PAGE))
  const pages = Array.from({ length: count }, (_, at) => written.slice(at * LINES_A_PAGE, (at + 1) * LINES_A_PAGE))
  const first = 10
  const idOf = (page: number, at: number) => first + count + page * (LINES_A_PAGE + 1) + at
  const content = (lines: readonly string[], page: number) =>
    `${HEAD}<ofd:Page ${NS}><ofd:Content><ofd:Layer ID="${idOf(page, 0)}" Type="Body">${lines.map((text, at) => textObject(text, at, idOf(page, at + 1))).join('')}</ofd:Layer></ofd:Content></ofd:Page>`
  const area = `<ofd:PageArea><ofd:PhysicalBox>0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}</ofd:PhysicalBox></ofd:PageArea>`
  const places = pages.map((_, at) => `<ofd:Page ID="${first + at}" BaseLoc="Pages/Page_${at}/Content.xml"/>`).join('')
  return createZip({
    'OFD.xml': `${HEAD}<ofd:OFD ${NS} Version="1.0" DocType="OFD"><ofd:DocBody><ofd:DocInfo><ofd:DocID>00000000000000000000000000000000</ofd:DocID><ofd:Creator>e-invoice</ofd:Creator></ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
    'Doc_0/Document.xml': `${HEAD}<ofd:Document ${NS}><ofd:CommonData><ofd:MaxUnitID>${idOf(count, 0)}</ofd:MaxUnitID>${area}<ofd:PublicRes>PublicRes.xml</ofd:PublicRes></ofd:CommonData><ofd:Pages>${places}</ofd:Pages></ofd:Document>`,
    'Doc_0/PublicRes.xml': `${HEAD}<ofd:Res ${NS} BaseLoc="Res"><ofd:Fonts><ofd:Font ID="2" FontName="宋体" FamilyName="宋体"/></ofd:Fonts></ofd:Res>`,
    ...Object.fromEntries(pages.map((lines, at) => [`Doc_0/Pages/Page_${at}/Content.xml`, content(lines, at)])),
  })
}
