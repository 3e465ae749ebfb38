import { createConsoleAccountStatementHandlers } from '#server/billing/account-statements/routes.ts'
import { createConsoleBankHandlers, recordTopUpHandlers } from '#server/billing/bank/routes.ts'
import { createBankUndoingHandlers } from '#server/billing/bank/undoing/routes.ts'
import { createCollectionHandlers } from '#server/billing/collections/routes.ts'
import { createConsoleCompanyGroupHandlers } from '#server/billing/company-groups/console-routes.ts'
import { createConsoleContractFileHandlers } from '#server/billing/contracts/routes.ts'
import { consoleDocumentHandlers } from '#server/billing/documents/delivery-routes.ts'
import { createConsoleStatementFileHandlers } from '#server/billing/documents/routes.ts'
import { createWaybillLabelHandlers } from '#server/billing/documents/waybill-labels.ts'
import { accountManagerOverviewHandlers } from '#server/billing/finance/account-manager-overview.ts'
import { createConsoleRefundAndReconcileHandlers } from '#server/billing/incoming-payments/routes.ts'
import { reduceInvoicesAfterRefund } from '#server/billing/invoices/public.ts'
import { createConsoleInvoiceHandlers } from '#server/billing/invoices/routes.ts'
import { consolePurchaseOrderPrintoutHandlers } from '#server/billing/purchase-order-printouts/routes.ts'
import { createConsoleQuotationPrintoutHandlers } from '#server/billing/quotation-printouts/routes.ts'
import { createConsoleReconciliationHandlers } from '#server/billing/reconciliation/routes.ts'
import { createContractBeingSignedFinder, findOrdersWithContract } from '#server/billing/signings/public.ts'
import { createConsoleSigningHandlers } from '#server/billing/signings/routes.ts'
import { consoleStockCountPrintoutHandlers } from '#server/billing/stock-count-printouts/routes.ts'
import { consoleAttributeSetHandlers, createConsoleAttributeHandlers } from '#server/catalog/attributes/console-routes.ts'
import { consoleBannerHandlers } from '#server/catalog/banners/routes.ts'
import { consoleBrandHandlers } from '#server/catalog/brands/routes.ts'
import { createConsoleCategoryHandlers } from '#server/catalog/categories/routes.ts'
import { createConsoleCouponHandlers } from '#server/catalog/coupons/console/console-routes.ts'
import { countCouponTemplatesOfCategory, replaceCategoriesInCouponScopes } from '#server/catalog/coupons/public.ts'
import { consoleSkuHandlers, consoleTaxCodeHandlers } from '#server/catalog/goods/console-routes.ts'
import {
  buildFileIdsOfStaffShopsSql,
  countAllGoodsByCategory,
  countAllGoodsByShop,
  countGoodsAndCategoriesByLicenceKind,
  findOncePublishedGoodsById,
  moveGoodsBetweenCategories,
  recordCategoryMoveInGoodsHistory,
  setParentCategoryInSearch,
} from '#server/catalog/goods/public.ts'
import { goodsBulkEditHandlers } from '#server/catalog/goods-bulk/routes.ts'
import { consoleGoodsHandlers } from '#server/catalog/goods-editing/console/routes.ts'
import { createGoodsImportHandlers, goodsExportHandlers } from '#server/catalog/goods-import/routes.ts'
import { createConsoleLicenceHandlers } from '#server/catalog/licences/console-routes.ts'
import { createConsoleMachineModelHandlers } from '#server/catalog/machine-models/console-routes.ts'
import { createGoodsDocumentHandlers, createGoodsPictureHandlers } from '#server/catalog/pictures/routes.ts'
import { consolePriceHandlers, skuPriceHandlers } from '#server/catalog/price-lists/routes.ts'
import { consolePurchaseOrderHandlers } from '#server/catalog/purchase-orders/routes.ts'
import { consoleSearchWordHandlers } from '#server/catalog/search-words/routes.ts'
import { createConsoleShopHandlers } from '#server/catalog/shops/routes.ts'
import { createConsoleStockCountHandlers } from '#server/catalog/stock-counts/routes.ts'
import { consoleStockReceiptHandlers } from '#server/catalog/stock-receipts/routes.ts'
import { consoleStockTransferHandlers } from '#server/catalog/stock-transfers/routes.ts'
import { consoleSupplierInvoiceHandlers } from '#server/catalog/supplier-invoices/routes.ts'
import { consoleSupplierHandlers } from '#server/catalog/suppliers/routes.ts'
import { consoleStockHandlers } from '#server/catalog/warehouse/routes.ts'
import { createConsoleWarehouseHandlers } from '#server/catalog/warehouse/warehouse-routes.ts'
import { consoleHelpCategoryHandlers, createConsoleArticleHandlers } from '#server/content/content/articles/console-routes.ts'
import { consoleHolidayHandlers } from '#server/content/content/console-routes.ts'
import { consoleIntegrationHandlers } from '#server/integration/integration/console-routes.ts'
import * as credit from '#server/money/credit/public.ts'
import { consoleMallCompanyPictureHandlers } from '#server/operations/company-profile/routes.ts'
import { createConsoleExportHandlers } from '#server/operations/exports/console-routes.ts'
import { createFinderHandlers } from '#server/operations/finder/routes.ts'
import { createConsoleHomeHandlers } from '#server/operations/home/routes.ts'
import { createMovingInHandlers } from '#server/operations/moving-in/routes.ts'
import { consoleEnterpriseHandlers, consoleSkuListHandlers, consoleWorkQueueHandlers } from '#server/operations/reporting/routes.ts'
import { createSensitiveChangeHandlers } from '#server/operations/sensitive-changes/routes.ts'
import { createSettingHandlers } from '#server/operations/sensitive-changes/setting-routes.ts'
import { createStaffAccountChangeHandlers } from '#server/operations/sensitive-changes/staff/account-routes.ts'
import { consoleCustomRoleChangeHandlers } from '#server/operations/sensitive-changes/staff/custom-role-routes.ts'
import { createLevelBenefitHandlers } from '#server/operations/sensitive-changes/term-routes.ts'
import { createSetupHandlers } from '#server/operations/setup/routes.ts'
import {
  cancellationApprovalHandlers,
  closePartlyShippedOrderHandlers,
  createConsoleAfterSaleHandlers,
} from '#server/orders/after-sales/routes.ts'
import { consoleBatchHandlers } from '#server/orders/batches/routes.ts'
import { createConsoleCommentHandlers } from '#server/orders/comments/routes.ts'
import { createConsoleFulfilmentHandlers, createConsoleOrderDetailHandlers } from '#server/orders/fulfilment/routes.ts'
import { consoleHandoverListHandlers } from '#server/orders/handover-lists/routes.ts'
import { consoleLevelListHandlers } from '#server/orders/levels/routes.ts'
import { consoleOrderNoteHandlers, consoleOrderTagHandlers } from '#server/orders/order-notes/routes.ts'
import { consoleOrderProposalHandlers } from '#server/orders/order-proposals/routes.ts'
import { findOrdersHoldingSkus, limitOrderHandlersToStaffShops, sumCouponDiscountsByTemplate } from '#server/orders/orders/public.ts'
import { consoleOrderHandlers } from '#server/orders/orders/routes.ts'
import { createConsoleQuotationHandlers } from '#server/orders/quotations/routes.ts'
import { findUnitsPlannedElsewhere } from '#server/orders/shipping-warehouses/public.ts'
import { consoleWaveHandlers } from '#server/orders/waves/routes.ts'
import { requireNumberMayLeave } from '#server/orders/waybills/public.ts'
import { createConsoleWaybillHandlers } from '#server/orders/waybills/routes.ts'
import { consoleEnterpriseAccessHandlers, createConsoleUserHandlers } from '#server/people/access/console-routes.ts'
import {
  consoleAccountManagerHandlers,
  consoleEnterpriseNoteHandlers,
  consoleEnterpriseTagHandlers,
  consoleFollowUpHandlers,
  consolePhoneCallHandlers,
} from '#server/people/account-managers/routes.ts'
import { createConsoleContactHandlers } from '#server/people/channels/public.ts'
import { createConsoleFileHandlers } from '#server/people/files/routes.ts'
import { createConsoleInquiryHandlers } from '#server/people/inquiry/routes.ts'
import { consoleAnnouncementHandlers } from '#server/people/messaging/console-routes.ts'
import { consoleMessageTextHandlers } from '#server/people/messaging/text-routes.ts'
import { createPlatformKeyHandlers } from '#server/people/platform-keys/routes.ts'
import { consoleSavedViewHandlers } from '#server/people/saved-views/routes.ts'
import {
  consoleAuditHandlers,
  consoleCustomRoleListHandlers,
  consoleDocumentViewHandlers,
  consoleFileHistoryHandlers,
  consoleStaffAccountListHandlers,
  createStoredSmsHandlers,
} from '#server/people/staff/console-routes.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { createCurrentStaffHandlers } from '#server/people/staff/routes.ts'
import { consoleNoticeHandlers } from '#server/people/staff-notices/routes.ts'
import { createConsoleVerificationHandlers } from '#server/people/verification/routes.ts'
import { consoleDeliveryTimeHandlers } from '#server/sites/delivery-times/routes.ts'
import { consoleFreightHandlers } from '#server/sites/freight/routes.ts'
import { consoleFinanceHandlers } from './console-finance-handlers.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'
import { deleteMemberBelongings } from './member-belongings.ts'

