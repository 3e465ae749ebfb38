import { fen, fromYuan } from '#contract/platform/core/money.ts'
import { addDays, addHours, addMonths, getStartOfShanghaiDay, toShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { createJournalEntriesOfMissingDays } from '#server/billing/journal/public.ts'
import { computeMarginTotalsOfJournalDays } from '#server/billing/margins/public.ts'
import { computeSalesTotalsOfUnclosedDays } from '#server/operations/reports/public.ts'
import { createMoment } from '#server/platform/core/moment.ts'
import { grantTempLimitAsStaff } from '#server/platform/testing/limits.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { assignDemoAccountManager, createDemoAccountManagerHistory } from './account-managers.ts'
import { addBannersAndInquiries } from './banners-and-inquiries.ts'
import { createDemoMaterialCodesAndLists } from './buying-habits.ts'
import {
  createDemoCompanyGroup,
  createDemoGroupPurchasesOfLastMonth,
  createDemoGroupPurchasesOfThisMonth,
  repayDemoGroupStatements,
} from './company-group.ts'
import { addFavourites, type DemoCoupons, issueCurrentCoupons, issuePastCoupons } from './coupons.ts'
import { addTracking, createDemoDieselDeliveries } from './deliveries.ts'
import { createDemoErpIntegration } from './integration.ts'
import { setLevelBenefits } from './levels.ts'
import { addLicences } from './licences.ts'
import { sendDemoOrderProposal } from './order-proposals.ts'
import { addDemoMiningCompanyComment, createDemoTunnelCompanyComments } from './past-comments.ts'
import { createDemoDrawdownsOfMonth, repayDemoMonthInPart, repayInTime } from './past-credit.ts'
import { createDemoInvoicesInEveryState } from './past-invoices.ts'
import { MAIN, SUB, TWO_SEATS } from './people.ts'
import { createDemoSuppliersAndReceipts, createOpenDemoPurchaseOrders, recordDemoSupplierInvoices } from './purchasing.ts'
import { createDemoQuotations } from './quotations.ts'
import {
  type DemoCompanies,
  grantDemoLevels,
  REGISTRATION_DAYS_BEFORE_FIRST_ORDER,
  registerWaitingCompanies,
} from './register-companies.ts'
import { setDemoPrices } from './set-prices.ts'
import { createMinePatrols, type DemoSiteIds, openDemoSites, recordDemoMeterReadings } from './sites.ts'
import { createDemoStockCounts } from './stock-counts.ts'
import { logInDemoMember, logInDemoStaff, type StoryContext } from './story-context.ts'
import { addToCart, type DemoOrderLineRequest, placeOrder, recordDemoBankTopUp, searchSkuByCode, shipOrders } from './trade.ts'
import { createDemoBatches, createDemoWarehouses } from './warehouses.ts'
import { createDemoWave } from './waves.ts'
import { createDemoWaybill } from './waybills.ts'
import { getStartOfDemoMonth, playYearBefore } from './year-before.ts'

type Play = StoryContext & { companies: DemoCompanies }

async function prepare(stage: Play): Promise<void> {
  const { mining, tunnel } = stage.companies
  await recordDemoBankTopUp(stage, mining, fromYuan(60_000), 'ICBC-DEMO-0001')
  await addLicences(stage)
  await grantDemoLevels(stage, stage.companies)
  const lin = await logInDemoMember(stage, MAIN)
  await lin.api.address.add({ name: '林国栋', mobile: MAIN, areaCode: '440307', detail: '宝龙街道 锦龙四路 9 号 备件库', isDefault: true })
  await lin.api.address.add({
    name: '赵师傅',
    mobile: '13900000012',
    areaCode: '441881',
    detail: '英红镇 鹏岩二矿 采掘队',
    isDefault: false,
  })
  // A login opens the enterprise that was used last.
  await (await logInDemoMember(stage, SUB)).api.enterprise.change({ enterpriseId: mining })
  const huang = await logInDemoMember(stage, TWO_SEATS)
  const { token } = await huang.api.enterprise.change({ enterpriseId: tunnel })
  const atTunnel = createTestUser(stage.http, token)
  const { agreementVersion: version } = await atTunnel.api.credit.overview({})
  await atTunnel.api.credit.acceptAgreement({ agree: true, version })
  await createDemoCompanyGroup(stage, stage.companies)
}

/** Buying on credit and shipping, for the stories of statements. */
const tradingOf = (stage: Play) => ({
  mining: stage.companies.mining,
  buy: async (lines: readonly DemoOrderLineRequest[]) => placeOrder(await logInDemoMember(stage, MAIN), lines, { method: 'credit' }),
  send: async (orderNos: readonly string[]) => shipOrders(await logInDemoStaff(stage), stage.companies.mining, orderNos),
})

/** Purchases from the wallet in earlier months: shipped, received, finished. Returns the numbers of those that were reviewed, the oldest first. */
async function pastPurchases(stage: Play, { mine, road }: DemoSiteIds, coupons: DemoCoupons, today: string): Promise<string[]> {
  const bought: string[] = []
  const { mining } = stage.companies
  const trading = tradingOf(stage)
  const carts = [
    {
      ago: 5,
      day: 12,
      opinion: null,
      lines: [
        ['KT-U94-28', 80],
        ['KT-U92-25', 60],
      ],
      site: mine,
      claims: [],
    },
    { ago: 4, day: 12, opinion: 0, lines: [['KT-U84-22', 200]], site: mine, claims: [coupons.welcome] },
    { ago: 4, day: 24, opinion: null, lines: [['KT-W7-20', 150]], site: road, claims: [] },
    { ago: 3, day: 12, opinion: 1, lines: [['KT-W6-20', 500]], site: road, claims: [] },
    // The second coupon cannot be used at once, and is then not used.
    { ago: 2, day: 12, opinion: 2, lines: [['KT-DZ38-45', 24]], site: mine, claims: [coupons.welcome, coupons.holiday] },
    { ago: 1, day: 12, opinion: 3, lines: [['KT-U84-22', 300]], site: mine, claims: [] },
  ] as const
  for (const [at, { ago, day, opinion, lines, site, claims }] of carts.entries()) {
    const month = addMonths(toShanghaiMonth(getStartOfShanghaiDay(today)), -ago)
    stage.clock.now = new Date(getStartOfShanghaiDay(`${month}-${day}`).getTime() + 10 * 3_600_000)
    const lin = await logInDemoMember(stage, MAIN)
    for (const templateId of claims) await lin.api.coupon.claim({ templateId })
    const orderNos = await placeOrder(lin, lines, { method: 'wallet', site, poNumber: `PY-CG-${month.replace('-', '')}-0${at + 1}` })
    stage.clock.now = new Date(stage.clock.now.getTime() + 26 * 3_600_000)
    await shipOrders(await logInDemoStaff(stage), mining, orderNos)
    stage.clock.now = new Date(stage.clock.now.getTime() + 3 * 86_400_000)
    const buyer = await logInDemoMember(stage, MAIN)
    for (const orderNo of orderNos) await buyer.api.order.receive({ orderNo })
    if (opinion === null) continue
    bought.push(...orderNos)
    await addDemoMiningCompanyComment(stage, buyer, { enterpriseId: mining, orderNos, at: opinion })
    const [before, last] = [
      addMonths(toShanghaiMonth(getStartOfShanghaiDay(today)), -2),
      addMonths(toShanghaiMonth(getStartOfShanghaiDay(today)), -1),
    ]
    if (month === before || month === last) await createDemoDrawdownsOfMonth(stage, month, trading)
    if (month === before) await repayInTime(stage, month, trading)
  }
  return bought
}

/** This month: orders on credit in every state. Returns the numbers of those that have arrived. */
async function thisMonth(stage: Play, sites: DemoSiteIds, coupons: DemoCoupons, now: Date): Promise<string[]> {
  const { mining } = stage.companies
  const month = getStartOfShanghaiDay(`${toShanghaiMonth(now)}-01`).getTime()
  // From nine o'clock on the first of the month. If the demo is started before that, at half of the time since the month began.
  const opened = month + Math.min(9 * 3_600_000, (now.getTime() - month) / 2)
  const begin = Math.max(opened, now.getTime() - 12 * 86_400_000)
  const step = (now.getTime() - begin) / 8
  const advance = (at: number) => {
    stage.clock.now = new Date(begin + step * at)
  }
  advance(0)
  await assignDemoAccountManager(stage, stage.companies)
  const received = await placeOrder(
    await logInDemoMember(stage, MAIN),
    [
      ['KT-U84-22', 400],
      ['KT-DZ38-45', 20],
    ],
    { method: 'credit', site: sites.mine, poNumber: `PY-CG-${toShanghaiMonth(now).replace('-', '')}-11` },
  )
  advance(1)
  await shipOrders(await logInDemoStaff(stage), mining, received)
  const parted = await placeOrder(await logInDemoMember(stage, MAIN), [['KT-W6-20', 1_000]], { method: 'credit', site: sites.road })
  advance(2)
  await shipOrders(await logInDemoStaff(stage), mining, parted, { part: 0.6 })
  for (const orderNo of received) await (await logInDemoMember(stage, MAIN)).api.order.receive({ orderNo })
  await createDemoDieselDeliveries(stage, { mining, projectId: sites.mine.projectId }, (part) => advance(3 + part))
  const sent = await placeOrder(await logInDemoMember(stage, MAIN), [['KT-U84-22', 150]], { method: 'credit' })
  advance(4)
  await shipOrders(await logInDemoStaff(stage), mining, sent, { carrier: '安能物流' })
  await addTracking(stage, { enterpriseId: mining, orderNos: sent, advance: (part) => advance(4 + part) })
  advance(5)
  const [cancelled = ''] = await placeOrder(await logInDemoMember(stage, MAIN), [['KT-U92-25', 60]], { method: 'wallet', pay: false })
  await (await logInDemoMember(stage, MAIN)).api.order.cancel({ orderNo: cancelled, reason: '规格选错' })
  advance(5.5)
  await createMinePatrols(stage, sites)
  await createDemoGroupPurchasesOfThisMonth(stage, stage.companies)
  advance(6)
  // Forty more are in the cart because of the patrol.
  await placeOrder(
    await logInDemoMember(stage, MAIN),
    [
      ['KT-U84-22', 200],
      ['KT-CY0-200', 4],
    ],
    { method: 'credit', site: sites.mine },
  )
  advance(7.9)
  const lin = await logInDemoMember(stage, MAIN)
  await lin.api.coupon.claim({ templateId: coupons.milling })
  await placeOrder(lin, [['KT-W6-20', 300]], { method: 'wallet', pay: false })
  return received
}

/** Sets the limit, the temporary limit and the wallet to the documented amounts. */
async function finish(stage: Play, now: Date): Promise<void> {
  const { mining } = stage.companies
  stage.clock.now = now
  const staff = await logInDemoStaff(stage)
  const creditTempEndDate = addDays(toShanghaiDay(now), 40)
  await grantTempLimitAsStaff(staff, { enterpriseId: mining, tempLimit: fromYuan(100_000), creditTempEndDate, reason: '旺季备货' })
  const { walletBalance } = await staff.api.consoleEnterprise.detail({ enterpriseId: mining })
  const missing = fen(fromYuan(80_000) - walletBalance)
  if (missing > 0) await recordDemoBankTopUp(stage, mining, missing, 'ICBC-DEMO-0002')
  await setDemoPrices(stage, mining)
  // Before today's coupons are claimed, because an order that waits for approval would lock one.
  await createDemoMaterialCodesAndLists(stage, mining)
  await Promise.all([issueCurrentCoupons(stage, stage.companies), addFavourites(stage)])
  await setLevelBenefits(stage)
  const lin = await logInDemoMember(stage, MAIN)
  await lin.api.stockWait.add({ skuId: (await searchSkuByCode(lin, 'KT-DZ38-40')).skuId })
  await addToCart(lin, [
    ['KT-U84-22', 60],
    ['KT-W6-20', 100],
  ])
}

/** When the earlier months of the demo enterprise begin. */
const beginOf = (now: Date): Date => getStartOfDemoMonth(now, 5)

/** When the demo's first people register: the clock of the stories starts here, a year before these months. */
export const computeStoryStart = (now: Date): Date => addHours(getStartOfDemoMonth(now, 17), 9 - REGISTRATION_DAYS_BEFORE_FIRST_ORDER * 24)

/** Plays the earlier months of the demo enterprise, with the same calls as its people would use. */
export async function playDemoStories(play: Play, now: Date): Promise<void> {
  await createDemoSuppliersAndReceipts(play)
  await playYearBefore(play, play.companies.tunnel, now)
  play.clock.now = beginOf(now)
  await prepare(play)
  const sites = await openDemoSites(play)
  const coupons = await issuePastCoupons(play)
  const bought = await pastPurchases(play, sites, coupons, toShanghaiDay(now))
  await createDemoTunnelCompanyComments(play, play.companies.tunnel)
  await createDemoGroupPurchasesOfLastMonth(play, play.companies)
  await repayDemoMonthInPart(play, addMonths(toShanghaiMonth(now), -1), tradingOf(play), now)
  await repayDemoGroupStatements(play, play.companies, now)
  const received = await thisMonth(play, sites, coupons, now)
  // All sales and postings of the days that are over have been made; nothing is posted before this time from here on.
  const lastHours = addHours(now, -2)
  await Promise.all([
    computeSalesTotalsOfUnclosedDays(play.db, createMoment(now)),
    createJournalEntriesOfMissingDays(play.db, createMoment(lastHours)).then(() =>
      computeMarginTotalsOfJournalDays(play.db, createMoment(lastHours)),
    ),
    registerWaitingCompanies(play, now),
  ])
  // Two hours of the last stories are left until now, and quotations take one of their own.
  play.clock.now = addHours(lastHours, -1)
  await createDemoQuotations(play, play.companies.mining)
  await addBannersAndInquiries(play)
  await recordDemoMeterReadings(play, sites)
  const { mining } = play.companies
  await createDemoInvoicesInEveryState(play, now, {
    mining,
    orderNos: [...bought, ...received],
    month: addMonths(toShanghaiMonth(now), -2),
  })
  await finish(play, now)
  await createDemoErpIntegration(play, mining)
  await Promise.all([
    createDemoWave(play),
    createDemoAccountManagerHistory(play, play.companies, now),
    createOpenDemoPurchaseOrders(play),
    recordDemoSupplierInvoices(play),
    createDemoWarehouses(play),
  ])
  await createDemoWaybill(play, mining)
  await sendDemoOrderProposal(play, mining)
  await createDemoStockCounts(play)
  await createDemoBatches(play)
  play.clock.now = now
}
