import { setTimeout as pause } from 'node:timers/promises'
import readWorkbook, { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import type { FileStream } from '#server/platform/http/download.ts'
import { createStreamedSheetFile } from './export-sheets.ts'
import { exportInMemorySheet, exportSheetsAsWorkbook, type Sheet } from './public.ts'

const made = new Date('2026-11-21T02:00:00Z')
const bytesOf = async ({ stream }: FileStream) => Buffer.concat(await stream.toArray())

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

// N10
test('no text in a CSV file acts as a formula or breaks out of its cell', async () => {
  const lines = (await bytesOf(exportInMemorySheet(sheet, { format: 'csv', rowsMax: 20 }))).toString('utf8').slice(1).split('\r\n').slice(1)
  expect(lines[0]).toBe("'=1+1,-10.05,2026-02-28,2026-11-21 10:00:00,7")
  expect(lines.slice(1, 9).every((line) => /^"?'/.test(line))).toBe(true)
  expect(lines[9]).toMatch(/^"""a"",b",-10\.05/)
  expect(lines[11]).toMatch(/^普通,/)
})

test('a workbook keeps texts, money as numbers, and days and Shanghai times as dates', async () => {
  const rows = await readSheet(await bytesOf(exportSheetsAsWorkbook('表', [sheet])))
  expect(rows[1]).toEqual(['=1+1', -10.05, new Date('2026-02-28T00:00:00Z'), new Date('2026-11-21T10:00:00Z'), 7])
  expect(rows.slice(1).map(([text]) => text)).toEqual(expect.arrayContaining(['=1+1', '+86', '-1', '@SUM(A1)', '＝1', '"a",b', '普通']))
})

test('texts that XML or Excel would change are read back as they were written', async () => {
  const texts = ['<b>&amp;"\'', '_x000D_', '甲\r\n乙', ' 前后 ', '𠮷', 'a\u0001b', '长'.repeat(40_000)]
  const odd = { ...sheet, rows: texts.map((text) => [text, null, null, null, null]) }
  const rows = await readSheet(await bytesOf(exportSheetsAsWorkbook('表', [odd])), { trim: false })
  expect(rows.slice(1).map(([text]) => text)).toEqual([...texts.slice(0, 5), 'ab', '长'.repeat(32_767)])
})

test('a workbook has one sheet per list, with names that Excel accepts', async () => {
  const sheets = [
    { ...sheet, name: '一/二[三]' },
    { ...sheet, name: '长'.repeat(40) },
  ]
  const read = await readWorkbook(await bytesOf(exportSheetsAsWorkbook('两张', sheets)))
  expect(read.map(({ sheet: name, data }) => [name, data.length])).toEqual([
    ['一 二 三', HOSTILE.length + 1],
    ['长'.repeat(31), HOSTILE.length + 1],
  ])
})

test.each(['csv', 'xlsx'] as const)(
  'a %s file is streamed at the speed of its reader, and stops when the reader disconnects',
  async (format) => {
    let read = 0
    let ended = false
    async function* batches() {
      try {
        for (; read < 1_000; read++) yield Array.from({ length: 500 }, (_, at) => [`${read * 7919}-${at * 104_729}`])
      } finally {
        ended = true
      }
    }
    const long = { name: '长表', columns: [{ title: '内容', width: 20, kind: 'text' as const }], batches: batches() }
    const { stream } = createStreamedSheetFile('长表', [long], format)
    await new Promise((resolve) => stream.once('readable', resolve))
    await pause(300)
    expect(read).toBeLessThan(100)
    const before = read
    const pieces = stream.iterator({ destroyOnReturn: false })
    for (let taken = 0; taken < 400_000; ) taken += ((await pieces.next()).value as Buffer).length
    expect(read).toBeGreaterThan(before)
    stream.destroy()
    await pause(300)
    expect(ended).toBe(true)
    expect(read).toBeLessThan(1_000)
  },
)

test('a list that is too long is refused before any of it is sent', () =>
  expect(() => exportInMemorySheet(sheet, { format: 'csv', rowsMax: 3 })).toThrow('数据超过 3 行'))
