import type { consoleExport } from '../../contract/documents/console-exports-api.ts'
import type { ConsoleOrderRow } from '../../contract/ordering/shapes.ts'
import type { Handlers } from '../http/context.ts'
import { linesOfOrders } from '../ordering/public.ts'
import type { Db } from '../platform/db.ts'
import { consoleAfterSaleColumns, heldColumns } from './buying-columns.ts'
import * as shown from './console-columns.ts'
import * as finance from './finance-columns.ts'
import * as goods from './goods-columns.ts'
import { type Answering, keeps, keepsParts } from './keeps.ts'
import { consoleLineColumns, consoleOrderColumns } from './order-columns.ts'

type People = 'consoleEnterprise' | 'consoleUser' | 'consoleVerification' | 'consoleStaff' | 'consoleAudit'
type Goods =
  | 'consoleOrder'
  | 'consoleAfterSale'
  | 'consoleComment'
  | 'consoleSku'
  | 'consoleTaxCode'
  | 'consoleStock'
  | 'consolePrice'
  | 'consoleCoupon'
type Texts = 'consoleArticle' | 'consoleInquiry' | 'consoleAnnouncement'
type Money = 'consoleStatement' | 'consoleAcceptance' | 'consoleFinanceRequest' | 'consolePayment' | 'consoleVoucher' | 'consoleBank'
type Books = 'consoleCreditBook' | 'consoleReconciliation' | 'consoleLedger' | 'consoleProof'

/** Orders with their lines, line by line. */
async function withLines(db: Db, rows: readonly ConsoleOrderRow[]) {
  const orders = new Map(rows.map((order) => [order.orderNo, order]))
  const lines = await linesOfOrders(db, [...orders.keys()])
  return lines.flatMap((line) => {
    const order = orders.get(line.orderNo)
    return order ? [{ order, line }] : []
  })
}

/** The console's lists as files, given what answers the calls of the lists themselves. */
export const consoleExportHandlers = (lists: Answering<People | Goods | Texts | Money | Books>): Handlers<typeof consoleExport> => ({
  orders: keeps(lists.consoleOrder.list, '全部订单', consoleOrderColumns),
  orderLines: keepsParts(lists.consoleOrder.list, '全部订单商品', { columns: consoleLineColumns, parts: withLines }),
  afterSales: keeps(lists.consoleAfterSale.list, '全部售后', consoleAfterSaleColumns),
  comments: keeps(lists.consoleComment.list, '评论', shown.consoleCommentColumns),
  enterprises: keeps(lists.consoleEnterprise.list, '企业', shown.enterpriseColumns),
  users: keeps(lists.consoleUser.list, '用户', shown.userColumns),
  verifications: keeps(lists.consoleVerification.list, '认证案件', shown.verificationColumns),
  staff: keeps(lists.consoleStaff.list, '员工账号', shown.staffColumns),
  audit: keeps(lists.consoleAudit.list, '审计', shown.auditColumns),
  skus: keeps(lists.consoleSku.list, '商品规格', goods.skuColumns),
  taxCodes: keeps(lists.consoleTaxCode.goods, '商品税收分类编码', goods.taxCodeColumns),
  movements: keeps(lists.consoleStock.movements, '库存流水', goods.movementColumns),
  priceLists: keeps(lists.consolePrice.lists, '价目表', shown.priceListColumns),
  priceHistory: keeps(lists.consolePrice.history, '价格变更', shown.priceHistoryColumns),
  couponTemplates: keeps(lists.consoleCoupon.templates, '优惠券模板', shown.templateColumns),
  couponClaims: keeps(lists.consoleCoupon.claims, '优惠券领取', shown.claimColumns),
  heldCoupons: keeps(lists.consoleCoupon.ofEnterprise, '企业优惠券', heldColumns),
  articles: keeps(lists.consoleArticle.list, '文章', shown.articleColumns),
  inquiries: keeps(lists.consoleInquiry.list, '留言', shown.inquiryColumns),
  announcements: keeps(lists.consoleAnnouncement.list, '公告', shown.announcementColumns),
  disputes: keeps(lists.consoleStatement.disputes, '账单异议', finance.disputeColumns),
  acceptances: keeps(lists.consoleAcceptance.list, '承兑汇票', finance.consoleAcceptanceColumns),
  financeRequests: keeps(lists.consoleFinanceRequest.list, '减免与核销', finance.financeRequestColumns),
  refunds: keeps(lists.consolePayment.refunds, '退款', finance.refundColumns),
  vouchers: keeps(lists.consoleVoucher.list, '付款凭证', finance.voucherColumns),
  bankImports: keeps(lists.consoleBank.imports, '对账单导入', finance.bankImportColumns),
  bankLines: keeps(lists.consoleBank.lines, '银行到账', finance.bankLineColumns),
  holds: keeps(lists.consoleCreditBook.holds, '额度占用', finance.holdColumns),
  limitChanges: keeps(lists.consoleCreditBook.limitChanges, '额度变更', finance.limitChangeColumns),
  limitRequests: keeps(lists.consoleCreditBook.limitRequests, '额度申请', finance.limitRequestColumns),
  reconciliationDays: keeps(lists.consoleReconciliation.days, '每日对账', finance.reconciliationDayColumns),
  ledgerDays: keeps(lists.consoleLedger.days, '账户日余额', finance.ledgerDayColumns),
  proofs: keeps(lists.consoleProof.runs, '账务证明', finance.proofColumns),
})
