import type { PdfPart } from '#server/adapters/pdf/public.ts'
import { MUTED_COLOUR } from '#server/billing/documents/statements/statement-tables.ts'
import type { Party } from './parties.ts'

/** A party and its role in a document, and the picture of its stamp if it has one. */
type Side = readonly [party: Party, what: string, stamp?: Buffer | undefined]

/** '2026-12-05' → '2026 年 12 月 5 日' */
const formatDayInWords = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number)
  return `${year} 年 ${month} 月 ${date} 日`
}

/** The width and height of a stamp on paper, in points: four centimetres. */
const STAMP = 113

/** A stamp lies over the name, as on paper, and takes no space of its own. Its position is relative to where its part aligns it, in points. */
const printStamp = (picture: Buffer, relativePosition: { x: number; y: number }): PdfPart => ({
  image: `data:image/png;base64,${picture.toString('base64')}`,
  fit: [STAMP, STAMP],
  relativePosition,
})

/** Who signs a letter: the name, a line below it if there is one, and the stamp. */
export interface LetterSigner {
  name: string
  line?: string | undefined
  stamp?: Buffer | undefined
}

/** 落款: who signs a letter, with the stamp over name and date, the last one at the right as in letters. Kept together on one page. */
export function buildLetterClosing(signers: readonly LetterSigner[], day: string): PdfPart {
  const signature = ({ name, line, stamp }: LetterSigner): PdfPart => ({
    alignment: 'center',
    stack: [
      ...(stamp ? [printStamp(stamp, { x: 0, y: -38 })] : []),
      { text: `${name}（盖章）`, bold: true },
      ...(line === undefined ? [] : [{ text: line, margin: [0, 4, 0, 0] } as const]),
      { text: formatDayInWords(day), margin: [0, 4, 0, 0] },
    ],
  })
  const halves = signers.length === 1 ? ['', ...signers.map(signature)] : signers.map(signature)
  return { unbreakable: true, margin: [0, 44, 0, 60], columns: halves }
}

/** 盖章处 of both parties, kept together on one page. */
export function buildStampBoxes(left: Side, right: Side): PdfPart {
  const box = ([{ name }, what, stamp]: Side): PdfPart => ({
    stack: [
      ...(stamp ? [printStamp(stamp, { x: 60, y: -14 })] : []),
      { text: `${what}（盖章处）`, bold: true },
      { text: name, margin: [0, 2, 0, 66] },
      { text: '经办人：　　　　　　　日期：　　　　年　　月　　日', color: MUTED_COLOUR },
    ],
  })
  return {
    layout: 'framed',
    unbreakable: true,
    margin: [0, 16, 0, 0],
    table: { widths: ['*', '*'], body: [[box(left), box(right)]] },
  }
}
