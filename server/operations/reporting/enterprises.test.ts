import { expect, test } from 'vitest'
import { createLedgerAccountsOfEnterprise } from '#server/money/ledger/public.ts'
import { registerUserWithEnterprise } from '#server/people/identity/public.ts'
import { grantTempLimitAsStaff, setBaseLimitAsStaff } from '#server/platform/testing/limits.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const finance = await mall.staff('finance')
const admin = await mall.staff('admin')

test('each limit change names the staff member who made it; changes by the system name nobody', async () => {
  const { enterpriseId } = await mall.buyer('林', { credit: '1000' })
  mall.clock.forward(1_000)
  await setBaseLimitAsStaff(finance, { enterpriseId, baseLimit: yuanTextToFen('5000'), reason: '年审' })
  mall.clock.forward(1_000)
  const grant = { enterpriseId, tempLimit: yuanTextToFen('800'), creditTempEndDate: '2026-12-31', reason: '旺季' }
  await grantTempLimitAsStaff(admin, grant)

  const { limitChanges } = await admin.api.consoleEnterprise.detail({ enterpriseId })
  expect(limitChanges).toMatchObject([
    { kind: 'temp', limit: 80_000, reason: '旺季', by: 'admin' },
    { kind: 'base', limit: 500_000, reason: '年审', by: 'finance' },
    { kind: 'base', limit: 100_000, reason: '开户', by: null },
  ])
})

test('unnamed enterprises are distinguished by the masked mobile of the main account', async () => {
  const chen = await mall.buyer('陈')
  await mall.subAccount(chen, ['lookGoods'])
  for (const mobile of ['13900000001', '13912340002'])
    await mall.runInTransaction((tx) =>
      registerUserWithEnterprise(tx, mall.moment(), {
        keys: mall.keys,
        user: { mobile, passwordHash: null },
        openAccounts: createLedgerAccountsOfEnterprise,
      }),
    )

  const { dataList } = await admin.api.consoleEnterprise.list({})
  const mobilesOf = (name: string | null) => dataList.filter((row) => row.name === name).map(({ ownerMobile }) => ownerMobile)
  expect(mobilesOf(null)).toEqual(expect.arrayContaining(['139****0001', '139****0002']))
  expect(mobilesOf('陈矿业有限公司')).toEqual([`${chen.mobile.slice(0, 3)}****${chen.mobile.slice(-4)}`])
})
