import { consoleAccountStatementEndpoints } from '#contract/billing/account-statements/api.ts'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { consoleBankFormatEndpoints } from '#contract/billing/bank/format-api.ts'
import { consoleValueDayEndpoints } from '#contract/billing/bank/value-day-api.ts'
import { consoleVoucherEndpoints } from '#contract/billing/bank/voucher-api.ts'
import { consoleCollectionEndpoints, consoleOrderStopEndpoints } from '#contract/billing/collections/console-api.ts'
import { consoleCompanyGroupEndpoints } from '#contract/billing/company-groups/console-api.ts'
import { consoleDocumentDownloadEndpoints } from '#contract/billing/documents/api.ts'
import { consoleCreditAccountEndpoints } from '#contract/billing/finance/credit-api.ts'
import { consoleIncomingPaymentEndpoints } from '#contract/billing/finance/incoming-payments-api.ts'
import { consoleLedgerEndpoints } from '#contract/billing/finance/ledger-api.ts'
import { consoleLedgerProofEndpoints } from '#contract/billing/finance/proof-api.ts'
import { consoleReceivableEndpoints } from '#contract/billing/finance/receivables-api.ts'
import { consoleReconciliationEndpoints } from '#contract/billing/finance/reconciliation-api.ts'
import { consoleInvoiceEndpoints } from '#contract/billing/invoices/console-api.ts'
import { consoleJournalEndpoints } from '#contract/billing/journal/console-api.ts'
import { consoleJournalMonthEndpoints } from '#contract/billing/journal/months-api.ts'
import { consoleMarginEndpoints } from '#contract/billing/margins/api.ts'
import { consoleRevenueEndpoints } from '#contract/billing/revenue/api.ts'
import { consoleSigningEndpoints } from '#contract/billing/signings/console-api.ts'
import { consoleAttributeEndpoints, consoleAttributeSetEndpoints } from '#contract/catalog/attributes/console-api.ts'
import { consoleBannerEndpoints } from '#contract/catalog/banners/banner-api.ts'
import { consoleBrandEndpoints } from '#contract/catalog/brands/console-api.ts'
import { consoleCategoryEndpoints } from '#contract/catalog/categories/console-api.ts'
import { consoleCouponEndpoints } from '#contract/catalog/coupons/console-api.ts'
import { consoleSkuEndpoints } from '#contract/catalog/goods/console-api.ts'
import { consoleTaxCodeEndpoints } from '#contract/catalog/goods/tax-api.ts'
import { consoleGoodsBulkEditEndpoints } from '#contract/catalog/goods-bulk/console-api.ts'
import { consoleGoodsEndpoints } from '#contract/catalog/goods-editing/console-api.ts'
import { consoleGoodsExportEndpoints, consoleGoodsImportEndpoints } from '#contract/catalog/goods-import/console-api.ts'
import { consoleStockEndpoints } from '#contract/catalog/inventory/api.ts'
import { consoleWarehouseEndpoints } from '#contract/catalog/inventory/warehouses-api.ts'
import { consoleLicenceEndpoints } from '#contract/catalog/licences/console-api.ts'
import { consoleMachineModelEndpoints } from '#contract/catalog/machine-models/console-api.ts'
import { consoleGoodsDocumentEndpoints } from '#contract/catalog/pictures/document-api.ts'
import { consoleGoodsPictureEndpoints } from '#contract/catalog/pictures/picture-api.ts'
import { consolePriceEndpoints } from '#contract/catalog/pricing/console-api.ts'
import { consolePurchaseOrderEndpoints, consolePurchaseOrderPrintoutEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import { consoleSearchWordEndpoints } from '#contract/catalog/search-words/console-api.ts'
import { consoleShopEndpoints } from '#contract/catalog/shops/console-api.ts'
import { consoleStockCountEndpoints, consoleStockCountPrintoutEndpoints } from '#contract/catalog/stock-counts/api.ts'
import { consoleStockReceiptEndpoints } from '#contract/catalog/stock-receipts/api.ts'
import { consoleStockTransferEndpoints } from '#contract/catalog/stock-transfers/api.ts'
import { consoleSupplierInvoiceEndpoints } from '#contract/catalog/supplier-invoices/api.ts'
import { consoleSupplierEndpoints } from '#contract/catalog/suppliers/api.ts'
import { consoleArticleEndpoints, consoleHelpCategoryEndpoints } from '#contract/content/content/article-api.ts'
import { consoleIntegrationEndpoints } from '#contract/integration/integration/console-api.ts'
import { consolePlatformKeyEndpoints } from '#contract/integration/integration/platform-key-api.ts'
import { consoleBadDebtEndpoints } from '#contract/money/bad-debts/console-api.ts'
import { consoleCreditLimitEndpoints } from '#contract/money/credit/api.ts'
import { consoleRefundAndReconcileEndpoints } from '#contract/money/payments/api.ts'
import { consoleProvisionEndpoints } from '#contract/money/provisions/console-api.ts'
import { consoleAcceptanceBillEndpoints } from '#contract/money/statements/console-acceptance-api.ts'
import { consoleStatementEndpoints, consoleWaiverOrWriteOffEndpoints } from '#contract/money/statements/console-api.ts'
import { consoleWalletEndpoints } from '#contract/money/wallet/api.ts'
import { consoleEnterpriseEndpoints } from '#contract/operations/enterprises/api.ts'
import { consoleExportEndpoints } from '#contract/operations/exports/console-exports-api.ts'
import { consoleFinderEndpoints } from '#contract/operations/finder/api.ts'
import { consoleFunnelEndpoints } from '#contract/operations/funnel/api.ts'
import { consoleHomeSectionEndpoints } from '#contract/operations/home/console-api.ts'
import { consoleJobEndpoints } from '#contract/operations/jobs/console-api.ts'
import { consoleMovingInEndpoints } from '#contract/operations/moving-in/api.ts'
import { consoleWorkQueueEndpoints } from '#contract/operations/queue/api.ts'
import { consoleCouponReportEndpoints } from '#contract/operations/reports/coupon-report-api.ts'
import { consoleCustomerReportEndpoints } from '#contract/operations/reports/customer-api.ts'
import { consoleReceivablesReportEndpoints } from '#contract/operations/reports/receivables-api.ts'
import { consoleSalesReportEndpoints } from '#contract/operations/reports/sales-api.ts'
import { consoleStockReportEndpoints } from '#contract/operations/reports/stock-api.ts'
import { consoleSalesTargetEndpoints } from '#contract/operations/sales-targets/api.ts'
import { consoleMallCompanyPictureEndpoints } from '#contract/operations/settings/company-picture-api.ts'
import { consoleSettingEndpoints } from '#contract/operations/settings/console-api.ts'
import { consoleHolidayEndpoints } from '#contract/operations/settings/holiday-api.ts'
import { consoleSetupEndpoints } from '#contract/operations/setup/api.ts'
import { consoleAfterSaleEndpoints } from '#contract/orders/after-sales/console-api.ts'
import { consoleBatchEndpoints } from '#contract/orders/batches/api.ts'
import { consoleCommentEndpoints } from '#contract/orders/comments/console-api.ts'
import { consoleFulfilmentEndpoints } from '#contract/orders/fulfilment/api.ts'
import { consoleHandoverListEndpoints } from '#contract/orders/handover-lists/api.ts'
import { consoleLevelEndpoints } from '#contract/orders/levels/console-api.ts'
import { consoleOrderNoteEndpoints } from '#contract/orders/order-notes/api.ts'
import { consoleOrderTagEndpoints } from '#contract/orders/order-notes/tags-api.ts'
import { consoleOrderProposalEndpoints } from '#contract/orders/order-proposals/console-api.ts'
import { consoleOrderEndpoints } from '#contract/orders/orders/console-api.ts'
import { consoleQuotationEndpoints, consoleQuotationPrintoutEndpoints } from '#contract/orders/quotations/console-api.ts'
import { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import { consoleWaybillEndpoints } from '#contract/orders/waybills/api.ts'
import { consoleAccountManagerEndpoints } from '#contract/people/account-managers/api.ts'
import { consoleFollowUpEndpoints } from '#contract/people/account-managers/follow-up-api.ts'
import { consoleEnterpriseNoteEndpoints, consoleEnterpriseTagEndpoints } from '#contract/people/account-managers/notes-api.ts'
import { consolePhoneCallEndpoints } from '#contract/people/account-managers/phone-call-api.ts'
import { consoleContactEndpoints } from '#contract/people/channels/console-api.ts'
import { consoleFilesEndpoints } from '#contract/people/files/api.ts'
import { consoleEnterpriseAccessEndpoints, consoleUserEndpoints } from '#contract/people/identity/console-api.ts'
import { consoleInquiryEndpoints } from '#contract/people/inquiry/api.ts'
import { consoleAnnouncementEndpoints } from '#contract/people/messaging/announcement-api.ts'
import { consoleStoredUnsentSmsEndpoints } from '#contract/people/messaging/console-api.ts'
import { consoleMessageTextEndpoints } from '#contract/people/messaging/message-texts/api.ts'
import { consoleSavedViewEndpoints } from '#contract/people/saved-views/api.ts'
import { consoleAuditEndpoints } from '#contract/people/staff/audit-api.ts'
import { consoleCustomRoleEndpoints } from '#contract/people/staff/custom-role-api.ts'
import { consoleDocumentViewEndpoints } from '#contract/people/staff/document-views.ts'
import { consoleFileHistoryEndpoints } from '#contract/people/staff/file-history.ts'
import { consoleStaffNoticeEndpoints } from '#contract/people/staff/notice-api.ts'
import { consoleSensitiveChangeEndpoints } from '#contract/people/staff/sensitive-change-api.ts'
import { consoleStaffAccountEndpoints, currentStaffEndpoints } from '#contract/people/staff/staff-api.ts'
import { consoleVerificationEndpoints } from '#contract/people/verification/api.ts'
import { consoleDeliveryTimeEndpoints } from '#contract/sites/delivery-times/delivery-time-api.ts'
import { consoleFreightEndpoints } from '#contract/sites/freight/freight-api.ts'

/** The calls of the staff, group by group. `server/console-handlers.ts` answers them. */
export const consoleContract = {
  staff: currentStaffEndpoints,
  consoleQueue: consoleWorkQueueEndpoints,
  consoleFinder: consoleFinderEndpoints,
  consoleVerification: consoleVerificationEndpoints,
  consoleFiles: consoleFilesEndpoints,
  consoleOrder: consoleOrderEndpoints,
  consoleOrderNote: consoleOrderNoteEndpoints,
  consoleOrderTag: consoleOrderTagEndpoints,
  consoleFulfilment: consoleFulfilmentEndpoints,
  consoleWave: consoleWaveEndpoints,
  consoleWaybill: consoleWaybillEndpoints,
  consoleSigning: consoleSigningEndpoints,
  consoleHandoverList: consoleHandoverListEndpoints,
  consoleDocuments: consoleDocumentDownloadEndpoints,
  consoleQuotation: consoleQuotationEndpoints,
  consoleQuotationPrintout: consoleQuotationPrintoutEndpoints,
  consoleOrderProposal: consoleOrderProposalEndpoints,
  consoleAfterSale: consoleAfterSaleEndpoints,
  consoleInvoice: consoleInvoiceEndpoints,
  consoleComment: consoleCommentEndpoints,
  consoleEnterprise: consoleEnterpriseEndpoints,
  consoleAccountManager: consoleAccountManagerEndpoints,
  consoleEnterpriseNote: consoleEnterpriseNoteEndpoints,
  consoleEnterpriseTag: consoleEnterpriseTagEndpoints,
  consoleFollowUp: consoleFollowUpEndpoints,
  consolePhoneCall: consolePhoneCallEndpoints,
  consoleCompanyGroup: consoleCompanyGroupEndpoints,
  consoleCredit: consoleCreditLimitEndpoints,
  consoleStatement: consoleStatementEndpoints,
  consoleAccountStatement: consoleAccountStatementEndpoints,
  consoleAcceptance: consoleAcceptanceBillEndpoints,
  consoleFinanceRequest: consoleWaiverOrWriteOffEndpoints,
  consoleBadDebt: consoleBadDebtEndpoints,
  consoleProvision: consoleProvisionEndpoints,
  consolePayment: consoleRefundAndReconcileEndpoints,
  consoleVoucher: consoleVoucherEndpoints,
  consoleBank: consoleBankEndpoints,
  consoleBankFormat: consoleBankFormatEndpoints,
  consoleValueDay: consoleValueDayEndpoints,
  consoleCollection: consoleCollectionEndpoints,
  consoleOrderStop: consoleOrderStopEndpoints,
  consoleReceivable: consoleReceivableEndpoints,
  consoleCreditBook: consoleCreditAccountEndpoints,
  consoleReceipt: consoleIncomingPaymentEndpoints,
  consoleReconciliation: consoleReconciliationEndpoints,
  consoleLedger: consoleLedgerEndpoints,
  consoleJournal: consoleJournalEndpoints,
  consoleJournalMonth: consoleJournalMonthEndpoints,
  consoleProof: consoleLedgerProofEndpoints,
  consoleJob: consoleJobEndpoints,
  consoleWallet: consoleWalletEndpoints,
  consoleShop: consoleShopEndpoints,
  consoleCategory: consoleCategoryEndpoints,
  consoleBrand: consoleBrandEndpoints,
  consoleSupplier: consoleSupplierEndpoints,
  consoleWarehouse: consoleWarehouseEndpoints,
  consoleBatch: consoleBatchEndpoints,
  consoleStockReceipt: consoleStockReceiptEndpoints,
  consoleStockTransfer: consoleStockTransferEndpoints,
  consoleStockCount: consoleStockCountEndpoints,
  consoleStockCountPrintout: consoleStockCountPrintoutEndpoints,
  consolePurchaseOrder: consolePurchaseOrderEndpoints,
  consoleSupplierInvoice: consoleSupplierInvoiceEndpoints,
  consolePurchaseOrderPrintout: consolePurchaseOrderPrintoutEndpoints,
  consoleMargin: consoleMarginEndpoints,
  consoleRevenue: consoleRevenueEndpoints,
  consoleSalesReport: consoleSalesReportEndpoints,
  consoleCustomerReport: consoleCustomerReportEndpoints,
  consoleSalesTarget: consoleSalesTargetEndpoints,
  consoleCouponReport: consoleCouponReportEndpoints,
  consoleFunnel: consoleFunnelEndpoints,
  consoleReceivablesReport: consoleReceivablesReportEndpoints,
  consoleStockReport: consoleStockReportEndpoints,
  consoleLicence: consoleLicenceEndpoints,
  goodsPicture: consoleGoodsPictureEndpoints,
  goodsDocument: consoleGoodsDocumentEndpoints,
  consoleGoods: consoleGoodsEndpoints,
  consoleSku: consoleSkuEndpoints,
  consoleAttribute: consoleAttributeEndpoints,
  consoleAttributeSet: consoleAttributeSetEndpoints,
  consoleMachineModel: consoleMachineModelEndpoints,
  consoleSearchWord: consoleSearchWordEndpoints,
  consoleTaxCode: consoleTaxCodeEndpoints,
  consolePrice: consolePriceEndpoints,
  goodsBulk: consoleGoodsBulkEditEndpoints,
  goodsImport: consoleGoodsImportEndpoints,
  movingIn: consoleMovingInEndpoints,
  goodsExport: consoleGoodsExportEndpoints,
  consoleCoupon: consoleCouponEndpoints,
  consoleLevel: consoleLevelEndpoints,
  consoleStock: consoleStockEndpoints,
  consoleFreight: consoleFreightEndpoints,
  consoleDeliveryTime: consoleDeliveryTimeEndpoints,
  consoleExport: consoleExportEndpoints,
  consoleHoliday: consoleHolidayEndpoints,
  consoleCompanyPicture: consoleMallCompanyPictureEndpoints,
  consoleSetting: consoleSettingEndpoints,
  consoleSetup: consoleSetupEndpoints,
  consoleText: consoleStoredUnsentSmsEndpoints,
  consoleMessageText: consoleMessageTextEndpoints,
  consoleArticle: consoleArticleEndpoints,
  consoleHelpCategory: consoleHelpCategoryEndpoints,
  consoleBanner: consoleBannerEndpoints,
  consoleHomeSection: consoleHomeSectionEndpoints,
  consoleInquiry: consoleInquiryEndpoints,
  consoleAnnouncement: consoleAnnouncementEndpoints,
  consoleAudit: consoleAuditEndpoints,
  consoleDocumentView: consoleDocumentViewEndpoints,
  consoleFileHistory: consoleFileHistoryEndpoints,
  consoleCustomRole: consoleCustomRoleEndpoints,
  consoleUser: consoleUserEndpoints,
  consoleStaff: consoleStaffAccountEndpoints,
  consoleSensitiveChange: consoleSensitiveChangeEndpoints,
  consoleSavedView: consoleSavedViewEndpoints,
  consoleNotice: consoleStaffNoticeEndpoints,
  consoleContact: consoleContactEndpoints,
  consoleEnterpriseAccess: consoleEnterpriseAccessEndpoints,
  consoleIntegration: consoleIntegrationEndpoints,
  consolePlatformKey: consolePlatformKeyEndpoints,
} as const
