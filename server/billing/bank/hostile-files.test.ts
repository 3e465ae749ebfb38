import { expect, test } from 'vitest'
import { openMall } from '#server/platform/testing/mall.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'

const mall = await openMall()
const staff = await mall.staff('finance', 'warehouse', 'catalogue')
const linJie = await mall.buyer('林杰')

const fileOf = (text: string) => toBlob(Buffer.from(text), 'text/csv')
const reasonOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error) => `${error.reason} ${error.message}`,
  )

/** What strangers' text makes a careless expression go back over again and again. */
const NASTY = [
  '('.repeat(100_000),
  '（'.repeat(30_000),
  '['.repeat(100_000),
  `"${' '.repeat(90_000)}x"`,
  'x '.repeat(50_000),
  '1'.repeat(100_000),
]

test.each(NASTY.map((cell) => [`${cell.slice(0, 3)}… × ${cell.length}`, cell]))(
  'a heading of %s is refused with its row in every import and costs the request thread little CPU',
  async (_, cell) => {
    const file = fileOf(`导出,${cell}\n交易日期,流水号,收入金额,规格编码,现金价,数量\n`)
    const begun = process.threadCpuUsage()
    const reasons = [
      await reasonOf(staff.api.consoleBank.importStatement({ fileName: 'a.csv' }, { file })),
      await reasonOf(staff.api.consolePrice.import({ fileName: 'a.csv' }, { file })),
      await reasonOf(staff.api.consoleStockReceipt.import({ fileName: 'a.csv' }, { file })),
    ]
    const { user, system } = process.threadCpuUsage(begun)
    const why = expect.stringContaining('第 1 行 B 列的内容超过 2000 个字')
    expect(reasons).toEqual([why, why, why])
    expect(reasons.map((one) => one.split(' ')[0])).toEqual(['BANK_FILE_UNREADABLE', 'PRICE_FILE_UNREADABLE', 'RECEIPTS_UNREADABLE'])
    // Microseconds of this thread's own work, whatever else the machine does: it was seven seconds and more.
    expect(user + system).toBeLessThan(1_500_000)
  },
)

test('other requests are answered while a large statement is parsed', async () => {
  const row = (at: number) => `2026-11-17,x,${at}.00.0,${Array.from({ length: 20 }, (_, column) => `甲 ${at} ${column}`).join(',')}\n`
  const file = fileOf(`交易日期,流水号,收入金额\n${Array.from({ length: 15_000 }, (_, at) => row(at)).join('')}`)
  let answered = 0
  let open = true
  const asks = async () => {
    for (; open; answered++) await linJie.api.user.detail({})
  }
  const asking = asks()
  const done = await staff.api.consoleBank.importStatement({ fileName: 'a.csv' }, { file })
  open = false
  await asking
  expect(done.refused).toBe(15_000)
  // Dozens were seen; were it read on the server's own thread, one or two.
  expect(answered).toBeGreaterThan(8)
})

test('cells just below the limit in every row do not block the request thread', async () => {
  const row = (at: number) => `2026-11-17,LONG${String(at).padStart(6, '0')},5.00,${'('.repeat(1_900)},${'摘要 '.repeat(3)}\n`
  const csv = `交易日期,流水号,收入金额,对方户名,摘要\n${Array.from({ length: 2_000 }, (_, at) => row(at)).join('')}`
  const begun = process.threadCpuUsage()
  const done = await staff.api.consoleBank.importStatement({ fileName: 'a.csv' }, { file: fileOf(csv) })
  const { user, system } = process.threadCpuUsage(begun)
  expect(done.added).toBe(2_000)
  expect(user + system).toBeLessThan(3_000_000)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('of eight concurrent imports by one person the excess is refused, and an import of a colleague succeeds', async () => {
  const file = fileOf(`交易日期,流水号,收入金额\n${Array.from({ length: 15_000 }, (_, at) => `2026-11-17,x,${at}.00.0\n`).join('')}`)
  const colleague = await mall.staff('finance', 'support')
  const reasons = await Promise.all(
    Array.from({ length: 8 }, () => reasonOf(staff.api.consoleBank.importStatement({ fileName: 'a.csv' }, { file }))),
  )
  const done = reasons.filter((one) => one === 'done').length
  expect(done).toBeGreaterThanOrEqual(3)
  expect(reasons.filter((one) => one !== 'done').every((one) => one.startsWith('TOO_MANY'))).toBe(true)
  const together = await Promise.all(
    [...Array.from({ length: 7 }, () => staff), colleague].map(({ api }) =>
      reasonOf(api.consoleBank.importStatement({ fileName: 'a.csv' }, { file })),
    ),
  )
  expect(together.at(-1), 'the colleague’s').toBe('done')
  expect(await reasonOf(staff.api.consoleBank.importStatement({ fileName: 'a.csv' }, { file }))).toBe('done')
})
