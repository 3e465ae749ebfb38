import { consoleEnterpriseAccessHandlers, consoleUserHandlers } from './access/console-routes.ts'
import { agreeCancelHandlers, closeShortHandlers, consoleAfterSaleHandlers } from './after-sale/routes.ts'
import { consoleBankHandlers, consoleWalletHandlers } from './bank/routes.ts'
import { consoleVoucherHandlers } from './bank/voucher-routes.ts'
import { consoleBannerHandlers } from './banners/routes.ts'
import { consoleSkuHandlers, consoleTaxCodeHandlers } from './catalog/console-routes.ts'
import { consoleCommentHandlers } from './comments/routes.ts'
import { consoleArticleHandlers, consoleHelpCategoryHandlers } from './content/articles/console-routes.ts'
import { consoleHolidayHandlers } from './content/console-routes.ts'
import { consoleCouponHandlers } from './coupons/console/console-routes.ts'
import { consoleCreditHandlers, decideLimitHandlers } from './credit/console-routes.ts'
import { consoleDocumentHandlers } from './documents/delivery-routes.ts'
import { consoleExportHandlers } from './exports/console-routes.ts'
import { consoleFileHandlers } from './files/routes.ts'
import { consoleCreditBookHandlers, consoleReceiptHandlers, consoleReceivableHandlers, statementExportHandlers } from './finance/routes.ts'
import { consoleFreightHandlers } from './freight/routes.ts'
import { consoleFulfilmentHandlers, consoleOrderDetailHandlers } from './fulfilment/routes.ts'
import { consolePaymentHandlers } from './incoming-payments/routes.ts'
import { consoleInquiryHandlers } from './inquiry/routes.ts'
import { consoleIntegrationHandlers } from './integration/console-routes.ts'
import { consoleInvoiceHandlers } from './invoices/routes.ts'
import { consoleLedgerHandlers, consoleProofHandlers } from './ledger-reports/routes.ts'
import { consoleLevelHandlers } from './levels/routes.ts'
import { consoleAnnouncementHandlers } from './messaging/console-routes.ts'
import { consoleMessageTextHandlers } from './messaging/text-routes.ts'
import { consoleOrderHandlers } from './ordering/routes.ts'
import { consolePriceHandlers, skuPriceHandlers } from './price-lists/routes.ts'
import { consoleAcceptanceHandlers, consoleFinanceRequestHandlers, consoleStatementHandlers } from './receivables/console-routes.ts'
import { consoleReconciliationHandlers } from './reconciliation/routes.ts'
import { consoleEnterpriseHandlers, consoleQueueHandlers, consoleSkuListHandlers } from './reporting/routes.ts'
import { sensitiveChangeHandlers } from './sensitive-changes/routes.ts'
import { settingHandlers } from './sensitive-changes/setting-routes.ts'
import { sensitiveStaffHandlers } from './sensitive-changes/staff-routes.ts'
import { benefitHandlers, companyRateHandlers } from './sensitive-changes/term-routes.ts'
import { consoleAuditHandlers, consoleStaffHandlers, consoleTextHandlers } from './staff/console-routes.ts'
import { getStaffNames } from './staff/public.ts'
import { staffHandlers } from './staff/routes.ts'
import { consoleNoticeHandlers } from './staff-notices/routes.ts'
import { consoleVerificationHandlers } from './verification/routes.ts'
import { consoleStockHandlers } from './warehouse/routes.ts'
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
  consoleVerification: consoleVerificationHandlers(keys),
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
  consoleTaxCode: consoleTaxCodeHandlers,
  consolePrice: consolePriceHandlers,
  consoleCoupon: consoleCouponHandlers,
  consoleLevel: { ...consoleLevelHandlers, ...benefitHandlers({ keys, limits, demandTotp }) },
  consoleAfterSale: consoleAfterSaleHandlers(keys, vault),
  consoleInvoice: consoleInvoiceHandlers(outside),
  consoleComment: consoleCommentHandlers(vault),
  consoleIntegration: consoleIntegrationHandlers,
})
