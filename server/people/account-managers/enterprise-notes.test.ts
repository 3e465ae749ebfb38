import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { isStaffAccess } from '#contract/platform/core/permissions.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { ONE_HOUR_MS, openMall } from '#server/platform/testing/mall.ts'
import { deleteAccountManagerDataOfEnterprises } from './public.ts'

const mall = await openMall()
const [admin, support, other] = [await mall.staff('admin'), await mall.staff('support'), await mall.staff('support', 'warehouse')]
const auditor = await mall.staff('auditor')
const lin = await mall.buyer('林')
const { enterpriseId } = lin
const today = () => toShanghaiDay(mall.clock.now)
const staffIdOf = async (person: typeof admin) => (await person.api.staff.me({})).staffId
const SECRET = '付款总是拖到月底'
const { consoleEnterpriseNote, consoleEnterpriseTag, consoleFollowUp } = contract

test('a note has its author and its time, the newest first', async () => {
  await support.api.consoleEnterpriseNote.add({ enterpriseId, text: '老板姓林，下午好找' })
  mall.clock.forward(60_000)
  await admin.api.consoleEnterpriseNote.add({ enterpriseId, text: SECRET })
  const { dataList, total } = await auditor.api.consoleEnterpriseNote.list({ enterpriseId })
  expect(total).toBe(2)
  expect(dataList).toMatchObject([
    { text: SECRET, staffName: 'admin', at: mall.clock.now },
    { text: '老板姓林，下午好找', staffName: 'support' },
  ])
  const bad = (text: string) => support.post(consoleEnterpriseNote.add.path, { enterpriseId, text })
  expect(await bad(' ')).toMatchObject({ reason: 'INVALID_INPUT', msg: '请填写备注' })
  expect(await bad('长'.repeat(1_001))).toMatchObject({ msg: '最多1000字' })
  expect(await bad('𠮷'.repeat(1_000))).toMatchObject({ code: 200 })
  const nobody = { enterpriseId: mall.moment().newId(), text: 'x' }
  expect(await support.post(consoleEnterpriseNote.add.path, nobody)).toMatchObject({ reason: 'ENTERPRISE_NOT_FOUND' })
})

test('tags come from a list that staff keep; companies are found by them', async () => {
  const { tagId } = await support.api.consoleEnterpriseTag.save({ name: '大客户', rowVersion: 0 })
  const { tagId: slow } = await support.api.consoleEnterpriseTag.save({ name: '回款慢', rowVersion: 0 })
  expect(await support.post(consoleEnterpriseTag.save.path, { name: '大客户' })).toMatchObject({ reason: 'ENTERPRISE_TAG_TAKEN' })
  await support.api.consoleEnterpriseTag.setOf({ enterpriseId, addTagIds: [tagId, slow], removeTagIds: [] })
  await mall.buyer('吴')
  const found = async (id: string) => (await support.api.consoleEnterprise.list({ tagId: id })).dataList
  expect(await found(tagId)).toMatchObject([{ name: '林矿业有限公司', tags: [{ name: '回款慢' }, { name: '大客户' }] }])
  // Taking one leaves what a colleague has added.
  await support.api.consoleEnterpriseTag.setOf({ enterpriseId, addTagIds: [], removeTagIds: [slow] })
  expect((await support.api.consoleEnterprise.detail({ enterpriseId })).tags).toEqual([{ tagId, name: '大客户' }])
  await support.api.consoleEnterpriseTag.save({ tagId, name: '重点客户', rowVersion: 0 })
  expect(await support.post(consoleEnterpriseTag.save.path, { tagId, name: '客户', rowVersion: 0 })).toMatchObject({
    reason: 'ROW_CHANGED',
  })
  expect(await support.api.consoleEnterpriseTag.list({})).toMatchObject([
    { name: '回款慢', companies: 0 },
    { name: '重点客户', companies: 1, rowVersion: 1 },
  ])
  expect(await support.api.consoleEnterpriseTag.delete({ tagId, rowVersion: 1 })).toEqual({ count: 1 })
  expect((await support.api.consoleEnterprise.detail({ enterpriseId })).tags).toEqual([])
  const gone = { enterpriseId, addTagIds: [tagId], removeTagIds: [] }
  expect(await support.post(consoleEnterpriseTag.setOf.path, gone)).toMatchObject({ reason: 'ENTERPRISE_TAG_NOT_FOUND' })
})

test('a company has at most twenty tags', async () => {
  const wei = await mall.buyer('魏')
  const ids: string[] = []
  for (let number = 0; number < 21; number += 1)
    ids.push((await support.api.consoleEnterpriseTag.save({ name: `分类${number}`, rowVersion: 0 })).tagId)
  const add = (addTagIds: string[]) =>
    support.post(consoleEnterpriseTag.setOf.path, { enterpriseId: wei.enterpriseId, addTagIds, removeTagIds: [] })
  expect(await add(ids.slice(0, 20))).toMatchObject({ code: 200 })
  expect(await add(ids.slice(20))).toMatchObject({ reason: 'TAGS_OF_ENTERPRISE_FULL' })
})

