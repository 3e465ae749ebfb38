import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runWithConcurrencyOwner } from '#server/platform/core/concurrency-limiter.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { breakIntoLines, renderPdfOnWorker } from './public.ts'

const made = new Date('2026-11-21T02:00:00Z')
const printout = (rows: number) => ({
  title: '清单',
  author: '卖方',
  about: '抬头',
  made,
  content: [
    {
      layout: 'ruled' as const,
      table: {
        headerRows: 1,
        widths: ['*', '*'] as const,
        body: [['品名', '金额'], ...Array.from({ length: rows }, (_, at) => [`截齿 ${at}`, '¥1,234.56'])],
      },
    },
  ],
})

test('a long table repeats its heading on every page, and pages are numbered', async () => {
  const pages = parsePdfTextByPage(Buffer.from(await renderPdfOnWorker(printout(200))))
  expect(pages.length).toBeGreaterThan(3)
  for (const [at, page] of pages.entries()) {
    expect(page).toContain('品名金额')
    expect(page).toContain(`第 ${at + 1} 页，共 ${pages.length} 页`)
  }
  expect(pages.join('')).toContain('截齿 199')
})

test('letters missing in the main font use another font or a substitute, and unknown ones a box', async () => {
  const texts = ['硬质合金球齿 Φ10', '≥ 5 ℃ → ①', '国Ⅵ 0.5 μm', '骉', '㛃']
  const body = [['品名', { text: '规格', bold: true }], ...texts.map((text) => [text, { text, bold: true }])]
  const pdf = Buffer.from(
    await renderPdfOnWorker({ ...printout(1), about: 'Φ 抬头', content: [{ layout: 'ruled', table: { widths: ['*', '*'], body } }] }),
  )
  const [page = ''] = parsePdfTextByPage(pdf)
  for (const text of ['硬质合金球齿 Ø10', '≥ 5 ℃ → ①', '国VI 0.5 µm', '骉']) expect(page.split(text)).toHaveLength(3)
  expect(page.split('□')).toHaveLength(3)
  expect(page).toContain('Ø 抬头')
})

test('documents are rendered one at a time, in turns between owners; an owner with too many is refused', async () => {
  const asked = [3, 1, 2, 5, 4, 6, 7, 8].map((rows) => runWithConcurrencyOwner('林', () => renderPdfOnWorker(printout(rows))))
  await expect(runWithConcurrencyOwner('林', () => renderPdfOnWorker(printout(1)))).rejects.toMatchObject({ reason: 'TOO_MANY' })
  // Another company's document comes after one of the first company's, not after all of them.
  const ended: string[] = []
  const others = runWithConcurrencyOwner('吴', () => renderPdfOnWorker(printout(1))).then(() => ended.push('吴'))
  await Promise.all([others, ...asked.map((pdf) => pdf.then(() => ended.push('林')))])
  expect(ended.indexOf('吴')).toBe(1)
  const counts = (await Promise.all(asked)).map(
    (pdf) =>
      [
        ...parsePdfTextByPage(Buffer.from(pdf))
          .join('')
          .matchAll(/截齿 \d+/g),
      ].length,
  )
  expect(counts).toEqual([3, 1, 2, 5, 4, 6, 7, 8])
})

test('a document that cannot be rendered fails alone, and the next one is rendered', async () => {
  const broken = { ...printout(1), content: [{ layout: 'ruled' as const, table: { widths: [10], body: [['a', 'b', 'c'], ['a']] } }] }
  await expect(renderPdfOnWorker(broken)).rejects.toThrow()
  expect(parsePdfTextByPage(Buffer.from(await renderPdfOnWorker(printout(1))))).toHaveLength(1)
})

test('the server keeps answering while a long printout is rendered', async () => {
  let beats = 0
  const setting = renderPdfOnWorker(printout(3_000))
  const beat = setInterval(() => beats++, 10)
  await setting
  clearInterval(beat)
  // About forty turns of the event loop were measured. Rendering on this thread would allow two.
  expect(beats).toBeGreaterThan(10)
})

test('a process that renders PDFs exits by itself when it has finished, and not before', async () => {
  const program = `import('./server/adapters/pdf/public.ts').then(async ({ renderPdfOnWorker }) => {
    const printout = { ...${JSON.stringify(printout(1))}, made: new Date(${made.getTime()}) }
    await renderPdfOnWorker(printout)
    console.log((await renderPdfOnWorker(printout)).length)
  })`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { timeout: 20_000 })
  expect(Number(stdout)).toBeGreaterThan(1_000)
})

test.each<[string, number, readonly string[]]>([
  ['截齿', 100, ['截齿']],
  ['采煤截齿碳化钨合金头', 40, ['采煤截齿碳', '化钨合金头']],
  ['截齿 U84-22 合金', 56, ['截齿 U84-22', '合金']],
  ['甲\n乙', 100, ['甲', '乙']],
  ['', 100, ['']],
  ['𠮷野家𠮷野家', 24, ['𠮷野家', '𠮷野家']],
])('%j at a width of %d points is broken into the expected lines', (text, width, lines) => {
  const part = breakIntoLines(text, width) as { text?: string; stack?: { text: string }[] }
  expect(part.stack?.map((one) => one.text) ?? [part.text]).toEqual(lines)
})

test('ligatures are extracted as separate letters', async () => {
  const [page] = parsePdfTextByPage(Buffer.from(await renderPdfOnWorker({ ...printout(1), content: ['校验码 0ff1ffi2fl3'] })))
  expect(page).toContain('校验码 0ff1ffi2fl3')
})

test('a process that has rendered a PDF and has nothing else to do exits', async () => {
  const program = `import { renderPdfOnWorker } from '${new URL('./public.ts', import.meta.url)}'
    const pdf = await renderPdfOnWorker({ ...${JSON.stringify(printout(1))}, made: new Date() })
    console.log(pdf.length > 1_000)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program], { timeout: 20_000 })
  expect(stdout).toBe('true\n')
})
