import { consoleBank } from '#contract/billing/bank/console-api.ts'
import { consoleVoucher } from '#contract/billing/bank/voucher-api.ts'
import { consoleCreditBook } from '#contract/billing/finance/credit-api.ts'
import { consoleLedger } from '#contract/billing/finance/ledger-api.ts'
import { consoleProof } from '#contract/billing/finance/proof-api.ts'
import { consoleReconciliation } from '#contract/billing/finance/reconciliation-api.ts'
import { consoleAttributeEndpoints, consoleAttributeSetEndpoints } from '#contract/catalog/attributes/console-api.ts'
import { consoleCoupon } from '#contract/catalog/coupons/console-api.ts'
import { consoleSku } from '#contract/catalog/goods/console-api.ts'
import { consoleTaxCode } from '#contract/catalog/goods/tax-api.ts'
import { consoleStock } from '#contract/catalog/inventory/api.ts'
import { consoleMachineModelEndpoints } from '#contract/catalog/machine-models/console-api.ts'
import { consolePrice } from '#contract/catalog/pricing/console-api.ts'
import { consoleArticle } from '#contract/content/content/article-api.ts'
import { consolePayment } from '#contract/money/payments/api.ts'
import { consoleAcceptance, consoleFinanceRequest, consoleStatement } from '#contract/money/statements/console-api.ts'
import { consoleEnterprise } from '#contract/operations/enterprises/api.ts'
import { consoleAfterSale } from '#contract/orders/after-sales/console-api.ts'
import { consoleComment } from '#contract/orders/comments/console-api.ts'
import { consoleOrder } from '#contract/orders/orders/console-api.ts'
import { consoleUser } from '#contract/people/identity/console-api.ts'
import { consoleInquiry } from '#contract/people/inquiry/api.ts'
import { consoleAnnouncement } from '#contract/people/messaging/announcement-api.ts'
import { consoleAudit } from '#contract/people/staff/audit-api.ts'
import { consoleSensitiveChange } from '#contract/people/staff/sensitive-change-api.ts'
import { consoleStaff } from '#contract/people/staff/staff-api.ts'
import { consoleVerification } from '#contract/people/verification/api.ts'
import { endpoints } from '#contract/platform/core/endpoint.ts'
import { exportOf } from '#contract/platform/spreadsheets/export.ts'

/** Exports of the lists of staff. Those of finance, invoices and prices are next to their own calls. */
export const consoleExport = endpoints('/console-api/api/export', {
  orders: exportOf(consoleOrder.list, 'orders', '全部订单'),
  orderLines: exportOf(consoleOrder.list, 'order-lines', '全部订单的商品明细'),
  afterSales: exportOf(consoleAfterSale.list, 'after-sales', '全部售后单'),
  comments: exportOf(consoleComment.list, 'comments', '评论'),
  enterprises: exportOf(consoleEnterprise.list, 'enterprises', '企业及其额度'),
  users: exportOf(consoleUser.list, 'users', '用户及其席位'),
  verifications: exportOf(consoleVerification.list, 'verifications', '认证案件'),
  staff: exportOf(consoleStaff.list, 'staff', '员工账号'),
  sensitiveChanges: exportOf(consoleSensitiveChange.list, 'sensitive-changes', '敏感变更'),
  audit: exportOf(consoleAudit.list, 'audit', '审计'),
  skus: exportOf(consoleSku.list, 'skus', '商品规格：价格与库存'),
  taxCodes: exportOf(consoleTaxCode.goods, 'tax-codes', '商品的税收分类编码'),
  attributes: exportOf(consoleAttributeEndpoints.list, 'attributes', '参数'),
  attributeSets: exportOf(consoleAttributeSetEndpoints.list, 'attribute-sets', '参数模板'),
  machineModels: exportOf(consoleMachineModelEndpoints.list, 'machine-models', '机型'),
  movements: exportOf(consoleStock.movements, 'movements', '一个规格的库存流水'),
  priceLists: exportOf(consolePrice.lists, 'price-lists', '价目表清单'),
  priceHistory: exportOf(consolePrice.history, 'price-history', '价格变更记录'),
  couponTemplates: exportOf(consoleCoupon.templates, 'coupon-templates', '优惠券模板'),
  couponClaims: exportOf(consoleCoupon.claims, 'coupon-claims', '优惠券领取记录'),
  heldCoupons: exportOf(consoleCoupon.ofEnterprise, 'held-coupons', '一家企业的优惠券'),
  articles: exportOf(consoleArticle.list, 'articles', '文章'),
  inquiries: exportOf(consoleInquiry.list, 'inquiries', '留言'),
  announcements: exportOf(consoleAnnouncement.list, 'announcements', '公告'),
  disputes: exportOf(consoleStatement.disputes, 'disputes', '账单异议'),
  acceptances: exportOf(consoleAcceptance.list, 'acceptances', '承兑汇票'),
  financeRequests: exportOf(consoleFinanceRequest.list, 'finance-requests', '减免与核销申请'),
  refunds: exportOf(consolePayment.refunds, 'refunds', '退款'),
  vouchers: exportOf(consoleVoucher.list, 'vouchers', '付款凭证'),
  bankImports: exportOf(consoleBank.imports, 'bank-imports', '银行对账单导入记录'),
  bankLines: exportOf(consoleBank.lines, 'bank-lines', '银行到账'),
  holds: exportOf(consoleCreditBook.holds, 'holds', '额度占用'),
  limitChanges: exportOf(consoleCreditBook.limitChanges, 'limit-changes', '额度变更'),
  limitRequests: exportOf(consoleCreditBook.limitRequests, 'limit-requests', '额度申请'),
  reconciliationDays: exportOf(consoleReconciliation.days, 'reconciliation-days', '每日对账'),
  ledgerDays: exportOf(consoleLedger.days, 'ledger-days', '一个账户的日余额'),
  proofs: exportOf(consoleProof.runs, 'proofs', '账务证明'),
})
