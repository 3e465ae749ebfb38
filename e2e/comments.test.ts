import { afterAll, beforeAll, expect, test } from 'vitest'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { createPhoto } from '#server/platform/testing/uploads.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createShippedOrder } from './people.ts'
import { openPage, openTestMall, type ScreenSize, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

let testMall: TestMall
beforeAll(async () => {
  testMall = await openTestMall()
})
afterAll(() => testMall?.close())

test.each(selectJourneyScreenSizes('mall'))(
  'a comment is written, shown to everybody, answered and hidden, on a %s',
  async (size: ScreenSize) => {
    const { token, staff, buyer, orderNo, goodsId } = await createShippedOrder(testMall, 'KT-U92-25')
    await buyer.order.receive({ orderNo })
    const text = `两台机各装一排，一周下来磨损均匀（${size}）`

    // The buyer comes from his order, chooses the stars with the keyboard, and adds a picture.
    const mall = await openPage(testMall, { size, token, path: `/my_comment?orderNo=${orderNo}` })
    const { page } = mall
    await page.getByRole('button', { name: '发布评论' }).click()
    await waitForFormRefusal(page.getByText('请选择评分'))
    await page.getByText('请填写评论内容').waitFor()
    await page.getByRole('radio', { name: '3 星，一般' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowLeft')
    expect(await page.getByRole('radio', { name: '2 星，不满意' }).isChecked()).toBe(true)
    await page.getByRole('textbox', { name: '评论内容' }).fill(text)
    await page.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await createPhoto() })
    await page.getByRole('img', { name: '已上传的图片 1' }).waitFor()
    await page.getByRole('checkbox', { name: '匿名评论' }).click()
    await page.getByRole('button', { name: '发布评论' }).click()
    await page.getByText('该订单的商品都已评论').waitFor()
    expect((await buyer.order.detail({ orderNo })).state).toBe('DONE')

    // A guest reads it on the page of the goods, without a name, and opens the picture.
    const street = await openPage(testMall, { size, path: `/detail?goodsId=${goodsId}&comments=pictured` })
    const guest = street.page
    const comment = guest.getByRole('region', { name: '商品评论' }).getByRole('listitem').filter({ hasText: text })
    await comment.getByText('某***公司').waitFor()
    await comment.getByRole('img', { name: '2 星，不满意' }).waitFor()
    await comment.getByRole('button', { name: '查看买家图片 1' }).click()
    const large = guest.getByRole('dialog').getByRole('img', { name: '买家图片 1' })
    await expect.poll(() => large.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(0)

    // The support finds it by the filter for few stars, replies, and hides it.
    const desk = await openPage(testMall, { size, app: 'console', token: staff, path: `/comments?queue=low&orderNo=${orderNo}` })
    const ops = desk.page
    await ops.getByText(text).waitFor()
    await ops.getByRole('button', { name: /^回\s?复$/ }).click()
    const answer = ops.getByRole('dialog', { name: '回复评论' })
    await answer.getByRole('textbox').fill('已安排技术员到矿查看')
    await answer.getByRole('button', { name: /^回\s?复$/ }).click()
    await ops.getByText('没有符合条件的记录').waitFor()
    await guest.reload()
    await comment.getByText('已安排技术员到矿查看').waitFor()
    await ops.getByRole('button', { name: '已回复' }).click()
    await ops.getByRole('button', { name: /^隐\s?藏$/ }).click()
    const hiding = ops.getByRole('dialog', { name: '隐藏评论' })
    await hiding.getByRole('textbox').fill('与商品无关')
    await hiding.getByRole('button', { name: /^隐\s?藏$/ }).click()
    await hiding.waitFor({ state: 'hidden' })

    // The guest does not see it any more, and its author reads why.
    await guest.reload()
    await guest.getByRole('heading', { name: '商品评论' }).waitFor()
    await expect.poll(() => guest.getByText(text).count()).toBe(0)
    await page.getByRole('link', { name: '已评论' }).click()
    await page.reload()
    await page.getByText('评论已被隐藏，只有本企业可见。原因：与商品无关').waitFor()
    expect([...mall.problems, ...street.problems, ...desk.problems]).toEqual([])
    await Promise.all([mall.context.close(), street.context.close(), desk.context.close()])
  },
)

test('all invariants hold', async () => expect(await findInvariantBreaches(testMall.ownerUrl)).toEqual({}))
