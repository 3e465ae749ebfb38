import { carbideBars } from './carbide/bars.ts'
import { alloyBeads } from './carbide/beads.ts'
import { carbideButtons } from './carbide/buttons.ts'
import type { DemoCategory, DemoGoods } from './demo-goods-types.ts'

export const carbideCategory: DemoCategory = { name: '硬质合金', subs: ['合金系列', '合金条系列', '合金珠系列'] }

export const carbideGoods: readonly DemoGoods[] = [...carbideButtons, ...carbideBars, ...alloyBeads]
