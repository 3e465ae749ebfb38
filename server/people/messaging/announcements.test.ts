import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { insertMembership } from '#server/people/organisation/public.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { notifyScreensOfStartedAnnouncements } from './announcements.ts'
import { sendMessages } from './messages.ts'

const mall = await openMall()
const support = await mall.staff('support')
const DAY_MS = 86_400_000
const today = { dateFrom: '2026-11-18', dateTo: null, pinned: false }
const unread = async (buyer: Buyer) => (await buyer.api.message.countNotRead({})).count
const titles = async (buyer: Buyer) => (await buyer.api.message.list({ kind: 'notice' })).dataList.map(({ title }) => title)
const { save, withdraw } = contract.consoleAnnouncement

test('an announcement is unread for everybody who existed then, counted with messages, and marked read per person', async () => {
  const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
  mall.clock.forward(60_000)
  const { id } = await support.api.consoleAnnouncement.save({ ...today, title: '春节停送货安排', text: '## 停运\n\n2 月 10 日起' })
  await mall.runInTransaction((tx) =>
    sendMessages(tx, mall.moment(), [
      { enterpriseId: lin.enterpriseId, userIds: [lin.userId], kind: 'system', title: '系统', content: '' },
    ]),
  )
  mall.clock.forward(60_000)
  const late = await mall.buyer('后来的')
  expect([await unread(lin), await unread(chen), await unread(late)]).toEqual([2, 1, 0])
  expect((await lin.api.message.list({})).dataList.map(({ kind }) => kind).sort()).toEqual(['notice', 'system'])
  expect((await late.api.message.list({ kind: 'notice' })).dataList).toMatchObject([{ id, read: true, title: '春节停送货安排' }])

  await lin.api.message.read({ id })
  await lin.api.message.read({ id })
  expect([await unread(lin), await unread(chen)]).toEqual([1, 1])
  expect(await lin.api.message.detail({ id })).toMatchObject({ kind: 'notice', read: true, messageContent: '## 停运\n\n2 月 10 日起' })
  expect((await Promise.all([1, 2].map(() => chen.api.message.readAll({})))).map(({ count }) => count).sort()).toEqual([0, 1])
  expect(await unread(chen)).toBe(0)

  await lin.api.message.delete({ id })
  expect([await titles(lin), await titles(chen)]).toEqual([[], ['春节停送货安排']])
  expect(await lin.post(contract.message.detail.path, { id })).toMatchObject({ reason: 'MESSAGE_NOT_FOUND' })
  await support.api.consoleAnnouncement.withdraw({ id, rowVersion: 0 })
})

test('it is shown from its first to its last day, pinned ones first, and not after it is withdrawn', async () => {
  const lin = await mall.buyer('林')
  const write = (title: string, given: object = {}) => support.api.consoleAnnouncement.save({ ...today, title, text: title, ...given })
  const { id: pinned } = await write('置顶', { pinned: true })
  mall.clock.forward(1_000)
  const { id: short } = await write('今天为止', { dateTo: '2026-11-18' })
  const { id: later } = await write('明天开始', { dateFrom: '2026-11-19' })
  expect(await titles(lin)).toEqual(['置顶', '今天为止'])
  const received = async () => (await mall.db.selectFrom('outbox').select('id').where('topic', '=', 'push.made').execute()).length
  const before = await received()
  expect(await notifyScreensOfStartedAnnouncements(mall.db, mall.moment())).toBe(0)
  mall.clock.forward(DAY_MS)
  await mall.renew()
  expect(await titles(lin)).toEqual(['置顶', '明天开始'])
  // Two nodes look at once: open screens are told that it begins, one time.
  expect((await Promise.all([1, 2].map(() => notifyScreensOfStartedAnnouncements(mall.db, mall.moment())))).sort()).toEqual([0, 1])
  expect(await received()).toBe(before + 1)
  const states = async () => (await support.api.consoleAnnouncement.list({})).dataList.map(({ id, state }) => [id, state])
  expect(Object.fromEntries(await states())).toMatchObject({ [pinned]: 'now', [short]: 'over', [later]: 'now' })
  expect((await support.api.consoleAnnouncement.list({ state: 'over' })).dataList.map(({ id }) => id)).toEqual([short])

  await support.api.consoleAnnouncement.withdraw({ id: pinned, rowVersion: 0 })
  expect(await titles(lin)).toEqual(['明天开始'])
  for (const [path, body] of [
    [withdraw.path, { id: pinned, rowVersion: 1 }],
    [save.path, { ...today, id: pinned, title: '又来', text: '又来', rowVersion: 1 }],
  ] as const)
    expect(await support.post(path, body)).toMatchObject({ code: 409, reason: 'ANNOUNCEMENT_WITHDRAWN' })
  expect(await support.post(save.path, { ...today, dateTo: '2026-11-01', title: '反', text: '反' })).toMatchObject({
    code: 400,
    msg: '结束日期不能早于开始日期',
    detail: { field: 'dateTo' },
  })
})

test('it is unread again for the same person in another enterprise', async () => {
  const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
  await mall.runInTransaction((tx) =>
    insertMembership(tx, mall.moment(), { enterpriseId: chen.enterpriseId, userId: lin.userId, permCode: '' }),
  )
  mall.clock.forward(1_000)
  const { id } = await support.api.consoleAnnouncement.save({ ...today, dateFrom: '2026-11-19', title: '两家都要读', text: '一' })
  await lin.api.message.readAll({})
  const { token } = await lin.api.enterprise.change({ enterpriseId: chen.enterpriseId })
  const { data } = await lin.post(contract.message.listNotRead.path, {}, { authorization: token })
  expect((data as { dataList: { id: string }[] }).dataList.map((one) => one.id)).toContain(id)
})
