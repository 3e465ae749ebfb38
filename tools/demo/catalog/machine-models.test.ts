import { expect, test } from 'vitest'
import { demoGoods } from './catalog.ts'
import { demoMachineModels, isDemoGoodsForMachineModel } from './machine-models.ts'

test('every machine model has fitting goods, and no two models are the same', () => {
  const names = demoMachineModels.map(({ maker, model }) => `${maker} ${model}`)
  expect(new Set(names).size).toBe(names.length)
  const idle = demoMachineModels.filter((machine) => !demoGoods.some((goods) => isDemoGoodsForMachineModel(goods, machine)))
  expect(idle.map(({ model }) => model)).toEqual([])
})

test.each([
  ['EBZ120–EBZ160 悬臂式掘进机', ['EBZ160', 'EBZ150']],
  ['EBH315 以上硬岩掘进机、隧道铣挖头', ['EBH315', 'EBH450']],
  ['MG1000 级采煤机、硬岩截割滚筒', ['MG1000/2660-WD']],
  ['1–2 m 级冷铣刨机', ['W 100 Fi', 'W 200 Fi', 'XM1205F', 'XM2005']],
])('goods for %s fit %j', (text, models) => {
  const goods = demoGoods.find(({ parameters }) => parameters.some(([label, value]) => label === '适用机型' && value === text))
  expect(demoMachineModels.filter((machine) => goods && isDemoGoodsForMachineModel(goods, machine)).map(({ model }) => model)).toEqual(
    models,
  )
})
