import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { namedAuditActionLabels } from '#contract/people/staff/audit-api.ts'
import { auditedDocumentViews } from '#contract/people/staff/document-views.ts'
import { fileDirections } from '#contract/people/staff/file-history.ts'
import { createPriceAndShelfEdits } from '#server/platform/testing/console-edits.ts'
import { setBaseLimitAsStaff } from '#server/platform/testing/limits.ts'
import { ONE_DAY_MS, openMall, TEST_USER_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { listAuditActions } from './format-action.ts'

const mall = await openMall()
const admin = await mall.staff('admin')
const { setPrice } = contract.consoleSku

test('an entry is described in plain words with person, time, object and amounts in yuan', async () => {
  const catalogue = await mall.staff('catalogue')
  const skuId = await mall.createSku('记账截齿')
  await createPriceAndShelfEdits(catalogue).setPrice({ skuId, salePrice: yuanTextToFen('12.34'), creditPrice: null })
  const { dataList, total } = await admin.api.consoleAudit.list({ objectId: skuId })
  expect(total).toBe(1)
  expect(dataList[0]).toMatchObject({
    at: mall.clock.now,
    actorKind: 'staff',
    actorName: 'catalogue',
    action: setPrice.path,
    actionName: '改价',
    objectKind: 'sku',
    objectId: skuId,
    outcome: 'ok',
    reason: null,
    enterpriseId: null,
    ip: '127.0.0.1',
  })
  expect(dataList[0]?.facts).toContainEqual({ name: 'salePrice', value: '12.34' })
})

test('what staff imported and exported is listed with its rows; each sees his own, who reads the audit trail sees all', async () => {
  const [warehouse, catalogue] = [await mall.staff('warehouse'), await mall.staff('catalogue')]
  await mall.createSku('入库截齿', { code: 'KT-FILE-1' })
  const file = new Blob(['规格编码,货位\nKT-FILE-1,A-1\nNOPE,A-2\nNOPE2,A-3\n'])
  await warehouse.api.consoleStock.importBins({ fileName: '七月.csv' }, { file })
  mall.clock.forward(1_000)
  await catalogue.api.consolePrice.export({ format: 'xlsx' })
  const seen = async (who: typeof warehouse, input = {}) =>
    (await who.api.consoleFileHistory.list(input)).dataList.map(({ staffName, direction, importKind, name, rows, refused }) => [
      ...[staffName, direction, importKind, name.replace(/-\d.*/, '')],
      rows === null ? null : rows > 0,
      refused,
    ])
  const [imported, exported] = [
    ['warehouse', 'in', 'bin', '七月.csv', true, 2],
    ['catalogue', 'out', null, '全站价格', true, null],
  ]
  expect(await seen(warehouse)).toEqual([imported])
  expect(await seen(catalogue)).toEqual([exported])
  expect(await seen(admin)).toEqual([exported, imported])
  expect(await seen(await mall.staff('auditor'), { direction: 'in' })).toEqual([imported])
  // Another person's are not found by naming him.
  const [{ staffId = '' } = {}] = (await admin.api.consoleFileHistory.list({ direction: 'in' })).dataList
  expect(await seen(catalogue, { actorId: staffId })).toEqual([exported])
  expect(await seen(admin, { actorId: staffId })).toEqual([imported])
})

test('actions on an enterprise are found by the enterprise and show its name', async () => {
  const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
  const finance = await mall.staff('finance')
  await setBaseLimitAsStaff(finance, { enterpriseId: lin.enterpriseId, baseLimit: yuanTextToFen('5000'), reason: '授信' })
  await chen.api.user.detail({})
  const { dataList } = await admin.api.consoleAudit.list({ enterpriseId: lin.enterpriseId })
  expect(dataList.map(({ actionName, actorKind }) => [actorKind, actionName])).toEqual([
    ['staff', expect.stringContaining('固定额度')],
    ['member', '登录'],
  ])
  expect(dataList.every(({ enterpriseName }) => enterpriseName === '林矿业有限公司')).toBe(true)
  expect(dataList[0]?.facts).toContainEqual({ name: 'baseLimit', value: '5000' })
})

test('every filter narrows the result, and filters combine', async () => {
  const lin = await mall.buyer('筛')
  const sub = await mall.subAccount(lin, [])
  mall.clock.forward(2 * ONE_DAY_MS)
  await mall.renew()
  await sub.post(contract.wallet.overview.path, {})
  await mall.guest().post(contract.security.loginByMobile.path, { mobile: '13900009999', pwd: TEST_USER_PASSWORD })
  const boss = await mall.staff('admin')
  const list = async (filter: Parameters<typeof boss.api.consoleAudit.list>[0]) => (await boss.api.consoleAudit.list(filter)).dataList

  expect((await list({ actorId: sub.userId, outcome: 'refused' })).map(({ action, reason }) => [action, reason])).toEqual([
    [contract.wallet.overview.path, 'NO_PERMISSION'],
  ])
  expect(new Set((await list({ actorKind: 'guest' })).map(({ outcome }) => outcome))).toEqual(new Set(['refused']))
  expect((await list({ action: 'login', actorId: lin.userId })).length).toBe(2)
  const today = mall.clock.now.toISOString().slice(0, 10)
  expect(await list({ action: 'login', actorId: lin.userId, dateFrom: today })).toHaveLength(1)
  expect(await list({ action: 'login', actorId: lin.userId, dateTo: '2026-11-19' })).toHaveLength(1)
  expect(await list({ action: 'login', actorId: lin.userId, dateFrom: '2026-11-19', dateTo: '2026-11-19' })).toEqual([])
  expect(await list({ action: 'log' })).toEqual([])
})

test('the newest entry is first, pages do not overlap, and the number of pages is limited', async () => {
  const boss = await mall.staff('admin')
  const [first, second] = [await boss.api.consoleAudit.list({ pageSize: 5 }), await boss.api.consoleAudit.list({ pageSize: 5, pageNo: 2 })]
  const times = [...first.dataList, ...second.dataList].map(({ at }) => at.getTime())
  expect(times).toEqual([...times].sort((a, b) => b - a))
  expect(new Set([...first.dataList, ...second.dataList].map(({ id }) => id)).size).toBe(10)
  expect(await boss.post(contract.consoleAudit.list.path, { pageNo: 101, pageSize: 100 })).toMatchObject({
    code: 400,
    reason: 'INVALID_INPUT',
    detail: { field: 'pageNo' },
  })
})

test('every action that the server records has a name', () => {
  const files = readdirSync('server', { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^(people\/sms|platform\/testing)\//.test(file))
  const verbs = files.flatMap((file) =>
    [...readFileSync(path.join('server', file), 'utf8').matchAll(/\baction: '([^'/]+)'/g)].map(([, verb = '']) => verb),
  )
  expect(verbs.length).toBeGreaterThan(8)
  expect([...new Set(verbs)].filter((verb) => !(verb in namedAuditActionLabels))).toEqual([])
})

test('the filter offers each action and each object of staff changes once', async () => {
  const boss = await mall.staff('admin')
  const actions = await boss.api.consoleAudit.actions({})
  expect(actions).toEqual(listAuditActions())
  expect(actions).toContainEqual({ action: setPrice.path, actionName: '改价' })
  expect(actions.map(({ action }) => action)).not.toContain(contract.consoleSku.list.path)
  expect(new Set(actions.map(({ action }) => action)).size).toBe(actions.length)
})

/** Papers that staff made for themselves, or that say nothing about a company but what each clerk sees on his screens. */
const WORK_DOCUMENT_ACTIONS = [
  'download count sheet',
  'download purchase order',
  'download quotation',
  'download handover list',
  'download waybill labels',
  // Only members can download these.
  ...['view paper', 'download personal data', 'download bills', 'download wallet', 'download group purchases'],
]

test('whatever staff open or download is listed as a view of papers or as a file, or is a paper of their work', () => {
  const listed: readonly string[] = [...Object.values(auditedDocumentViews), ...Object.values(fileDirections)].flatMap(({ actions }) => [
    ...actions,
  ])
  const looks = Object.keys(namedAuditActionLabels).filter((action) => /^(open|view|download) /.test(action))
  expect(looks.filter((action) => !listed.includes(action) && !WORK_DOCUMENT_ACTIONS.includes(action))).toEqual([])
})

test('every kind of access to documents is an action of the audit log', () => {
  const known = new Set(listAuditActions().map(({ action }) => action))
  expect(
    Object.values(auditedDocumentViews)
      .flatMap(({ actions }) => [...actions])
      .filter((action) => !known.has(action)),
  ).toEqual([])
})
