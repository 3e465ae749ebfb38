import { accountStatementEndpoints, consoleAccountStatementEndpoints } from '#contract/billing/account-statements/api.ts'
import { bankTransferEndpoints } from '#contract/billing/bank/api.ts'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { consoleValueDayEndpoints } from '#contract/billing/bank/value-day-api.ts'
import { consoleVoucherEndpoints } from '#contract/billing/bank/voucher-api.ts'
import { billEntryEndpoints } from '#contract/billing/bills/api.ts'
import { consoleCollectionEndpoints, consoleOrderStopEndpoints } from '#contract/billing/collections/console-api.ts'
import { contractsEndpoints } from '#contract/billing/contracts/api.ts'
import { consoleDocumentDownloadEndpoints, documentDownloadEndpoints } from '#contract/billing/documents/api.ts'
import { buyerListExportEndpoints } from '#contract/billing/documents/exports-api.ts'
import { consoleCreditAccountEndpoints } from '#contract/billing/finance/credit-api.ts'
import { consoleIncomingPaymentEndpoints } from '#contract/billing/finance/incoming-payments-api.ts'
import { consoleLedgerEndpoints } from '#contract/billing/finance/ledger-api.ts'
import { consoleLedgerProofEndpoints } from '#contract/billing/finance/proof-api.ts'
import { consoleReceivableEndpoints } from '#contract/billing/finance/receivables-api.ts'
import { consoleReconciliationEndpoints } from '#contract/billing/finance/reconciliation-api.ts'
import { invoiceEndpoints, invoiceTitleEndpoints } from '#contract/billing/invoices/api.ts'
import { consoleInvoiceEndpoints } from '#contract/billing/invoices/console-api.ts'
import { consoleJournalEndpoints } from '#contract/billing/journal/console-api.ts'
import { consoleJournalMonthEndpoints } from '#contract/billing/journal/months-api.ts'
import { consoleMarginEndpoints } from '#contract/billing/margins/api.ts'
import { consoleRevenueEndpoints } from '#contract/billing/revenue/api.ts'
import { consoleAttributeEndpoints, consoleAttributeSetEndpoints } from '#contract/catalog/attributes/console-api.ts'
import { consoleBannerEndpoints } from '#contract/catalog/banners/banner-api.ts'
import { bannerEndpoints } from '#contract/catalog/banners/banner-shapes.ts'
import { brandEndpoints } from '#contract/catalog/brands/api.ts'
import { consoleBrandEndpoints } from '#contract/catalog/brands/console-api.ts'
import { consoleCategoryEndpoints } from '#contract/catalog/categories/console-api.ts'
import { couponEndpoints } from '#contract/catalog/coupons/api.ts'
import { consoleCouponEndpoints } from '#contract/catalog/coupons/console-api.ts'
import { favouritesEndpoints } from '#contract/catalog/favourites/api.ts'
import { stockWaitEndpoints } from '#contract/catalog/favourites/stock-wait-api.ts'
import { goodsCategoryEndpoints, goodsEndpoints } from '#contract/catalog/goods/api.ts'
import { consoleSkuEndpoints } from '#contract/catalog/goods/console-api.ts'
import { consoleTaxCodeEndpoints } from '#contract/catalog/goods/tax-api.ts'
import { consoleGoodsBulkEditEndpoints } from '#contract/catalog/goods-bulk/console-api.ts'
import { goodsCompareEndpoints } from '#contract/catalog/goods-compare/api.ts'
import { goodsDetailSupplementEndpoints } from '#contract/catalog/goods-editing/api.ts'
import { consoleGoodsEndpoints } from '#contract/catalog/goods-editing/console-api.ts'
import { consoleGoodsExportEndpoints, consoleGoodsImportEndpoints } from '#contract/catalog/goods-import/console-api.ts'
import { consoleStockEndpoints } from '#contract/catalog/inventory/api.ts'
import { consoleWarehouseEndpoints } from '#contract/catalog/inventory/warehouses-api.ts'
import { licenceEndpoints } from '#contract/catalog/licences/api.ts'
import { consoleLicenceEndpoints } from '#contract/catalog/licences/console-api.ts'
import { machineModelEndpoints } from '#contract/catalog/machine-models/api.ts'
import { consoleMachineModelEndpoints } from '#contract/catalog/machine-models/console-api.ts'
import { materialCodeEndpoints } from '#contract/catalog/materials/api.ts'
import { consoleGoodsDocumentEndpoints } from '#contract/catalog/pictures/document-api.ts'
import { consoleGoodsPictureEndpoints } from '#contract/catalog/pictures/picture-api.ts'
import { consolePriceEndpoints } from '#contract/catalog/pricing/console-api.ts'
import { consolePurchaseOrderEndpoints, consolePurchaseOrderPrintoutEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import { consoleSearchWordEndpoints } from '#contract/catalog/search-words/console-api.ts'
import { consoleShopEndpoints } from '#contract/catalog/shops/console-api.ts'
import { consoleStockCountEndpoints, consoleStockCountPrintoutEndpoints } from '#contract/catalog/stock-counts/api.ts'
import { consoleStockTransferEndpoints } from '#contract/catalog/stock-transfers/api.ts'
import { searchSuggestionEndpoints } from '#contract/catalog/suggestions/api.ts'
import { consoleSupplierEndpoints } from '#contract/catalog/suppliers/api.ts'
import { mallContentEndpoints } from '#contract/content/content/api.ts'
import { consoleArticleEndpoints, consoleHelpCategoryEndpoints } from '#contract/content/content/article-api.ts'
import { helpEndpoints } from '#contract/content/content/help-api.ts'
import { apiKeyEndpoints, webhookEndpoints } from '#contract/integration/integration/api.ts'
import { consoleIntegrationEndpoints } from '#contract/integration/integration/console-api.ts'
import { consolePlatformKeyEndpoints } from '#contract/integration/integration/platform-key-api.ts'
import { badDebtEndpoints } from '#contract/money/bad-debts/api.ts'
import { consoleBadDebtEndpoints } from '#contract/money/bad-debts/console-api.ts'
import { consoleCreditLimitEndpoints, creditAccountEndpoints, creditEndpoints } from '#contract/money/credit/api.ts'
import { consoleRefundAndReconcileEndpoints, paymentEndpoints } from '#contract/money/payments/api.ts'
import { consoleProvisionEndpoints } from '#contract/money/provisions/console-api.ts'
import { statementEndpoints } from '#contract/money/statements/api.ts'
import { consoleAcceptanceBillEndpoints } from '#contract/money/statements/console-acceptance-api.ts'
import { consoleStatementEndpoints, consoleWaiverOrWriteOffEndpoints } from '#contract/money/statements/console-api.ts'
import { consoleWalletEndpoints, walletEndpoints } from '#contract/money/wallet/api.ts'
import { consoleEnterpriseEndpoints } from '#contract/operations/enterprises/api.ts'
import { consoleExportEndpoints } from '#contract/operations/exports/console-exports-api.ts'
import { consoleFinderEndpoints } from '#contract/operations/finder/api.ts'
import { homeEndpoints } from '#contract/operations/home/api.ts'
import { consoleHomeSectionEndpoints } from '#contract/operations/home/console-api.ts'
import { consoleJobEndpoints } from '#contract/operations/jobs/console-api.ts'
import { consoleMovingInEndpoints } from '#contract/operations/moving-in/api.ts'
import { consoleWorkQueueEndpoints } from '#contract/operations/queue/api.ts'
import { consoleCustomerReportEndpoints } from '#contract/operations/reports/customer-api.ts'
import { consoleReceivablesReportEndpoints } from '#contract/operations/reports/receivables-api.ts'
import { consoleSalesReportEndpoints } from '#contract/operations/reports/sales-api.ts'
import { consoleStockReportEndpoints } from '#contract/operations/reports/stock-api.ts'
import { consoleMallCompanyPictureEndpoints } from '#contract/operations/settings/company-picture-api.ts'
import { consoleSettingEndpoints } from '#contract/operations/settings/console-api.ts'
import { consoleHolidayEndpoints } from '#contract/operations/settings/holiday-api.ts'
import { consoleSetupEndpoints } from '#contract/operations/setup/api.ts'
import { afterSaleEndpoints } from '#contract/orders/after-sales/api.ts'
import { consoleAfterSaleEndpoints } from '#contract/orders/after-sales/console-api.ts'
import { purchaseApprovalEndpoints } from '#contract/orders/approval/api.ts'
import { cartEndpoints } from '#contract/orders/cart/api.ts'
import { commentEndpoints } from '#contract/orders/comments/api.ts'
import { consoleCommentEndpoints } from '#contract/orders/comments/console-api.ts'
import { consoleFulfilmentEndpoints, parcelEndpoints } from '#contract/orders/fulfilment/api.ts'
import { consoleHandoverListEndpoints } from '#contract/orders/handover-lists/api.ts'
import { memberLevelEndpoints } from '#contract/orders/levels/api.ts'
import { consoleLevelEndpoints } from '#contract/orders/levels/console-api.ts'
import { consoleOrderNoteEndpoints } from '#contract/orders/order-notes/api.ts'
import { orderProposalEndpoints } from '#contract/orders/order-proposals/api.ts'
import { consoleOrderProposalEndpoints } from '#contract/orders/order-proposals/console-api.ts'
import { orderEndpoints } from '#contract/orders/orders/api.ts'
import { consoleOrderEndpoints } from '#contract/orders/orders/console-api.ts'
import { patrolEndpoints } from '#contract/orders/patrols/patrol-api.ts'
import { quickOrderEndpoints } from '#contract/orders/quick-order/api.ts'
import { quotationEndpoints, quotationPrintoutEndpoints } from '#contract/orders/quotations/api.ts'
import { consoleQuotationEndpoints } from '#contract/orders/quotations/console-api.ts'
import { shoppingListEndpoints } from '#contract/orders/shopping-lists/api.ts'
import { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import { consoleWaybillEndpoints } from '#contract/orders/waybills/api.ts'
import { consoleAccountManagerEndpoints } from '#contract/people/account-managers/api.ts'
import { consoleFollowUpEndpoints } from '#contract/people/account-managers/follow-up-api.ts'
import { consoleEnterpriseNoteEndpoints, consoleEnterpriseTagEndpoints } from '#contract/people/account-managers/notes-api.ts'
import { consoleFilesEndpoints, filesEndpoints } from '#contract/people/files/api.ts'
import { currentUserEndpoints, loginAndRegistrationEndpoints, ownEnterprisesEndpoints } from '#contract/people/identity/api.ts'
import { consoleEnterpriseAccessEndpoints, consoleUserEndpoints } from '#contract/people/identity/console-api.ts'
import { personalDataEndpoints } from '#contract/people/identity/personal-data-api.ts'
import { captchaAndSmsCodeEndpoints } from '#contract/people/identity/system-api.ts'
import { userSecurityEndpoints } from '#contract/people/identity/user-security-api.ts'
import { consoleInquiryEndpoints, inquiryEndpoints } from '#contract/people/inquiry/api.ts'
import { smsAlertEndpoints } from '#contract/people/messaging/alert-api.ts'
import { consoleAnnouncementEndpoints } from '#contract/people/messaging/announcement-api.ts'
import { messageEndpoints } from '#contract/people/messaging/api.ts'
import { consoleStoredUnsentSmsEndpoints } from '#contract/people/messaging/console-api.ts'
import { consoleMessageTextEndpoints } from '#contract/people/messaging/message-texts/api.ts'
import { subAccountEndpoints } from '#contract/people/organisation/api.ts'
import { consoleAuditEndpoints } from '#contract/people/staff/audit-api.ts'
import { consoleDocumentViewEndpoints } from '#contract/people/staff/document-views.ts'
import { consoleStaffNoticeEndpoints } from '#contract/people/staff/notice-api.ts'
import { consoleSensitiveChangeEndpoints } from '#contract/people/staff/sensitive-change-api.ts'
import { consoleStaffAccountEndpoints, currentStaffEndpoints } from '#contract/people/staff/staff-api.ts'
import { consoleVerificationEndpoints, verificationEndpoints } from '#contract/people/verification/api.ts'
import { addressEndpoints } from '#contract/sites/address/api.ts'
import { consoleDeliveryTimeEndpoints, deliveryTimeEndpoints } from '#contract/sites/delivery-times/delivery-time-api.ts'
import { consoleFreightEndpoints } from '#contract/sites/freight/freight-api.ts'
import { projectEndpoints } from '#contract/sites/projects/api.ts'
import { equipmentEndpoints } from '#contract/sites/projects/equipment-api.ts'
/** The whole contract, group by group. The server mounts it; OpenAPI, the permission matrix and the fuzz tests are generated from it. */
export const contract = {
  system: captchaAndSmsCodeEndpoints,
  security: loginAndRegistrationEndpoints,
  user: currentUserEndpoints,
  userSecurity: userSecurityEndpoints,
  personalData: personalDataEndpoints,
  enterprise: ownEnterprisesEndpoints,
  subUser: subAccountEndpoints,
  verification: verificationEndpoints,
  files: filesEndpoints,
  site: mallContentEndpoints,
  help: helpEndpoints,
  banner: bannerEndpoints,
  home: homeEndpoints,
  inquiry: inquiryEndpoints,
  goodsCategory: goodsCategoryEndpoints,
  goods: goodsEndpoints,
  suggestion: searchSuggestionEndpoints,
  aboutGoods: goodsDetailSupplementEndpoints,
  brand: brandEndpoints,
  machineModel: machineModelEndpoints,
  goodsCompare: goodsCompareEndpoints,
  licence: licenceEndpoints,
  cart: cartEndpoints,
  quickOrder: quickOrderEndpoints,
  shoppingList: shoppingListEndpoints,
  favourites: favouritesEndpoints,
  stockWait: stockWaitEndpoints,
  materialCode: materialCodeEndpoints,
  deliveryTime: deliveryTimeEndpoints,
  address: addressEndpoints,
  project: projectEndpoints,
  equipment: equipmentEndpoints,
  patrol: patrolEndpoints,
  quotation: quotationEndpoints,
  quotationPrintout: quotationPrintoutEndpoints,
  orderProposal: orderProposalEndpoints,
  order: orderEndpoints,
  parcel: parcelEndpoints,
  coupon: couponEndpoints,
  member: memberLevelEndpoints,
  approval: purchaseApprovalEndpoints,
  afterSale: afterSaleEndpoints,
  invoiceTitle: invoiceTitleEndpoints,
  invoice: invoiceEndpoints,
  comment: commentEndpoints,
  contracts: contractsEndpoints,
  payment: paymentEndpoints,
  transfer: bankTransferEndpoints,
  wallet: walletEndpoints,
  account: creditAccountEndpoints,
  credit: creditEndpoints,
  statement: statementEndpoints,
  badDebt: badDebtEndpoints,
  bill: billEntryEndpoints,
  documents: documentDownloadEndpoints,
  accountStatement: accountStatementEndpoints,
  exports: buyerListExportEndpoints,
  message: messageEndpoints,
  alert: smsAlertEndpoints,
  apiKey: apiKeyEndpoints,
  webhook: webhookEndpoints,
  staff: currentStaffEndpoints,
  consoleQueue: consoleWorkQueueEndpoints,
  consoleFinder: consoleFinderEndpoints,
  consoleVerification: consoleVerificationEndpoints,
  consoleFiles: consoleFilesEndpoints,
  consoleOrder: consoleOrderEndpoints,
  consoleOrderNote: consoleOrderNoteEndpoints,
  consoleFulfilment: consoleFulfilmentEndpoints,
  consoleWave: consoleWaveEndpoints,
  consoleWaybill: consoleWaybillEndpoints,
  consoleHandoverList: consoleHandoverListEndpoints,
  consoleDocuments: consoleDocumentDownloadEndpoints,
  consoleQuotation: consoleQuotationEndpoints,
  consoleOrderProposal: consoleOrderProposalEndpoints,
  consoleAfterSale: consoleAfterSaleEndpoints,
  consoleInvoice: consoleInvoiceEndpoints,
  consoleComment: consoleCommentEndpoints,
  consoleEnterprise: consoleEnterpriseEndpoints,
  consoleAccountManager: consoleAccountManagerEndpoints,
  consoleEnterpriseNote: consoleEnterpriseNoteEndpoints,
  consoleEnterpriseTag: consoleEnterpriseTagEndpoints,
  consoleFollowUp: consoleFollowUpEndpoints,
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
  consoleStockTransfer: consoleStockTransferEndpoints,
  consoleStockCount: consoleStockCountEndpoints,
  consoleStockCountPrintout: consoleStockCountPrintoutEndpoints,
  consolePurchaseOrder: consolePurchaseOrderEndpoints,
  consolePurchaseOrderPrintout: consolePurchaseOrderPrintoutEndpoints,
  consoleMargin: consoleMarginEndpoints,
  consoleRevenue: consoleRevenueEndpoints,
  consoleSalesReport: consoleSalesReportEndpoints,
  consoleCustomerReport: consoleCustomerReportEndpoints,
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
  consoleUser: consoleUserEndpoints,
  consoleStaff: consoleStaffAccountEndpoints,
  consoleSensitiveChange: consoleSensitiveChangeEndpoints,
  consoleNotice: consoleStaffNoticeEndpoints,
  consoleEnterpriseAccess: consoleEnterpriseAccessEndpoints,
  consoleIntegration: consoleIntegrationEndpoints,
  consolePlatformKey: consolePlatformKeyEndpoints,
} as const
