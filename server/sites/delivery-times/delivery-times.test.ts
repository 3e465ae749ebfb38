import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createPromisedDayLookup } from '#contract/sites/delivery-times/promised-day.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall({ now: new Date('2026-11-25T02:00:00.000Z') })
const editor = await mall.staff('catalogue')
const { save } = contract.consoleDeliveryTime

/** The day that the screens promise to somebody who pays at an instant. */
async function promised(at: string, province: string) {
  const { terms, days, warehouses } = await mall.guest().api.deliveryTime.calendar({})
  const special = new Map(days.map(({ day, working }) => [day, working]))
  return createPromisedDayLookup({ paidAt: new Date(at), province }, { terms, special, warehouses }).ofWarehouses(undefined)
}

test('delivery times are preset, longer for the far west, and none is promised outside the mainland', async () => {
  const at = '2026-11-25T10:00:00+08:00'
  expect([await promised(at, '61'), await promised(at, '65'), await promised(at, '81')]).toEqual(['2026-11-28', '2026-12-01', undefined])
})

test('changed delivery times apply to later payments, and paid orders keep their promised day', async () => {
  const { terms, rowVersion, names } = await editor.api.consoleDeliveryTime.detail({})
  expect([terms.cutOff, rowVersion, names.find(({ code }) => code === '61')?.name]).toEqual(['16:00', 0, '陕西省'])
  const changed = { cutOff: '12:00', defaultDays: 5, provinces: [{ code: '61', days: 2 }] }
  await editor.api.consoleDeliveryTime.save({ ...changed, rowVersion })
  expect([await promised('2026-11-25T09:59:00+08:00', '61'), await promised('2026-11-25T10:00:00+08:00', '61')]).toEqual([
    '2026-11-28',
    '2026-11-27',
  ])
  expect(await promised('2026-11-25T12:00:00+08:00', '61')).toBe('2026-11-28')
  // Who has opened the screen before that is told, and changes nothing.
  expect(await editor.post(save.path, { ...changed, rowVersion })).toMatchObject({ reason: 'ROW_CHANGED' })
})

test('a holiday entered by staff moves the promised day', async () => {
  const reviewer = await mall.staff('reviewer')
  const before = await promised('2026-12-14T10:00:00+08:00', '44')
  const { rowVersion } = await reviewer.api.consoleHoliday.list({ year: 2026 })
  await reviewer.api.consoleHoliday.set({ day: '2026-12-14', working: false, title: '盘点', rowVersion })
  expect([before, await promised('2026-12-14T10:00:00+08:00', '44')]).toEqual(['2026-12-19', '2026-12-20'])
})

test.each([
  [{ cutOff: '25:00' }, '请按 16:00 的格式填写'],
  [{ defaultDays: 0 }, '天数至少为 1'],
  [
    {
      provinces: [
        { code: '61', days: 2 },
        { code: '61', days: 3 },
      ],
    },
    '同一省份只能出现一次',
  ],
  [{ provinces: [{ code: '99', days: 2 }] }, undefined],
])('%j is refused', async (given, msg) => {
  const { rowVersion } = await editor.api.consoleDeliveryTime.detail({})
  const answer = await editor.post(save.path, { cutOff: '16:00', defaultDays: 3, provinces: [], rowVersion, ...given })
  expect(answer).toMatchObject(msg === undefined ? { reason: 'REGION_UNKNOWN' } : { code: 400, msg })
})
