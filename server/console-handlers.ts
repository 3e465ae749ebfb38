import { consoleBankHandlers, consoleWalletHandlers } from '#server/billing/bank/routes.ts'
import { consoleVoucherHandlers } from '#server/billing/bank/voucher-routes.ts'
import { consoleDocumentHandlers } from '#server/billing/documents/delivery-routes.ts'
import {
  consoleCreditBookHandlers,
  consoleReceiptHandlers,
  consoleReceivableHandlers,
  statementExportHandlers,
} from '#server/billing/finance/routes.ts'
import { consolePaymentHandlers } from '#server/billing/incoming-payments/routes.ts'
import { reduceInvoicesAfterRefund } from '#server/billing/invoices/public.ts'
import { consoleInvoiceHandlers } from '#server/billing/invoices/routes.ts'
import {
  consoleAcceptanceHandlers,
  consoleFinanceRequestHandlers,
  consoleStatementHandlers,
} from '#server/billing/receivables/console-routes.ts'
import { consoleReconciliationHandlers } from '#server/billing/reconciliation/routes.ts'
import { consoleAttributeHandlers, consoleAttributeSetHandlers } from '#server/catalog/attributes/console-routes.ts'
import { consoleBannerHandlers } from '#server/catalog/banners/routes.ts'
import { consoleCouponHandlers } from '#server/catalog/coupons/console/console-routes.ts'
import { consoleSkuHandlers, consoleTaxCodeHandlers } from '#server/catalog/goods/console-routes.ts'
import { findGoods } from '#server/catalog/goods/public.ts'
import { consoleMachineModelHandlers } from '#server/catalog/machine-models/console-routes.ts'
import { consolePriceHandlers, skuPriceHandlers } from '#server/catalog/price-lists/routes.ts'
import { consoleStockHandlers } from '#server/catalog/warehouse/routes.ts'
import { consoleArticleHandlers, consoleHelpCategoryHandlers } from '#server/content/content/articles/console-routes.ts'
import { consoleHolidayHandlers } from '#server/content/content/console-routes.ts'
import { consoleExportHandlers } from '#server/integration/exports/console-routes.ts'
import { consoleIntegrationHandlers } from '#server/integration/integration/console-routes.ts'
import { consoleCreditHandlers, decideLimitHandlers } from '#server/money/credit/console-routes.ts'
import * as credit from '#server/money/credit/public.ts'
import { consoleLedgerHandlers, consoleProofHandlers } from '#server/operations/ledger-reports/routes.ts'
import { consoleEnterpriseHandlers, consoleQueueHandlers, consoleSkuListHandlers } from '#server/operations/reporting/routes.ts'
import { sensitiveChangeHandlers } from '#server/operations/sensitive-changes/routes.ts'
import { settingHandlers } from '#server/operations/sensitive-changes/setting-routes.ts'
import { sensitiveStaffHandlers } from '#server/operations/sensitive-changes/staff-routes.ts'
import { benefitHandlers, companyRateHandlers } from '#server/operations/sensitive-changes/term-routes.ts'
import { agreeCancelHandlers, closeShortHandlers, consoleAfterSaleHandlers } from '#server/orders/after-sales/routes.ts'
import { consoleCommentHandlers } from '#server/orders/comments/routes.ts'
import { consoleFulfilmentHandlers, consoleOrderDetailHandlers } from '#server/orders/fulfilment/routes.ts'
import { consoleLevelHandlers } from '#server/orders/levels/routes.ts'
import { sumCouponDiscounts } from '#server/orders/orders/public.ts'
import { consoleOrderHandlers } from '#server/orders/orders/routes.ts'
import { consoleEnterpriseAccessHandlers, consoleUserHandlers } from '#server/people/access/console-routes.ts'
import { consoleFileHandlers } from '#server/people/files/routes.ts'
import { consoleInquiryHandlers } from '#server/people/inquiry/routes.ts'
import { consoleAnnouncementHandlers } from '#server/people/messaging/console-routes.ts'
import { consoleMessageTextHandlers } from '#server/people/messaging/text-routes.ts'
import { consoleAuditHandlers, consoleStaffHandlers, consoleTextHandlers } from '#server/people/staff/console-routes.ts'
import { getStaffNames } from '#server/people/staff/public.ts'
import { staffHandlers } from '#server/people/staff/routes.ts'
import { consoleNoticeHandlers } from '#server/people/staff-notices/routes.ts'
import { consoleVerificationHandlers } from '#server/people/verification/routes.ts'
import { consoleFreightHandlers } from '#server/sites/freight/routes.ts'
import type { Wiring } from './wiring.ts'

