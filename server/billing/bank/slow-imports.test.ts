import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { toFormData } from '#contract/platform/core/client.ts'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { API_BASE, APP_VERSION, type ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import { ALLOW_TRIGGERS_SQL } from '#server/platform/testing/failing-rows.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'

const mall = await openMall()
const staff = await mall.staff('finance', 'warehouse', 'catalogue')
const address = await mall.app.http.listen({ port: 0, host: '127.0.0.1' })
const owner = new pg.Client(mall.ownerUrl)

/** So long a statement of the slow database takes, and so long a silent line is kept where nothing is under way. */
const SLOW_SECONDS = 1.5
const SILENCE_MS = 500
/** By this lock everybody sees that the database works on an import. */
const MARK = 4_711

/** A database that takes its time over each of an import's statements. */
async function slowDown(table: string): Promise<void> {
  await owner.query(`create trigger slow after insert on ${table} for each statement execute function be_slow()`)
}

beforeAll(async () => {
  await owner.connect()
  await owner.query(ALLOW_TRIGGERS_SQL)
  await owner.query(
    `create function be_slow() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(${MARK}); perform pg_sleep(${SLOW_SECONDS}); return null; end $$`,
  )
  for (const table of ['bank_line', 'price_change', 'stock_receipt_line']) await slowDown(table)
  mall.app.http.server.setTimeout(SILENCE_MS)
})
afterAll(() => owner.end())

interface Sent {
  call: Endpoint
  fields: Record<string, string>
  text: string
  key: string
}

/** Sends an import over a line of its own, as a browser does. */
async function send({ call, fields, text, key }: Sent, signal?: AbortSignal): Promise<ResponseEnvelope> {
  const answer = await fetch(`${address}${API_BASE}${call.path}`, {
    method: 'POST',
    body: toFormData({ fileName: 'a.csv', ...fields }, toBlob(Buffer.from(text), 'text/csv')),
    headers: { authorization: staff.token ?? '', appversion: APP_VERSION, 'idempotency-key': key },
    ...(signal ? { signal } : {}),
  })
  return (await answer.json()) as ResponseEnvelope
}

/** The same once more until the one that is under way has ended: a server that is busy says so. */
async function sendUntilAnswered(sent: Sent): Promise<ResponseEnvelope> {
  for (;;) {
    const answer = await send(sent)
    if (answer.reason !== 'OVERLOADED') return answer
  }
}

const statement = (reference: string): Sent => ({
  call: contract.consoleBank.importStatement,
  fields: {},
  key: randomUUID(),
  text: `交易日期,流水号,收入金额,对方户名\n2026-11-17,${reference},5.00,甲\n`,
})

test('an import that takes longer than the idle timeout of the connection is answered on it', async () => {
  const answer = await send(statement('SLOW0001'))
  expect(answer).toMatchObject({ code: 200, data: { added: 1, rows: [{ row: 2, result: 'added' }] } })
})

const skuId = await mall.createSku('截齿', { code: 'KT-SLOW', stock: 5, sale: '10.00', credit: '11.00' })

/** Each import, what has to be done before it, and what shows that it was done once. */
const imports: [string, () => Promise<Sent>, () => Promise<unknown>, unknown][] = [
  ['a statement', async () => statement('SLOW0002'), async () => (await staff.api.consoleBank.lines({ keyword: 'SLOW0002' })).total, 1],
  [
    'a sheet of prices',
    async () => {
      const text = '规格编码,现金价\nKT-SLOW,9.00\n'
      const { seen } = await staff.api.consolePrice.import({ fileName: 'a.csv' }, { file: toBlob(Buffer.from(text)) })
      return { call: contract.consolePrice.import, fields: { seen }, text, key: randomUUID() }
    },
    async () => (await staff.api.consolePrice.history({ skuId })).dataList.map(({ is }) => is?.salePrice),
    [yuanTextToFen('9.00')],
  ],
  [
    'a sheet of receipts',
    async () => {
      const text = '商品编码,数量\nKT-SLOW,7\n'
      const { seen } = await staff.api.consoleStockReceipt.import({ fileName: 'a.csv' }, { file: toBlob(Buffer.from(text)) })
      return { call: contract.consoleStockReceipt.import, fields: { seen }, text, key: randomUUID() }
    },
    () => mall.countStock(skuId),
    12,
  ],
]

test.each(imports)('%s whose answer was lost is repeated with its idempotency key and was done once', async (_, make, look, once) => {
  const sent = await make()
  const lost = new AbortController()
  const first = send(sent, lost.signal)
  // The line breaks while the database works on the import.
  await expect
    .poll(async () => (await owner.query(`select 1 from pg_locks where locktype = 'advisory' and objid = ${MARK}`)).rowCount, {
      interval: 20,
    })
    .toBe(1)
  lost.abort()
  await expect(first).rejects.toThrow()
  const answer = await sendUntilAnswered(sent)
  expect(answer.code).toBe(200)
  expect(await look()).toEqual(once)
  expect(await sendUntilAnswered(sent)).toEqual(answer)
  expect(await look()).toEqual(once)
  expect(await send({ ...sent, text: `${sent.text}\n` })).toMatchObject({ reason: 'IDEMPOTENCY_KEY_REUSED' })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('an import without an idempotency key is refused before its file is read', async () => {
  const answer = await send({ ...statement('SLOW0003'), key: '' })
  expect(answer).toMatchObject({ reason: 'IDEMPOTENCY_KEY_MISSING' })
})
