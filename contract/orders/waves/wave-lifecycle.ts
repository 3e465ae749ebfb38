import { defineLifecycle, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/** 波次: orders that the warehouse picks together and then packs one by one. The last order that is shipped from it ends it. */
export const waveLifecycle = defineLifecycle({
  initial: ['OPEN'],
  states: {
    OPEN: { label: '待拣货' },
    PICKED: { label: '待装箱' },
    SHIPPED: { label: '已发完', final: true },
    CLOSED: { label: '已关闭', final: true },
    CANCELLED: { label: '已取消', final: true },
  },
  verbs: {
    markPicked: { from: ['OPEN'], to: 'PICKED', by: ['staff'], label: '已拣完' },
    ship: { from: ['OPEN', 'PICKED'], to: 'SHIPPED', by: ['system'], label: '全部发出' },
    close: { from: ['OPEN', 'PICKED'], to: 'CLOSED', by: ['staff'], label: '关闭' },
    cancel: { from: ['OPEN', 'PICKED'], to: 'CANCELLED', by: ['staff'], label: '取消' },
  },
})
export type WaveState = StateOf<typeof waveLifecycle>

export type WaveVerb = VerbOf<typeof waveLifecycle>

/** Whether orders of a wave still wait. */
export const isWaveOpen = (state: WaveState): boolean => waveLifecycle.states[state].final !== true
