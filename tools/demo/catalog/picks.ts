import type { DemoCategory, DemoGoods } from './demo-goods-types.ts'
import { miningPicks } from './picks/mining.ts'
import { roadheaderPicks } from './picks/roadheader.ts'
import { rotaryPicks } from './picks/rotary.ts'
import { rotaryPickSeats } from './picks/rotary-seats.ts'
import { toothSeatGoodsForPicks } from './picks/seats.ts'
import { pickTips } from './picks/tips.ts'

export const pickCategory: DemoCategory = { name: '截齿', subs: ['采煤截齿', '掘进截齿', '旋挖截齿', '齿座', '合金系列'] }

export const pickGoods: readonly DemoGoods[] = [
  ...miningPicks,
  ...roadheaderPicks,
  ...rotaryPicks,
  ...toothSeatGoodsForPicks,
  ...rotaryPickSeats,
  ...pickTips,
]
