import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { ONE_DAY_MS, ONE_HOUR_MS, openMall } from '#server/platform/testing/mall.ts'
import { deleteAccountManagerDataOfEnterprises } from './public.ts'

const mall = await openMall()
const [admin, support, other] = [await mall.staff('admin'), await mall.staff('support'), await mall.staff('support', 'warehouse')]
const [lin, wu] = [await mall.buyer('林'), await mall.buyer('吴')]
const { enterpriseId } = lin
const { consolePhoneCall, consoleExport } = contract
const reached = {
  enterpriseId,
  direction: 'out',
  contactUserId: lin.userId,
  contactName: '',
  outcome: 'reached',
  minutes: 12,
  note: '第四季度约 2,000 支截齿',
  nextDay: null,
  completesId: null,
} as const

test('a call is listed on the company and under its author, and what was agreed in it is a follow-up', async () => {
  const nextDay = addDays(toShanghaiDay(mall.clock.now), 3)
  const at = new Date(mall.clock.now.getTime() - ONE_HOUR_MS)
  const { id } = await support.api.consolePhoneCall.record({ ...reached, at, nextDay })
  const missed = { ...reached, enterpriseId: wu.enterpriseId, direction: 'in', outcome: 'noAnswer', minutes: 0, note: '下午再打' } as const
  await other.api.consolePhoneCall.record({ ...missed, contactUserId: null, contactName: '材料科周工', at: mall.clock.now })
  const own = { id, contactName: '主账号', at, minutes: 12, staffName: 'support', recordedAt: mall.clock.now, nextDay, mine: true }
  expect(await support.api.consolePhoneCall.list({ part: 'mine' })).toMatchObject({ total: 1, dataList: [own] })
  expect(await support.api.consolePhoneCall.list({ enterpriseId: wu.enterpriseId })).toMatchObject({
    total: 1,
    dataList: [{ enterpriseName: '吴矿业有限公司', direction: 'in', contactName: '材料科周工', minutes: 0, nextDay: null, mine: false }],
  })
  const idsOf = async (filter: Parameters<typeof support.api.consolePhoneCall.list>[0]) =>
    (await support.api.consolePhoneCall.list(filter)).dataList.map((one) => one.id)
  expect(await idsOf({ outcome: 'reached' })).toEqual([id])
  expect(await idsOf({ direction: 'out', keyword: '林', dateTo: toShanghaiDay(at) })).toEqual([id])
  expect(await idsOf({ dateFrom: nextDay })).toEqual([])
  expect(await support.api.consoleFollowUp.list({ enterpriseId })).toMatchObject({
    total: 1,
    dataList: [{ kind: 'phone', text: reached.note, nextDay, staffName: 'support' }],
  })
  const { data } = await support.post(consoleExport.phoneCalls.path, { part: 'mine', format: 'csv' })
  const text = new TextDecoder().decode((data as BinaryFile).bytes)
  expect(text).toContain('第四季度约 2')
  expect(text).not.toContain('下午再打')
})

test('calls of the companies of an account manager are found by him, whoever has recorded them', async () => {
  const { staffId } = await other.api.staff.me({})
  await admin.api.consoleAccountManager.assign({ companies: [{ enterpriseId, seenStaffId: null }], staffId })
  const found = await other.api.consolePhoneCall.list({ manager: 'mine' })
  expect(found.dataList).toMatchObject([{ enterpriseId, staffName: 'support', mine: false }])
})

test('a call completes the follow-up that it was, with a next day or without; a refused call completes nothing', async () => {
  const ofWu = { enterpriseId: wu.enterpriseId }
  const today = toShanghaiDay(mall.clock.now)
  const called = { ...reached, ...ofWu, contactUserId: wu.userId, at: mall.clock.now }
  const planned = { ...ofWu, kind: 'phone', text: '约好今天打', nextDay: today, completesId: null } as const
  const [first, second] = [await support.api.consoleFollowUp.add(planned), await support.api.consoleFollowUp.add(planned)]
  const doneIds = async () => (await support.api.consoleFollowUp.list({ ...ofWu, part: 'done' })).dataList.map(({ id }) => id).sort()
  const bad = { ...called, at: called.at.toISOString(), completesId: first.id }
  expect(await support.post(consolePhoneCall.record.path, { ...bad, outcome: 'refused' })).toMatchObject({ reason: 'PHONE_CALL_MINUTES' })
  expect(await support.post(consolePhoneCall.record.path, { ...bad, enterpriseId, contactUserId: lin.userId })).toMatchObject({
    reason: 'FOLLOW_UP_NOT_FOUND',
  })
  expect(await doneIds()).toEqual([])
  const calls = [
    await support.api.consolePhoneCall.record({ ...called, completesId: first.id }),
    await support.api.consolePhoneCall.record({ ...called, completesId: second.id, nextDay: addDays(today, 7) }),
  ]
  expect(await doneIds()).toEqual([first.id, second.id].sort())
  expect(await support.post(consolePhoneCall.record.path, bad)).toMatchObject({ reason: 'FOLLOW_UP_DONE' })
  expect((await support.api.consoleFollowUp.list({ ...ofWu, part: 'later' })).total).toBe(1)
  await mall.db
    .deleteFrom('phone_call')
    .where('enterprise_id', '=', wu.enterpriseId)
    .where(
      'id',
      'in',
      calls.map(({ id }) => id),
    )
    .execute()
})

