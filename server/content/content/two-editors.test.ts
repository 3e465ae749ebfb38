import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { desk, typed, template } = await createCouponHelpers(mall)
const [support, admin, catalogue] = [await mall.staff('support'), await mall.staff('admin'), await mall.staff('catalogue')]
const today = toShanghaiDay(mall.clock.now)
const banner = { title: '春季备件', note: '', target: '/shop', tone: 'steel', dateFrom: today, dateTo: null, shown: true, position: 1 }
const announcement = { title: '停送货', text: '春节期间停送', dateFrom: today, dateTo: null, pinned: false }

interface Edited {
  path: string
  /** What the first sends, and the second, both having seen the same. */
  first: object
  second: object
  /** What the second is told. */
  received: object
  /** What stands after both, and what should. */
  stands: () => Promise<unknown>
  expected: unknown
  /** What is sent by the second once more, having seen it. */
  again?: object
}

/** Everything that content staff, and whoever keeps coupons, edit as a whole: made new, then changed by two who have both read it before. */
const EDITED: Record<string, () => Promise<Edited>> = {
  announcement: async () => {
    const { id } = await support.api.consoleAnnouncement.save(announcement)
    return {
      path: contract.consoleAnnouncement.save.path,
      first: { ...announcement, id, title: '春节停送货', rowVersion: 0 },
      second: { ...announcement, id, pinned: true, rowVersion: 0 },
      received: { by: 'support', what: '标题 由 停送货 改为 春节停送货', rowVersion: 1 },
      stands: async () => (await support.api.consoleAnnouncement.list({})).dataList.find((row) => row.id === id),
      expected: { title: '春节停送货', pinned: false, rowVersion: 1 },
      again: { ...announcement, id, title: '春节停送货', pinned: true, rowVersion: 1 },
    }
  },
  'announcement that is withdrawn': async () => {
    const { id } = await support.api.consoleAnnouncement.save(announcement)
    await support.api.consoleAnnouncement.save({ ...announcement, id, text: '改为照常送货', rowVersion: 0 })
    return {
      path: contract.consoleAnnouncement.withdraw.path,
      first: { id, rowVersion: 1 },
      second: { id, rowVersion: 0 },
      received: { by: 'support', what: '撤回' },
      stands: async () => (await support.api.consoleAnnouncement.list({})).dataList.find((row) => row.id === id),
      expected: { state: 'withdrawn' },
    }
  },
  banner: async () => {
    const { id } = await support.api.consoleBanner.save({ ...banner, tone: 'steel' })
    return {
      path: contract.consoleBanner.save.path,
      first: { ...banner, id, shown: false, rowVersion: 0 },
      second: { ...banner, id, title: '夏季备件', rowVersion: 0 },
      received: { by: 'support', what: '启用 由 是 改为 否' },
      stands: async () => (await support.api.consoleBanner.list({})).find((row) => row.id === id),
      expected: { title: '春季备件', shown: false, rowVersion: 1 },
    }
  },
  'help category': async () => {
    await support.api.consoleHelpCategory.save({ name: '试用', note: '', position: 90 })
    const find = async () => (await support.api.consoleHelpCategory.list({})).find(({ position }) => position === 90)
    const id = (await find())?.id
    return {
      path: contract.consoleHelpCategory.save.path,
      first: { id, name: '试用说明', note: '', position: 90, rowVersion: 0 },
      second: { id, name: '试用', note: '样品', position: 90, rowVersion: 0 },
      received: { by: 'support', what: '名称 由 试用 改为 试用说明' },
      stands: find,
      expected: { name: '试用说明', note: '', rowVersion: 1 },
    }
  },
  'year of holidays': async () => ({
    path: contract.consoleHoliday.set.path,
    first: { day: '2027-02-05', dayTo: '2027-02-07', working: false, title: '春节', rowVersion: 0 },
    second: { day: '2027-02-07', working: true, title: '调休', rowVersion: 0 },
    received: { what: '2027-02-05 至 2027-02-07 休息（春节）' },
    stands: async () => (await admin.api.consoleHoliday.list({ year: 2027 })).days,
    expected: [{ working: false }, { working: false }, { day: '2027-02-07', working: false, title: '春节' }],
  }),
  'text of a message': async () => {
    const { title, content } =
      (await support.api.consoleMessageText.list({})).find(({ textName }) => textName === 'orderAskApproval') ?? expect.fail()
    return {
      path: contract.consoleMessageText.save.path,
      first: { textName: 'orderAskApproval', title: `${title}！`, content, no: 0 },
      second: { textName: 'orderAskApproval', title: `${title}？`, content, no: 0 },
      received: { by: 'support', rowVersion: 1, what: `${title}！：${content}` },
      stands: async () => (await support.api.consoleMessageText.list({})).find(({ textName }) => textName === 'orderAskApproval'),
      expected: { title: `${title}！`, no: 1 },
    }
  },
  article: async () => {
    const [category] = await support.api.consoleHelpCategory.list({})
    const { id } = await support.api.consoleArticle.create({ helpCategoryId: category?.id ?? '', title: '两人同写' })
    const written = { title: '两人同写', summary: '', keywords: '' }
    return {
      path: contract.consoleArticle.save.path,
      first: { ...written, id, rev: 1, text: '先写的' },
      second: { ...written, id, rev: 1, text: '后写的' },
      received: { by: 'support', rowVersion: 2 },
      stands: async () => (await support.api.consoleArticle.detail({ id })).written,
      expected: { text: '先写的' },
    }
  },
  'template of a coupon': async () => {
    const templateId = await template()
    return {
      path: contract.consoleCoupon.modify.path,
      first: { ...wire(typed({ amount: '20', threshold: '800' })), templateId, rowVersion: 0 },
      second: { ...wire(typed({ name: '大促' })), templateId, rowVersion: 0 },
      received: { what: '减免金额 由 ¥10.00 改为 ¥20.00；使用门槛 由 ¥599.00 改为 ¥800.00' },
      stands: () => desk.template({ templateId }),
      expected: { name: '满减', amount: 2_000, rowVersion: 1 },
    }
  },
  'coupon that is stopped': async () => {
    const templateId = await template()
    return {
      path: contract.consoleCoupon.stop.path,
      first: { templateId, rowVersion: 0 },
      second: { templateId, rowVersion: 0 },
      received: { what: '停止发放' },
      stands: () => desk.template({ templateId }),
      expected: { state: 'stopped', rowVersion: 1 },
    }
  },
}
const wire = ({ amount, threshold, ...rest }: ReturnType<typeof typed>) => ({ ...rest, amount: amount / 100, threshold: threshold / 100 })

test.each(Object.keys(EDITED))('when two people edit the same %s, the second is refused with who changed what', async (name) => {
  const { path, first, second, received, stands, expected, again } = (await EDITED[name]?.()) ?? expect.fail()
  const keeper = path.includes('/coupon/') ? catalogue : path.includes('/holiday/') ? await mall.staff('support', 'reviewer') : support
  expect(await keeper.post(path, first)).toMatchObject({ code: 200 })
  expect(await admin.post(path, second)).toMatchObject({ code: 409, reason: 'ROW_CHANGED', detail: received })
  expect(await stands()).toMatchObject(expected as object)
  if (again) expect(await admin.post(path, again)).toMatchObject({ code: 200 })
})

test('of several concurrent edits only the first is saved, also for a row that was never changed before', async () => {
  const { id } = await support.api.consoleBanner.save({ ...banner, tone: 'steel' })
  const saves = [support, admin, catalogue].map((one, at) =>
    one.post(contract.consoleBanner.save.path, { ...banner, id, title: `第 ${at} 位`, rowVersion: 0 }),
  )
  expect((await Promise.all(saves)).map(({ code }) => code).sort()).toEqual([200, 409, 409])
})
