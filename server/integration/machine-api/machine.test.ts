import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { machineApiEndpoints } from '#contract/integration/integration/machine-api.ts'
import { MACHINE_API_DOCUMENT_PATH } from '#contract/integration/integration/paths.ts'
import { assignNumbersToOldestWaitingChanges } from '#server/integration/change-feed/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { createIntegrationHelpers } from '#server/platform/testing/integration.ts'
import { createInvoiceHelpers } from '#server/platform/testing/invoices.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSeededRandom } from '#server/platform/testing/random.ts'

const mall = await openMall()
const { key, numbers } = createIntegrationHelpers(mall)
const debts = createDebtHelpers(mall)
const invoices = await createInvoiceHelpers(mall)
const lin = await mall.buyer('林', { credit: '500000', wallet: '10000' })
const chen = await mall.buyer('陈', { credit: '500000', wallet: '10000' })
const ours = await key(lin)
const theirs = await key(chen)
const skuId = await mall.createSku('截齿', { sale: '600.00', credit: '600.00', stock: 100_000 })

const orders = async (buyer: Buyer, poNumber = '') => {
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const { orders: made } = await buyer.api.order.submit({ lines, method: 'wallet', addressId: buyer.addressId, quote, poNumber })
  return made[0]?.orderNo ?? expect.fail('no order')
}

/** Pulls until there is no more, a few at once; what came, and where to go on. */
async function pullAll({ api }: typeof ours, from: { cursor?: string; updatedSince?: Date } = {}, size = 3) {
  const got: { orderNo: string; state: string; changedAt: Date }[] = []
  let at = from
  for (;;) {
    const { dataList, nextCursor, more } = await api.orders({ ...at, size })
    got.push(...dataList)
    at = { cursor: nextCursor }
    if (!more) return { got, cursor: nextCursor }
  }
}
const nosOf = (rows: readonly { orderNo: string }[]) => rows.map(({ orderNo }) => orderNo)

