import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import {
  createOfferedQuotationLine,
  createRefusedQuotationLine,
  createRequestedQuotationLine,
} from '#server/platform/testing/quotations.ts'

const mall = await openMall()
const lin = await mall.buyer('林')
const support = await mall.staff('support')
const drill = await mall.createSku('钻头', { sale: '600.00' })
const bit = await mall.createSku('截齿', { code: 'QBIT-1', sale: '100.00' })

/** Prints the current offer and returns its text without spaces. */
async function prints(id: string) {
  const file = await lin.api.quotationPrintout.print({ id })
  return { name: file.name, text: parsePdfTextByPage(Buffer.from(file.bytes)).join('').replaceAll(/\s/g, '') }
}

test('the printed offer has its prices in both ways, what is not offered, its last day and a hash that changes with the version', async () => {
  const { enterpriseId } = lin
  const lines = [
    createRequestedQuotationLine({ skuId: bit, goodsNum: 7 }),
    createRequestedQuotationLine({ name: '非标衬套', spec: 'φ120×80', unit: '件', goodsNum: 4 }),
  ]
  const { id, quotationNo } = await lin.api.quotation.create({ title: '季度备件', lines, wantedDay: '2026-12-20' })
  await expect(lin.api.quotationPrintout.print({ id })).rejects.toMatchObject({ reason: 'QUOTATION_NOT_QUOTED' })
  const answers = (sale: string) => [
    { ...createOfferedQuotationLine(1, bit, sale, '90.00'), leadDays: 3 },
    createRefusedQuotationLine(2, '无图纸'),
  ]
  await support.api.consoleQuotation.quote({ enterpriseId, id, rowVersion: 0, lines: answers('85.50') })
  const { name, text } = await prints(id)
  expect(name).toBe(`报价单-${quotationNo}-第1版.pdf`)
  for (const part of [quotationNo, '2026-12-03', '2026-12-20', '季度备件', '85.50', '90.00', '¥598.50', '¥630.00', '不供应', '无图纸'])
    expect(text, part).toContain(part)
  expect((await prints(id)).text).toBe(text)
  const hash = /[\da-f]{64}/.exec(text)?.[0] ?? expect.fail('no hash')
  await support.api.consoleQuotation.quote({ enterpriseId, id, rowVersion: 1, lines: answers('85.00') })
  // Staff download the paper that the buyer does, and that is recorded.
  const ofStaff = await support.api.consoleQuotationPrintout.print({ enterpriseId, id })
  const ofBuyer = await lin.api.quotationPrintout.print({ id })
  const read = (bytes: Uint8Array) => parsePdfTextByPage(Buffer.from(bytes)).join('')
  expect([ofStaff.name, read(ofStaff.bytes)]).toEqual([ofBuyer.name, read(ofBuyer.bytes)])
  const looks = mall.db.selectFrom('audit_log').select(['actor_kind', 'object_id']).where('action', '=', 'download quotation')
  expect(await looks.where('actor_kind', '=', 'staff').execute()).toEqual([{ actor_kind: 'staff', object_id: quotationNo }])
  const { path } = contract.consoleQuotationPrintout.print
  for (const [role, code] of [
    ['support', 404],
    ['finance', 403],
  ] as const)
    expect(await (await mall.staff(role)).post(path, { enterpriseId: (await mall.buyer('吴')).enterpriseId, id })).toMatchObject({ code })
  const second = await prints(id)
  expect(second.name).toContain('第2版')
  expect(second.text).not.toContain(hash)
  expect(second.text).not.toMatch(/行有效期至|以上合计包含/)
  const more = [createRequestedQuotationLine({ skuId: bit, goodsNum: 7 }), createRequestedQuotationLine({ skuId: drill, goodsNum: 1 })]
  const other = await lin.api.quotation.create({ title: '', lines: more })
  const shorter = { ...createOfferedQuotationLine(1, bit, '85.00'), validDays: 5 }
  const lasting = createOfferedQuotationLine(2, drill, '600.00')
  await support.api.consoleQuotation.quote({ enterpriseId, id: other.id, rowVersion: 0, lines: [shorter, lasting] })
  expect((await prints(other.id)).text).toMatch(/合计（大写）.*以上合计包含有效期短于本报价单的商品.*第1行有效期至2026-11-23/)
})
