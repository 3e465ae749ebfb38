import type { DemoCategory, DemoGoods } from './demo-goods-types.ts'
import { bucketTeeth } from './rotary/bucket-teeth.ts'
import { rotaryDrillRollerCones } from './rotary/cones.ts'
import { coreBarrelTeeth } from './rotary/core-barrel.ts'
import { rotarySeats } from './rotary/seats.ts'

export const rollerConeCategory: DemoCategory = { name: '旋挖牙轮', subs: ['镶齿牙轮', '铣齿牙轮', '斗齿与平齿', '筒钻齿', '齿座'] }

export const rollerConeGoods: readonly DemoGoods[] = [...rotaryDrillRollerCones, ...bucketTeeth, ...coreBarrelTeeth, ...rotarySeats]
