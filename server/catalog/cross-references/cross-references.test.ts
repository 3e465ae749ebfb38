import { describe, expect, test } from 'vitest'
import { CROSS_REFERENCES_PER_SKU_MAX, type CrossReference } from '#contract/catalog/goods/cross-reference.ts'
import type { SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { parseQuickOrderText } from '#contract/orders/quick-order/rows.ts'
import { followCatalogVersion } from '#server/platform/testing/follow-catalog-version.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { createGoodsImporter, toCsv } from '#server/platform/testing/goods-imports.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
followCatalogVersion(mall)
const { catalogue, sku, fresh, contentOf, edits, publishes } = await createGoodsEditor(mall)
const { tries, applies, faultsOf } = createGoodsImporter(mall, catalogue)
const guest = mall.guest()
const lin = await mall.buyer('林')

const reference = (brand: string, partNumber: string, more: Partial<CrossReference> = {}): CrossReference => ({
  brand,
  partNumber,
  fit: 'full',
  note: '',
  source: '样本第 14 页',
  confirmedBy: '王工',
  ...more,
})
const withReferences = (code: string, ...crossReferences: CrossReference[]): SkuContent =>
  sku({ code, props: [['规格', code]], crossReferences })

/** What a row of the quick order means, by SKU codes. */
const matchRow = async (text: string) => {
  const { rows, skus } = await lin.api.quickOrder.match({ rows: parseQuickOrderText(`${text}\t10`).rows })
  const codeOf = (skuId: string | null) => skus.find((one) => one.skuId === skuId)?.skuCode
  const { status, skuId, candidates, crossReference } = rows[0] ?? expect.fail('no row')
  return {
    status,
    code: codeOf(skuId),
    reason: crossReference?.partNumber,
    candidates: candidates.map((one) => [codeOf(one.skuId), one.crossReference?.fit]),
  }
}

const { goodsId } = await fresh({
  name: '硬岩截齿',
  skus: [
    withReferences('CR-25', reference('甲锐', 'JR-7792-25'), reference('乙固', 'YG9225', { fit: 'size', note: '牌号不同' })),
    withReferences('CR-22', reference('甲锐', 'JR-7792-22', { fit: 'ask', confirmedBy: '' })),
  ],
})

describe('the numbers of other makers', () => {
  test('are on the page of the goods without what is for staff, and lead from a search to the SKU with the reason', async () => {
    const { crossReferences } = await guest.api.aboutGoods.about({ goodsId })
    expect(crossReferences.map(({ skuCode, ...shown }) => [skuCode, shown.brand, shown.partNumber, shown.fit, shown.note])).toEqual([
      ['CR-25', '甲锐', 'JR-7792-25', 'full', ''],
      ['CR-25', '乙固', 'YG9225', 'size', '牌号不同'],
      ['CR-22', '甲锐', 'JR-7792-22', 'ask', ''],
    ])
    expect(JSON.stringify(crossReferences)).not.toMatch(/王工|样本/)
    await mall.createSku('别的截齿 JR 7792', { code: 'OTHER-1' })
    for (const keyword of ['JR-7792-25', 'ｊｒ 7792 25', '甲锐 jr779225', 'jr.7792.25甲锐']) {
      const { dataList, crossReferences: why, similar } = await guest.api.goods.list({ keyword })
      expect([keyword, dataList[0]?.goodsId, similar]).toEqual([keyword, goodsId, undefined])
      expect(why).toMatchObject([{ skuCode: 'CR-25', brand: '甲锐', partNumber: 'JR-7792-25', fit: 'full' }])
    }
    expect((await guest.api.suggestion.suggest({ keyword: 'YG9225' })).partNumbers).toMatchObject([
      { goodsId, skuId: expect.any(String), skuCode: 'CR-25', crossReference: { partNumber: 'YG9225', fit: 'size' } },
    ])
    // Within other words it is found as well, behind the goods that have the words; a part of it finds nothing.
    expect((await guest.api.goods.list({ keyword: '乙固 YG9225 用的截齿' })).crossReferences).toHaveLength(1)
    expect((await guest.api.goods.list({ keyword: 'JR-77' })).crossReferences).toBeUndefined()
  })

  test('are taken by the quick order without a question only if they replace fully and nothing else can be meant', async () => {
    expect(await matchRow('JR-7792-25')).toEqual({ status: 'SHORT', code: 'CR-25', reason: 'JR-7792-25', candidates: [] })
    expect(await matchRow('甲锐JR-7792-25')).toMatchObject({ code: 'CR-25', reason: 'JR-7792-25' })
    expect(await matchRow('YG9225')).toMatchObject({ status: 'AMBIGUOUS', candidates: [['CR-25', 'size']] })
    expect(await matchRow('JR-7792-22')).toMatchObject({ status: 'AMBIGUOUS', candidates: [['CR-22', 'ask']] })
    // Another word may mean something else, but a quantity or a size is no number of a part.
    await fresh({ name: '量具', skus: [withReferences('CR-Q', reference('甲锐', '1000'), reference('甲锐', '500ml'))] })
    expect(await matchRow('没有这种东西 1000 500ml')).toMatchObject({ status: 'UNKNOWN', candidates: [] })
    expect(await matchRow('甲锐 500ml')).toMatchObject({ code: 'CR-Q' })
    expect(await matchRow('JR-7792-25 加长')).toMatchObject({ status: 'AMBIGUOUS', candidates: [['CR-25', 'full']] })
    // A second maker with the same number: which of the two is in the buyer's hand is not known, unless he says it.
    await fresh({ name: '另一种截齿', skus: [withReferences('CR-9', reference('丙石', 'JR 7792-25'))] })
    expect(await matchRow('JR-7792-25')).toMatchObject({
      status: 'AMBIGUOUS',
      candidates: expect.arrayContaining([
        ['CR-25', 'full'],
        ['CR-9', 'full'],
      ]),
    })
    expect(await matchRow('丙石 JR-7792-25')).toMatchObject({ code: 'CR-9', candidates: [] })
    // Our own number that another maker also uses is asked about, ours first.
    await fresh({ name: '第三种截齿', skus: [withReferences('CR-7', reference('丁固', 'CR-22'))] })
    expect(await matchRow('CR-22')).toEqual({
      status: 'AMBIGUOUS',
      code: undefined,
      reason: undefined,
      candidates: [
        ['CR-22', undefined],
        ['CR-7', 'full'],
      ],
    })
    expect(await matchRow('CR-25')).toMatchObject({ code: 'CR-25', reason: undefined })
  })

  test('are of the named brand, also if they are short; a brand that is only a part of the number is not named', async () => {
    await fresh({ name: '戊牌截齿', skus: [withReferences('BR-1', reference('JR', 'JR-7711'), reference('JR', 'U84'))] })
    await fresh({ name: '己牌截齿', skus: [withReferences('BR-2', reference('己钢', 'JR 7711'), reference('己钢', 'U84'))] })
    expect((await matchRow('JR-7711')).candidates).toEqual(
      expect.arrayContaining([
        ['BR-1', 'full'],
        ['BR-2', 'full'],
      ]),
    )
    expect(await matchRow('JR JR-7711')).toMatchObject({ code: 'BR-1' })
    // A number of ours that begins so may be meant, as long as the brand is not beside the number.
    await fresh({ name: '无牌截齿', skus: [withReferences('BR-4', reference('JR', 'JR-5566'))] })
    for (const code of ['JR-5566-L', 'JR-5566-R']) await mall.createSku('自有截齿', { code })
    expect(await matchRow('JR-5566')).toMatchObject({ status: 'AMBIGUOUS' })
    expect(await matchRow('JR JR-5566')).toMatchObject({ code: 'BR-4' })
    expect(await matchRow('己钢JR-7711')).toMatchObject({ code: 'BR-2' })
    expect(await matchRow('己钢 U84')).toMatchObject({ code: 'BR-2', reason: 'U84' })
    expect(await matchRow('JRU84')).toMatchObject({ code: 'BR-1', reason: 'U84' })
    expect((await guest.api.goods.list({ keyword: '己钢u84' })).crossReferences).toMatchObject([{ skuCode: 'BR-2' }])
    // The same part twice at one SKU: the more cautious row counts.
    await fresh({ name: '庚牌截齿', skus: [withReferences('BR-3', reference('庚锻', 'GD-55'), reference('辛锻', 'GD55', { fit: 'ask' }))] })
    expect(await matchRow('GD-55')).toMatchObject({ status: 'AMBIGUOUS', candidates: [['BR-3', 'ask']] })
    expect(await matchRow('庚锻 GD-55')).toMatchObject({ code: 'BR-3' })
  })

  test('do not change a row that is certain by its words, nor count as a result of a search that has other words', async () => {
    await mall.createSku('壬号专用扳手', { code: 'WR-1', props: { 规格: 'M3344' } })
    await fresh({ name: '旁的截齿', skus: [withReferences('ST-1', reference('甲锐', 'M3344'))] })
    expect(await matchRow('壬号专用扳手 M3344')).toMatchObject({ code: 'WR-1', candidates: [] })
    expect((await matchRow('壬号专用扳手 M3344 型')).candidates).toEqual([
      ['WR-1', undefined],
      ['ST-1', 'full'],
    ])
    expect((await matchRow('甲锐 M3344 壬号专用扳手')).candidates[0]).toEqual(['ST-1', 'full'])
    const { dataList, similar, crossReferences } = await guest.api.goods.list({ keyword: '壬号专用板手 M3344' })
    expect([similar, dataList.map(({ name }) => name), crossReferences?.length]).toEqual([true, ['壬号专用扳手', '旁的截齿'], 1])
  })

  test('of which very many SKUs have one are never certain, and none of another number is lost for them', async () => {
    // The one that is not read is of another SKU, so the one that is read is not the only one.
    const many = Array.from({ length: CROSS_REFERENCES_PER_SKU_MAX }, (_, at) => reference(`牌号 ${at}`, 'AAAA-1'))
    await fresh({ name: '大路货', skus: [withReferences('MANY-1', ...many)] })
    await fresh({ name: '另一大路货', skus: [withReferences('MANY-2', reference('甲锐', 'AAAA-1'))] })
    await fresh({ name: '独一件', skus: [withReferences('ONE-1', reference('甲锐', 'ZZZZ-1'))] })
    const { rows } = await lin.api.quickOrder.match({ rows: parseQuickOrderText('AAAA-1\t10\nZZZZ-1\t10').rows })
    expect(rows.map(({ skuId, candidates }) => [skuId === null, candidates.length])).toEqual([
      [true, 1],
      [false, 0],
    ])
    expect(await matchRow('甲锐 AAAA-1')).toMatchObject({ code: 'MANY-2' })
  })

  test('need both names and a person who has confirmed 完全替代; a change is a version, a copy has none, and off the shelf nothing is found', async () => {
    const before = await contentOf(goodsId)
    const [first = expect.fail('no SKU'), ...rest] = before.skus
    const change = (...crossReferences: CrossReference[]) => edits(goodsId, () => ({ skus: [{ ...first, crossReferences }, ...rest] }))
    const { problems } = await change(
      reference('', 'X1', { confirmedBy: '' }),
      reference('甲锐', '--'),
      reference('甲锐', 'a-1'),
      reference('甲锐', 'A1'),
      reference('-', 'B1', { note: '长 2 mm；需试装' }),
    )
    expect(problems.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      'skus.0.crossReferences.0.brand 请填写竞品的品牌或厂家',
      'skus.0.crossReferences.0.confirmedBy 完全替代须填写确认人',
      'skus.0.crossReferences.1.partNumber 竞品型号至少包含一个字母、数字或汉字',
      'skus.0.crossReferences.3.partNumber 竞品型号重复',
      'skus.0.crossReferences.4.note 不能包含分号、竖线或换行',
      'skus.0.crossReferences.4.brand 竞品的品牌至少包含一个字母、数字或汉字',
    ])
    await change(reference('甲锐', 'JR-NEW-1'))
    await publishes(goodsId)
    const [version] = (await catalogue.api.consoleGoods.history({ goodsId })).dataList
    expect(version?.differences).toMatchObject([
      { label: '规格 CR-25 · 竞品型号', from: '甲锐 JR-7792-25 完全替代；乙固 YG9225 尺寸相同 牌号不同', to: '甲锐 JR-NEW-1 完全替代' },
    ])
    expect((await guest.api.goods.list({ keyword: 'YG9225' })).crossReferences).toBeUndefined()
    const copy = await catalogue.api.consoleGoods.copy({ goodsId })
    expect((await contentOf(copy.goodsId)).skus.flatMap(({ crossReferences }) => crossReferences)).toEqual([])
    await edits(goodsId, () => ({ skus: [{ ...first, crossReferences: [reference('甲锐', 'JR-NEW-1')], onShelf: false }, ...rest] }))
    await publishes(goodsId)
    expect((await guest.api.goods.list({ keyword: 'JR-NEW-1' })).crossReferences).toBeUndefined()
    expect(await matchRow('JR-NEW-1')).toMatchObject({ status: 'UNKNOWN' })
    expect((await guest.api.aboutGoods.about({ goodsId })).crossReferences).toMatchObject([{ skuCode: 'CR-22' }])

    // What replaces the SKU is found by the number as well, and is asked about: that it fits is not certain.
    const replacedBy = (await contentOf(goodsId)).skus[1]?.skuId ?? null
    await edits(goodsId, () => ({
      skus: [{ ...first, crossReferences: [reference('甲锐', 'JR-NEW-1')], onShelf: false, replacedBy }, ...rest],
    }))
    await publishes(goodsId)
    const replacing = { skuCode: 'CR-22', partNumber: 'JR-NEW-1', fit: 'ask', note: '原对应 CR-25，已停售，由本规格替代' }
    // The answer to this search before the change is remembered for up to a second.
    await expect.poll(async () => (await guest.api.goods.list({ keyword: 'JR-NEW-1' })).crossReferences).toMatchObject([replacing])
    expect(await matchRow('JR-NEW-1')).toMatchObject({ status: 'AMBIGUOUS', candidates: [['CR-22', 'ask']] })
  })

  test('are one column of the goods workbook, which is tried and then applied', async () => {
    const goods = await fresh({ name: '表格截齿', skus: [withReferences('CS-1'), withReferences('CS-2', reference('甲锐', 'CS 22'))] })
    const { code } = await contentOf(goods.goodsId)
    const head = ['商品编码', '规格编码', '竞品型号']
    const wrong = await tries(toCsv(head, [code, 'CS-1', '甲锐｜JR-1｜差不多'], [code, 'CS-2', '甲锐']))
    expect(wrong.counts).toMatchObject({ refused: 2, changed: 0 })
    expect((await faultsOf(wrong.id)).join('\n')).toMatch(/完全替代、尺寸相同、需确认[\s\S]*甲锐/)
    const tried = await tries(toCsv(head, [code, 'CS-1', '甲锐|JR-1|完全替代||样本|王工；乙固｜YG1'], [code, 'CS-2', '']))
    expect(tried.counts).toMatchObject({ changed: 1, same: 1, refused: 0 })
    expect((await applies(tried)).counts).toMatchObject({ applied: 1 })
    const [first, second] = (await contentOf(goods.goodsId)).skus
    expect(first?.crossReferences).toEqual([
      reference('甲锐', 'JR-1', { source: '样本' }),
      reference('乙固', 'YG1', { fit: 'ask', source: '', confirmedBy: '' }),
    ])
    expect(second?.crossReferences).toEqual([reference('甲锐', 'CS 22')])
  })
})
