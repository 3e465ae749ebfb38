import type { DemoCategory, DemoGoods } from './demo-goods-types.ts'
import { additives } from './diesel/additives.ts'
import { dieselMinusTen, dieselMinusThirtyFive, dieselMinusTwenty, dieselZero } from './diesel/grades.ts'
import { buildBulkDieselGoods, buildContainerDieselGoods, buildDrumDieselGoods } from './diesel/supply.ts'

export const dieselCategory: DemoCategory = { name: '柴油', subs: ['散装柴油', '桶装柴油', '吨桶柴油', '尿素与添加剂'] }

/** A price has 现金价, the surcharge of 赊销 in per mille (null: cash only) and the stock in litres, drums or containers. */
export const dieselGoods: readonly DemoGoods[] = [
  buildBulkDieselGoods(dieselZero, { town: ['7.20', 40, 86_400], mine: ['7.32', 40, 64_000], tanker: ['7.06', 36, 120_000] }),
  buildBulkDieselGoods(dieselMinusTen, { town: ['7.62', 41, 38_000], mine: ['7.74', 41, 26_500], tanker: ['7.48', 37, 60_000] }),
  buildBulkDieselGoods(dieselMinusTwenty, { town: ['7.98', 42, 18_200], mine: ['8.10', 42, 9_400], tanker: ['7.83', null, 40_000] }),
  buildBulkDieselGoods(dieselMinusThirtyFive, { town: ['8.46', 44, 6_800], mine: ['8.60', 44, 3_200], tanker: ['8.30', null, 0] }),
  buildDrumDieselGoods(dieselZero, 'blue', { fresh: ['1488.00', 40, 96], returned: ['1452.00', 40, 240], pallet: ['1470.00', 37, 120] }),
  buildDrumDieselGoods(dieselMinusTen, 'green', {
    fresh: ['1572.00', 41, 74],
    returned: ['1536.00', 41, 160],
    pallet: ['1554.00', 38, 64],
  }),
  buildDrumDieselGoods(dieselMinusTwenty, 'orange', {
    fresh: ['1646.00', 42, 38],
    returned: ['1610.00', 42, 0],
    pallet: ['1628.00', 39, 48],
  }),
  buildDrumDieselGoods(dieselMinusThirtyFive, 'grey', {
    fresh: ['1742.00', 45, 0],
    returned: ['1706.00', 45, 0],
    pallet: ['1724.00', null, 0],
  }),
  buildContainerDieselGoods(dieselZero, { returned: ['7280.00', 38, 26], fresh: ['7890.00', 38, 14] }),
  buildContainerDieselGoods(dieselMinusTen, { returned: ['7700.00', 39, 12], fresh: ['8310.00', 39, 6] }),
  buildContainerDieselGoods(dieselMinusTwenty, { returned: ['8060.00', 40, 3], fresh: ['8670.00', null, 0] }),
  ...additives,
]
