import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CrossReference } from '#contract/catalog/goods/cross-reference.ts'
import { goodsAfterSaleRules, goodsFreightRules } from '#contract/catalog/goods/terms.ts'
import { GoodsContent, goodsRelationKinds, SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { fen } from '#contract/platform/core/money.ts'
import { openZipArchive } from '#contract/platform/spreadsheets/archive.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { createGoodsImporter } from '#server/platform/testing/goods-imports.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSeededRandom } from '#server/platform/testing/random.ts'

const SEED = Number(process.env.SEED ?? 20_261_123)
const GOODS = 24

const mall = await openMall()
const { catalogue, fresh, sku, contentOf } = await createGoodsEditor(mall)
const { tries, applies, faultsOf } = createGoodsImporter(mall, catalogue)
const { goodsExport, goodsImport, consoleGoods, consoleAttribute, consoleAttributeSet } = catalogue.api
const { below, pick } = createSeededRandom(SEED)
const [picture] = (await contentOf((await fresh({ code: 'EX-0' })).goodsId)).pictures
const pictureId = picture?.id ?? ''

/** Texts that spreadsheets, CSV and our own lists could get wrong. */
const HARD = [
  '采煤截齿（加厚）',
  '=1+1',
  "'=x",
  "''-5",
  '-5',
  '+86 139',
  '@a',
  '00123',
  '1e5',
  'a,b',
  '"引号"',
  'A；B',
  'A：B',
  '全角ＡＢＣ',
  '_x000D_',
  '<b>&amp;</b>',
  '%d',
  '|x',
  '第一行\n第二行',
]
const text = (max = 40) => (below(4) === 0 ? '' : `${pick(HARD)}${below(2) === 0 ? '' : pick(HARD)}`.slice(0, max).trim())
const filled = (max = 40) => text(max) || '名称'
const some = <T>(make: () => T, most: number): T[] => Array.from({ length: below(most + 1) }, make)
const price = () => fen(below(200_000) + 1)

const attributes = await Promise.all(
  [
    { kind: 'choice' as const, unit: '', multiple: true, choices: ['YG8', 'A；B', 'A、B', '合金，钢'] },
    { kind: 'choice' as const, unit: '', multiple: false, choices: ['甲', '=乙', '丙；丁'], makesSkus: true },
    { kind: 'number' as const, unit: 'mm', decimals: 3 },
    { kind: 'number' as const, unit: '°', decimals: 2, makesSkus: true },
    { kind: 'text' as const, unit: '' },
    { kind: 'boolean' as const, unit: '' },
  ].map(async ({ choices = [], ...more }, at) => {
    const given = {
      code: `EX_${at}`,
      name: `参数 ${at}（试）`,
      decimals: 0,
      ...more,
      choices: choices.map((name) => ({ name, synonyms: [] })),
    }
    const { id } = await consoleAttribute.save(given)
    const detail = await consoleAttribute.detail({ id })
    return { ...given, makesSkus: 'makesSkus' in more, attributeId: id, choiceIds: detail.choices.map(({ choiceId }) => choiceId) }
  }),
)
const set = await consoleAttributeSet.save({ name: '导出模板', lines: attributes.map(({ attributeId }) => ({ attributeId })) })
await consoleAttributeSet.assign({ categoryId: 2, setId: set.id, rowVersion: 0 })
const brand = await catalogue.api.consoleBrand.save({ name: '岩锋（进口）', origin: '', certificates: '', pictureId: null })
const model = await catalogue.api.consoleMachineModel.save({ maker: '徐工', model: 'XR-280 ＋', kind: '旋挖钻机' })

const randomValue = ({ attributeId, kind, choiceIds, multiple }: (typeof attributes)[number] & { multiple?: boolean }) => {
  if (kind === 'choice') return { attributeId, choiceIds: multiple ? [...new Set(some(() => pick(choiceIds), 3))] : [pick(choiceIds)] }
  if (kind === 'number') return { attributeId, number: below(100_000) / 100 }
  return kind === 'text' ? { attributeId, text: text() } : { attributeId, yes: below(2) === 0 }
}
const values = (makesSkus: boolean) => attributes.filter((one) => one.makesSkus === makesSkus && below(3) > 0).map(randomValue)

let made = 0
const inCell = (given: string) => given.replaceAll(/[；;|\n]/g, '、')
const randomCrossReference = () =>
  CrossReference.parse({ brand: `${inCell(filled(20))}厂`, partNumber: `PM-${++made}`, note: inCell(text()), source: inCell(text()) })
const angle = attributes[3]?.attributeId ?? ''
const randomSku = (): SkuContent => {
  const salePrice = price()
  const archived = below(6) === 0
  return {
    ...z.decode(SkuContent, {}),
    code: `EX-${++made} ${pick(['', '（B）', "'="])}`.trim(),
    barcode: text(),
    manufacturerNo: text(),
    crossReferences: some(randomCrossReference, 3),
    // By one of them each SKU differs from the others.
    choices: [...values(true).filter(({ attributeId }) => attributeId !== angle), { attributeId: angle, number: made / 100 }],
    props: [['规格', `${made} ${text(20)}`.trim()]],
    salePrice,
    creditPrice: below(2) === 0 ? null : fen(salePrice + below(9_999)),
    costPrice: below(2) === 0 ? null : fen(below(salePrice)),
    minimum: below(50) + 1,
    step: below(9) + 1,
    packing: text(),
    weightGrams: below(99_999),
    volumeCm3: below(99_999),
    lowStock: below(2) === 0 ? null : below(99),
    archived,
    onShelf: !archived && below(3) > 0,
  }
}
const randomGoods = (others: readonly string[]): GoodsContent => ({
  ...z.decode(GoodsContent, {}),
  code: `EX-G${++made}${pick(['', '（一）', '＝'])}`,
  shopId: mall.shopId,
  categoryId: 2,
  brandId: below(2) === 0 ? null : brand.brandId,
  name: filled(120),
  subtitle: text(),
  spec: text(),
  unit: pick(['支', '件', '套（10）']),
  pictures: [{ id: pictureId, alt: text(), drawing: below(2) === 0 }],
  description: some(() => `${filled()}\n\n- ${filled()}`, 30).join('\n'),
  attributes: values(false),
  parameters: [...new Map(some(() => [filled(), filled()] as [string, string], 4))],
  hardness: below(2) === 0 ? null : [below(5), 5 + below(5)],
  tags: [...new Set(some(() => filled(20), 4))],
  freight: pick(keysOf(goodsFreightRules)),
  afterSale: pick(keysOf(goodsAfterSaleRules)),
  machineModelIds: below(2) === 0 ? [] : [model.id],
  relations: [...new Set(others.length === 0 ? [] : some(() => pick(others), 3))].map((goodsId) => ({
    kind: pick(keysOf(goodsRelationKinds)),
    goodsId,
  })),
  skus: [{ ...randomSku(), archived: false }, ...some(randomSku, 3)],
})

const goodsIds: string[] = []
for (let at = 0; at < GOODS; at++) {
  const { goodsId, rowVersion, problems } = await consoleGoods.save({ content: randomGoods(goodsIds) })
  expect(problems).toEqual([])
  await consoleGoods.publish({ goodsId, rowVersion, confirmed: true })
  goodsIds.push(goodsId)
}

describe(`the export of a random catalog with the seed ${SEED}`, () => {
  test.each([
    ['csv', undefined],
    ['xlsx', undefined],
    ['csv', 'yes'],
    ['xlsx', 'yes'],
  ] as const)('as %s changes no row when it is imported again, emptied cells: %s', async (format, clearEmpty) => {
    const file = await goodsExport.goods({ format })
    const tried = await tries(Buffer.from(file.bytes), { ...(clearEmpty && { clearEmpty }) })
    expect(await faultsOf(tried.id)).toEqual([])
    const skus = (await mall.db.selectFrom('sku').select('id').execute()).length
    expect(tried.counts).toEqual({ added: 0, changed: 0, same: skus, skipped: 0, refused: 0, applied: 0, questions: 0 })
  })

  test('imports its edited cells as changes, and changes nothing else', async () => {
    const file = await goodsExport.goods({ format: 'csv' })
    const before = await Promise.all(goodsIds.map(contentOf))
    const lines = new TextDecoder().decode(file.bytes)
    const changed = await tries(Buffer.from(`\uFEFF${lines.replaceAll('套（10）', '套').replaceAll('PM-', 'PN-')}`))
    await applies(changed)
    expect(await Promise.all(goodsIds.map(contentOf))).toEqual(
      before.map((content) => ({
        ...content,
        unit: content.unit.replace('套（10）', '套'),
        skus: content.skus.map((one) => ({
          ...one,
          crossReferences: one.crossReferences.map((own) => ({ ...own, partNumber: own.partNumber.replace('PM-', 'PN-') })),
        })),
      })),
    )
  })
})

test('the export of a category has no goods of other categories and no drafts', async () => {
  await consoleGoods.save({ content: z.decode(GoodsContent, { code: 'EX-DRAFT', name: '草稿' }) })
  const codes = async (filters: object) =>
    (await readSheet(Buffer.from((await goodsExport.goods({ format: 'xlsx', ...filters })).bytes))).map((row) => row[0])
  expect(await codes({ keyword: 'EX-0' })).toEqual(['商品编码', 'EX-0'])
  expect(await codes({ keyword: 'EX-DRAFT' })).toEqual(['商品编码'])
  expect(await codes({ categoryId: 3 })).toEqual(['商品编码'])
})

test('the template of a category has attribute columns and lists of choices; filled in, it can be imported', async () => {
  const { name, bytes } = await goodsImport.template({ categoryId: 2 })
  expect(name).toMatch(/^商品导入模板-.*\.xlsx$/)
  const [titles = []] = await readSheet(Buffer.from(bytes))
  expect(titles).toContain('参数 2（试）（mm）[EX_2]')
  expect(titles).toContain('现金价*')
  const lists = await readSheet(Buffer.from(bytes), '选项')
  const at = lists[0]?.indexOf('参数 0（试）[EX_0]') ?? -1
  expect(lists.slice(1, 5).map((row) => row[at])).toEqual(['YG8', 'A；B', 'A、B', '合金，钢'])
  // The cells of a column offer exactly the list below its name.
  const parts = openZipArchive(new Uint8Array(bytes), 64 * 1024 * 1024)
  const xml = Buffer.from(await parts.readBytes('xl/worksheets/sheet1.xml', 16 * 1024 * 1024)).toString()
  const offered = [...xml.matchAll(/<dataValidation type="list"[^>]*sqref="([A-Z]+)2:[^"]*"><formula1>([^<]*)<\/formula1>/g)]
  const letters = (column: number): string =>
    (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))
  const sourceOf = (title: string) => offered.find(([, column]) => column === letters(titles.indexOf(title)))?.[2]
  const listOf = (column: number, count: number) => `'选项'!$${letters(column)}$2:$${letters(column)}$${count + 1}`
  expect(sourceOf('参数 0（试）[EX_0]')).toBe(listOf(at, lists.slice(1).filter((row) => row[at] !== null).length))
  expect([sourceOf('店铺*'), sourceOf('分类*')]).toEqual([expect.stringContaining('选项'), expect.stringContaining('选项')])
  expect(sourceOf('现金价*')).toBeUndefined()
  const filledIn = [
    'TP-1',
    'TP-1-A',
    ...titles.slice(2).map(
      (title) =>
        ({
          '商品名称*': '模板来的',
          '单位*': '支',
          '图片*': pictureId,
          '现金价*': '9.90',
          '参数 0（试）[EX_0]': 'yg8；合金，钢；A、B',
          '参数 2（试）（mm）[EX_2]': '22.5 mm',
        })[String(title)] ?? '',
    ),
  ]
  const [shops, categories] = ['店铺', '分类'].map((title) => lists[1]?.[lists[0]?.indexOf(title) ?? -1])
  filledIn[titles.indexOf('店铺*')] = String(shops)
  filledIn[titles.indexOf('分类*')] = String(categories)
  const csv = (row: readonly unknown[]) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')
  const tried = await tries(Buffer.from(`${csv(titles)}\n${csv(filledIn)}\n`))
  expect(await faultsOf(tried.id)).toEqual([])
  expect((await applies(tried)).counts).toMatchObject({ added: 1, applied: 1 })
})

test('a cell that its attribute cannot parse is reported with a suggestion', async () => {
  const { goodsId } = await fresh({
    code: 'EX-WRONG',
    skus: [sku({ code: 'EX-WRONG-A', salePrice: yuanTextToFen('1.00'), creditPrice: null })],
  })
  const csv =
    '商品编码,规格编码,参数 0（试）[EX_0],参数 2（试）（mm）[EX_2],参数 5（试）[EX_5],参数 3（试）（°）[EX_3]\nEX-WRONG,EX-WRONG-A,YG9,二十,也许,1.234\n'
  const { id } = await tries(Buffer.from(csv))
  expect(await faultsOf(id)).toEqual([
    '2 参数 0（试）[EX_0]：没有这个选项 → YG8',
    '2 参数 2（试）（mm）[EX_2]：请填写数字',
    '2 参数 5（试）[EX_5]：请填写“是”或“否”',
  ])
  const other = await tries(Buffer.from('商品编码,规格编码,参数 3（试）（°）[EX_3]\nEX-WRONG,EX-WRONG-A,1.234\n'))
  expect(await faultsOf(other.id)).toEqual(['2 参数 3（试）（°）[EX_3]：参数 3（试）：最多 2 位小数'])
  expect((await contentOf(goodsId)).attributes).toEqual([])
})
