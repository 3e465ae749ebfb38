import { expect, test } from 'vitest'
import { createCrashFindings } from '#bench/crash/calls/findings.ts'
import type { JournalCall } from '#bench/crash/calls/journal.ts'
import type { ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import {
  AGREE_CANCEL,
  type ExpectedMall,
  type ExpectedOrder,
  type ExpectedPayment,
  PAY_BY_CREDIT,
  PAY_BY_WALLET,
  REJECT,
  SUBMIT,
} from './expected.ts'
import { verifyLimits } from './verify-limits.ts'

const enterpriseId = 'company'
const ok = { code: 200, msg: '', success: true, data: null }
const refused = { code: 409, msg: '', success: false, data: null, reason: 'ORDER_ACTION_NOT_ALLOWED' } as const

const order = (at: number, paidBy: 'credit' | 'wallet'): ExpectedOrder => ({
  enterpriseId,
  orderNo: `no${at}`,
  tradeId: `trade${at}`,
  method: paidBy,
  payableFen: 100,
  discountFen: 0,
  lines: [{ skuId: 'scarce', goodsNum: 1 }],
  state: 'WAIT_SEND',
  paidBy,
  states: ['WAIT_PAY', 'WAIT_SEND'],
})

function call(path: string, at: number, body: Record<string, unknown>, answer: ResponseEnvelope | 'none' = ok): JournalCall {
  const asked: JournalCall = { enterpriseId, path, body, askedAt: at, unclearAttempts: 0 }
  return answer === 'none' ? asked : Object.assign(asked, { answeredAt: at, answer })
}

/** What the checks find in a mall of one company with a limit of 150 fen, and one scarce SKU of seven units. */
function find(given: { calls: JournalCall[]; orders: ExpectedOrder[]; payments?: ExpectedPayment[]; sold?: 'out' }) {
  const { calls, orders, payments = [], sold } = given
  const tradeByDocument = new Map([['asked1', 'trade1']])
  const run = { findings: createCrashFindings(), counts: { soldOutSkus: 0, lastUnits: 0 }, refusedSkuIds: new Set(sold ? ['scarce'] : []) }
  const expected = {
    calls,
    orders: new Map(orders.map((one) => [one.orderNo, one])),
    payments,
    tradeByDocument,
    settled: [],
    topUps: [],
    repaid: [],
  }
  const company = { enterpriseId, limitFen: 150, mobile: '', userId: '', subAccount: '', indebted: false }
  const world = { companies: [company], skuIds: [], scarceSkuIds: ['scarce'], fenSkuId: 'fen' }
  verifyLimits(run as never, expected satisfies ExpectedMall, world as never)
  return { limits: run.findings.of('limits'), compared: run.counts.soldOutSkus, lastUnits: run.counts.lastUnits }
}

const onCredit = [order(1, 'credit'), order(2, 'credit')]
const cancelOfFirst = (answer: ResponseEnvelope | 'none') => [
  call(PAY_BY_CREDIT, 10, { tradeId: 'trade1' }),
  call(AGREE_CANCEL, 15, { orderNo: 'no1' }, answer),
  call(PAY_BY_CREDIT, 20, { tradeId: 'trade2' }),
]

test('what a call gives back counts if it was done or was never answered, and not if it was refused', () => {
  expect(find({ calls: cancelOfFirst(ok), orders: onCredit }).limits).toEqual([])
  expect(find({ calls: cancelOfFirst('none'), orders: onCredit }).limits).toEqual([])
  expect(find({ calls: cancelOfFirst(refused), orders: onCredit }).limits).toEqual(['company has used 200 of 150'])
})

test('a top-up online counts as far as the provider took it', () => {
  const calls = [call(PAY_BY_WALLET, 20, { tradeId: 'trade1' })]
  const topUp = (takenFen: number): ExpectedPayment => ({
    enterpriseId,
    paymentId: 'p',
    what: 'topUp',
    askedAt: 5,
    takenFen,
    keptFen: takenFen,
  })
  const spend = (takenFen: number) => find({ calls, orders: [order(1, 'wallet')], payments: [topUp(takenFen)] }).limits
  expect(spend(100)).toEqual([])
  expect(spend(0)).toEqual(['company has spent 100 more than it had'])
})

test('a scarce SKU that was refused is compared, and must be sold to its last unit', () => {
  const submits = (count: number) =>
    Array.from({ length: count }, (_, at) => call(SUBMIT, at, { lines: [{ skuId: 'scarce', goodsNum: 1 }] }))
  expect(find({ calls: submits(7), orders: [], sold: 'out' })).toEqual({ limits: [], compared: 1, lastUnits: 1 })
  expect(find({ calls: submits(6), orders: [] })).toEqual({ limits: [], compared: 0, lastUnits: 0 })
  expect(find({ calls: submits(6), orders: [], sold: 'out' }).limits).toEqual(['scarce was sold out after 6 of 7 units'])
  expect(find({ calls: submits(8), orders: [], sold: 'out' }).limits[0]).toBe('8 units of scarce were sold, of 7')
})

test('units of an order that was rejected by the main account are sold again, and no others', () => {
  const orders = Array.from({ length: 8 }, (_, at) => order(at + 1, 'credit'))
  const submitted = orders.map(({ orderNo, lines }, at) => call(SUBMIT, at + 1, { orderNo, lines }))
  const rejects = (at: number) => find({ calls: [...submitted, call(REJECT, at, { id: 'asked1' })], orders }).limits
  expect(rejects(7.5)).toEqual([])
  expect(rejects(9)).toEqual(['8 units of scarce were sold, of 7'])
})
