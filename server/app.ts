import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { contract } from '../contract/api.ts'
import { consoleEnterpriseAccessHandlers, consoleUserHandlers } from './access/console-routes.ts'
import { accessHandlers, smsHandlers, userSecurityHandlers } from './access/routes.ts'
import { addressHandlers } from './address/routes.ts'
import { afterSaleHandlers, consoleAfterSaleHandlers } from './after-sale/routes.ts'
import { approvalHandlers } from './approval/routes.ts'
import { consoleBankHandlers, consoleWalletHandlers } from './bank/routes.ts'
import { consoleVoucherHandlers } from './bank/voucher-routes.ts'
import { billHandlers } from './bills/routes.ts'
import { adviceHandlers, projectCostHandlers } from './bookings/routes.ts'
import { consoleLedgerHandlers, consoleProofHandlers } from './books/routes.ts'
import { cartHandlers } from './cart/routes.ts'
import { consoleSkuHandlers } from './catalog/console-routes.ts'
import { goodsCategoryHandlers, goodsHandlers } from './catalog/routes.ts'
import { checkoutHandlers } from './checkout/routes.ts'
import { commentHandlers, consoleCommentHandlers } from './comments/routes.ts'
import { consoleHolidayHandlers, consoleSettingHandlers } from './content/console-routes.ts'
import { siteHandlers } from './content/routes.ts'
import { contractHandlers } from './contracts/routes.ts'
import { consoleCreditHandlers, decideLimitHandlers } from './credit/console-routes.ts'
import { accountHandlers, creditHandlers } from './credit/routes.ts'
import { consoleDocumentHandlers, deliveryNoteHandlers } from './documents/delivery-routes.ts'
import { documentHandlers } from './documents/routes.ts'
import { openDoorkeeper } from './doorkeeper.ts'
import { equipmentHandlers } from './equipment/routes.ts'
import { favouriteHandlers, stockWaitHandlers } from './favourites/routes.ts'
import type { Vault } from './files/public.ts'
import { consoleFileHandlers, fileHandlers } from './files/routes.ts'
import { consoleCreditBookHandlers, consoleReceiptHandlers, consoleReceivableHandlers, statementExportHandlers } from './finance/routes.ts'
import { consoleFreightHandlers } from './freight/routes.ts'
import {
  consoleFulfilmentHandlers,
  consoleOrderDetailHandlers,
  drawdownHandlers,
  orderDetailHandlers,
  parcelHandlers,
} from './fulfilment/routes.ts'
import { type AnswerMemory, openAnswerMemory } from './http/answer-memory.ts'
import { answerUnknownCall } from './http/errors.ts'
import { admit, type MountOptions, mount } from './http/mount.ts'
import { openPlaces } from './http/places.ts'
import { enterpriseHandlers, securityHandlers, systemHandlers, userHandlers } from './identity/routes.ts'
import { materialCodeHandlers } from './materials/routes.ts'
import { messageHandlers } from './messaging/routes.ts'
import { consoleOrderHandlers, orderHandlers } from './ordering/routes.ts'
import type { Outside } from './outside.ts'
import { patrolHandlers } from './patrols/routes.ts'
import type { RateLimits } from './platform/config.ts'
import type { Db } from './platform/db.ts'
import type { Keys } from './platform/keys.ts'
import { type Clock, momentAt } from './platform/moment.ts'
import { consolePriceHandlers, skuPriceHandlers } from './price-lists/routes.ts'
import { projectHandlers } from './projects/routes.ts'
import { quickOrderHandlers } from './quick-order/routes.ts'
import { mountNotices } from './receipts/public.ts'
import { consolePaymentHandlers, paymentHandlers } from './receipts/routes.ts'
import { walletEntryHandlers } from './receipts/wallet-entries.ts'
import { consoleAcceptanceHandlers, consoleFinanceRequestHandlers, consoleStatementHandlers } from './receivables/console-routes.ts'
import { keepUpToDate } from './receivables/public.ts'
import { statementHandlers } from './receivables/routes.ts'
import { consoleReconciliationHandlers } from './reconciliation/routes.ts'
import { transferHandlers } from './remittance/routes.ts'
import { consoleEnterpriseHandlers, consoleQueueHandlers, consoleSkuListHandlers } from './reporting/routes.ts'
import { acceptHandlers, subUserHandlers } from './seats/routes.ts'
import { consoleAuditHandlers, consoleStaffHandlers, consoleTextHandlers } from './staff/console-routes.ts'
import { staffHandlers } from './staff/routes.ts'
import { standingHandlers } from './standing/routes.ts'
import { consoleVerificationHandlers, verificationHandlers } from './verification/routes.ts'
import { walletHandlers } from './wallet/routes.ts'
import { consoleStockHandlers } from './warehouse/routes.ts'
import { serveHealth } from './web/health.ts'
import { limitRates, shedLoad } from './web/limits.ts'
import { measure } from './web/metrics.ts'
import { openApiOf } from './web/openapi.ts'
import { servePages } from './web/pages.ts'
import { openServer } from './web/serve.ts'