test('what cannot have been a call is refused', async () => {
  const bad = (changed: object) => support.post(consolePhoneCall.record.path, { ...reached, at: mall.clock.now.toISOString(), ...changed })
  expect(await bad({ contactUserId: wu.userId })).toMatchObject({ reason: 'PHONE_CALL_CONTACT', detail: { field: 'contactUserId' } })
  for (const contact of [{ contactUserId: null }, { contactName: '周工' }])
    expect(await bad(contact)).toMatchObject({ reason: 'PHONE_CALL_CONTACT', detail: { field: 'contactName' } })
  const daysLater = (days: number) => new Date(mall.clock.now.getTime() + days * ONE_DAY_MS).toISOString()
  for (const at of [daysLater(0.01), daysLater(-31)]) expect(await bad({ at })).toMatchObject({ reason: 'PHONE_CALL_TIME' })
  for (const talked of [{ minutes: 0 }, { outcome: 'refused' }]) expect(await bad(talked)).toMatchObject({ reason: 'PHONE_CALL_MINUTES' })
  expect(await bad({ nextDay: addDays(toShanghaiDay(mall.clock.now), -1) })).toMatchObject({ reason: 'FOLLOW_UP_DAY' })
  expect(await bad({ enterpriseId: mall.moment().newId() })).toMatchObject({ reason: 'ENTERPRISE_NOT_FOUND' })
  expect(await support.api.consolePhoneCall.list({ enterpriseId })).toMatchObject({ total: 1 })
})

test('who has left the company keeps his name in the calls with him', async () => {
  const clerk = await mall.subAccount(wu, ['lookGoods'], '周小工')
  const called = { ...reached, enterpriseId: wu.enterpriseId, contactUserId: clerk.userId, at: mall.clock.now }
  const { id } = await support.api.consolePhoneCall.record(called)
  const [seat] = await wu.api.subUser.list({})
  await wu.api.subUser.delete({ id: seat?.id ?? expect.fail('no sub-account') })
  const { dataList } = await support.api.consolePhoneCall.list({ enterpriseId: wu.enterpriseId })
  expect(dataList.find((call) => call.id === id)).toMatchObject({ contactName: '周小工' })
  await mall.db.deleteFrom('phone_call').where('enterprise_id', '=', wu.enterpriseId).where('id', '=', id).execute()
})

test('only its author withdraws a call, once; it stays in the list, and so does the follow-up', async () => {
  const [call] = (await support.api.consolePhoneCall.list({ enterpriseId })).dataList
  const ref = { enterpriseId, id: call?.id ?? expect.fail('there is none') }
  expect(await other.post(consolePhoneCall.withdraw.path, ref)).toMatchObject({ code: 403, reason: 'PHONE_CALL_NOT_OWN' })
  await support.api.consolePhoneCall.withdraw(ref)
  expect(await support.post(consolePhoneCall.withdraw.path, ref)).toMatchObject({ reason: 'PHONE_CALL_WITHDRAWN' })
  expect(await admin.api.consolePhoneCall.list({ enterpriseId })).toMatchObject({
    total: 1,
    dataList: [{ ...ref, withdrawnAt: mall.clock.now, note: reached.note }],
  })
  expect(await support.api.consoleFollowUp.list({ enterpriseId, part: 'later' })).toMatchObject({ total: 1 })
})

test('finance and the auditor read, and write nothing; calls go with the company when it closes', async () => {
  for (const reader of [await mall.staff('finance'), await mall.staff('auditor')]) {
    expect(await reader.post(consolePhoneCall.record.path, { ...reached, at: mall.clock.now.toISOString() })).toMatchObject({ code: 403 })
    expect(await reader.api.consolePhoneCall.list({})).toMatchObject({ total: 2 })
  }
  await mall.runInTransaction((tx) => deleteAccountManagerDataOfEnterprises(tx, [enterpriseId]))
  expect(await admin.api.consolePhoneCall.list({})).toMatchObject({ total: 1, dataList: [{ enterpriseId: wu.enterpriseId }] })
})
