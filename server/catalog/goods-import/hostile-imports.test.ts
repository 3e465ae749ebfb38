import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { createGoodsImporter, toCsv } from '#server/platform/testing/goods-imports.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { createDeflateBomb, createZip } from '#server/platform/testing/zip.ts'

// hostile-cases.md, S17

const mall = await openMall()
const { catalogue, contentOf, fresh } = await createGoodsEditor(mall)
const { uploads, tries, applies, faultsOf, resultsOf } = createGoodsImporter(mall, catalogue)
const [picture] = (await contentOf((await fresh()).goodsId)).pictures
const shop = (await catalogue.api.consoleShop.list({})).dataList[0]?.name ?? ''
const category = (await mall.db.selectFrom('category').select('name').where('id', '=', 2).executeTakeFirstOrThrow()).name

const HEAD = ['商品编码', '规格编码', '商品名称', '店铺', '分类', '单位', '图片', '规格值', '现金价', '起订量']
const row = (goods: string, code: string, { image = picture?.id ?? '', minimum = '' } = {}): string[] => [
  ...[goods, code, '采煤截齿', shop, category, '支', image, `规格：${code}`, '38.5', minimum],
]
const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error) => `${error.reason} ${error.message}`,
  )
const everything = async () => ({
  imports: (await catalogue.api.goodsImport.list({})).total,
  goods: (await catalogue.api.consoleGoods.list({})).total,
})

const magic = (...bytes: number[]) => Buffer.from([...bytes, ...Buffer.alloc(600)])
test.each<[string, Buffer, string]>([
  ['a PDF', Buffer.from('%PDF-1.7\n%\u0000\n%%EOF'), '文件无法识别'],
  ['a program', magic(0x4d, 0x5a, 0x90, 0), '文件无法识别'],
  ['a RAR archive', magic(0x52, 0x61, 0x72, 0x21, 0x1a, 7, 1, 0), '文件无法识别'],
  ['a gzip archive', gzipSync(toCsv(HEAD, row('G', 'G-A'))), '文件无法识别'],
  ['an old or locked workbook', magic(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), '不支持旧版 .xls 和加密的文件'],
  ['a text document of Word', createZip([['word/document.xml', '<w:document/>']]), '有且只有一个表格'],
  ['a vector drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), '第 1 行'],
  ['nothing', Buffer.alloc(0), '文件'],
])('%s presented as a workbook is refused with a reason, and nothing of it is stored', async (_, bytes, reason) => {
  const before = await everything()
  expect(await refusal(uploads(bytes, { fileName: '商品.xlsx' }))).toContain(reason)
  expect(await everything()).toEqual(before)
})

test('a 4 MB file that expands to 4 GB is not unpacked as archive sheet, workbook or picture', async () => {
  const before = await everything()
  const bomb = createDeflateBomb(256)
  expect(bomb.deflated.length).toBeLessThan(8 * 1024 * 1024)
  expect(await refusal(uploads(createZip([['商品.csv', bomb]]), { fileName: '商品.zip' }))).toContain('GOODS_FILE_TOO_LARGE')
  const parts: [string, string][] = [
    [
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="r1" Type="/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ],
    ['xl/workbook.xml', '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'],
  ]
  const workbook = createZip([...parts, ['xl/worksheets/sheet1.xml', createDeflateBomb(256, '<')]])
  expect(await refusal(uploads(workbook, { fileName: '商品.xlsx' }))).toContain('GOODS_FILE_UNREADABLE')
  expect(await everything()).toEqual(before)
  const picture = createZip([
    ['商品.csv', toCsv(HEAD, row('BOMB', 'BOMB-A', { image: 'bomb.png' }))],
    ['bomb.png', bomb],
  ])
  const { id } = await tries(picture, { fileName: '商品.zip' })
  expect(await faultsOf(id)).toEqual(['2 图片：bomb.png：文件过大'])
})

test('if two files give one SKU code to two goods, the second apply is refused, though both trials passed', async () => {
  const [one, other] = [
    await tries(toCsv(HEAD, row('CROSS-1', 'CROSS-X'))),
    await tries(toCsv(HEAD, row('CROSS-2', 'cross-x'), row('CROSS-3', 'CROSS-Y'))),
  ]
  expect([await resultsOf(one.id), await resultsOf(other.id)]).toEqual([['added'], ['added', 'added']])
  expect((await applies(one)).counts).toMatchObject({ applied: 1, refused: 0 })
  expect((await applies(other)).counts).toMatchObject({ applied: 1, refused: 1 })
  expect(await faultsOf(other.id)).toEqual(['2 规格编码：规格编码 cross-x 已用于商品“采煤截齿”'])
})

test('a minimum below one is refused at its cell', async () => {
  const { id } = await tries(
    toCsv(
      HEAD,
      row('MIN-1', 'MIN-1', { minimum: '-5' }),
      row('MIN-2', 'MIN-2', { minimum: '0' }),
      row('MIN-3', 'MIN-3', { minimum: '1e9' }),
    ),
  )
  expect(await faultsOf(id)).toEqual(['2 起订量：起订量不能小于 1', '3 起订量：起订量不能小于 1', '4 起订量：请填写整数'])
})
