import { inflateRawSync } from 'node:zlib'

/** A column of a workbook: whether its heading stands right, as over figures, and the cells below it, without empty ones. */
export interface WorkbookColumn {
  sheet: number
  title: string
  isFigure: boolean
  cells: readonly (string | number)[]
}

const [CENTRAL, END] = [0x02014b50, 0x06054b50]

/** The parts of an archive by their names, found by its central directory. */
function unpack(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (bytes.readUInt32LE(end) !== END) throw new Error('not an archive')
  const parts = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  while (bytes.readUInt32LE(at) === CENTRAL) {
    const [packed, nameLength] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)]
    const local = bytes.readUInt32LE(at + 42)
    const content = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString('utf8')
    parts.set(name, inflateRawSync(bytes.subarray(content, content + packed)).toString('utf8'))
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return parts
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#13;', '\r').replaceAll('&amp;', '&')

/** The style of a heading over figures (adapters/spreadsheets/workbook.ts). */
const HEAD_OF_FIGURES = '2'
const CELL =
  /<c r="([A-Z]{1,3})(\d{1,7})"(?: s="(\d)")?(?: t="inlineStr"><is><t xml:space="preserve">([^<]*)<\/t><\/is>|><v>([^<]*)<\/v>)<\/c>/g

/** Reads the columns of all sheets of a workbook of ours with the types that its cells have in the file. */
export function readWorkbookColumns(bytes: Buffer): WorkbookColumn[] {
  const sheets = [...unpack(bytes)].filter(([name]) => name.startsWith('xl/worksheets/'))
  return sheets.flatMap(([, xml], sheet) => {
    const columns = new Map<string, WorkbookColumn & { cells: (string | number)[] }>()
    for (const [, letters = '', row, style, text, number] of xml.matchAll(CELL)) {
      if (row === '1') columns.set(letters, { sheet, title: unescaped(text ?? ''), isFigure: style === HEAD_OF_FIGURES, cells: [] })
      else columns.get(letters)?.cells.push(text === undefined ? Number(number) : unescaped(text))
    }
    return [...columns.values()]
  })
}