/** What answers the calls of the console, group by group. */
export const consoleHandlers = (wiring: Wiring) => {
  const lists = answeringLists(wiring)
  return { ...lists, consoleExport: consoleExportHandlers(lists) }
}

const answeringLists = ({ keys, outside, vault, limits, demandTotp }: Wiring) => ({
  staff: staffHandlers({ keys, limits, demandTotp, localTexts: outside.sms.kept !== undefined }),
  consoleStaff: { ...consoleStaffHandlers, ...sensitiveStaffHandlers(keys) },
  consoleSensitiveChange: sensitiveChangeHandlers({ keys, limits, demandTotp }),
  consoleNotice: consoleNoticeHandlers,
  consoleAudit: consoleAuditHandlers,
  consoleText: consoleTextHandlers(outside.sms),
  consoleUser: consoleUserHandlers(keys),
  consoleEnterpriseAccess: consoleEnterpriseAccessHandlers,
  consoleHoliday: consoleHolidayHandlers,
  consoleSetting: settingHandlers({ keys, limits, demandTotp }),
  consoleQueue: consoleQueueHandlers,
  consoleVerification: consoleVerificationHandlers({ keys, credit }),
  consoleOrder: { ...consoleOrderHandlers, ...agreeCancelHandlers, ...consoleOrderDetailHandlers(outside) },
  consoleFiles: consoleFileHandlers(vault),
  consoleVoucher: consoleVoucherHandlers,
  consoleBank: consoleBankHandlers(keys),
  consolePayment: consolePaymentHandlers(outside),
  consoleFulfilment: { ...consoleFulfilmentHandlers(outside, vault), ...closeShortHandlers },
  consoleDocuments: consoleDocumentHandlers,
  consoleStock: consoleStockHandlers,
  consoleEnterprise: consoleEnterpriseHandlers,
  consoleCredit: consoleCreditHandlers,
  consoleStatement: { ...consoleStatementHandlers, ...companyRateHandlers, ...statementExportHandlers },
  consoleAcceptance: consoleAcceptanceHandlers,
  consoleFinanceRequest: consoleFinanceRequestHandlers,
  consoleReceivable: consoleReceivableHandlers,
  consoleCreditBook: { ...consoleCreditBookHandlers, ...decideLimitHandlers },
  consoleReceipt: consoleReceiptHandlers,
  consoleReconciliation: consoleReconciliationHandlers(outside),
  consoleLedger: consoleLedgerHandlers,
  consoleProof: consoleProofHandlers,
  consoleArticle: consoleArticleHandlers(getStaffNames),
  consoleHelpCategory: consoleHelpCategoryHandlers,
  consoleBanner: consoleBannerHandlers,
  consoleInquiry: consoleInquiryHandlers(keys),
  consoleAnnouncement: consoleAnnouncementHandlers,
  consoleMessageText: consoleMessageTextHandlers,
  consoleWallet: consoleWalletHandlers(keys),
  consoleFreight: consoleFreightHandlers,
  consoleSku: { ...consoleSkuHandlers, ...skuPriceHandlers, ...consoleSkuListHandlers },
  consoleAttribute: consoleAttributeHandlers(findGoods),
  consoleAttributeSet: consoleAttributeSetHandlers,
  consoleMachineModel: consoleMachineModelHandlers(findGoods),
  consoleTaxCode: consoleTaxCodeHandlers,
  consolePrice: consolePriceHandlers,
  consoleCoupon: consoleCouponHandlers(sumCouponDiscounts),
  consoleLevel: { ...consoleLevelHandlers, ...benefitHandlers({ keys, limits, demandTotp }) },
  consoleAfterSale: consoleAfterSaleHandlers({ keys, vault, reduceInvoices: reduceInvoicesAfterRefund }),
  consoleInvoice: consoleInvoiceHandlers(outside),
  consoleComment: consoleCommentHandlers(vault),
  consoleIntegration: consoleIntegrationHandlers,
})
