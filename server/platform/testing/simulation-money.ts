import { setTimeout as pause } from 'node:timers/promises'
import { fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { createRefusal } from '#contract/platform/core/refusals.ts'
import { noNoticeFaults } from '#sandbox/notices.ts'
import { type Buyer, ONE_DAY_MS, TEST_USER_PAYMENT_PASSWORD } from './mall.ts'
import { pickRandomOrderAndActor, type SimulationAction, type SimulationState } from './simulation-state.ts'
import { createWaybillNo } from './waybills.ts'

const channel = ({ random }: SimulationState) => random.pick(['wechat', 'card'] as const)

/** Waits until the notifications of an action have been delivered, so that the next action sees its result. */
async function deliveries({ provider }: SimulationState, count: number, act: () => Promise<void>): Promise<void> {
  const before = provider.deliveries.length
  await act()
  for (let looks = 0; looks < 200 && provider.deliveries.length < before + count; looks++) await pause(10)
}

/** The buyer at the provider: he pays and the mall is notified once, twice or not at all, or he cancels, or he leaves it open. */
async function atProvider(state: SimulationState, { buyer, paymentId }: { buyer: Buyer; paymentId: string }): Promise<void> {
  const { provider, random } = state
  const { invitation } = await buyer.api.payment.detail({ paymentId })
  if (!invitation) return
  const choice = random.below(8)
  if (choice === 0) return
  if (choice === 1) return provider.refuses(invitation)
  if (choice === 2) {
    // The mall gets no notification and has to query.
    Object.assign(provider.faults, { delayMs: 3_600_000 })
    await provider.pays(invitation)
    Object.assign(provider.faults, noNoticeFaults)
    return
  }
  Object.assign(provider.faults, { double: choice === 3 ? 1 : 0 })
  await deliveries(state, choice === 3 ? 2 : 1, () => provider.pays(invitation))
  Object.assign(provider.faults, noNoticeFaults)
}

async function begins(state: SimulationState, buyer: Buyer, begun: Promise<{ paymentId: string }>): Promise<void> {
  const { paymentId } = await begun
  state.payments.push({ buyer, paymentId })
  await atProvider(state, { buyer, paymentId })
}

const anyPayment = ({ random, payments }: SimulationState) => {
  if (payments.length === 0) throw createRefusal('PAYMENT_NOT_FOUND')
  return random.pick(random.below(3) === 0 ? payments : payments.slice(-4))
}

/** A company that owes, if there is one, and a part of the amount; sometimes more than the amount. */
async function somebodyWhoOwes({ mains, random }: SimulationState) {
  const owing: { buyer: Buyer; total: number }[] = []
  for (const buyer of mains) {
    const { total } = await buyer.api.statement.owed({}).catch(() => ({ total: 0 }))
    if (total > 0) owing.push({ buyer, total })
  }
  const { buyer, total } = owing.length > 0 ? random.pick(owing) : { buyer: random.pick(mains), total: 0 }
  return { buyer, amount: fen(1 + random.below(random.below(8) === 0 ? 200_000 : Math.max(1, total))) }
}

/** The actions about money. */
export const simulationMoneyActions: Record<string, SimulationAction> = {
  async payOnline(scene) {
    const { by, tradeId } = pickRandomOrderAndActor(scene)
    await begins(scene, by, by.api.payment.create({ tradeId, channel: channel(scene) }))
  },
  /** Pays online one of the newest orders that wait for it. */
  async payLatestOnline(scene) {
    for (const { buyer, tradeId, orderNos } of scene.trades.slice(-8).reverse()) {
      const { method, actions } = await buyer.api.order.detail({ orderNo: orderNos[0] ?? '' })
      if (method !== 'online' || !actions.includes('pay')) continue
      return begins(scene, buyer, buyer.api.payment.create({ tradeId, channel: channel(scene) }))
    }
  },
  /** Orders on credit, and the order is shipped at once. */
  async draws({ mains, random, skus, staff, trades }) {
    const buyer = random.pick(mains.slice(0, 2))
    const lines = [{ skuId: random.pick(skus.slice(0, 2)), goodsNum: 1 + random.below(4) }]
    const { quote } = await buyer.api.order.preview({ lines, method: 'credit' })
    const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'credit', addressId: buyer.addressId, quote })
    const orderNos = orders.map(({ orderNo }) => orderNo)
    trades.push({ buyer, tradeId, orderNos })
    await buyer.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
    const parcel = { enterpriseId: buyer.enterpriseId, orderNo: orderNos[0] ?? '', carrier: '德邦快递', trackingNo: createWaybillNo() }
    return staff.api.consoleFulfilment.ship({ ...parcel, lines: [{ lineNo: 1, quantity: 1 + random.below(lines[0]?.goodsNum ?? 1) }] })
  },
  /** Cancels a paid order with the consent of staff. */
  async refundOrder({ trades, staff }) {
    for (const { buyer, orderNos } of trades.slice(-10)) {
      const [orderNo = ''] = orderNos
      const { actions } = await buyer.api.order.detail({ orderNo })
      if (!actions.includes('askCancel')) continue
      await buyer.api.order.askCancel({ orderNo, reason: '不要了' })
      return staff.api.consoleOrder.agreeCancel({ enterpriseId: buyer.enterpriseId, orderNo })
    }
  },
  /** Scans an old payment code: open, expired, of a cancelled order, or already paid. */
  scanAgain: (scene) => atProvider(scene, anyPayment(scene)),
  cancelPayment: (scene) => {
    const { buyer, paymentId } = anyPayment(scene)
    return buyer.api.payment.cancel({ paymentId })
  },
  async topUpOnline(scene) {
    const buyer = scene.random.pick(scene.mains)
    await begins(scene, buyer, buyer.api.payment.topUp({ amount: fen(1 + scene.random.below(90_000)), channel: channel(scene) }))
  },
  async repayOnline(scene) {
    const { buyer, amount } = await somebodyWhoOwes(scene)
    await begins(scene, buyer, buyer.api.payment.repay({ amount, channel: channel(scene), months: [] }))
  },
  async repayByWallet(scene) {
    const { buyer, amount } = await somebodyWhoOwes(scene)
    await buyer.api.statement.repayByWallet({ amount, months: [], payPwd: TEST_USER_PAYMENT_PASSWORD })
  },
  /** Repays all of it, or one fen more. */
  async repayAll({ mains, random }) {
    const buyer = random.pick(mains)
    const { total } = await buyer.api.statement.owed({})
    const amount = fen(total + random.below(2))
    if (amount > 0) await buyer.api.statement.repayByWallet({ amount, months: [], payPwd: TEST_USER_PAYMENT_PASSWORD })
  },
  autoRepay: ({ mains, random }) => {
    const { statement } = random.pick(mains).api
    return random.below(3) === 0 ? statement.disableAutoRepay({}) : statement.enableAutoRepay({ payPwd: TEST_USER_PAYMENT_PASSWORD })
  },
  /** Disputes a line of a statement, usually of an unpaid one, or confirms the statement. */
  async dispute({ mains, random }) {
    const { statement } = random.pick(mains.slice(0, 2)).api
    const unpaid = (await statement.list({})).dataList.filter(({ owed }) => owed > 0)
    const { dataList } = unpaid.length > 0 ? { dataList: unpaid } : await statement.list({})
    if (dataList.length === 0) return
    const { month } = random.pick(dataList)
    if (random.below(8) === 0) return statement.confirm({ month })
    const { lines } = await statement.detail({ month })
    return lines.length === 0 ? undefined : statement.dispute({ month, id: random.pick(lines).id, reason: '数量不符' })
  },
  /** Pays the buyer for a delivered unit that he keeps. */
  async goodsComeBack({ trades, random, staff }) {
    if (trades.length === 0) throw createRefusal('ORDER_NOT_FOUND')
    const { buyer, orderNos } = random.pick(trades.slice(-12))
    const orderNo = random.pick(orderNos)
    const { why, types, lines } = await buyer.api.afterSale.options({ orderNo })
    const line = lines.find(({ sent }) => sent > 0)
    if (why !== null || !types.includes('REFUND') || !line) return
    const asked = [{ lineNo: line.lineNo, stage: 'sent' as const, quantity: 1 }]
    const request = { orderNo, type: 'REFUND' as const, lines: asked, freight: false, reason: '其他', description: '' }
    const ref = { enterpriseId: buyer.enterpriseId, id: (await buyer.api.afterSale.apply(request)).id }
    await staff.api.consoleAfterSale.approve({ ...ref, lines: [], freight: ZERO_FEN, note: '' })
    const { preview } = await staff.api.consoleAfterSale.detail(ref)
    await staff.api.consoleAfterSale.refund({ ...ref, amount: preview?.total ?? ZERO_FEN })
  },
  /** Cancels an order while its payment code is shown, and then pays it. */
  async paysTooLate(scene) {
    const { random, mains, skus, trades, provider } = scene
    const buyer = random.pick(mains)
    const lines = [{ skuId: random.pick(skus), goodsNum: 1 }]
    const { quote } = await buyer.api.order.preview({ lines, method: 'online' })
    const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'online', addressId: buyer.addressId, quote })
    const orderNos = orders.map(({ orderNo }) => orderNo)
    trades.push({ buyer, tradeId, orderNos })
    const { paymentId } = await buyer.api.payment.create({ tradeId, channel: channel(scene) })
    const { invitation } = await buyer.api.payment.detail({ paymentId })
    for (const orderNo of orderNos) await buyer.api.order.cancel({ orderNo, reason: '不要了' })
    await deliveries(scene, 1, () => provider.pays(invitation))
  },
  async decideDispute({ staff, random }) {
    const { dataList } = await staff.api.consoleStatement.disputes({})
    if (dataList.length === 0) return
    const { enterpriseId, month, id } = random.pick(dataList)
    const forBuyer = random.below(2) === 0
    return staff.api.consoleStatement.decideDispute({ enterpriseId, month, id, forBuyer, opinion: '已核对' })
  },
  /** The buyer withdraws a dispute that waits. */
  async withdrawDispute({ mains, random }) {
    const { statement } = random.pick(mains.slice(0, 2)).api
    const { dataList } = await statement.list({})
    if (dataList.length === 0) return
    const { month } = random.pick(dataList)
    const open = (await statement.detail({ month })).lines.filter(({ dispute }) => dispute?.state === 'OPEN')
    return open.length === 0 ? undefined : statement.withdrawDispute({ month, id: random.pick(open).id })
  },
  /** Runs the jobs about money on the same day. */
  moneyJobs: ({ provider, debts }) => moneyJobs({ provider, debts }),
  /** Moves the clock by half a month: months are closed, become overdue, bear interest, and are repaid automatically. */
  async weeksPass({ mall, random, provider, debts }) {
    mall.clock.forward((5 + random.below(12)) * ONE_DAY_MS)
    await mall.runDeadlines()
    await moneyJobs({ provider, debts })
    await mall.renew()
  },
}

/** Queries providers, completes refunds, closes months, charges days, and repays what is due. */
async function moneyJobs({ provider, debts }: Pick<SimulationState, 'provider' | 'debts'>): Promise<void> {
  await provider.tellsClosed()
  await provider.janitor()
  await provider.refunds()
  await debts.jobs()
}

/** The kinds of ledger transfers that these actions cause. */
export const simulatedLedgerTransferKinds = [
  ...(['topUpByGateway', 'payByGateway', 'repayByGateway', 'repayByWallet', 'chargeInterest', 'interestByWallet'] as const),
  ...([
    'gatewayToSuspense',
    'suspenseToGateway',
    'refundToGateway',
    'refundToWallet',
    'refundToCredit',
    'adjust',
    'draw',
    'void',
    'waiveInterest',
  ] as const),
]
