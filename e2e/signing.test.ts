import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPaidOrder } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall({ signing: true })
})
afterAll(() => mall?.close())

test('a contract is started on the order, signed by both sides at the provider, and downloaded', async () => {
  const { token, staff, buyer, orderNo } = await createPaidOrder(mall, 'KT-U84')
  const visit = await openPage(mall, { size: 'phone', path: `/my_order_detail?orderNo=${orderNo}`, token })
  const { page } = visit
  const contract = page.getByRole('region', { name: '购销合同电子签章' })
  await contract.getByRole('button', { name: '发起电子签章' }).click()
  await contract.getByText('待我方签署').waitFor()
  await contract.getByRole('button', { name: '去签署' }).click()
  await page.getByRole('heading', { name: '电子签章（演示）' }).waitFor()
  await page.getByRole('button', { name: '同意并签署' }).click()
  await page.getByRole('status').getByText('签署中').waitFor()
  await page.getByRole('link', { name: '返回商城' }).click()
  // The provider leads back to the order.
  await contract.getByText('我方已签署，等待对方签署').waitFor()

  const office = await openPage(mall, { app: 'console', size: 'desk', path: '/signings', token: staff })
  const row = office.page.getByRole('row').filter({ hasText: orderNo })
  await row.getByText('待我方签署').waitFor()
  await row.getByRole('button', { name: '去签署' }).click()
  await office.page.getByRole('button', { name: '同意并签署' }).click()
  await office.page.getByRole('status').getByText('各方已签署').waitFor()
  await expect.poll(async () => (await buyer.signing.list({ kind: 'PURCHASE', subjects: [orderNo] })).signings[0]?.state).toBe('SIGNED')
  await office.page.getByRole('link', { name: '返回商城' }).click()
  await office.page.getByRole('row').filter({ hasText: orderNo }).getByText('已签署', { exact: true }).waitFor()

  await visit.go('/my_contract')
  const card = page.getByRole('article', { name: `购销合同 ${orderNo}` })
  await card.getByText('双方已签署').waitFor()
  await visit.go(`/my_order_detail?orderNo=${orderNo}`)
  await contract.getByText('双方已签署').waitFor()
  const saving = page.waitForEvent('download')
  await contract.getByRole('button', { name: '下载已签署文件' }).click()
  expect((await saving).suggestedFilename()).toBe(`购销合同-${orderNo}-已签署.pdf`)
  expect([visit.problems, office.problems]).toEqual([[], []])
})
