import type { PdfPart } from '#server/adapters/pdf/public.ts'
import type { Party } from './parties.ts'
import { MUTED_COLOUR } from './statement-tables.ts'

/** A party and its role in a document. */
type Side = readonly [party: Party, what: string]

/** 盖章处 of both parties, kept together on one page. */
export function buildStampBoxes(left: Side, right: Side): PdfPart {
  const box = ([{ name }, what]: Side): PdfPart => ({
    stack: [
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