test('a planned follow-up waits at home for the account manager, is postponed, and is completed by what was said', async () => {
  const due = async (person: typeof admin) => (await person.api.consoleQueue.list({})).find(({ kind }) => kind === 'followUp')?.count
  const planned = { enterpriseId, kind: 'phone', text: '问第四季度用量', nextDay: addDays(today(), 2), completesId: null } as const
  const { id } = await support.api.consoleFollowUp.add(planned)
  expect(await due(support)).toBe(0)
  expect(await support.api.consoleFollowUp.list({ part: 'later' })).toMatchObject({ total: 1 })
  mall.clock.forward(48 * ONE_HOUR_MS)
  await mall.renew()
  // Nobody looks after the company, so that it waits for the one who wrote it; then for its account manager.
  expect([await due(support), await due(other)]).toEqual([1, 0])
  const companies = [{ enterpriseId, seenStaffId: null }]
  await admin.api.consoleAccountManager.assign({ companies, staffId: await staffIdOf(other) })
  expect([await due(support), await due(other)]).toEqual([0, 1])
  expect(await other.api.consoleFollowUp.list({ part: 'due', manager: 'mine' })).toMatchObject({
    total: 1,
    dataList: [
      { id, enterpriseName: '林矿业有限公司', kind: 'phone', staffName: 'support', managerName: 'support,warehouse', nextDay: today() },
    ],
  })
  const [seenDay, nextDay] = [today(), addDays(today(), 1)]
  await other.api.consoleFollowUp.postpone({ enterpriseId, id, nextDay, seenDay })
  expect(await due(other)).toBe(0)
  const late = { enterpriseId, id, nextDay: addDays(today(), 9), seenDay }
  expect(await support.post(consoleFollowUp.postpone.path, late)).toMatchObject({ reason: 'FOLLOW_UP_MOVED' })
  const past = { enterpriseId, id, nextDay: addDays(today(), -1), seenDay: nextDay }
  expect(await support.post(consoleFollowUp.postpone.path, past)).toMatchObject({ reason: 'FOLLOW_UP_DAY', detail: { field: 'nextDay' } })
  mall.clock.forward(24 * ONE_HOUR_MS)
  await mall.renew()
  expect(await due(other)).toBe(1)
  await other.api.consoleFollowUp.add({ enterpriseId, kind: 'visit', text: '约 2,000 支', nextDay: null, completesId: id })
  expect(await due(other)).toBe(0)
  expect(await other.post(consoleFollowUp.complete.path, { enterpriseId, id })).toMatchObject({ reason: 'FOLLOW_UP_DONE' })
  expect(await support.api.consoleFollowUp.list({ part: 'done' })).toMatchObject({ dataList: [{ id, doneBy: 'support,warehouse' }] })
  expect(await support.api.consoleFollowUp.list({ enterpriseId })).toMatchObject({ total: 2 })
})

test('staff without the role write nothing, and the auditor reads', async () => {
  const [finance, warehouse] = [await mall.staff('finance'), await mall.staff('warehouse')]
  const note = { enterpriseId, text: '记' }
  const plan = { enterpriseId, kind: 'other', text: '记', nextDay: null, completesId: null }
  for (const person of [finance, warehouse, auditor]) {
    expect(await person.post(consoleEnterpriseNote.add.path, note)).toMatchObject({ code: 403 })
    expect(await person.post(consoleFollowUp.add.path, plan)).toMatchObject({ code: 403 })
    expect(await person.post(consoleEnterpriseTag.save.path, { name: '新' })).toMatchObject({ code: 403 })
  }
  expect(await warehouse.post(consoleEnterpriseNote.list.path, { enterpriseId })).toMatchObject({ code: 403 })
  expect(await auditor.post(consoleFollowUp.list.path, {})).toMatchObject({ code: 200 })
})

test('no call of buyers shows what staff have noted about their company', async () => {
  const reads = Object.values<EndpointGroup>(contract).flatMap((api) =>
    Object.values<Endpoint>(api).filter(({ kind, needs }) => kind === 'read' && !isStaffAccess(needs)),
  )
  let answered = 0
  for (const { path } of reads) {
    const answer = await lin.post(path, {})
    if (answer.code === 200) answered += 1
    const text = JSON.stringify(answer)
    for (const hidden of [SECRET, '问第四季度用量', '约 2,000 支', 'support,warehouse']) expect(text, path).not.toContain(hidden)
  }
  expect(answered).toBeGreaterThan(30)
})

test('what staff kept about a company goes with it when it closes', async () => {
  await mall.runInTransaction((tx) => deleteAccountManagerDataOfEnterprises(tx, [enterpriseId]))
  expect(await support.api.consoleEnterpriseNote.list({ enterpriseId })).toMatchObject({ total: 0 })
  expect(await support.api.consoleFollowUp.list({ enterpriseId })).toMatchObject({ total: 0 })
  expect(await support.api.consoleEnterprise.detail({ enterpriseId })).toMatchObject({ manager: null })
  // Who had it on which days stays, for the figures of past months.
  expect((await support.api.consoleAccountManager.history({ enterpriseId })).length).toBeGreaterThan(0)
})