/** The handlers of the console's calls, group by group. */
export const createConsoleHandlers = (dependencies: HandlerDependencies) => {
  const lists = createHandlersWithDependencies(dependencies)
  return { ...lists, consoleExport: createConsoleExportHandlers(lists) }
}

/** The handlers of the calls about the catalog. */
const catalogHandlers = {
  consoleGoods: consoleGoodsHandlers,
  consoleShop: createConsoleShopHandlers({ countGoodsByShop: countAllGoodsByShop }),
  consoleCategory: createConsoleCategoryHandlers({
    countGoodsByCategory: countAllGoodsByCategory,
    moveGoodsBetweenCategories,
    recordMoveOfCategories: recordCategoryMoveInGoodsHistory,
    setParentInSearch: setParentCategoryInSearch,
    countCouponsOfCategory: countCouponTemplatesOfCategory,
    replaceCategoriesOfCoupons: replaceCategoriesInCouponScopes,
  }),
  consoleBrand: consoleBrandHandlers,
  consoleSku: { ...consoleSkuHandlers, ...skuPriceHandlers, ...consoleSkuListHandlers },
  consoleAttribute: createConsoleAttributeHandlers(findOncePublishedGoodsById),
  consoleAttributeSet: consoleAttributeSetHandlers,
  consoleMachineModel: createConsoleMachineModelHandlers(findOncePublishedGoodsById),
  consoleSearchWord: consoleSearchWordHandlers,
  consoleTaxCode: consoleTaxCodeHandlers,
  consolePrice: consolePriceHandlers,
  goodsBulk: goodsBulkEditHandlers,
  goodsExport: goodsExportHandlers,
  consoleStock: consoleStockHandlers,
  consoleSupplier: consoleSupplierHandlers,
  consoleWarehouse: createConsoleWarehouseHandlers({ findUnitsPlannedElsewhere }),
  consoleBatch: consoleBatchHandlers,
  consoleStockReceipt: consoleStockReceiptHandlers,
  consoleStockTransfer: consoleStockTransferHandlers,
  consoleStockCount: createConsoleStockCountHandlers({ findOrdersHoldingSkus }),
  consoleStockCountPrintout: consoleStockCountPrintoutHandlers,
  consolePurchaseOrder: consolePurchaseOrderHandlers,
  consoleSupplierInvoice: consoleSupplierInvoiceHandlers,
  consolePurchaseOrderPrintout: consolePurchaseOrderPrintoutHandlers,
  consoleBanner: consoleBannerHandlers,
}