describe('pulling orders', () => {
  test('returns each order once, oldest change first, and then only later changes', async () => {
    const made: string[] = []
    for (let nth = 0; nth < 7; nth++) made.push(await orders(lin, `PO-${nth}`))
    await orders(chen)
    while ((await numbers()) > 0);
    const first = await pullAll(ours)
    expect(nosOf(first.got)).toEqual(made)
    expect((await pullAll(ours, { cursor: first.cursor })).got).toEqual([])
    await lin.api.order.cancel({ orderNo: made[2] ?? '', reason: '不要了' })
    await numbers()
    const second = await pullAll(ours, { cursor: first.cursor })
    expect(second.got).toMatchObject([{ orderNo: made[2], state: 'CANCELLED' }])
    expect(nosOf((await pullAll(ours)).got)).toEqual([...made.filter((one) => one !== made[2]), made[2]])
  })

  test('since an instant returns the changes from then on', async () => {
    mall.clock.forward(60_000)
    const since = mall.clock.now
    const orderNo = await orders(lin)
    await numbers()
    expect(nosOf((await pullAll(ours, { updatedSince: since })).got)).toEqual([orderNo])
    mall.clock.forward(60_000)
    const { got, cursor } = await pullAll(ours, { updatedSince: mall.clock.now })
    expect(got).toEqual([])
    const next = await orders(lin)
    await numbers()
    expect(nosOf((await pullAll(ours, { cursor })).got)).toEqual([next])
  })

  test('gives amounts in fen under the same names as other calls, without pictures and buttons', async () => {
    const orderNo = await orders(lin, 'PO-9')
    await numbers()
    const wire = await ours.get(machineApiEndpoints.order.path, { orderNo })
    const seen = await lin.post('/order-api/api/order/detail', { orderNo })
    const facts = ({ payable, goodsAmount, poNumber, receiverName, state }: Record<string, unknown>) => ({
      payable,
      goodsAmount,
      poNumber,
      receiverName,
      state,
    })
    expect(facts(wire.data as Record<string, unknown>)).toEqual({
      ...facts(seen.data as Record<string, unknown>),
      payable: 60_000,
      goodsAmount: 60_000,
    })
    expect(wire.data).toMatchObject({ lines: [{ price: 60_000, amount: 60_000, goodsNum: 1 }] })
    expect(JSON.stringify(wire.data)).not.toMatch(/"(image|actions|tradeId)"/)
  })

  test('does not block changes of an order that is being numbered, and returns such a change next', async () => {
    while ((await numbers()) > 0);
    const { cursor } = await pullAll(ours)
    const orderNo = await orders(lin)
    // The transaction that gives the number ends only once the change is answered. The change would wait three seconds for a lock and fail.
    await runInTransaction(mall.db, async (tx) => {
      expect(await assignNumbersToOldestWaitingChanges(tx, mall.moment(), lin.enterpriseId)).toBeGreaterThan(0)
      await lin.api.order.cancel({ orderNo, reason: '不要了' })
    })
    const first = await pullAll(ours, { cursor })
    expect(nosOf(first.got)).toEqual([orderNo])
    await numbers()
    expect((await pullAll(ours, { cursor: first.cursor })).got).toMatchObject([{ orderNo, state: 'CANCELLED' }])
  })

  test('misses and repeats nothing while many write, two assign numbers and one pulls', async () => {
    const { below } = createSeededRandom(57)
    const start = (await pullAll(ours)).cursor
    const open: string[] = []
    const final = new Map<string, string>()
    let busy = true
    const write = async () => {
      for (let turn = 0; turn < 12; turn++) {
        const cancels = open.length > 0 && below(3) === 0 ? open.splice(below(open.length), 1)[0] : undefined
        if (cancels !== undefined) {
          await lin.api.order.cancel({ orderNo: cancels, reason: '不要了' })
          final.set(cancels, 'CANCELLED')
        } else {
          const orderNo = await orders(lin)
          open.push(orderNo)
          final.set(orderNo, 'WAIT_PAY')
        }
      }
    }
    const number = async () => {
      while (busy) await numbers()
    }
    const got: { orderNo: string; state: string; changedAt: Date }[] = []
    let cursor = start
    const pull = async () => {
      while (busy) {
        const some = await pullAll(ours, { cursor }, 2)
        got.push(...some.got)
        cursor = some.cursor
      }
    }
    const others = [number(), number(), pull()]
    await Promise.all([write(), write(), write()])
    busy = false
    await Promise.all(others)
    while ((await numbers()) > 0);
    got.push(...(await pullAll(ours, { cursor }, 2)).got)
    expect(new Map(got.map(({ orderNo, state }) => [orderNo, state]))).toEqual(final)
    // One that nobody has changed in between comes no second time: of every order at most one pull a change, of which there are two.
    const times = Map.groupBy(got, ({ orderNo }) => orderNo)
    for (const [orderNo, seen] of times) expect(seen.length).toBeLessThanOrEqual(final.get(orderNo) === 'CANCELLED' ? 2 : 1)
  })
})

