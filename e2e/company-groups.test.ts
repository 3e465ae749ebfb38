import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryOnce } from '#bench/query-once.ts'
import { parseYuan } from '#contract/platform/core/money.ts'
import { GROUP_BUYER, MAIN, OPS, SUB, TWO_SEATS } from '#tools/demo/people.ts'
import { chooseSearchedOption } from './choose-option.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi, typePaymentPassword } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

const PARENT = '深圳市鹏岩矿业有限公司'
const MEMBER = '广东穗隧建设工程有限公司'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

test('staff make a group, its member joins on a phone, the parent moves a share and reads what all owe, and its buyer buys for the member', async () => {
  const staff = await logInStaffByApi(mall, OPS)
  const desk = await openPage(mall, { app: 'console', path: '/credit_groups', size: 'desk', token: staff })
  await desk.page.getByText('湘峦集团').waitFor()
  await desk.page.getByRole('button', { name: '建立集团' }).first().click()
  const creating = desk.page.getByRole('dialog', { name: '建立集团' })
  await chooseSearchedOption(creating.getByRole('combobox', { name: '母公司' }), PARENT.slice(0, 6), PARENT)
  await creating.getByLabel('集团名称').fill('鹏岩集团')
  await creating.getByRole('button', { name: '建立', exact: true }).click()
  await desk.page.getByRole('heading', { name: '鹏岩集团' }).waitFor()
  await desk.page.getByRole('button', { name: '邀请企业' }).click()
  const inviting = desk.page.getByRole('dialog', { name: '邀请企业加入集团' })
  await chooseSearchedOption(inviting.getByRole('combobox', { name: '企业' }), MEMBER.slice(0, 6), MEMBER)
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

  // 陈敏 of the parent buys for the member, once both have said so, and everywhere it says for whom.
  await parent.page.getByRole('button', { name: '委派采购员' }).click()
  const proposing = parent.page.getByRole('dialog', { name: '委派采购员' })
  await proposing.getByRole('combobox', { name: '采购员' }).click()
  await parent.page.getByRole('option', { name: /^陈敏/ }).click()
  await proposing.getByRole('button', { name: '委派', exact: true }).click()
  const listed = parent.page.getByRole('region', { name: '集团采购员' })
  await listed.getByText('待成员授权').waitFor()
  const member = await openPage(mall, { path: '/account', size: 'phone', token: await logInBuyerByApi(mall, TWO_SEATS) })
  await member.page.getByRole('button', { name: '授权 陈敏' }).click()
  const approving = member.page.getByRole('dialog', { name: '授权集团采购员：陈敏' })
  await approving.getByRole('checkbox', { name: '商品：全部' }).click()
  await approving.getByRole('button', { name: '授权', exact: true }).click()
  await member.page.getByRole('region', { name: '集团采购员' }).getByText('已启用').waitFor()

  const buyer = await openPage(mall, { path: '/account', size: 'phone', token: await logInBuyerByApi(mall, SUB) })
  await buyer.page.getByRole('button', { name: '切换企业' }).click()
  const choosing = buyer.page.getByRole('dialog', { name: '切换账号' })
  await choosing.getByText(MEMBER).click()
  await choosing.getByRole('button', { name: '切换', exact: true }).click()
  const mark = buyer.page.getByRole('status').filter({ hasText: `正在为 ${MEMBER} 采购` })
  await mark.waitFor()
  await buyer.page.getByText(`集团采购（${PARENT}）`).waitFor()
  await mark.getByRole('button', { name: '返回本公司' }).click()
  await mark.waitFor({ state: 'detached' })
  await buyer.page.getByRole('region', { name: '账号信息' }).getByText(PARENT).waitFor()
  expect([desk, phone, parent, member, buyer].flatMap(({ problems }) => problems)).toEqual([])
})

// It ends the groups of the mall, so it is the last.
test('the buyer of the demo group sees for whom he buys, and staff without a group are told how to begin', async () => {
  const buyer = await openPage(mall, { path: '/order_list', size: 'phone', token: await logInBuyerByApi(mall, GROUP_BUYER) })
  await buyer.page.getByRole('status').filter({ hasText: '正在为 ' }).waitFor()
  await queryOnce(mall.ownerUrl, 'update company_group set ended_at = now()')
  const token = await logInStaffByApi(mall, OPS)
  for (const size of ['desk', 'phone'] as const) {
    const { page, problems } = await openPage(mall, { app: 'console', path: '/credit_groups', size, token })
    await page.getByText('还没有集团').waitFor()
    await page.getByText('为一家母公司建立集团，再邀请成员').waitFor()
    await page.getByRole('button', { name: '建立集团' }).first().click()
    await page.getByRole('dialog', { name: '建立集团' }).getByLabel('集团名称').waitFor()
    expect(problems).toEqual([])
  }
  expect(buyer.problems).toEqual([])
})
