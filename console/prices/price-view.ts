import type { Both, PriceRowResult } from '../../contract/pricing/console-shapes.ts'
import { money } from '../../ui/format.ts'
import type { Tone } from '../kit/tag.tsx'

/** ¥40.00 / ¥42.00; a dash where there is no price. */
export const sayBoth = (both: Both | null): string =>
  both === null ? '—' : `${money(both.salePrice)} / ${both.creditPrice === null ? '不支持' : money(both.creditPrice)}`

export const resultTones: Record<PriceRowResult['result'], Tone> = {
  changed: 'good',
  added: 'good',
  removed: 'bad',
  same: 'over',
  refused: 'bad',
}
