import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { createGoodsImporter, toCsv } from '#server/platform/testing/goods-imports.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { createFlatPng } from '#server/platform/testing/uploads.ts'
import { createZip } from '#server/platform/testing/zip.ts'

const mall = await openMall()
const { catalogue, contentOf } = await createGoodsEditor(mall)
const { settle, uploads, tries, applies, faultsOf } = createGoodsImporter(mall, catalogue)
const { goodsImport, consoleGoods } = catalogue.api
const shop = (await catalogue.api.consoleShop.list({})).dataList[0]?.name ?? ''
const category = (await mall.db.selectFrom('category').select('name').where('id', '=', 2).executeTakeFirstOrThrow()).name

const png = (background: string) =>
  sharp({ create: { width: 400, height: 400, channels: 3, background } })
    .png()
    .toBuffer()
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const HEAD = ['商品编码', '规格编码', '商品名称', '店铺', '分类', '单位', '现金价', '规格值', '图片', '文件']
const row = (code: string, pictures: string, documents = '') => [
  code,
  `${code}-A`,
  '采煤截齿',
  shop,
  category,
  '支',
  '38.5',
  '规格：甲',
  pictures,
  documents,
]
const sheet = (...rows: string[][]): [string, Buffer] => ['商品/资料.csv', toCsv(HEAD, ...rows)]
const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error) => `${error.reason} ${error.message}`,
  )
const archivesLeft = async () =>
  (await mall.db.selectFrom('goods_import').select('id').where('archive_id', 'is not', null).execute()).length

describe('a ZIP archive', () => {
  test('brings pictures and documents that cells name without folders; file names may be in GBK', async () => {
    const gbk = Buffer.from([0xcd, 0xbc, 0xc6, 0xac, 0x2f, 0xbd, 0xd8, 0xb3, 0xdd, 0x2e, 0x70, 0x6e, 0x67])
    const zip = createZip([
      sheet(row('ZP-1', '截齿.png；尺寸图：B.PNG', '合格证.pdf'), row('ZP-2', 'b.png')),
      [gbk, await png('#933')],
      ['图片/b.png', await png('#393')],
      ['文件/合格证.pdf', pdf],
      ['__MACOSX/图片/._b.png', 'x'],
      ['Thumbs.db', 'x'],
    ])
    const asked = await uploads(zip, { fileName: '商品.zip' })
    expect(asked.files).toEqual({ total: 3, done: 0 })
    expect(await archivesLeft()).toBe(1)
    const tried = await settle(asked.id)
    expect(await faultsOf(tried.id)).toEqual([])
    expect(tried).toMatchObject({ state: 'tried', files: { total: 3, done: 3 }, counts: { added: 2 } })
    expect(await archivesLeft()).toBe(0)
    expect((await applies(tried)).counts).toMatchObject({ applied: 2 })
    const [one, other] = await Promise.all(
      ['ZP-1', 'ZP-2'].map(async (code) => {
        const { dataList } = await consoleGoods.list({ keyword: code })
        return contentOf(dataList[0]?.goodsId ?? '')
      }),
    )
    expect(one?.pictures.map(({ drawing }) => drawing)).toEqual([false, true])
    expect(other?.pictures[0]?.id).toBe(one?.pictures[1]?.id)
    const { dataList } = await catalogue.api.goodsDocument.list({})
    expect(dataList).toMatchObject([{ id: one?.documents[0], name: '合格证', kind: 'certificate', used: true }])
    // The same again brings the same pictures, and changes nothing.
    expect((await tries(zip)).counts).toMatchObject({ same: 2, changed: 0 })
  })

  test('has invalid files refused one by one, at the cells that name them', async () => {
    const twin = await png('#339')
    const { id } = await tries(
      createZip([
        sheet(
          row('ZR-1', '../etc/passwd.png'),
          row('ZR-2', 'small.png'),
          row('ZR-3', 'fake.png'),
          row('ZR-4', 'virus.exe'),
          row('ZR-5', 'twin.png'),
          row('ZR-6', 'good.png', 'fake.pdf'),
          row('ZR-7', 'god.png'),
          row('ZR-8', 'good.png'),
          row('ZR-9', 'bomb.png'),
        ),
        ['../etc/passwd.png', twin],
        ['small.png', createFlatPng(4, 4)],
        ['fake.png', '<svg/>'],
        ['virus.exe', 'MZ'],
        ['a/twin.png', twin],
        ['b/twin.png', twin],
        ['good.png', twin],
        ['fake.pdf', 'nothing'],
        ['bomb.png', Buffer.alloc(60 * 1024 * 1024)],
      ]),
    )
    expect(await faultsOf(id)).toEqual([
      '2 图片：passwd.png：文件路径不安全，没有读取',
      '3 图片：small.png：图片太小：长边至少 320 像素',
      '4 图片：fake.png：仅支持 JPG、PNG、WebP 图片',
      '5 图片：virus.exe：仅支持 JPG、PNG、WebP 图片和 PDF 文件',
      '6 图片：twin.png：压缩包里有几个同名的文件',
      expect.stringMatching(/^7 文件：fake\.pdf：/),
      '8 图片：图片库和压缩包里都没有这张图片：god.png → good.png',
      '10 图片：bomb.png：文件过大',
    ])
  })

  test.each([
    ['no sheet', createZip([['a.png', 'x']]), '有且只有一个表格'],
    [
      'two sheets',
      createZip([
        ['a.csv', 'x'],
        ['b.csv', 'x'],
      ]),
      '有且只有一个表格',
    ],
    ['a broken directory', createZip([['a.csv', 'x']]).subarray(0, 60), '压缩包已损坏'],
    ['a sheet that becomes a thousand times as large', createZip([['a.csv', Buffer.alloc(12 * 1024 * 1024, 'a')]]), '文件过大'],
    ['a sheet that is a bomb', createZip([['a.csv', Buffer.alloc(40 * 1024 * 1024, 'a')]]), '文件过大'],
    ['too many files', createZip(Array.from({ length: 5_001 }, (_, at) => [`${at}.png`, ''] as const)), '压缩包已损坏'],
  ])('with %s is refused', async (_, bytes, reason) => {
    expect(await refusal(uploads(bytes))).toContain(reason)
    expect(await archivesLeft()).toBe(0)
  })

  test('whose import is stopped is deleted from the file store', async () => {
    const { id } = await uploads(createZip([sheet(row('ZS-1', 'a.png')), ['a.png', await png('#123')]]))
    const { archive_id } = await mall.db.selectFrom('goods_import').select('archive_id').where('id', '=', id).executeTakeFirstOrThrow()
    expect(await mall.services.files.get(archive_id ?? '')).toBeDefined()
    await goodsImport.stop({ id })
    expect([await mall.services.files.get(archive_id ?? ''), await archivesLeft()]).toEqual([undefined, 0])
    expect((await settle(id)).state).toBe('stopped')
  })
})
