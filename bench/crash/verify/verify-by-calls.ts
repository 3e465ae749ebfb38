import { type CrashCalls, createRetryingCaller, type RetryingCaller } from '#bench/crash/calls/caller.ts'
import { OVERDUE_DEBT_FEN } from '#bench/crash/clock.ts'
import { type CrashCompany, type CrashWorld, logInMain, logInStaff, unitsAtBeginning } from '#bench/crash/crash-world.ts'
import { queryOnce } from '#bench/query-once.ts'
import { fromYuan } from '#contract/platform/core/money.ts'
import type { ExpectedMall, ExpectedOrder } from './expected.ts'
import { readPages } from './read-pages.ts'
import { verifyCouponsAndApprovals } from './verify-acts.ts'

const REPAYMENTS = '/account-api/api/statement/repayments'

interface Repaid {
  source: string
  amount: number
  automatic: boolean
  parts: { to: string; amount: number }[]
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const sorted = (amounts: readonly number[]) => amounts.toSorted((a, b) => a - b).join()

/** What a company must have, from the journal and the list of its repayments, in fen. */
function computeBalances(expected: ExpectedMall, { enterpriseId, indebted }: CrashCompany, repayments: readonly Repaid[]) {
  const orders = [...expected.orders.values()].filter((order) => order.enterpriseId === enterpriseId)
  const payable = (wanted: (order: ExpectedOrder) => boolean) => sum(orders.filter(wanted).map(({ payableFen }) => payableFen))
  const parts = (to: string) =>
    sum(repayments.flatMap((one) => one.parts.filter((part) => part.to === to)).map(({ amount }) => fromYuan(amount)))
  const online = (what: string) =>
    sum(expected.payments.filter((one) => one.enterpriseId === enterpriseId && one.what === what).map(({ keptFen }) => keptFen))
  const typed = sum(expected.topUps.filter((one) => one.enterpriseId === enterpriseId).map(({ amountFen }) => amountFen))
  const repaid = sum(repayments.filter(({ source }) => source === 'wallet').map(({ amount }) => fromYuan(amount)))
  // What was paid by bank goes back to the wallet.
  const back = payable(({ paidBy, state }) => paidBy === 'transfer' && state === 'CANCELLED')
  const bought = payable(({ paidBy, state }) => paidBy === 'wallet' && state !== 'CANCELLED')
  return {
    wallet: typed + online('topUp') + parts('wallet') + back - repaid - bought,
    held: payable(({ paidBy, state }) => paidBy === 'credit' && state === 'WAIT_SEND'),
    owed: (indebted ? OVERDUE_DEBT_FEN : 0) + payable(({ paidBy, state }) => paidBy === 'credit' && state === 'SENT') - parts('month'),
  }
}

interface Balances {
  repayments: Repaid[]
  wallet: { balance: number }
  account: Record<'heldAmount' | 'creditWaitReturnAmount' | 'usedAmount' | 'creditBaseAmount', number>
}

/** Reads what a company sees of its money, again if a job has repaid meanwhile. */
async function readBalances(main: RetryingCaller): Promise<Balances> {
  for (;;) {
    const repayments = await readPages<Repaid>(main, REPAYMENTS)
    const wallet = (await main.read('/account-api/api/wallet/overview', {})).data as Balances['wallet']
    const { account } = (await main.read('/account-api/api/credit/overview', {})).data as Pick<Balances, 'account'>
    const { total } = (await main.read(REPAYMENTS, {})).data as { total: number }
    if (total === repayments.length) return { repayments, wallet, account }
  }
}

async function verifyBalances(
  run: CrashCalls,
  main: RetryingCaller,
  { expected, company }: { expected: ExpectedMall; company: CrashCompany },
): Promise<void> {
  const { enterpriseId } = company
  const { repayments, wallet, account } = await readBalances(main)
  const must = computeBalances(expected, company, repayments)
  const has = { wallet: fromYuan(wallet.balance), held: fromYuan(account.heldAmount), owed: fromYuan(account.creditWaitReturnAmount) }
  for (const name of ['wallet', 'held', 'owed'] as const)
    if (has[name] !== must[name]) run.findings.add('balances', `${name} of ${enterpriseId} is ${has[name]} and must be ${must[name]}`)
  if (account.usedAmount > account.creditBaseAmount)
    run.findings.add('limits', `${enterpriseId} uses ${account.usedAmount} of ${account.creditBaseAmount}`)
  const byHand = repayments.filter(({ source, automatic }) => source === 'wallet' && !automatic).map(({ amount }) => fromYuan(amount))
  const asked = expected.repaid.filter((one) => one.enterpriseId === enterpriseId).map(({ amountFen }) => amountFen)
  if (sorted(byHand) !== sorted(asked))
    run.findings.add('balances', `${enterpriseId} has ${byHand.length} repayments and was answered ${asked.length}`)
  const online = repayments.filter(({ source }) => source === 'gateway').map(({ amount }) => fromYuan(amount))
  const paid = expected.payments.filter((one) => one.enterpriseId === enterpriseId && one.what === 'repay' && one.keptFen > 0)
  if (sorted(online) !== sorted(paid.map(({ keptFen }) => keptFen)))
    run.findings.add('balances', `${enterpriseId} has ${online.length} repayments online, and the provider took ${paid.length}`)
}

/**
 * The lists of a buyer and of staff have the orders that he was answered, each in the state that he was answered. The state of which nobody
 * was answered is taken from the buyer's list into `expected`, for the checks that follow.
 */
async function verifyOrders(
  run: CrashCalls,
  callers: { main: RetryingCaller; staff: RetryingCaller },
  { expected, company }: { expected: ExpectedMall; company: CrashCompany },
) {
  const { enterpriseId } = company
  const add = (what: string) => run.findings.add('orders', what)
  const rows = await readPages<{ orderNo: string; state: string; payable: number }>(callers.main, '/order-api/api/order/list')
  const must = [...expected.orders.values()].filter((order) => order.enterpriseId === enterpriseId)
  const byNo = new Map(rows.map((row) => [row.orderNo, row]))
  for (const order of must) {
    const { orderNo, payableFen } = order
    const row = byNo.get(orderNo)
    // Whether it was paid or cancelled depends on which came first, and nobody was answered which.
    if (row && order.cancelUnclear) order.state = row.state as ExpectedOrder['state']
    const { state } = order
    if (!row) add(`${orderNo} is not listed`)
    else if (row.state !== state) add(`${orderNo} is ${row.state} and must be ${state}`)
    else if (fromYuan(row.payable) !== payableFen) add(`${orderNo} costs ${row.payable} and was answered ${payableFen}`)
  }
  if (rows.length !== must.length) add(`${enterpriseId} has ${rows.length} orders and was answered ${must.length}`)
  const shown = await readPages<{ orderNo: string; state: string }>(callers.staff, '/console-api/api/order/list', { enterpriseId })
  const stateByNo = new Map(shown.map(({ orderNo, state }) => [orderNo, state]))
  if (shown.length !== must.length) add(`staff see ${shown.length} orders of ${enterpriseId}, which was answered ${must.length}`)
  for (const { orderNo, state } of must)
    if (stateByNo.get(orderNo) !== state) add(`staff see ${orderNo} as ${stateByNo.get(orderNo)}, and it must be ${state}`)
}

/** A guest sees as many units as were there, less those of the orders that hold them. */
async function verifyUnits(
  run: CrashCalls,
  guest: RetryingCaller,
  { expected, world, ownerUrl }: { expected: ExpectedMall; world: CrashWorld; ownerUrl: string },
) {
  const sold = new Map<string, number>()
  for (const { state, lines } of expected.orders.values())
    if (state !== 'CANCELLED') for (const { skuId, goodsNum } of lines) sold.set(skuId, (sold.get(skuId) ?? 0) + goodsNum)
  const goods = await queryOnce<{ id: string }>(ownerUrl, 'select distinct goods_id as id from sku')
  for (const { id } of goods) {
    const { data } = await guest.read('/goods-api/api/goods/detail', { goodsId: id })
    for (const { skuId, stock } of (data as { skus: { skuId: string; stock: number }[] }).skus) {
      const left = unitsAtBeginning(world, skuId) - (sold.get(skuId) ?? 0)
      if (stock !== left) run.findings.add('stock', `${stock} units of ${skuId} are left and must be ${left}`)
    }
  }
}

/** Compares what people see with what the journal says that they must see. */
export async function verifyByCalls(
  run: CrashCalls,
  given: { expected: ExpectedMall; world: CrashWorld; ownerUrl: string },
): Promise<void> {
  const staff = await logInStaff(run)
  const { expected, world } = given
  for (const company of world.companies) {
    const main = await logInMain(run, company)
    await verifyBalances(run, main, { expected, company })
    await verifyOrders(run, { main, staff }, { expected, company })
    await verifyCouponsAndApprovals(run, main, { expected, company })
  }
  await verifyUnits(run, createRetryingCaller(run, { enterpriseId: '' }), given)
}