/** The handlers that need nothing but the database. */
const databaseOnlyHandlers = {
  consoleNotice: consoleNoticeHandlers,
  consoleSavedView: consoleSavedViewHandlers,
  consoleAudit: consoleAuditHandlers,
  consoleDocumentView: consoleDocumentViewHandlers,
  consoleFileHistory: consoleFileHistoryHandlers,
  consoleEnterpriseAccess: consoleEnterpriseAccessHandlers,
  consoleHoliday: consoleHolidayHandlers,
  consoleCompanyPicture: consoleMallCompanyPictureHandlers,
  consoleQueue: consoleWorkQueueHandlers,
  consoleWave: consoleWaveHandlers,
  consoleOrderProposal: consoleOrderProposalHandlers,
  consoleHandoverList: consoleHandoverListHandlers,
  consoleEnterprise: consoleEnterpriseHandlers,
  consoleEnterpriseNote: consoleEnterpriseNoteHandlers,
  consoleEnterpriseTag: consoleEnterpriseTagHandlers,
  consoleFollowUp: consoleFollowUpHandlers,
  consolePhoneCall: consolePhoneCallHandlers,
  consoleHelpCategory: consoleHelpCategoryHandlers,
  consoleAnnouncement: consoleAnnouncementHandlers,
  consoleMessageText: consoleMessageTextHandlers,
  consoleFreight: consoleFreightHandlers,
  consoleDeliveryTime: consoleDeliveryTimeHandlers,
  consoleIntegration: consoleIntegrationHandlers,
}

