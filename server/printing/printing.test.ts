import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { fen } from '../../contract/money.ts'
import { readPdf } from '../testing/pdf-text.ts'
import { inLines, printPdf, printWorkbook, type Sheet, writeCsv } from './public.ts'

const made = new Date('2026-11-21T02:00:00Z')
const printout = (rows: number) => ({
  ...{ title: '清单', about: '抬头', made },
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

test('a long table has its head on every page, and every page its number', async () => {
  const pages = readPdf(Buffer.from(await printPdf(printout(200))))
  expect(pages.length).toBeGreaterThan(3)
  for (const [at, page] of pages.entries()) {
    expect(page).toContain('品名金额')
    expect(page).toContain(`第 ${at + 1} 页，共 ${pages.length} 页`)
  }
  expect(pages.join('')).toContain('截齿 199')
})

test('what is asked for at once comes one by one, each its own; who comes when too many wait is told so', async () => {
  const asked = [3, 1, 2, 5, 4, 6, 7, 8].map((rows) => printPdf(printout(rows)))
  await expect(async () => printPdf(printout(1))).rejects.toMatchObject({ reason: 'OVERLOADED' })
  const counts = (await Promise.all(asked)).map(
    (pdf) =>
      [
        ...readPdf(Buffer.from(pdf))
          .join('')
          .matchAll(/截齿 \d+/g),
      ].length,
  )
  expect(counts).toEqual([3, 1, 2, 5, 4, 6, 7, 8])
})

test('what cannot be set fails alone: the next is set', async () => {
  const broken = { ...printout(1), content: [{ layout: 'ruled' as const, table: { widths: [10], body: [['a', 'b', 'c'], ['a']] } }] }
  await expect(printPdf(broken)).rejects.toThrow()
  expect(readPdf(Buffer.from(await printPdf(printout(1))))).toHaveLength(1)
})

test('the server answers while a long printout is being set', async () => {
  const setting = printPdf(printout(3_000))
  let [worst, last] = [0, performance.now()]
  const beat = setInterval(() => {
    const now = performance.now()
    ;[worst, last] = [Math.max(worst, now - last), now]
  }, 10)
  const began = performance.now()
  await setting
  clearInterval(beat)
  // It takes far longer than the longest that anybody else had to wait.
  expect(worst).toBeLessThan((performance.now() - began) / 2)
})

test.each<[string, number, readonly string[]]>([
  ['截齿', 100, ['截齿']],
  ['采煤截齿碳化钨合金头', 40, ['采煤截齿碳', '化钨合金头']],
  ['截齿 U84-22 合金', 56, ['截齿 U84-22', '合金']],
  ['甲\n乙', 100, ['甲', '乙']],
  ['', 100, ['']],
  ['𠮷野家𠮷野家', 24, ['𠮷野家', '𠮷野家']],
])('%j in %d points stands in lines', (text, width, lines) => {
  const part = inLines(text, width) as { text?: string; stack?: { text: string }[] }
  expect(part.stack?.map((one) => one.text) ?? [part.text]).toEqual(lines)
})

const HOSTILE = ['=1+1', '+86', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '－cmd', ' =1', '"a",b', 'a\nb', '普通']
const sheet: Sheet = {
  name: '表',
  columns: [
    { title: '内容', width: 20, kind: 'text' },
    { title: '金额', width: 12, kind: 'money' },
    { title: '日', width: 12, kind: 'day' },
    { title: '时', width: 20, kind: 'instant' },
    { title: '数', width: 8, kind: 'count' },
  ],
  rows: HOSTILE.map((text) => [text, fen(-1_005), '2026-02-28', made, 7]),
}

test('no text of a CSV is a formula, and none breaks out of its cell', () => {
  const lines = writeCsv(sheet).toString('utf8').slice(1).split('\r\n').slice(1)
  expect(lines[0]).toBe("'=1+1,-10.05,2026-02-28,2026-11-21 10:00:00,7")
  expect(lines.slice(1, 9).every((line) => /^"?'/.test(line))).toBe(true)
  expect(lines[9]).toMatch(/^"""a"",b",-10\.05/)
  expect(lines[11]).toMatch(/^普通,/)
})

test('a workbook keeps text as text, money as numbers, days and the clock of Shanghai as dates', async () => {
  const rows = await readSheet(Buffer.from(await printWorkbook([sheet])))
  expect(rows[1]).toEqual(['=1+1', -10.05, new Date('2026-02-28T00:00:00Z'), new Date('2026-11-21T10:00:00Z'), 7])
  expect(rows.slice(1).map(([text]) => text)).toEqual(expect.arrayContaining(['=1+1', '+86', '-1', '@SUM(A1)', '＝1', '"a",b', '普通']))
})

test('letters that are drawn as one are read as two', async () => {
  const [page] = readPdf(Buffer.from(await printPdf({ ...printout(1), content: ['校验码 0ff1ffi2fl3'] })))
  expect(page).toContain('校验码 0ff1ffi2fl3')
})
