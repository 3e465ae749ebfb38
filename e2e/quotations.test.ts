import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPdf } from '#server/platform/testing/pdf-files.ts'
import { createPhoto } from '#server/platform/testing/uploads.ts'
import { MAIN, OPS } from '#tools/demo/people.ts'
import { toXlsxBlob } from '#ui/sheet/write-sheet.ts'
import { chooseOption } from './choose-option.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type ScreenSize, screenSizes, type TestMall } from './test-mall.ts'
import { expectTooLargeQuantityToHoldBack } from './too-large-quantity.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const columns = ['物料编码', '品名', '规格型号', '单位', '数量', '期望单价', '备注'].map((head) => ({ head, width: 12 }))
const rows = [
  ['1000-777', '采煤截齿', '', '支', '20', '¥35.50', '急用'],
  ['', 'U92', '', '', '4', '', ''],
  ['ZZ-404', '非标齿座', '图号 12', '个', '2', '面议', ''],
]

/** A buyer asks for prices by a file, chooses what a row means, and shows a photo and a PDF. Returns the id of the request. */
async function askByFile(size: ScreenSize): Promise<string> {
  const token = await logInBuyerByApi(mall, MAIN)
  const api = createTypedApiClients(mall, token)
  await api.materialCode.import({ rows: [{ rowNo: 1, skuCode: 'KT-U84-22', materialCode: '1000-777' }] })
  const buyer = await openPage(mall, { token, path: '/new_quotation', size })
  const { page } = buyer
  const { settle, faults } = createScreenInspector(buyer)
  const sheet = await toXlsxBlob({ columns, rows }, '询价')
  await page
    .getByLabel('上传 XLSX 或 CSV 文件')
    .setInputFiles({ name: '大修.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(await sheet.arrayBuffer()) })
  await page.getByText('1 行已匹配商品，1 行请确认，1 行按文字询价').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: '第 1 行期望单价' }).inputValue()).toBe('35.50')
  expect(await page.getByRole('textbox', { name: '第 3 行规格型号' }).inputValue()).toBe('图号 12 ZZ-404')
  expect(await page.getByRole('textbox', { name: '第 3 行备注' }).inputValue()).toBe('期望单价：面议')
  await page
    .getByRole('button', { name: /^第 2 行：.*KT-U92-25$/ })
    .first()
    .click()
  await page.getByRole('group', { name: '第 2 行请确认商品' }).waitFor({ state: 'detached' })

  const drawings = page.getByRole('region', { name: /^图纸/ })
  await drawings.getByLabel('上传图纸').setInputFiles([
    { name: '齿座.pdf', mimeType: 'application/pdf', buffer: createPdf() },
    { name: '旧件.jpg', mimeType: 'image/jpeg', buffer: await createPhoto() },
    { name: '会动的.pdf', mimeType: 'application/pdf', buffer: createPdf({ catalog: '/OpenAction << /S /JavaScript /JS (x) >> ' }) },
  ])
  await drawings.getByRole('button', { name: '下载图纸 旧件.jpg' }).waitFor()
  await drawings.getByText(/^会动的.pdf：该 PDF 已加密，或含脚本/).waitFor()
  await chooseOption(drawings.getByLabel('齿座.pdf 属于'), '第 3 行 非标齿座')
  await settle()
  expect(await faults(`a new request with drawings, ${size}`)).toEqual([])
  // What was uploaded survives a reload, and a list that was pasted and not matched yet.
  const pasted = page.getByLabel('粘贴编码和数量')
  await pasted.fill('KT-U85-22 7')
  await page.reload()
  await expect.poll(() => pasted.inputValue()).toBe('KT-U85-22 7')
  await pasted.fill('')
  await drawings.getByRole('button', { name: '下载图纸 齿座.pdf' }).waitFor()
  const submit = page.getByRole('button', { name: '提交询价' })
  await expectTooLargeQuantityToHoldBack(page, page.getByRole('textbox', { name: '第 1 行数量' }), submit)
  await submit.click()
  await page.waitForURL(/#\/quotation_info\?id=/)
  await page.getByText('第 3 行 · ').waitFor()
  const id = new URLSearchParams(page.url().split('?')[1]).get('id') ?? ''
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载图纸 齿座.pdf' }).click()])
  expect([saved.suggestedFilename(), readFileSync(await saved.path()).equals(createPdf())]).toEqual(['齿座.pdf', true])
  await settle()
  expect(await faults(`a request with drawings, ${size}`)).toEqual([])
  await chooseOption(page.getByLabel('补充的图纸属于'), '第 1 行 U84 采煤截齿')
  await page
    .getByRole('region', { name: /^图纸/ })
    .getByLabel('上传图纸')
    .setInputFiles({ name: '铭牌.jpg', mimeType: 'image/jpeg', buffer: await createPhoto() })
  await page.getByText('图纸已补充').waitFor()
  await page.getByRole('button', { name: '下载图纸 铭牌.jpg' }).waitFor()
  expect(buyer.problems.filter((problem) => !problem.includes('415'))).toEqual([])
  await buyer.context.close()
  return id
}

test.each(screenSizes)('a buyer asks by a file with drawings, and staff look at them and save them, on a %s', async (size) => {
  const id = await askByFile(size)
  const token = await logInStaffByApi(mall, OPS)
  const staff = createTypedApiClients(mall, token)
  const row = (await staff.consoleQuotation.list({ state: 'REQUESTED', pageSize: 50 })).dataList.find((one) => one.id === id)
  const office = await openPage(mall, { app: 'console', token, path: `/quotation?enterpriseId=${row?.enterpriseId}&id=${id}`, size })
  const { page } = office
  const { settle, faults } = createScreenInspector(office)
  const panel = page.locator('section.panel', { has: page.getByRole('heading', { name: '图纸 3 份' }) })
  await panel.getByText('第 3 行').waitFor()
  await page.getByText('图纸：齿座.pdf').waitFor()
  await page.getByText('图纸：铭牌.jpg').waitFor()
  await panel.getByRole('button', { name: '查看图纸 旧件.jpg' }).click()
  await panel.getByRole('img', { name: '旧件.jpg' }).waitFor()
  const [saved] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: '下载图纸 齿座.pdf' }).click()])
  expect(saved.suggestedFilename()).toBe('齿座.pdf')
  await settle()
  expect(await faults(`the drawings of a request, ${size}`)).toEqual([])
  expect(office.problems).toEqual([])
  await office.context.close()
})