test('every change of an order, a statement or an invoice is pulled', async () => {
  const wu = await mall.buyer('吴', { credit: '500000', wallet: '10000' })
  const program = await key(wu)
  const cursors = { orders: 'c0', statements: 'c0', invoices: 'c0' }
  /** What has changed since the last look, of each kind. */
  const changed = async () => {
    await numbers()
    const [one, two, three] = [
      await program.api.orders({ cursor: cursors.orders }),
      await program.api.statements({ cursor: cursors.statements }),
      await program.api.invoices({ cursor: cursors.invoices }),
    ]
    Object.assign(cursors, { orders: one.nextCursor, statements: two.nextCursor, invoices: three.nextCursor })
    return { orders: one.dataList, statements: two.dataList, invoices: three.dataList }
  }
  const { orderNo } = await debts.buys(wu, '600.00')
  expect(await changed()).toMatchObject({ orders: [{ orderNo, state: 'SENT', lines: [{ shipped: 1 }] }], statements: [], invoices: [] })
  await debts.dawns('2026-12-02')
  await debts.jobs()
  expect((await changed()).statements).toMatchObject([{ month: '2026-11', state: 'CLOSED', total: 60_000, owed: 60_000 }])
  const [line] = (await program.api.statementLines({ month: '2026-11' })).dataList
  expect(line).toMatchObject({ orderNo, amount: 60_000, dispute: null })
  await wu.api.statement.dispute({ month: '2026-11', id: line?.id ?? '', reason: '数量不对' })
  expect((await changed()).statements).toMatchObject([{ disputed: 60_000, owed: 0 }])
  const finance = await mall.staff('finance')
  await finance.api.consoleStatement.decideDispute({
    enterpriseId: wu.enterpriseId,
    month: '2026-11',
    id: line?.id ?? '',
    forBuyer: false,
    opinion: '数量无误',
  })
  expect((await changed()).statements).toMatchObject([{ disputed: 0, owed: 60_000 }])
  await debts.receives(wu.enterpriseId, yuanTextToFen('200'))
  expect((await changed()).statements).toMatchObject([{ settled: 20_000, owed: 40_000 }])
  await debts.dawns('2027-01-20')
  await debts.jobs()
  expect((await changed()).statements).toMatchObject([{ state: 'OVERDUE', interest: expect.any(Number) }])
  const { id } = await invoices.issued(wu, [orderNo])
  expect((await changed()).invoices).toMatchObject([{ id, state: 'ISSUED', amount: 60_000 }])
  expect(await program.api.invoice({ id })).toMatchObject({ state: 'ISSUED', lines: [{ amount: 60_000 }] })
  expect(await program.api.statement({ month: '2026-11' })).toMatchObject({
    state: 'OVERDUE',
    entries: [{ kind: 'repay', amount: 20_000 }],
  })
})

test('a statement with many lines is returned in pages without duplicates', async () => {
  const wu = await mall.buyer('吴', { credit: '500000' })
  const { api } = await key(wu)
  for (let nth = 1; nth <= 7; nth++) await debts.draws(wu.enterpriseId, yuanTextToFen(String(nth)))
  await debts.dawns('2027-02-02')
  await debts.jobs()
  const month = '2027-01'
  const amounts: number[] = []
  let after: string | undefined
  for (let more = true; more; ) {
    const page = await api.statementLines({ month, size: 3, ...(after === undefined ? {} : { after }) })
    amounts.push(...page.dataList.map(({ amount }) => amount))
    after = page.nextAfter ?? undefined
    more = page.more
  }
  expect(amounts).toEqual([100, 200, 300, 400, 500, 600, 700])
  await expect(api.statementLines({ month: '2026-01' })).rejects.toMatchObject({ reason: 'STATEMENT_NOT_FOUND' })
})

describe('the key of another enterprise', () => {
  test('finds no data of ours under any number or id', async () => {
    await debts.dawns('2027-02-03')
    const { orderNo } = await debts.buys(lin, '700.00')
    const { id } = await invoices.issued(lin, [orderNo])
    await debts.dawns('2027-03-02')
    await debts.jobs()
    await numbers()
    const month = '2027-02'
    const [line] = (await ours.api.statementLines({ month })).dataList
    const reasons: unknown[] = []
    for (const [path, query] of [
      [machineApiEndpoints.order.path, { orderNo }],
      [machineApiEndpoints.statement.path, { month }],
      [machineApiEndpoints.statementLines.path, { month }],
      [machineApiEndpoints.statementLines.path, { month, after: line?.id ?? '' }],
      [machineApiEndpoints.invoice.path, { id }],
    ] as const)
      reasons.push((await theirs.get(path, query)).reason)
    expect(reasons).toEqual(['ORDER_NOT_FOUND', 'STATEMENT_NOT_FOUND', 'STATEMENT_NOT_FOUND', 'STATEMENT_NOT_FOUND', 'INVOICE_NOT_FOUND'])
    const { cursor } = await pullAll(ours)
    // A cursor is a place in a company's own changes: with another's one goes on among one's own.
    for (const from of [{}, { cursor: 'c0' }, { cursor }, { updatedSince: new Date(0) }])
      expect(nosOf((await pullAll(theirs, from)).got).every((one) => one !== orderNo)).toBe(true)
    expect((await theirs.api.statements({})).dataList).toEqual([])
    expect((await theirs.api.invoices({})).dataList).toEqual([])
    expect(await theirs.api.me({})).toMatchObject({ enterpriseName: '陈矿业有限公司' })
  })

  test('cannot name an enterprise in any call', async () => {
    for (const { path } of Object.values(machineApiEndpoints)) {
      const answer = await theirs.get(path, { enterpriseId: lin.enterpriseId })
      expect({ path, status: answer.status, reason: answer.reason }).toEqual({ path, status: 400, reason: 'INVALID_INPUT' })
    }
  })
})

