import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { IMAGE_BYTES_MAX } from '#contract/people/files/api.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { createPdf, createPdfWithPackedObjects, createPdfWithStream } from '#server/platform/testing/pdf-files.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { createOfferedQuotationLine, createRequestedQuotationLine } from '#server/platform/testing/quotations.ts'
import { createPhoto, toBlob } from '#server/platform/testing/uploads.ts'

const mall = await openMall()
const support = await mall.staff('support')
const { consoleQuotation } = support.api
const bit = await mall.createSku('截齿', { code: 'QBIT-1', sale: '100.00' })
const lin = await mall.buyer('林')
const wu = await mall.buyer('吴')

const photo = await createPhoto()
const brings = async (file: Buffer = photo, buyer: Buyer = lin): Promise<string> =>
  (await buyer.api.files.uploadImage({ purpose: 'drawing' }, { file: toBlob(file) })).fileId

type NewDrawing = Parameters<Buyer['api']['quotation']['addDrawings']>[0]['drawings'][number]
const asks = async (drawings: NewDrawing[], buyer: Buyer = lin) => {
  const lines = [createRequestedQuotationLine({ skuId: bit, goodsNum: 7 }), createRequestedQuotationLine({ name: '衬套', goodsNum: 4 })]
  const { id, quotationNo } = await buyer.api.quotation.create({ lines, drawings })
  return { id, quotationNo, enterpriseId: buyer.enterpriseId }
}
const drawingsOf = async (id: string) => (await lin.api.quotation.detail({ id })).drawings
const quotes = (ref: { enterpriseId: string; id: string }, rowVersion: number) =>
  consoleQuotation.quote({
    enterpriseId: ref.enterpriseId,
    id: ref.id,
    rowVersion,
    lines: [createOfferedQuotationLine(1, bit, '90.00'), { lineNo: 2, outcome: 'NOT_OFFERED', note: '' }],
  })

test('a buyer shows a photo and a PDF, and staff download both, each look recorded', async () => {
  const pdf = createPdfWithStream('/JavaScript in a picture is not a script')
  const [photoId, pdfId] = [await brings(), await brings(pdf)]
  const asked = await asks([
    { fileId: pdfId, name: '衬套 A3.pdf', lineNo: 2 },
    { fileId: photoId, name: '旧件.png' },
  ])
  const shown = await drawingsOf(asked.id)
  expect(shown).toEqual([
    {
      drawingNo: 1,
      fileId: pdfId,
      lineNo: 2,
      name: '衬套 A3.pdf',
      mediaType: 'application/pdf',
      bytes: pdf.length,
      version: 0,
      by: '林',
      at: mall.clock.now,
    },
    expect.objectContaining({ drawingNo: 2, fileId: photoId, lineNo: null, name: '旧件.png', mediaType: 'image/jpeg', version: 0 }),
  ])
  const { enterpriseId, id } = asked
  expect((await consoleQuotation.detail({ enterpriseId, id })).drawings).toEqual(shown)

  const first = await consoleQuotation.drawing({ enterpriseId, id, drawingNo: 1 })
  expect([first.type, first.name, Buffer.from(first.bytes).equals(pdf)]).toEqual(['application/pdf', '衬套 A3.pdf', true])
  // A picture is encoded again, without the place where it was taken.
  const second = await consoleQuotation.drawing({ enterpriseId, id, drawingNo: 2 })
  expect([second.type, second.name, Buffer.from(second.bytes).includes('SPYPHONE')]).toEqual(['image/jpeg', '旧件.jpg', false])
  await expect(consoleQuotation.drawing({ enterpriseId, id, drawingNo: 3 })).rejects.toMatchObject({
    reason: 'QUOTATION_DRAWING_NOT_FOUND',
  })
  const looks = await mall.db
    .selectFrom('audit_log')
    .select(['actor_kind', 'object_id', 'facts'])
    .where('action', '=', 'view drawing')
    .execute()
  expect(looks.map(({ actor_kind, object_id, facts }) => [actor_kind, object_id, facts])).toEqual(
    ['衬套 A3.pdf', '旧件.jpg'].map((drawing) => ['staff', asked.quotationNo, { drawing }]),
  )
})

test('drawings are stored encrypted, and a PDF is only handed out to be saved', async () => {
  const pdf = createPdf({ catalog: '/Title (GEHEIM) ' })
  const fileId = await brings(pdf)
  const stored = readFileSync(path.join(mall.filesFolder, fileId))
  expect([stored.includes('%PDF'), stored.includes('GEHEIM')]).toEqual([false, false])
  const { headers } = await lin.get(`/api${contract.files.viewFile.path}?fileId=${fileId}`)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${fileId}.pdf"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  })
})