export interface AppOptions {
  db: Db
  clock: Clock
  keys: Keys
  log: Logger
  limits: RateLimits
  trustProxy: string[]
  /** TLS ends in front of us. */
  secure: boolean
  outside: Outside
  /** The platform's people need a second factor; not so in the demo. */
  demandTotp: boolean
  /** In tests: refusals that a call does not list are defects. */
  strict: boolean
}

export interface App {
  http: FastifyInstance
  memory: AnswerMemory
  metrics: ReturnType<typeof measure>
}

/** The whole server on one screen: every module is mounted here and nowhere else. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { db, clock, keys, log, strict } = options
  const http = openServer({ log, newRequestId: () => momentAt(clock()).newId(), trustProxy: options.trustProxy })
  const memory = openAnswerMemory()
  const places = openPlaces(options.limits)
  const metrics = measure(http, places.taken)
  const mounting = {
    ...{ db, clock, doorkeeper: openDoorkeeper(db), memory, places, limits: options.limits, strict },
    digest: (text: string) => keys.hmac('request', text),
  }
  await shedLoad(http, options.limits)
  admit(http, mounting)
  await limitRates(http, options.limits)
  await mountNotices(http, { db, clock, outside: options.outside })
  mountMall(http, options, mounting)
  mountConsole(http, options, mounting)
  serveHealth(http, db)
  const openApi = JSON.stringify(openApiOf(contract, '岩锋工品'))
  http.get('/api/openapi.json', (_, reply) => reply.header('Content-Type', 'application/json; charset=utf-8').send(openApi))
  await servePages(http, { secure: options.secure })
  const paths = new Set(Object.values(contract).flatMap((api) => Object.values(api).map(({ path }) => path)))
  http.setNotFoundHandler((request, reply) => answerUnknownCall(paths, request, reply))
  return { http, memory, metrics }
}

function mountMall(http: FastifyInstance, { keys, outside }: AppOptions, mounting: MountOptions): void {
  mount(http, contract.system, { ...systemHandlers(keys), ...smsHandlers(keys) }, mounting)
  mount(http, contract.security, { ...securityHandlers(keys), ...accessHandlers(keys) }, mounting)
  mount(http, contract.user, userHandlers, mounting)
  mount(http, contract.userSecurity, userSecurityHandlers(keys), mounting)
  mount(http, contract.enterprise, { ...enterpriseHandlers, ...acceptHandlers }, mounting)
  mount(http, contract.subUser, subUserHandlers(keys), mounting)
  mount(http, contract.verification, verificationHandlers(keys), mounting)
  mount(http, contract.files, fileHandlers({ keys, store: outside.files }), mounting)
  mount(http, contract.site, siteHandlers, mounting)
  mount(http, contract.goodsCategory, goodsCategoryHandlers, mounting)
  mount(http, contract.goods, goodsHandlers, mounting)
  mount(http, contract.cart, cartHandlers, mounting)
  mount(http, contract.quickOrder, quickOrderHandlers, mounting)
  mount(http, contract.standing, standingHandlers, mounting)
  mount(http, contract.favourites, favouriteHandlers, mounting)
  mount(http, contract.stockWait, stockWaitHandlers, mounting)
  mount(http, contract.materialCode, materialCodeHandlers, mounting)
  mount(http, contract.address, addressHandlers, mounting)
  mount(http, contract.project, { ...projectHandlers, ...projectCostHandlers }, mounting)
  mount(http, contract.equipment, { ...equipmentHandlers, ...adviceHandlers }, mounting)
  mount(http, contract.patrol, patrolHandlers, mounting)
  mount(http, contract.order, { ...checkoutHandlers(keys), ...orderHandlers(keys), ...orderDetailHandlers(outside) }, mounting)
  mount(http, contract.parcel, parcelHandlers(outside), mounting)
  mount(http, contract.approval, approvalHandlers, mounting)
  mountAfterOrder(http, { keys, store: outside.files }, mounting)
  mount(http, contract.payment, paymentHandlers(outside), mounting)
  mount(http, contract.transfer, transferHandlers(keys), mounting)
  mount(http, contract.wallet, { ...walletHandlers, ...walletEntryHandlers }, mounting)
  mount(http, contract.account, accountHandlers, mounting)
  mount(http, contract.credit, { ...creditHandlers, ...drawdownHandlers }, mounting)
  mount(http, contract.statement, statementHandlers(keys), mounting)
  mount(http, contract.bill, billHandlers, mounting)
  mount(http, contract.documents, { ...documentHandlers(keys), ...deliveryNoteHandlers }, mounting)
  mount(http, contract.message, messageHandlers, mounting)
}

function mountConsole(http: FastifyInstance, { keys, outside, demandTotp }: AppOptions, mounting: MountOptions): void {
  mount(http, contract.staff, staffHandlers({ keys, demandTotp, localTexts: outside.sms.kept !== undefined }), mounting)
  mount(http, contract.consoleStaff, consoleStaffHandlers(keys), mounting)
  mount(http, contract.consoleAudit, consoleAuditHandlers, mounting)
  mount(http, contract.consoleText, consoleTextHandlers(outside.sms), mounting)
  mount(http, contract.consoleUser, consoleUserHandlers(keys), mounting)
  mount(http, contract.consoleEnterpriseAccess, consoleEnterpriseAccessHandlers, mounting)
  mount(http, contract.consoleHoliday, consoleHolidayHandlers, mounting)
  mount(http, contract.consoleSetting, consoleSettingHandlers(keepUpToDate), mounting)
  mount(http, contract.consoleQueue, consoleQueueHandlers, mounting)
  mount(http, contract.consoleVerification, consoleVerificationHandlers(keys), mounting)
  mount(http, contract.consoleOrder, { ...consoleOrderHandlers, ...consoleOrderDetailHandlers(outside) }, mounting)
  mount(http, contract.consoleFiles, consoleFileHandlers({ keys, store: outside.files }), mounting)
  mount(http, contract.consoleVoucher, consoleVoucherHandlers, mounting)
  mount(http, contract.consoleBank, consoleBankHandlers(keys), mounting)
  mount(http, contract.consolePayment, consolePaymentHandlers(outside), mounting)
  mount(http, contract.consoleFulfilment, consoleFulfilmentHandlers(outside, { keys, store: outside.files }), mounting)
  mount(http, contract.consoleDocuments, consoleDocumentHandlers, mounting)
  mount(http, contract.consoleStock, consoleStockHandlers, mounting)
  mount(http, contract.consoleEnterprise, consoleEnterpriseHandlers, mounting)
  mount(http, contract.consoleCredit, consoleCreditHandlers, mounting)
  mount(http, contract.consoleStatement, { ...consoleStatementHandlers, ...statementExportHandlers }, mounting)
  mount(http, contract.consoleAcceptance, consoleAcceptanceHandlers, mounting)
  mount(http, contract.consoleFinanceRequest, consoleFinanceRequestHandlers, mounting)
  mount(http, contract.consoleReceivable, consoleReceivableHandlers, mounting)
  mount(http, contract.consoleCreditBook, { ...consoleCreditBookHandlers, ...decideLimitHandlers }, mounting)
  mount(http, contract.consoleReceipt, consoleReceiptHandlers, mounting)
  mount(http, contract.consoleReconciliation, consoleReconciliationHandlers(outside), mounting)
  mount(http, contract.consoleLedger, consoleLedgerHandlers, mounting)
  mount(http, contract.consoleProof, consoleProofHandlers, mounting)
  mount(http, contract.consoleWallet, consoleWalletHandlers(keys), mounting)
  mount(http, contract.consoleFreight, consoleFreightHandlers, mounting)
  mount(http, contract.consoleSku, { ...consoleSkuHandlers, ...skuPriceHandlers, ...consoleSkuListHandlers }, mounting)
  mount(http, contract.consolePrice, consolePriceHandlers, mounting)
}

/** What comes after an order. */
function mountAfterOrder(http: FastifyInstance, vault: Vault, mounting: MountOptions): void {
  mount(http, contract.afterSale, afterSaleHandlers, mounting)
  mount(http, contract.consoleAfterSale, consoleAfterSaleHandlers(vault.keys, vault), mounting)
  mount(http, contract.comment, commentHandlers(vault), mounting)
  mount(http, contract.contracts, contractHandlers(vault.keys), mounting)
  mount(http, contract.consoleComment, consoleCommentHandlers(vault), mounting)
}
