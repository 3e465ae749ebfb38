import { expect, onTestFinished, test } from 'vitest'
import type { BuyerOrderAction, StaffOrderAction } from '#contract/orders/orders/shapes.ts'
import { fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { permissionCodes } from '#contract/platform/core/permissions.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { createPriceAndShelfEdits } from './console-edits.ts'
import { createDebtHelpers } from './debts.ts'
import { connectInvariantChecker } from './invariant-breaches.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from './mall.ts'
import { connectSandboxPaymentProvider } from './payment-provider.ts'
import { createSeededRandom } from './random.ts'
import { simulatedLedgerTransferKinds, simulationMoneyActions } from './simulation-money.ts'
import { pickRandomOrderAndActor, type SimulationAction, type SimulationState } from './simulation-state.ts'
import { simulationWaiverActions } from './simulation-waivers.ts'
import { selectByTestTier } from './tier.ts'
import { createWaybillNo } from './waybills.ts'

const SEED = Number(process.env.SEED ?? 20_261_128)
const PRESSES = Number(process.env.PRESSES ?? selectByTestTier({ landing: 300, release: 2_000 }))
/** The invariants are checked after this many presses. A check costs as much as ten presses. */
const CHECKED_EVERY = Number(process.env.CHECKED_EVERY ?? selectByTestTier({ landing: 25, release: 1 }))

/** An action that a screen offers is never refused because of the order's state. */
const inPlace = (act: Promise<unknown>, never: readonly string[] = ['ORDER_ACTION_NOT_ALLOWED', 'ALREADY_PAID']) =>
  act.catch((error: unknown) => {
    const outOfPlace = error instanceof Refusal && never.includes(error.reason)
    // A trade of two shops is paid completely or not at all. One of its orders may have been paid together with the other.
    throw outOfPlace ? new Error(`an offered action was refused: ${error.message}`) : error
  })

/** The buyer requests an after-sale as far as the page allows. */
async function asks({ random }: SimulationState, { buyer, orderNo }: { buyer: Buyer; orderNo: string }): Promise<void> {
  const { why, types, lines, freightLeft } = await buyer.api.afterSale.options({ orderNo })
  if (why !== null) return
  const type = random.pick(types)
  const asked = lines.flatMap(({ lineNo, unsent, sent }) => [
    ...(unsent > 0 && type === 'REFUND' ? [{ lineNo, stage: 'unsent' as const, quantity: 1 + random.below(unsent) }] : []),
    ...(sent > 0 && random.below(2) === 0 ? [{ lineNo, stage: 'sent' as const, quantity: 1 + random.below(sent) }] : []),
  ])
  const freight = type === 'REFUND' && freightLeft > 0 && (asked.length === 0 || random.below(3) === 0)
  if (asked.length === 0 && !freight) return
  await buyer.api.afterSale.apply({ orderNo, type, lines: asked, freight, reason: '其他', description: '' })
}

/** Moves an after-sale one step forward: by staff, by its buyer, or by nobody. */
async function goesOn({ random, staff, buyers }: SimulationState): Promise<void> {
  const { dataList } = await staff.api.consoleAfterSale.list({ pageSize: 100 })
  const open = dataList.filter(({ state }) => state in { APPLIED: 1, APPROVED: 1, RETURNING: 1, RECEIVED: 1 })
  if (open.length === 0) return
  const { enterpriseId, id } = random.pick(open)
  const ref = { enterpriseId, id }
  const buyer = buyers.find((one) => one.enterpriseId === enterpriseId)
  const { actions, lines, preview, freightAsked, freightLeft } = await staff.api.consoleAfterSale.detail(ref)
  const acts: Record<(typeof actions)[number] | 'sendBack' | 'withdraw', () => Promise<unknown>> = {
    approve: () => {
      const part = lines.map(({ lineNo, stage, asked }) => ({
        lineNo,
        stage,
        quantity: random.below(4) === 0 ? random.below(asked + 1) : asked,
      }))
      return staff.api.consoleAfterSale.approve({ ...ref, lines: part, freight: freightAsked ? freightLeft : ZERO_FEN, note: '' })
    },
    reject: () => staff.api.consoleAfterSale.reject({ ...ref, reason: '不符合' }),
    inspect: () => {
      const found = lines.map(({ lineNo, accepted }) => ({
        lineNo,
        accepted: random.below(3) === 0 ? random.below(accepted + 1) : accepted,
      }))
      const results = found.map((one) => ({ ...one, restocked: random.below(one.accepted + 1) }))
      return staff.api.consoleAfterSale.inspect({ ...ref, lines: results, note: '' })
    },
    exchange: () => staff.api.consoleAfterSale.exchange(ref),
    refundInstead: () => staff.api.consoleAfterSale.refundInstead({ ...ref, reason: '缺货' }),
    refund: () => staff.api.consoleAfterSale.refund({ ...ref, amount: preview?.total ?? ZERO_FEN }),
    say: async () => undefined,
    sendBack: async () => buyer?.api.afterSale.sendBack({ id, carrier: '顺丰速运', trackingNo: 'SF1000000000001' }),
    withdraw: async () => buyer?.api.afterSale.withdraw({ id }),
  }
  const own = (await buyer?.api.afterSale.detail({ id }))?.actions ?? []
  const offered = [
    ...actions,
    ...(own.includes('sendBack') ? (['sendBack', 'sendBack'] as const) : []),
    ...own.filter(() => random.below(4) === 0),
  ]
  if (offered.length > 0) await inPlace(acts[random.pick(offered)](), ['AFTER_SALE_MOVED', 'ORDER_ACTION_NOT_ALLOWED'])
}

const pin = ({ random }: SimulationState) => (random.below(25) === 0 ? '000001' : TEST_USER_PAYMENT_PASSWORD)

const buttons: Record<string, SimulationAction> = {
  async submit(scene) {
    const { random, buyers, skus, trades } = scene
    const buyer = random.pick(buyers)
    const lines = Array.from({ length: 1 + random.below(3) }, () => ({ skuId: random.pick(skus), goodsNum: 1 + random.below(5) }))
    const method = random.pick(['credit', 'wallet', 'online', 'transfer'] as const)
    const { quote } = await buyer.api.order.preview({ lines, method })
    const trade = await buyer.api.order.submit({ lines, method, addressId: buyer.addressId, quote })
    trades.push({ buyer, tradeId: trade.tradeId, orderNos: trade.orders.map(({ orderNo }) => orderNo) })
  },
  payByCredit: async (scene) => {
    const { by, tradeId } = pickRandomOrderAndActor(scene)
    return by.api.order.payByCredit({ tradeId, payPwd: pin(scene) })
  },
  payByWallet: async (scene) => {
    const { by, tradeId } = pickRandomOrderAndActor(scene)
    return by.api.order.payByWallet({ tradeId, payPwd: pin(scene) })
  },
  changeMethod: async (scene) => {
    const { by, tradeId } = pickRandomOrderAndActor(scene)
    return by.api.order.changeMethod({ tradeId, method: scene.random.pick(['credit', 'wallet', 'online'] as const) })
  },
  cancel: async (scene) => {
    const { by, orderNo } = pickRandomOrderAndActor(scene)
    return by.api.order.cancel({ orderNo, reason: '不要了' })
  },
  askCancel: async (scene) => {
    const { by, orderNo } = pickRandomOrderAndActor(scene)
    return by.api.order.askCancel({ orderNo, reason: '规格选错' })
  },
  withdrawCancel: async (scene) => {
    const { by, orderNo } = pickRandomOrderAndActor(scene)
    return by.api.order.withdrawCancel({ orderNo })
  },
  receive: async (scene) => {
    const { by, orderNo } = pickRandomOrderAndActor(scene)
    return by.api.order.receive({ orderNo })
  },
  ship: async (scene) => {
    const { buyer, orderNo } = pickRandomOrderAndActor(scene)
    const { enterpriseId } = buyer
    const { lines } = await scene.staff.api.consoleOrder.detail({ enterpriseId, orderNo })
    const picked = lines
      .map(({ lineNo, left }) => ({ lineNo, quantity: scene.random.below(left + 2) }))
      .filter(({ quantity }) => quantity > 0)
    if (picked.length === 0) return
    await scene.staff.api.consoleFulfilment.ship({
      enterpriseId,
      orderNo,
      carrier: '德邦快递',
      trackingNo: createWaybillNo(),
      lines: picked,
    })
  },
  closeShort: async (scene) => {
    // Prefers orders that were partly shipped.
    const { dataList } = await scene.staff.api.consoleOrder.list({ state: 'PART_SENT' })
    const { buyer, orderNo } = pickRandomOrderAndActor(scene)
    const order = dataList.length > 0 ? scene.random.pick(dataList) : { enterpriseId: buyer.enterpriseId, orderNo }
    return scene.staff.api.consoleFulfilment.closeShort({ enterpriseId: order.enterpriseId, orderNo: order.orderNo, reason: '缺货' })
  },
  agreeCancel: async (scene) => {
    const { buyer, orderNo } = pickRandomOrderAndActor(scene)
    return scene.staff.api.consoleOrder.agreeCancel({ enterpriseId: buyer.enterpriseId, orderNo })
  },
  refuseCancel: async (scene) => {
    const { buyer, orderNo } = pickRandomOrderAndActor(scene)
    return scene.staff.api.consoleOrder.refuseCancel({ enterpriseId: buyer.enterpriseId, orderNo, reason: '已在备货' })
  },
  /** A main account approves or rejects a pending request, or one that has already been decided. */
  async decide(scene) {
    const { mains, random } = scene
    const main = random.pick(mains)
    const { dataList } = await main.api.approval.list(random.below(6) === 0 ? {} : { state: 'PENDING' })
    if (dataList.length === 0) return
    const { id, mayDecide } = random.pick(dataList)
    const decision = random.below(3) === 0 ? main.api.approval.reject({ id, reason: '不买' }) : main.api.approval.approve({ id })
    await (mayDecide ? inPlace(decision, ['APPROVAL_DECIDED', 'OWN_APPROVAL']) : decision)
  },
  async setLimits({ mains, random }) {
    const main = random.pick(mains)
    const [seat] = await main.api.subUser.list({})
    if (!seat) return
    const limit = (most: number) => (random.below(3) === 0 ? null : fen(random.below(most) * 100))
    await main.api.subUser.modify({
      id: seat.id,
      name: seat.name,
      permCode: seat.permCode,
      orderLimit: limit(400),
      monthLimit: limit(4_000),
    })
  },
  adjustStock: async ({ staff, random, skus }) =>
    staff.api.consoleSku.adjustStock({ skuId: random.pick(skus), change: random.pick([-3, -1, 2, 6]), reason: '盘点' }),
  /** The buyer uses an action that his screen shows. It may fail for money or stock, but not for the order's state. */
  async buyerActs(scene) {
    const { buyer, tradeId, orderNo } = pickRandomOrderAndActor(scene)
    const { actions, method } = await buyer.api.order.detail({ orderNo })
    if (actions.length === 0) return
    const pays = method === 'wallet' ? buyer.api.order.payByWallet : buyer.api.order.payByCredit
    const acts: Record<BuyerOrderAction, () => Promise<unknown>> = {
      pay: () => pays({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD }),
      changeMethod: () => buyer.api.order.changeMethod({ tradeId, method: scene.random.pick(['credit', 'wallet'] as const) }),
      cancel: () => buyer.api.order.cancel({ orderNo, reason: '不要了' }),
      askCancel: () => buyer.api.order.askCancel({ orderNo, reason: '规格选错' }),
      withdrawCancel: () => buyer.api.order.withdrawCancel({ orderNo }),
      receive: () => buyer.api.order.receive({ orderNo }),
      afterSale: () => asks(scene, { buyer, orderNo }),
    }
    // Most people are content with their order.
    const content = actions.filter((action) => action !== 'afterSale')
    if (content.length === 0 && scene.random.below(2) === 0) return
    const requests = content.length > 0 && scene.random.below(4) > 0 ? content : actions
    await inPlace(acts[actions.includes('pay') && scene.random.below(3) > 0 ? 'pay' : scene.random.pick(requests)]())
  },
  /** A staff member does the same. */
  async staffActs(scene) {
    const { buyer, orderNo } = pickRandomOrderAndActor(scene)
    const ref = { enterpriseId: buyer.enterpriseId, orderNo }
    const { consoleOrder, consoleFulfilment } = scene.staff.api
    const { actions, lines } = await consoleOrder.detail(ref)
    if (actions.length === 0) return
    const left = lines.map((line) => ({ lineNo: line.lineNo, quantity: line.left })).filter(({ quantity }) => quantity > 0)
    const part = left.map(({ lineNo, quantity }) => ({ lineNo, quantity: 1 + scene.random.below(quantity) }))
    const acts: Record<StaffOrderAction, () => Promise<unknown>> = {
      ship: () => consoleFulfilment.ship({ ...ref, carrier: '德邦快递', trackingNo: createWaybillNo(), lines: part }),
      agreeCancel: () => consoleOrder.agreeCancel(ref),
      refuseCancel: () => consoleOrder.refuseCancel({ ...ref, reason: '已在备货' }),
      closeShort: () => consoleFulfilment.closeShort({ ...ref, reason: '缺货' }),
    }
    await inPlace(acts[scene.random.pick(actions)]())
  },
  goesOn,
  setPrice: async ({ staff, random, skus }) => {
    const salePrice = (1_001 + random.below(9_000)) as never
    return createPriceAndShelfEdits(staff).setPrice({
      skuId: random.pick(skus),
      salePrice,
      creditPrice: ((salePrice as number) + 77) as never,
    })
  },
  timePasses: async ({ mall, random }) => {
    mall.clock.forward(random.pick([60_000, 3_600_000, 26 * 3_600_000]))
    await mall.runDeadlines()
    await mall.renew()
  },
}

type AnyOfIds = ReturnType<typeof anyOfIdsSql>

/** Some actions are more frequent, so that orders are created, paid and shipped before they are cancelled. */
const often = [
  'goesOn',
  'goesOn',
  'submit',
  'submit',
  'buyerActs',
  'buyerActs',
  'buyerActs',
  'decide',
  'staffActs',
  'staffActs',
  'staffActs',
]

/** The weights for money: buyers usually pay at once, and weeks pass. */
const ofMoney: Record<string, SimulationAction> = {
  ...buttons,
  ...simulationMoneyActions,
  ...simulationWaiverActions,
  async submit(scene) {
    const before = scene.trades.length
    await buttons.submit?.(scene)
    const { buyer, tradeId, orderNos } = scene.trades[before] ?? {}
    if (!buyer || !tradeId || scene.random.below(4) === 0) return
    const { method } = await buyer.api.order.detail({ orderNo: orderNos?.[0] ?? '' })
    if (method === 'credit') await buyer.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
    if (method === 'wallet') await buyer.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
    if (method === 'online') await simulationMoneyActions.payLatestOnline?.(scene)
  },
}
const oftenOfMoney = [
  ...['draws', 'draws', 'draws', 'submit', 'submit', 'staffActs', 'staffActs', 'buyerActs', 'closeShort'],
  ...[
    'payLatestOnline',
    'topUpOnline',
    'repayOnline',
    'dispute',
    'decideDispute',
    'withdrawDispute',
    'waiveInterest',
    'decideWaiver',
    'giveBack',
    'goodsComeBack',
    'scanAgain',
    'weeksPass',
  ],
]

/** Logs people in again when their sessions have expired, because the clock moves fast here. */
async function press(scene: SimulationState, button: SimulationAction | undefined): Promise<string> {
  try {
    await button?.(scene)
    return 'ok'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.reason
  }
}

interface SimulationOptions {
  buttons: Record<string, SimulationAction>
  often: readonly string[]
  presses: number
  /** Returns what has to happen and did not, in the rows of these enterprises. */
  findMissing: (db: Db, ours: AnyOfIds) => Promise<string[]>
}

/** How many times as many actions an unlucky seed may take. */
const LONGEST = 4

/**
 * Performs random actions and checks the invariants after each. A simulation in which everything is refused proves nothing, so it goes on
 * until everything has happened once. Returns what never did, and the number of each result.
 */
async function simulate({ buttons: all, often: more, presses, findMissing }: SimulationOptions) {
  const mall = await openMall()
  const random = createSeededRandom(SEED)
  const skus = [
    await mall.createSku('U84', { stock: 120, sale: '38.51', credit: '40.37' }),
    await mall.createSku('W6-20', { stock: 50, sale: '28.03', credit: '29.49' }),
    await mall.createSku('现金专供', { stock: 80, sale: '9.99', credit: null }),
    await mall.createSku('另店', { stock: 60, sale: '126.07', credit: '132.31', shopId: await mall.newShop('另一家店') }),
  ]
  const mains = [
    await mall.buyer('林', { credit: '3000', wallet: '2000' }),
    await mall.buyer('王', { credit: '500', wallet: '300' }),
    await mall.buyer('陈', { wallet: '5000' }),
  ]
  const buyers = [...mains]
  for (const main of mains) {
    buyers.push(await mall.subAccount(main, permissionCodes))
    const [seat] = await main.api.subUser.list({})
    const limits = { orderLimit: yuanTextToFen('200'), monthLimit: yuanTextToFen('1500') }
    await main.api.subUser.modify({ id: seat?.id ?? '', name: '采购', permCode: permissionCodes.join(','), ...limits })
  }
  const scene: SimulationState = {
    provider: await connectSandboxPaymentProvider(mall, { secondsScale: 1 }),
    debts: createDebtHelpers(mall),
    payments: [],
    mall,
    random,
    buyers,
    mains,
    staff: await mall.staff('support', 'warehouse', 'catalogue', 'finance', 'admin'),
    secondStaff: await mall.staff('finance'),
    skus,
    trades: [],
  }
  const books = await connectInvariantChecker(mall.ownerUrl)
  onTestFinished(books.close)
  const diary: string[] = []
  const seen = new Map<string, number>()
  const ours = anyOfIdsSql(buyers.map((one) => one.enterpriseId))
  const expectIntact = async (step: number) =>
    expect(await books.look(), `seed ${SEED}, press ${step}, after:\n${diary.slice(-CHECKED_EVERY - 4).join('\n')}`).toEqual({})
  let missing: string[] = []
  for (let step = 0; step < presses * LONGEST; step++) {
    if (step >= presses) missing = await findMissing(mall.db, ours)
    if (step >= presses && missing.length === 0) break
    const name = random.below(3) > 0 ? random.pick(more) : random.pick(Object.keys(all))
    const outcome = await press(scene, all[name])
    diary.push(`${name}: ${outcome}`)
    seen.set(`${name}: ${outcome}`, (seen.get(`${name}: ${outcome}`) ?? 0) + 1)
    expect(outcome, `no press may break the server\n${diary.slice(-5).join('\n')}`).not.toBe('DEFECT')
    expect(outcome, 'nobody was logged out').not.toBe('NOT_LOGGED_IN')
    if (step % CHECKED_EVERY === 0) await expectIntact(step)
  }
  await expectIntact(diary.length)
  return { missing, story: [...seen].sort().join('\n') }
}

async function findMissingSteps(db: Db, ours: AnyOfIds): Promise<string[]> {
  const moves = await db.selectFrom('order_event').select('verb').distinct().where('enterprise_id', '=', ours).execute()
  const steps = await db.selectFrom('after_sale_entry').select('verb').distinct().where('enterprise_id', '=', ours).execute()
  const moved = moves.map(({ verb }) => verb)
  const taken = steps.map(({ verb }) => verb)
  const expected = [
    ...(['pay', 'changeMethod', 'cancel', 'askCancel', 'agreeCancel', 'shipPart', 'shipRest', 'closeShort', 'receive'] as const),
    ...(['expirePayment', 'approve', 'reject', 'askApproval'] as const),
  ]
  const missing: string[] = expected.filter((verb) => !moved.includes(verb))
  return missing.concat((['apply', 'approve', 'refund'] as const).filter((verb) => !taken.includes(verb)))
}

async function findMissingTransfers(db: Db, ours: AnyOfIds): Promise<string[]> {
  const transfers = await db.selectFrom('ledger_transfer').select('kind').distinct().where('enterprise_id', '=', ours).execute()
  const kinds: string[] = transfers.map(({ kind }) => kind)
  return simulatedLedgerTransferKinds.filter((kind) => !kinds.includes(kind))
}

/** Goal: whatever people do, in any order, goods and money stay accounted for. Replay with SEED=… and CHECKED_EVERY=1, run longer with PRESSES=… */
test(`${PRESSES} random actions leave all invariants intact (seed ${SEED})`, async () => {
  const { missing, story } = await simulate({ buttons, often, presses: PRESSES, findMissing: findMissingSteps })
  expect(missing, `never happened:\n${story}`).toEqual([])
}, 600_000)

test(`${PRESSES} actions with month closings and provider payments leave all invariants intact (seed ${SEED})`, async () => {
  const { missing, story } = await simulate({ buttons: ofMoney, often: oftenOfMoney, presses: PRESSES, findMissing: findMissingTransfers })
  expect(missing, `never happened:\n${story}`).toEqual([])
}, 600_000)
