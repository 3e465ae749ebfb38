import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { consoleValueDayEndpoints } from '#contract/billing/bank/value-day-api.ts'
import { consoleVoucherEndpoints } from '#contract/billing/bank/voucher-api.ts'
import { consoleCollectionEndpoints, consoleOrderStopEndpoints } from '#contract/billing/collections/console-api.ts'
import { consoleCompanyGroupEndpoints } from '#contract/billing/company-groups/console-api.ts'
import { consoleCreditAccountEndpoints } from '#contract/billing/finance/credit-api.ts'
import { consoleLedgerEndpoints } from '#contract/billing/finance/ledger-api.ts'
import { consoleLedgerProofEndpoints } from '#contract/billing/finance/proof-api.ts'
import { consoleReconciliationEndpoints } from '#contract/billing/finance/reconciliation-api.ts'
import { consoleJournalEndpoints } from '#contract/billing/journal/console-api.ts'
import { consoleMarginEndpoints } from '#contract/billing/margins/api.ts'
import { consoleRevenueEndpoints } from '#contract/billing/revenue/api.ts'
import { consoleSigningEndpoints } from '#contract/billing/signings/console-api.ts'
import { consoleAttributeEndpoints, consoleAttributeSetEndpoints } from '#contract/catalog/attributes/console-api.ts'
import { consoleBrandEndpoints } from '#contract/catalog/brands/console-api.ts'
import { consoleCouponEndpoints } from '#contract/catalog/coupons/console-api.ts'
import { consoleSkuEndpoints } from '#contract/catalog/goods/console-api.ts'
import { consoleTaxCodeEndpoints } from '#contract/catalog/goods/tax-api.ts'
import { consoleGoodsEndpoints } from '#contract/catalog/goods-editing/console-api.ts'
import { consoleStockEndpoints } from '#contract/catalog/inventory/api.ts'
import { consoleWarehouseEndpoints } from '#contract/catalog/inventory/warehouses-api.ts'
import { consoleLicenceEndpoints } from '#contract/catalog/licences/console-api.ts'
import { consoleMachineModelEndpoints } from '#contract/catalog/machine-models/console-api.ts'
import { consolePriceEndpoints } from '#contract/catalog/pricing/console-api.ts'
import { consolePurchaseOrderEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import { consoleSearchWordEndpoints } from '#contract/catalog/search-words/console-api.ts'
import { consoleShopEndpoints } from '#contract/catalog/shops/console-api.ts'
import { consoleStockCountEndpoints } from '#contract/catalog/stock-counts/api.ts'
import { consoleStockReceiptEndpoints } from '#contract/catalog/stock-receipts/api.ts'
import { consoleStockTransferEndpoints } from '#contract/catalog/stock-transfers/api.ts'
import { consoleSupplierInvoiceEndpoints } from '#contract/catalog/supplier-invoices/api.ts'
import { consoleSupplierEndpoints } from '#contract/catalog/suppliers/api.ts'
import { consoleArticleEndpoints } from '#contract/content/content/article-api.ts'
import { consoleBadDebtEndpoints } from '#contract/money/bad-debts/console-api.ts'
import { consoleRefundAndReconcileEndpoints } from '#contract/money/payments/api.ts'
import { consoleProvisionEndpoints } from '#contract/money/provisions/console-api.ts'
import { consoleAcceptanceBillEndpoints } from '#contract/money/statements/console-acceptance-api.ts'
import { consoleStatementEndpoints, consoleWaiverOrWriteOffEndpoints } from '#contract/money/statements/console-api.ts'
import { consoleEnterpriseEndpoints } from '#contract/operations/enterprises/api.ts'
import { consoleFunnelEndpoints } from '#contract/operations/funnel/api.ts'
import { consoleCouponReportEndpoints } from '#contract/operations/reports/coupon-report-api.ts'
import { consoleCustomerReportEndpoints } from '#contract/operations/reports/customer-api.ts'
import { consoleReceivablesReportEndpoints } from '#contract/operations/reports/receivables-api.ts'
import { consoleSalesReportEndpoints } from '#contract/operations/reports/sales-api.ts'
import { consoleStockReportEndpoints } from '#contract/operations/reports/stock-api.ts'
import { consoleSalesTargetEndpoints } from '#contract/operations/sales-targets/api.ts'
import { consoleAfterSaleEndpoints } from '#contract/orders/after-sales/console-api.ts'
import { consoleBatchEndpoints } from '#contract/orders/batches/api.ts'
import { consoleCommentEndpoints } from '#contract/orders/comments/console-api.ts'
import { consoleHandoverListEndpoints } from '#contract/orders/handover-lists/api.ts'
import { consoleOrderProposalEndpoints } from '#contract/orders/order-proposals/console-api.ts'
import { consoleOrderEndpoints } from '#contract/orders/orders/console-api.ts'
import { consoleQuotationEndpoints } from '#contract/orders/quotations/console-api.ts'
import { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import { consoleWaybillEndpoints } from '#contract/orders/waybills/api.ts'
import { consoleAccountManagerEndpoints } from '#contract/people/account-managers/api.ts'
import { consoleFollowUpEndpoints } from '#contract/people/account-managers/follow-up-api.ts'
import { consolePhoneCallEndpoints } from '#contract/people/account-managers/phone-call-api.ts'
import { consoleUserEndpoints } from '#contract/people/identity/console-api.ts'
import { consoleInquiryEndpoints } from '#contract/people/inquiry/api.ts'
import { consoleAnnouncementEndpoints } from '#contract/people/messaging/announcement-api.ts'
import { consoleAuditEndpoints } from '#contract/people/staff/audit-api.ts'
import { consoleDocumentViewEndpoints } from '#contract/people/staff/document-views.ts'
import { consoleFileHistoryEndpoints } from '#contract/people/staff/file-history.ts'
import { consoleSensitiveChangeEndpoints } from '#contract/people/staff/sensitive-change-api.ts'
import { consoleStaffAccountEndpoints } from '#contract/people/staff/staff-api.ts'
import { consoleVerificationEndpoints } from '#contract/people/verification/api.ts'
import { defineEndpoints } from '#contract/platform/core/endpoint.ts'
import { defineExportOfList } from '#contract/platform/spreadsheets/export.ts'

/** Exports of the lists of staff. Those of finance, invoices and prices are next to their own calls. */
export const consoleExportEndpoints = defineEndpoints('/console-api/api/export', {
  orders: defineExportOfList(consoleOrderEndpoints.list, 'orders', '全部订单'),
  orderLines: defineExportOfList(consoleOrderEndpoints.list, 'order-lines', '全部订单的商品明细'),
  waves: defineExportOfList(consoleWaveEndpoints.list, 'waves', '波次'),
  waveOrders: defineExportOfList(consoleWaveEndpoints.orders, 'wave-orders', '一个波次的订单'),
  waveCandidates: defineExportOfList(consoleWaveEndpoints.candidates, 'wave-candidates', '可编入波次的订单'),
  waybills: defineExportOfList(consoleWaybillEndpoints.list, 'waybills', '电子面单'),
  handoverList: defineExportOfList(consoleHandoverListEndpoints.list, 'handover-list', '交接单'),
  afterSales: defineExportOfList(consoleAfterSaleEndpoints.list, 'after-sales', '全部售后单'),
  orderProposals: defineExportOfList(consoleOrderProposalEndpoints.list, 'order-proposals', '代客下单'),
  orderProposalLines: defineExportOfList(consoleOrderProposalEndpoints.list, 'order-proposal-lines', '代客下单的商品明细'),
  quotations: defineExportOfList(consoleQuotationEndpoints.list, 'quotations', '全部询价单'),
  quotationLines: defineExportOfList(consoleQuotationEndpoints.list, 'quotation-lines', '询价单的商品明细与报价'),
  comments: defineExportOfList(consoleCommentEndpoints.list, 'comments', '评论'),
  enterprises: defineExportOfList(consoleEnterpriseEndpoints.list, 'enterprises', '企业及其额度'),
  phoneCalls: defineExportOfList(consolePhoneCallEndpoints.list, 'phone-calls', '与企业的通话'),
  accountManagers: defineExportOfList(consoleAccountManagerEndpoints.list, 'account-managers', '客户经理及名下企业的欠款'),
  followUps: defineExportOfList(consoleFollowUpEndpoints.list, 'follow-ups', '对企业的跟进'),
  users: defineExportOfList(consoleUserEndpoints.list, 'users', '用户及其席位'),
  verifications: defineExportOfList(consoleVerificationEndpoints.list, 'verifications', '认证案件'),
  staff: defineExportOfList(consoleStaffAccountEndpoints.list, 'staff', '员工账号'),
  // Everybody lists his own; the file is for those who see all.
  sensitiveChanges: defineExportOfList(
    { ...consoleSensitiveChangeEndpoints.list, needs: { staff: 'sensitiveChange', read: true } },
    'sensitive-changes',
    '敏感变更',
  ),
  audit: defineExportOfList(consoleAuditEndpoints.list, 'audit', '审计'),
  documentViews: defineExportOfList(consoleDocumentViewEndpoints.list, 'paper-looks', '查阅记录'),
  fileHistory: defineExportOfList(consoleFileHistoryEndpoints.list, 'file-history', '导入导出记录'),
  goods: defineExportOfList(consoleGoodsEndpoints.list, 'goods-list', '商品：状态、版本与草稿'),
  shops: defineExportOfList(consoleShopEndpoints.list, 'shops', '店铺'),
  missedSearches: defineExportOfList(consoleSearchWordEndpoints.missed, 'missed-searches', '没有结果的搜索'),
  brands: defineExportOfList(consoleBrandEndpoints.list, 'brands', '品牌'),
  suppliers: defineExportOfList(consoleSupplierEndpoints.list, 'suppliers', '供应商'),
  warehouses: defineExportOfList(consoleWarehouseEndpoints.list, 'warehouses', '仓库'),
  batches: defineExportOfList(consoleBatchEndpoints.list, 'batches', '在库批次'),
  batchMovements: defineExportOfList(consoleBatchEndpoints.movements, 'batch-movements', '一个批次的流水：订单、企业与退回'),
  warehouseStock: defineExportOfList(consoleWarehouseEndpoints.stock, 'warehouse-stock', '一个仓库的库存'),
  stockCounts: defineExportOfList(consoleStockCountEndpoints.list, 'stock-counts', '盘点单'),
  stockCountLines: defineExportOfList(consoleStockCountEndpoints.lines, 'stock-count-lines', '一张盘点单的商品'),
  stockReceipts: defineExportOfList(consoleStockReceiptEndpoints.list, 'stock-receipts', '入库单'),
  stockReceiptLines: defineExportOfList(consoleStockReceiptEndpoints.lines, 'stock-receipt-lines', '一张入库单的商品'),
  stockTransfers: defineExportOfList(consoleStockTransferEndpoints.list, 'stock-transfers', '调拨单'),
  stockTransferLines: defineExportOfList(consoleStockTransferEndpoints.list, 'stock-transfer-lines', '调拨单的商品明细'),
  supplierPrices: defineExportOfList(consoleSupplierEndpoints.prices, 'supplier-prices', '一个供应商的报价'),
  margins: defineExportOfList(consoleMarginEndpoints.list, 'margins', '一个月各规格的毛利'),
  salesReport: defineExportOfList(consoleSalesReportEndpoints.list, 'sales-report', '销售报表明细'),
  salesPoints: defineExportOfList(consoleSalesReportEndpoints.summary, 'sales-points', '销售走势'),
  couponPoints: defineExportOfList(consoleCouponReportEndpoints.summary, 'coupon-points', '用券销售走势'),
  receivablesMonths: defineExportOfList(consoleReceivablesReportEndpoints.summary, 'receivables-months', '各月应收与周转天数'),
  customerReport: defineExportOfList(consoleCustomerReportEndpoints.list, 'customer-report', '客户报表的企业'),
  managerReport: defineExportOfList(consoleCustomerReportEndpoints.managers, 'manager-report', '客户报表的客户经理'),
  salesTargets: defineExportOfList(consoleSalesTargetEndpoints.list, 'sales-targets', '各客户经理一个月的业绩目标'),
  couponReport: defineExportOfList(consoleCouponReportEndpoints.list, 'coupon-report', '优惠券报表的优惠券'),
  funnel: defineExportOfList(consoleFunnelEndpoints.list, 'funnel', '转化漏斗明细'),
  receivablesReport: defineExportOfList(consoleReceivablesReportEndpoints.managers, 'receivables-report', '各客户经理的应收与逾期'),
  stockReport: defineExportOfList(consoleStockReportEndpoints.list, 'stock-report', '库存报表的商品规格'),
  replenishment: defineExportOfList(consoleStockReportEndpoints.replenishment, 'replenishment', '补货建议'),
  monthMargins: defineExportOfList(consoleMarginEndpoints.months, 'month-margins', '各月毛利'),
  skuCosts: defineExportOfList(consolePurchaseOrderEndpoints.costs, 'sku-costs', '库存成本'),
  purchaseOrders: defineExportOfList(consolePurchaseOrderEndpoints.list, 'purchase-orders', '采购单'),
  purchaseOrderLines: defineExportOfList(consolePurchaseOrderEndpoints.list, 'purchase-order-lines', '采购单的商品明细'),
  supplierInvoices: defineExportOfList(consoleSupplierInvoiceEndpoints.list, 'supplier-invoices', '采购发票'),
  supplierInvoiceLines: defineExportOfList(consoleSupplierInvoiceEndpoints.list, 'supplier-invoice-lines', '采购发票的明细'),
  uninvoiced: defineExportOfList(consoleSupplierInvoiceEndpoints.uninvoiced, 'uninvoiced', '已收未开票'),
  skus: defineExportOfList(consoleSkuEndpoints.list, 'skus', '商品规格：价格与库存'),
  taxCodes: defineExportOfList(consoleTaxCodeEndpoints.goods, 'tax-codes', '商品的税收分类编码'),
  attributes: defineExportOfList(consoleAttributeEndpoints.list, 'attributes', '参数'),
  attributeSets: defineExportOfList(consoleAttributeSetEndpoints.list, 'attribute-sets', '参数模板'),
  licences: defineExportOfList(consoleLicenceEndpoints.list, 'licences', '企业提交的许可证'),
  shopLicences: defineExportOfList(consoleLicenceEndpoints.shopList, 'shop-licences', '店铺的许可证'),
  machineModels: defineExportOfList(consoleMachineModelEndpoints.list, 'machine-models', '机型'),
  movements: defineExportOfList(consoleStockEndpoints.movements, 'movements', '一个规格的库存流水'),
  priceLists: defineExportOfList(consolePriceEndpoints.lists, 'price-lists', '价目表清单'),
  priceHistory: defineExportOfList(consolePriceEndpoints.history, 'price-history', '价格变更记录'),
  couponTemplates: defineExportOfList(consoleCouponEndpoints.templates, 'coupon-templates', '优惠券模板'),
  couponClaims: defineExportOfList(consoleCouponEndpoints.claims, 'coupon-claims', '优惠券领取记录'),
  heldCoupons: defineExportOfList(consoleCouponEndpoints.ofEnterprise, 'held-coupons', '一家企业的优惠券'),
  articles: defineExportOfList(consoleArticleEndpoints.list, 'articles', '文章'),
  inquiries: defineExportOfList(consoleInquiryEndpoints.list, 'inquiries', '留言'),
  announcements: defineExportOfList(consoleAnnouncementEndpoints.list, 'announcements', '公告'),
  disputes: defineExportOfList(consoleStatementEndpoints.disputes, 'disputes', '账单异议'),
  signings: defineExportOfList(consoleSigningEndpoints.list, 'signings', '电子签署'),
  acceptances: defineExportOfList(consoleAcceptanceBillEndpoints.list, 'acceptances', '承兑汇票'),
  acceptanceRequests: defineExportOfList(consoleAcceptanceBillEndpoints.requests, 'acceptance-requests', '票据申请'),
  financeRequests: defineExportOfList(consoleWaiverOrWriteOffEndpoints.list, 'finance-requests', '减免与核销申请'),
  badDebts: defineExportOfList(consoleBadDebtEndpoints.list, 'bad-debts', '核销债权'),
  provisions: defineExportOfList(consoleProvisionEndpoints.list, 'provisions', '坏账准备'),
  provisionLines: defineExportOfList(consoleProvisionEndpoints.lines, 'provision-lines', '一个月的坏账准备计算'),
  refunds: defineExportOfList(consoleRefundAndReconcileEndpoints.refunds, 'refunds', '退款'),
  vouchers: defineExportOfList(consoleVoucherEndpoints.list, 'vouchers', '付款凭证'),
  bankImports: defineExportOfList(consoleBankEndpoints.imports, 'bank-imports', '银行对账单导入记录'),
  bankLines: defineExportOfList(consoleBankEndpoints.lines, 'bank-lines', '银行到账'),
  valueDayRequests: defineExportOfList(consoleValueDayEndpoints.requests, 'value-day-requests', '起息日申请'),
  valueDayCorrections: defineExportOfList(consoleValueDayEndpoints.corrections, 'value-day-corrections', '起息日更正'),
  journalLines: defineExportOfList(consoleJournalEndpoints.lines, 'journal-lines', '记账凭证（序时账）'),
  journalBalances: defineExportOfList(consoleJournalEndpoints.balances, 'journal-balances', '科目余额表'),
  journalMonths: defineExportOfList(consoleJournalEndpoints.months, 'journal-months', '一个科目的总账'),
  journalEnterprises: defineExportOfList(consoleJournalEndpoints.enterprises, 'journal-enterprises', '客户往来'),
  bankJournal: defineExportOfList(consoleJournalEndpoints.bankJournal, 'bank-journal', '银行日记账'),
  revenueLines: defineExportOfList(consoleRevenueEndpoints.lines, 'revenue-lines', '收入明细'),
  collections: defineExportOfList(consoleCollectionEndpoints.list, 'collections', '催收任务'),
  collectionReport: defineExportOfList(consoleCollectionEndpoints.report, 'collection-report', '承诺还款报表'),
  companyGroups: defineExportOfList(consoleCompanyGroupEndpoints.list, 'company-groups', '集团'),
  orderStops: defineExportOfList(consoleOrderStopEndpoints.list, 'order-stops', '停单申请'),
  holds: defineExportOfList(consoleCreditAccountEndpoints.holds, 'holds', '额度占用'),
  limitChanges: defineExportOfList(consoleCreditAccountEndpoints.limitChanges, 'limit-changes', '额度变更'),
  limitRequests: defineExportOfList(consoleCreditAccountEndpoints.limitRequests, 'limit-requests', '额度申请'),
  reconciliationDays: defineExportOfList(consoleReconciliationEndpoints.days, 'reconciliation-days', '每日对账'),
  ledgerDays: defineExportOfList(consoleLedgerEndpoints.days, 'ledger-days', '一个账户的日余额'),
  proofs: defineExportOfList(consoleLedgerProofEndpoints.runs, 'proofs', '账务证明'),
})