const createHandlersWithDependencies = ({ keys, services, vault, limits, requireTotp }: HandlerDependencies) => ({
  ...databaseOnlyHandlers,
  staff: createCurrentStaffHandlers({ keys, limits, requireTotp, localTexts: services.sms.listStored !== undefined }),
  consoleStaff: { ...consoleStaffAccountListHandlers, ...createStaffAccountChangeHandlers(keys) },
  consoleCustomRole: { ...consoleCustomRoleListHandlers, ...consoleCustomRoleChangeHandlers },
  consoleCompanyGroup: createConsoleCompanyGroupHandlers(keys, deleteMemberBelongings),
  consoleAccountStatement: createConsoleAccountStatementHandlers(keys),
  consoleSensitiveChange: createSensitiveChangeHandlers({ keys, limits, requireTotp }),
  consoleContact: createConsoleContactHandlers({ keys, services }),
  consoleText: createStoredSmsHandlers(services.sms),
  consoleUser: createConsoleUserHandlers(keys),
  consoleSetup: createSetupHandlers(services),
  consoleSetting: createSettingHandlers({ keys, limits, requireTotp, services }),
  consoleFinder: createFinderHandlers(keys),
  consoleVerification: createConsoleVerificationHandlers({ keys, credit }),
  consoleOrder: limitOrderHandlersToStaffShops({
    ...consoleOrderHandlers,
    ...cancellationApprovalHandlers,
    ...createConsoleOrderDetailHandlers(services),
  }),
  consoleFiles: createConsoleFileHandlers(vault),
  consoleBank: { ...createConsoleBankHandlers(findOrdersWithContract), ...createBankUndoingHandlers(findOrdersWithContract) },
  consoleCollection: createCollectionHandlers({ keys, files: services.files }),
  consolePayment: createConsoleRefundAndReconcileHandlers(services),
  consoleFulfilment: limitOrderHandlersToStaffShops({
    ...createConsoleFulfilmentHandlers(services, vault, requireNumberMayLeave),
    ...closePartlyShippedOrderHandlers,
  }),
  consoleOrderNote: limitOrderHandlersToStaffShops(consoleOrderNoteHandlers),
  consoleOrderTag: limitOrderHandlersToStaffShops(consoleOrderTagHandlers),
  consoleDocuments: limitOrderHandlersToStaffShops({
    ...consoleDocumentHandlers,
    ...createConsoleStatementFileHandlers(keys),
    ...createConsoleContractFileHandlers(keys, createContractBeingSignedFinder(keys)),
    ...createWaybillLabelHandlers(services),
  }),
  consoleAccountManager: { ...consoleAccountManagerHandlers, ...accountManagerOverviewHandlers },
  consoleReconciliation: createConsoleReconciliationHandlers(services),
  consoleArticle: createConsoleArticleHandlers(listStaffNamesById),
  consoleHomeSection: createConsoleHomeHandlers(keys),
  consoleInquiry: createConsoleInquiryHandlers(keys),
  consoleWallet: recordTopUpHandlers,
  ...catalogHandlers,
  ...consoleFinanceHandlers,
  consoleLicence: createConsoleLicenceHandlers(vault, { countGoodsRequiringLicences: countGoodsAndCategoriesByLicenceKind }),
  goodsPicture: createGoodsPictureHandlers(services.files, buildFileIdsOfStaffShopsSql),
  goodsImport: createGoodsImportHandlers(services.files),
  movingIn: createMovingInHandlers({ keys, limits, requireTotp }),
  goodsDocument: createGoodsDocumentHandlers(services.files, buildFileIdsOfStaffShopsSql),
  consoleCoupon: createConsoleCouponHandlers(sumCouponDiscountsByTemplate),
  consoleLevel: { ...consoleLevelListHandlers, ...createLevelBenefitHandlers({ keys, limits, requireTotp }) },
  consoleAfterSale: createConsoleAfterSaleHandlers({ keys, vault, reduceInvoices: reduceInvoicesAfterRefund }),
  consoleInvoice: createConsoleInvoiceHandlers(services),
  consoleWaybill: createConsoleWaybillHandlers(services),
  consoleSigning: createConsoleSigningHandlers({ vault, services }),
  consoleComment: createConsoleCommentHandlers(vault),
  consoleQuotation: createConsoleQuotationHandlers(vault),
  consoleQuotationPrintout: createConsoleQuotationPrintoutHandlers(keys),
  consolePlatformKey: createPlatformKeyHandlers({ keys, limits, requireTotp }),
})
