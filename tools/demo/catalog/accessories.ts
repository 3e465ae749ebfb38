import { pullers } from './accessories/pullers.ts'
import { retainers } from './accessories/retainers.ts'
import { weldingRods } from './accessories/welding-rods.ts'
import type { DemoCategory, DemoGoods } from './demo-goods-types.ts'

export const accessoryCategory: DemoCategory = { name: '工具与附件', subs: ['卡簧与挡圈', '拆装工具', '焊接材料'] }

export const accessoryGoods: readonly DemoGoods[] = [...retainers, ...pullers, ...weldingRods]
