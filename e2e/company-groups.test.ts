import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseYuan } from '#contract/platform/core/money.ts'
import { MAIN, OPS, TWO_SEATS } from '#tools/demo/people.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi, typePaymentPassword } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

const PARENT = '深圳市鹏岩矿业有限公司'
const MEMBER = '广东穗隧建设工程有限公司'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

async function choosesCompany(drawer: Locator, field: string, name: string): Promise<void> {
  await drawer.getByRole('combobox', { name: field }).fill(name.slice(0, 6))
  await drawer.page().getByTitle(name).last().click()
}

test('staff make a group, its member joins on a phone, and the parent moves a share and reads what all owe', async () => {
  const staff = await logInStaffByApi(mall, OPS)
  const desk = await openPage(mall, { app: 'console', path: '/credit_groups', size: 'desk', token: staff })
  await desk.page.getByText('还没有集团').waitFor()
  await desk.page.getByRole('button', { name: '建立集团' }).first().click()
  const creating = desk.page.getByRole('dialog', { name: '建立集团' })
  await choosesCompany(creating, '母公司', PARENT)
  await creating.getByLabel('集团名称').fill('鹏岩集团')
  await creating.getByRole('button', { name: '建立', exact: true }).click()
  await desk.page.getByRole('heading', { name: '鹏岩集团' }).waitFor()
  await desk.page.getByRole('button', { name: '邀请企业' }).click()
  const inviting = desk.page.getByRole('dialog', { name: '邀请企业加入集团' })
  await choosesCompany(inviting, '企业', MEMBER)
  await inviting.getByRole('button', { name: '发送邀请' }).click()
  await desk.page.getByText('待对方确认的邀请').waitFor()

  const phone = await openPage(mall, { path: '/credit_account', size: 'phone', token: await logInBuyerByApi(mall, TWO_SEATS) })
  await phone.page.getByRole('link', { name: '查看邀请' }).click()
  await phone.page.waitForURL('**/#/credit_group')
  await phone.page.getByRole('button', { name: '接受邀请' }).click()
  const joining = phone.page.getByRole('dialog', { name: '加入集团「鹏岩集团」' })
  await typePaymentPassword(joining)
  await joining.getByRole('button', { name: '确认加入' }).click()
  await phone.page.getByText(`母公司 ${PARENT}`).waitFor()
  expect(await phone.page.getByRole('button', { name: '退出集团' }).isDisabled(), 'it has a share').toBe(true)

  const token = await logInBuyerByApi(mall, MAIN)
  const parent = await openPage(mall, { path: '/credit_group', size: 'desk', token })
  await parent.page.getByRole('button', { name: `调整份额：${MEMBER}` }).click()
  const moving = parent.page.getByRole('dialog', { name: '调整份额' })
  await moving.getByLabel('份额（元）').fill('999999')
  await moving.getByRole('button', { name: '下一步' }).click()
  await moving
    .getByText(/最多可分 ¥120,000\.00/)
    .last()
    .waitFor()
  await moving.getByLabel('份额（元）').fill('100000')
  await moving.getByRole('button', { name: '下一步' }).click()
  await typePaymentPassword(moving)
  await moving.getByRole('button', { name: '确认调整' }).click()
  await parent.page.getByText('未分配 ¥20,000.00').waitFor()
  const { group } = await createTypedApiClients(mall, token).companyGroup.own({})
  expect(group?.shares?.members[1]).toMatchObject({ name: MEMBER, share: parseYuan('100000') })
  await parent.page.getByRole('region', { name: '合并账单' }).getByText('合计').waitFor()
  const [file] = await Promise.all([parent.page.waitForEvent('download'), parent.page.getByRole('button', { name: '下载 PDF' }).click()])
  expect(file.suggestedFilename()).toMatch(/^合并对账单-\d{4}-\d{2}-鹏岩集团\.pdf$/)
  expect([...desk.problems, ...phone.problems, ...parent.problems]).toEqual([])
})
