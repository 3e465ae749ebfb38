import type { PdfPart } from '#server/adapters/pdf/public.ts'
import type { Party } from './parties.ts'
import { MUTED_COLOUR } from './statement-tables.ts'

/** A party and its role in a document, and the picture of its stamp if it has one. */
type Side = readonly [party: Party, what: string, stamp?: Buffer | undefined]

/** The width and height of a stamp on paper, in points: four centimetres. */
const STAMP = 113

/** A stamp lies over the name, as on paper, and takes no space of its own. */
const printStamp = (picture: Buffer): PdfPart => ({
  image: `data:image/png;base64,${picture.toString('base64')}`,
  fit: [STAMP, STAMP],
  relativePosition: { x: 60, y: -14 },
})

/** 盖章处 of both parties, kept together on one page. */
export function buildStampBoxes(left: Side, right: Side): PdfPart {
  const box = ([{ name }, what, stamp]: Side): PdfPart => ({
    stack: [
      ...(stamp ? [printStamp(stamp)] : []),
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
