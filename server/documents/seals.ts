import type { Part } from '../printing/public.ts'
import type { Party } from './parties.ts'
import { MUTE } from './statement-tables.ts'

/** A side of a printout, and what it is called there. */
type Side = readonly [party: Party, what: string]

/** 盖章处 of both, on one page together. */
export function seals(left: Side, right: Side): Part {
  const box = ([{ name }, what]: Side): Part => ({
    stack: [
      { text: `${what}（盖章处）`, bold: true },
      { text: name, margin: [0, 2, 0, 66] },
      { text: '经办人：　　　　　　　日期：　　　　年　　月　　日', color: MUTE },
    ],
  })
  return {
    layout: 'framed',
    unbreakable: true,
    margin: [0, 16, 0, 0],
    table: { widths: ['*', '*'], body: [[box(left), box(right)]] },
  }
}
