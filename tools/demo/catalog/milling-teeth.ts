import type { DemoCategory, DemoGoods } from './demo-goods-types.ts'
import { millingSeats } from './milling/seats.ts'
import { millingTeeth } from './milling/teeth.ts'
import { millingTips } from './milling/tips.ts'

export const millingCategory: DemoCategory = { name: '铣刨齿', subs: ['冷铣刨齿', '再生与拌和齿', '齿座', '合金系列'] }

export const millingGoods: readonly DemoGoods[] = [...millingTeeth, ...millingSeats, ...millingTips]
