import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPS } from '#tools/demo/people.ts'
import { logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const png = (background: string, side = 640) =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer()

test('staff upload many pictures and a document, describe one, find the unused ones and delete one', async () => {
  const desk = await openPage(mall, { app: 'console', token: await logInStaffByApi(mall, OPS), path: '/pictures' })
  const { page } = desk
  await page.getByRole('heading', { name: '图片与文件' }).waitFor()
  const shelf = page.getByRole('region', { name: '图片' })
  const cards = shelf.locator('.library-grid > li')
  await shelf.locator('input[type=file]').setInputFiles([
    { name: 'a.png', mimeType: 'image/png', buffer: await png('#a33') },
    { name: 'b.png', mimeType: 'image/png', buffer: await png('#3a3') },
    { name: 'small.png', mimeType: 'image/png', buffer: await png('#33a', 100) },
    { name: 'c.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  ])
  await page.getByText('c.svg：仅支持 JPG、PNG、WebP 图片').waitFor()
  await page.getByText('small.png：图片太小：长边至少 320 像素').waitFor()
  await shelf.getByText('只看未使用').click()
  await expect.poll(() => cards.count()).toBe(2)
  // The uploaded picture is shown on the screen from its own URL.
  await expect
    .poll(() =>
      cards
        .locator('img')
        .first()
        .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    )
    .toBe(320)

  await cards
    .first()
    .getByRole('button', { name: /^说\s*明$/ })
    .click()
  await page.getByRole('textbox', { name: '图上是什么' }).fill('截齿 绿色涂装')
  await page.getByRole('button', { name: /^保\s*存$/ }).click()
  await cards.first().getByText('截齿 绿色涂装').waitFor()
  await cards
    .last()
    .getByRole('button', { name: /^删\s*除$/ })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^删\s*除$/ })
    .click()
  await expect.poll(() => cards.count()).toBe(1)

  await page.getByRole('button', { name: '上传文件' }).click()
  const drawer = page.getByRole('dialog', { name: '上传文件' })
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') })
  await drawer.getByRole('textbox', { name: '名称' }).fill('U84 采煤截齿 合格证')
  await drawer.getByRole('combobox', { name: '类型' }).click()
  await page.getByTitle('合格证', { exact: true }).click()
  await drawer.getByRole('button', { name: /^上\s*传$/ }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'U84 采煤截齿 合格证' }).click()
  expect((await saving).suggestedFilename()).toBe('U84 采煤截齿 合格证.pdf')
  expect(desk.problems).toEqual([])
})