describe('who may', () => {
  test('another company neither reads a drawing nor shows it in a request of its own', async () => {
    // H21
    const fileId = await brings()
    const { id } = await asks([{ fileId, name: '图.jpg' }])
    await expect(wu.api.files.viewFile({ fileId })).rejects.toMatchObject({ reason: 'FILE_NOT_FOUND' })
    await expect(asks([{ fileId, name: '图.jpg' }], wu)).rejects.toMatchObject({ reason: 'FILE_NOT_FOUND' })
    const drawings = [{ fileId: await brings(photo, wu), name: '图.jpg' }]
    await expect(wu.api.quotation.addDrawings({ id, drawings })).rejects.toMatchObject({ reason: 'QUOTATION_NOT_FOUND' })
    const { enterpriseId } = wu
    await expect(consoleQuotation.drawing({ enterpriseId, id, drawingNo: 1 })).rejects.toMatchObject({ reason: 'QUOTATION_NOT_FOUND' })
    const own = await asks([], wu)
    await expect(wu.api.quotation.addDrawings({ id: own.id, drawings: [{ fileId, name: '图.jpg' }] })).rejects.toMatchObject({
      reason: 'FILE_NOT_FOUND',
    })
    expect((await wu.api.quotation.detail({ id: own.id })).drawings).toEqual([])
  })

  test('colleagues who may see orders read it, others do not; neither does the warehouse nor a reviewer of papers', async () => {
    const fileId = await brings()
    const { id, enterpriseId } = await asks([{ fileId, name: '图.jpg' }])
    const [viewer, clerk] = [await mall.subAccount(lin, ['lookOrder']), await mall.subAccount(lin, ['addCart'])]
    expect((await viewer.api.files.viewFile({ fileId })).type).toBe('image/jpeg')
    await expect(clerk.api.files.viewFile({ fileId })).rejects.toMatchObject({ reason: 'NO_PERMISSION' })
    await expect(viewer.api.quotation.addDrawings({ id, drawings: [{ fileId, name: '图.jpg' }] })).rejects.toMatchObject({
      reason: 'NO_PERMISSION',
    })
    const [warehouse, reviewer, auditor] = [await mall.staff('warehouse'), await mall.staff('reviewer'), await mall.staff('auditor')]
    const at = { enterpriseId, id, drawingNo: 1 }
    await expect(warehouse.api.consoleQuotation.drawing(at)).rejects.toMatchObject({ reason: 'STAFF_ONLY' })
    await expect(reviewer.api.consoleFiles.view({ enterpriseId, fileId, purpose: 'review' })).rejects.toMatchObject({
      reason: 'FILE_NOT_FOUND',
    })
    expect((await auditor.api.consoleQuotation.drawing(at)).type).toBe('image/jpeg')
  })

  test('an upload of a colleague, or for another purpose, cannot be shown', async () => {
    const colleague = await mall.subAccount(lin, ['buyPay', 'lookOrder'])
    const theirs = (await colleague.api.files.uploadImage({ purpose: 'drawing' }, { file: toBlob(photo) })).fileId
    const voucher = (await lin.api.files.uploadImage({ purpose: 'voucher' }, { file: toBlob(photo) })).fileId
    for (const fileId of [theirs, voucher])
      await expect(asks([{ fileId, name: '图.jpg' }])).rejects.toMatchObject({ reason: 'FILE_NOT_FOUND' })
  })
})

test('a drawing that comes later asks staff to read again, belongs to the next offer, and stands on its paper', async () => {
  const asked = await asks([{ fileId: await brings(), name: '总图.jpg' }])
  const { enterpriseId, id } = asked
  const prints = async () => {
    const { bytes } = await lin.api.quotationPrintout.print({ id })
    return parsePdfTextByPage(Buffer.from(bytes)).join('').replaceAll(/\s/g, '')
  }
  await quotes(asked, 0)
  const before = await prints()
  mall.clock.forward(1_000)
  await lin.api.quotation.addDrawings({ id, drawings: [{ fileId: await brings(createPdf()), name: '改型.pdf', lineNo: 1 }] })
  expect((await drawingsOf(id)).map(({ name, version }) => [name, version])).toEqual([
    ['总图.jpg', 0],
    ['改型.pdf', 1],
  ])
  // The offer that was made before says what it said.
  expect(await prints()).toBe(before)
  expect([before.includes('图纸1：总图.jpg（整单）'), before.includes('改型')]).toEqual([true, false])
  await expect(quotes(asked, 1)).rejects.toMatchObject({ reason: 'ROW_CHANGED', message: expect.not.stringContaining('已于') })
  await quotes(asked, (await consoleQuotation.detail({ enterpriseId, id })).rowVersion)
  expect(await prints()).toContain('图纸2：改型.pdf（第1行）')
  await lin.api.quotation.decline({ id, reason: '' })
  const late = [{ fileId: await brings(), name: '迟到.jpg' }]
  await expect(lin.api.quotation.addDrawings({ id, drawings: late })).rejects.toMatchObject({ reason: 'QUOTATION_MOVED' })
})