test('an invalid input is refused with a status and a field, never with a server error', async () => {
  const { below } = createSeededRandom(58)
  const odd = [
    '',
    '0',
    '-1',
    '1e9',
    'c',
    'c-1',
    'c9999999999999999',
    'null',
    '2026-13',
    randomUUID(),
    '%00',
    'x'.repeat(300),
    '😀',
    '2026-11-01',
  ]
  for (const { path, input } of Object.values(machineApiEndpoints)) {
    const names = Object.keys((z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as object)
    for (let turn = 0; turn < 25; turn++) {
      const query = Object.fromEntries(names.filter(() => below(2) === 0).map((name) => [name, odd[below(odd.length)] ?? '']))
      const { status, reason, code } = await ours.get(path, query)
      expect({ path, query, status: [200, 400, 404].includes(status) ? 'fine' : status }).toEqual({ path, query, status: 'fine' })
      if (status !== 200) expect([status, typeof reason]).toEqual([code, 'string'])
    }
  }
  expect(await ours.get(machineApiEndpoints.orders.path, { size: '101' })).toMatchObject({ status: 400, detail: { field: 'size' } })
})

interface Shown {
  properties?: Record<string, Shown>
  items?: Shown
  anyOf?: Shown[]
  description?: string
}
function* fieldsOf({ properties = {}, items, anyOf = [] }: Shown): Generator<[string, Shown]> {
  for (const [name, field] of Object.entries(properties)) {
    yield [name, field]
    yield* fieldsOf(field)
  }
  for (const inner of [...(items ? [items] : []), ...anyOf]) yield* fieldsOf(inner)
}

test('the document gives access, field texts in Chinese, a valid example and refusals for every call', async () => {
  const { status, body } = await mall.guest().get(MACHINE_API_DOCUMENT_PATH)
  expect(status).toBe(200)
  const document = JSON.parse(body) as {
    paths: Record<
      string,
      { get: { summary: string; parameters: { name: string; description: string }[]; responses: Record<string, unknown> } }
    >
    webhooks: Record<string, { post: { summary: string } }>
  }
  expect(Object.keys(document.paths)).toEqual(Object.values(machineApiEndpoints).map(({ path }) => `/api${path}`))
  for (const { path, output } of Object.values(machineApiEndpoints)) {
    const call = document.paths[`/api${path}`]?.get ?? expect.fail(path)
    expect(Object.keys(call.responses)).toEqual(expect.arrayContaining(['200', '400', '401', '403', '429']))
    const { schema, example } =
      (call.responses[200] as { content: Record<string, { schema: Shown; example: { data: unknown } }> }).content['application/json'] ??
      expect.fail(path)
    const data = schema.properties?.data ?? expect.fail(path)
    const nameless = [...fieldsOf(data)].filter(([, field]) => !/\p{Script=Han}/u.test(field.description ?? '')).map(([name]) => name)
    expect({ path, nameless }).toEqual({ path, nameless: [] })
    for (const { name, description } of call.parameters)
      expect([name, description]).toEqual([name, expect.stringMatching(/\p{Script=Han}/u)])
    const fits = z.safeDecode(output as z.ZodMiniType, example.data)
    expect({ path, issues: fits.error?.issues.map(({ path: at, message }) => [at.join('.'), message]) }).toEqual({
      path,
      issues: undefined,
    })
  }
  expect(Object.keys(document.webhooks)).toContain('order.sent')
})
