import type { DemoCategory, DemoGoods } from './demo-goods-types.ts'
import { cuttingFluids } from './fluids/cutting-fluids.ts'
import { greases } from './fluids/greases.ts'
import { oils } from './fluids/oils.ts'

export const fluidCategory: DemoCategory = { name: '润滑与切削液', subs: ['润滑脂', '液压与齿轮油', '切削液'] }

export const fluidGoods: readonly DemoGoods[] = [...greases, ...oils, ...cuttingFluids]