test('a request has ten drawings at most, each for a line that there is, and a repeated call adds nothing', async () => {
  const files = await Promise.all(Array.from({ length: 3 }, () => brings(createPdf())))
  const { id } = await asks([])
  const drawings = files.map((fileId, at) => ({ fileId, name: `${at}.pdf` }))
  await lin.api.quotation.addDrawings({ id, drawings })
  await lin.api.quotation.addDrawings({ id, drawings })
  expect((await drawingsOf(id)).map(({ drawingNo, name }) => [drawingNo, name])).toEqual([
    [1, '0.pdf'],
    [2, '1.pdf'],
    [3, '2.pdf'],
  ])
  const [first = ''] = files
  await expect(asks([{ fileId: first, name: 'x.pdf', lineNo: 3 }])).rejects.toMatchObject({ reason: 'QUOTATION_LINE_NOT_FOUND' })
  const more: NewDrawing[] = []
  for (let at = 0; at < 8; at += 1) more.push({ fileId: await brings(createPdf()), name: `${at}.pdf` })
  await expect(lin.api.quotation.addDrawings({ id, drawings: more })).rejects.toMatchObject({ reason: 'QUOTATION_DRAWINGS_FULL' })
  await lin.api.quotation.addDrawings({ id, drawings: more.slice(1) })
  const page = await lin.api.quotation.detail({ id })
  expect([page.drawings.length, page.actions.includes('addDrawings')]).toEqual([10, false])
})

test('a request is asked again with its drawings', async () => {
  const fileId = await brings(createPdf())
  await asks([{ fileId, name: '总图.pdf' }])
  const again = await asks([{ fileId, name: '总图.pdf', lineNo: 1 }])
  expect(await drawingsOf(again.id)).toMatchObject([{ fileId, name: '总图.pdf', lineNo: 1, mediaType: 'application/pdf' }])
  const { enterpriseId, id } = again
  expect((await consoleQuotation.drawing({ enterpriseId, id, drawingNo: 1 })).type).toBe('application/pdf')
})

describe('what is no drawing', () => {
  // H22
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const unfinished = createPdf().subarray(0, -8)
  const hidden = '\n% >> stream\n/OpenAction << /S /JavaScript /JS (app.alert(1)) >>\n% endstream\n'
  test.each<[string, Buffer, string]>([
    ['a program', Buffer.from('MZ\u0090\u0000'), 'NOT_A_DRAWING'],
    ['an SVG', svg, 'NOT_A_DRAWING'],
    ['an empty file', Buffer.alloc(0), 'NOT_A_DRAWING'],
    ['a PDF that is cut off', unfinished, 'NOT_A_DRAWING'],
    ['a PDF with a script', createPdf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >> ' }), 'PDF_NOT_PLAIN'],
    ['a PDF with a script whose name is coded', createPdf({ catalog: '/OpenAction << /S /J#61vaScr#69pt >> ' }), 'PDF_NOT_PLAIN'],
    ['a PDF that starts a program', createPdf({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >> ' }), 'PDF_NOT_PLAIN'],
    ['a PDF with a file in it', createPdf({ catalog: '/Names << /EmbeddedFiles 9 0 R >> ' }), 'PDF_NOT_PLAIN'],
    ['a PDF that is encrypted', createPdf({ trailer: '/Encrypt 5 0 R ' }), 'PDF_NOT_PLAIN'],
    ['a PDF with a script between the words of a stream in comments', createPdf({ catalog: hidden }), 'PDF_NOT_PLAIN'],
    ['a PDF with millions of codes in packed objects', createPdfWithPackedObjects('#41'.repeat(4_000_000)), 'PDF_NOT_PLAIN'],
    ['a PDF with a script in packed objects', createPdfWithPackedObjects('/S /JavaScript'), 'PDF_NOT_PLAIN'],
    ['a PDF that unfolds to more than the memory for it', createPdfWithPackedObjects(' '.repeat(40 * 1024 * 1024)), 'PDF_NOT_PLAIN'],
    ['a PDF that is too large', createPdfWithStream('x'.repeat(IMAGE_BYTES_MAX)), 'IMAGE_TOO_LARGE'],
  ])('%s is refused', async (_, file, reason) => {
    await expect(brings(file)).rejects.toMatchObject({ reason })
  })

  test('a plain PDF with packed objects is taken, and no PDF for another purpose', async () => {
    await brings(createPdfWithPackedObjects('/Type /Page /Annots []'))
    const file = toBlob(createPdf())
    await expect(lin.api.files.uploadImage({ purpose: 'voucher' }, { file })).rejects.toMatchObject({ reason: 'NOT_AN_IMAGE' })
  })
})
