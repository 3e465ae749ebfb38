import type { consoleExportEndpoints } from '#contract/operations/exports/console-exports-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import {
  consoleAfterSaleColumns,
  couponPointColumns,
  enterpriseCouponColumns,
  missedSearchColumns,
  salesPointColumns,
} from './buying-columns.ts'
import * as shown from './console-columns.ts'
import * as debts from './debt-columns.ts'
import { createLineExportHandlers } from './document-lines/line-exports.ts'
import * as finance from './finance-columns.ts'
import * as goods from './goods-columns.ts'
import * as journal from './journal-columns.ts'
import { createExportHandlerOfPart, createListExportHandler, type HandlersOfContractGroups } from './list-export.ts'
import {
  consoleOrderColumns,
  consoleOrderProposalColumns,
  consoleQuotationColumns,
  funnelColumns,
  handoverListColumns,
  replenishmentColumns,
  salesReportColumns,
  stockReportColumns,
  waveCandidateColumns,
  waveColumns,
  waveOrderColumns,
  waybillColumns,
} from './order-columns.ts'
import * as purchasing from './purchasing-columns.ts'

type People =
  | 'consoleEnterprise'
  | 'consoleAccountManager'
  | 'consoleFollowUp'
  | 'consolePhoneCall'
  | 'consoleUser'
  | 'consoleVerification'
  | 'consoleStaff'
  | 'consoleSensitiveChange'
  | 'consoleAudit'
  | 'consoleDocumentView'
  | 'consoleFileHistory'
type Goods =
  | 'consoleOrder'
  | 'consoleWave'
  | 'consoleHandoverList'
  | 'consoleWaybill'
  | 'consoleOrderProposal'
  | 'consoleQuotation'
  | 'consoleAfterSale'
  | 'consoleComment'
  | 'consoleGoods'
  | 'consoleShop'
  | 'consoleBrand'
  | 'consoleSearchWord'
  | 'consoleSku'
  | 'consoleTaxCode'
  | 'consoleAttribute'
  | 'consoleAttributeSet'
  | 'consoleMachineModel'
  | 'consoleLicence'
  | 'consoleStock'
  | 'consolePrice'
  | 'consoleCoupon'
type Reports =
  | 'consoleSalesReport'
  | 'consoleSalesTarget'
  | 'consoleCouponReport'
  | 'consoleFunnel'
  | 'consoleCustomerReport'
  | 'consoleReceivablesReport'
  | 'consoleStockReport'
type Purchasing =
  | 'consoleWarehouse'
  | 'consoleBatch'
  | 'consoleStockReceipt'
  | 'consoleStockTransfer'
  | 'consoleStockCount'
  | 'consoleSupplier'
  | 'consolePurchaseOrder'
  | 'consoleSupplierInvoice'
  | 'consoleMargin'
type Texts = 'consoleArticle' | 'consoleInquiry' | 'consoleAnnouncement'
type Money =
  | 'consoleStatement'
  | 'consoleAcceptance'
  | 'consoleSigning'
  | 'consoleFinanceRequest'
  | 'consoleBadDebt'
  | 'consoleProvision'
  | 'consolePayment'
  | 'consoleVoucher'
  | 'consoleBank'
  | 'consoleValueDay'
  | 'consoleCollection'
  | 'consoleOrderStop'
type Books =
  | 'consoleJournal'
  | 'consoleRevenue'
  | 'consoleCompanyGroup'
  | 'consoleCreditBook'
  | 'consoleReconciliation'
  | 'consoleLedger'
  | 'consoleProof'

const createJournalExportHandlers = (
  lists: HandlersOfContractGroups<'consoleJournal' | 'consoleRevenue'>,
): Pick<
  Handlers<typeof consoleExportEndpoints>,
  'journalLines' | 'journalBalances' | 'journalMonths' | 'journalEnterprises' | 'bankJournal' | 'revenueLines'
> => ({
  journalLines: createListExportHandler(lists.consoleJournal.lines, '序时账', journal.journalLineExportColumns),
  journalBalances: createListExportHandler(lists.consoleJournal.balances, '科目余额表', journal.journalBalanceColumns),
  journalMonths: createListExportHandler(lists.consoleJournal.months, '总账', journal.journalMonthColumns),
  journalEnterprises: createListExportHandler(lists.consoleJournal.enterprises, '客户往来', journal.journalEnterpriseBalanceColumns),
  bankJournal: createListExportHandler(lists.consoleJournal.bankJournal, '银行日记账', journal.bankJournalColumns),
  revenueLines: createListExportHandler(lists.consoleRevenue.lines, '收入明细', journal.revenueLineColumns),
})

const createWaveExportHandlers = (
  lists: HandlersOfContractGroups<'consoleWave' | 'consoleWaybill' | 'consoleHandoverList'>,
): Pick<Handlers<typeof consoleExportEndpoints>, 'waves' | 'waveOrders' | 'waveCandidates' | 'waybills' | 'handoverList'> => ({
  waves: createListExportHandler(lists.consoleWave.list, '波次', waveColumns),
  waveOrders: createListExportHandler(lists.consoleWave.orders, '波次订单', waveOrderColumns),
  waveCandidates: createListExportHandler(lists.consoleWave.candidates, '可编入波次的订单', waveCandidateColumns),
  waybills: createListExportHandler(lists.consoleWaybill.list, '电子面单', waybillColumns),
  handoverList: createListExportHandler(lists.consoleHandoverList.list, '交接单', handoverListColumns),
})

const createExportHandlersOfOrdersToCome = (
  lists: HandlersOfContractGroups<'consoleQuotation' | 'consoleOrderProposal'>,
): Pick<Handlers<typeof consoleExportEndpoints>, 'quotations' | 'orderProposals'> => ({
  quotations: createListExportHandler(lists.consoleQuotation.list, '全部询价单', consoleQuotationColumns),
  orderProposals: createListExportHandler(lists.consoleOrderProposal.list, '代客下单', consoleOrderProposalColumns),
})

const createPurchasingExportHandlers = (
  lists: HandlersOfContractGroups<Purchasing>,
): Pick<
  Handlers<typeof consoleExportEndpoints>,
  | 'warehouses'
  | 'warehouseStock'
  | 'batches'
  | 'batchMovements'
  | 'stockReceipts'
  | 'stockReceiptLines'
  | 'stockTransfers'
  | 'stockCounts'
  | 'stockCountLines'
  | 'suppliers'
  | 'supplierPrices'
  | 'purchaseOrders'
  | 'supplierInvoices'
  | 'uninvoiced'
  | 'skuCosts'
  | 'margins'
  | 'monthMargins'
> => ({
  warehouses: createListExportHandler(lists.consoleWarehouse.list, '仓库', goods.warehouseColumns),
  batches: createListExportHandler(lists.consoleBatch.list, '在库批次', goods.batchColumns),
  batchMovements: createListExportHandler(lists.consoleBatch.movements, '批次流水', goods.batchMovementColumns),
  warehouseStock: createListExportHandler(lists.consoleWarehouse.stock, '仓库库存', goods.warehouseStockColumns),
  stockReceipts: createListExportHandler(lists.consoleStockReceipt.list, '入库单', goods.stockReceiptColumns),
  stockReceiptLines: createListExportHandler(lists.consoleStockReceipt.lines, '入库明细', goods.stockReceiptLineColumns),
  stockTransfers: createListExportHandler(lists.consoleStockTransfer.list, '调拨单', goods.stockTransferColumns),
  stockCounts: createListExportHandler(lists.consoleStockCount.list, '盘点单', goods.stockCountColumns),
  stockCountLines: createListExportHandler(lists.consoleStockCount.lines, '盘点明细', goods.stockCountLineColumns),
  suppliers: createListExportHandler(lists.consoleSupplier.list, '供应商', purchasing.supplierColumns),
  supplierPrices: createListExportHandler(lists.consoleSupplier.prices, '供应商报价', purchasing.supplierPriceColumns),
  margins: createListExportHandler(lists.consoleMargin.list, '毛利', goods.skuMarginColumns),
  monthMargins: createListExportHandler(lists.consoleMargin.months, '各月毛利', goods.monthMarginColumns),
  skuCosts: createListExportHandler(lists.consolePurchaseOrder.costs, '库存成本', purchasing.skuCostColumns),
  purchaseOrders: createListExportHandler(lists.consolePurchaseOrder.list, '采购单', purchasing.purchaseOrderColumns),
  supplierInvoices: createListExportHandler(lists.consoleSupplierInvoice.list, '采购发票', purchasing.supplierInvoiceColumns),
  uninvoiced: createListExportHandler(lists.consoleSupplierInvoice.uninvoiced, '已收未开票', purchasing.uninvoicedColumns),
})

const createReportExportHandlers = (
  lists: HandlersOfContractGroups<Reports>,
): Pick<
  Handlers<typeof consoleExportEndpoints>,
  | 'salesReport'
  | 'salesPoints'
  | 'couponPoints'
  | 'receivablesMonths'
  | 'couponReport'
  | 'funnel'
  | 'customerReport'
  | 'managerReport'
  | 'salesTargets'
  | 'receivablesReport'
  | 'stockReport'
  | 'replenishment'
> => ({
  salesReport: createListExportHandler(lists.consoleSalesReport.list, '销售报表', salesReportColumns),
  salesPoints: createExportHandlerOfPart(lists.consoleSalesReport.summary, ({ points }) => points, '销售走势', salesPointColumns),
  couponPoints: createExportHandlerOfPart(lists.consoleCouponReport.summary, ({ points }) => points, '用券销售走势', couponPointColumns),
  receivablesMonths: createExportHandlerOfPart(
    lists.consoleReceivablesReport.summary,
    ({ months }) => months,
    '各月应收',
    debts.receivablesMonthColumns,
  ),
  couponReport: createListExportHandler(lists.consoleCouponReport.list, '优惠券报表', shown.couponReportColumns),
  funnel: createListExportHandler(lists.consoleFunnel.list, '转化漏斗', funnelColumns),
  customerReport: createListExportHandler(lists.consoleCustomerReport.list, '客户报表', shown.customerReportColumns),
  salesTargets: createListExportHandler(lists.consoleSalesTarget.list, '业绩目标', shown.salesTargetColumns),
  managerReport: createListExportHandler(lists.consoleCustomerReport.managers, '客户经理报表', debts.accountManagerCustomerReportColumns),
  receivablesReport: createListExportHandler(lists.consoleReceivablesReport.managers, '应收报表', debts.receivablesByAccountManagerColumns),
  replenishment: createListExportHandler(lists.consoleStockReport.replenishment, '补货建议', replenishmentColumns),
  stockReport: createListExportHandler(lists.consoleStockReport.list, '库存报表', stockReportColumns),
})

const createAuditExportHandlers = (lists: HandlersOfContractGroups<'consoleAudit' | 'consoleFileHistory' | 'consoleDocumentView'>) => ({
  audit: createListExportHandler(lists.consoleAudit.list, '审计', shown.auditColumns),
  fileHistory: createListExportHandler(lists.consoleFileHistory.list, '导入导出记录', shown.fileHistoryColumns),
  documentViews: createListExportHandler(lists.consoleDocumentView.list, '查阅记录', shown.auditColumns),
})

const createCreditExportHandlers = (lists: HandlersOfContractGroups<'consoleCreditBook' | 'consoleCompanyGroup'>) => ({
  holds: createListExportHandler(lists.consoleCreditBook.holds, '额度占用', finance.creditHoldColumns),
  limitChanges: createListExportHandler(lists.consoleCreditBook.limitChanges, '额度变更', finance.creditLimitChangeColumns),
  limitRequests: createListExportHandler(lists.consoleCreditBook.limitRequests, '额度申请', finance.creditLimitRequestColumns),
  companyGroups: createListExportHandler(lists.consoleCompanyGroup.list, '集团', finance.companyGroupColumns),
})

/** Handlers that export the console's lists as files. Each calls the handler of the list itself, which is passed in. */
export const createConsoleExportHandlers = (
  lists: HandlersOfContractGroups<People | Goods | Purchasing | Reports | Texts | Money | Books>,
): Handlers<typeof consoleExportEndpoints> => ({
  orders: createListExportHandler(lists.consoleOrder.list, '全部订单', consoleOrderColumns),
  ...createLineExportHandlers(lists),
  ...createWaveExportHandlers(lists),
  ...createExportHandlersOfOrdersToCome(lists),
  afterSales: createListExportHandler(lists.consoleAfterSale.list, '全部售后', consoleAfterSaleColumns),
  comments: createListExportHandler(lists.consoleComment.list, '评论', shown.consoleCommentColumns),
  enterprises: createListExportHandler(lists.consoleEnterprise.list, '企业', shown.enterpriseColumns),
  accountManagers: createListExportHandler(lists.consoleAccountManager.list, '客户经理', debts.accountManagerColumns),
  followUps: createListExportHandler(lists.consoleFollowUp.list, '跟进', shown.followUpColumns),
  phoneCalls: createListExportHandler(lists.consolePhoneCall.list, '通话', shown.phoneCallColumns),
  users: createListExportHandler(lists.consoleUser.list, '用户', shown.userColumns),
  verifications: createListExportHandler(lists.consoleVerification.list, '认证案件', shown.verificationColumns),
  staff: createListExportHandler(lists.consoleStaff.list, '员工账号', shown.staffColumns),
  sensitiveChanges: createListExportHandler(lists.consoleSensitiveChange.list, '敏感变更', shown.sensitiveChangeColumns),
  ...createAuditExportHandlers(lists),
  goods: createListExportHandler(lists.consoleGoods.list, '商品', goods.goodsColumns),
  shops: createListExportHandler(lists.consoleShop.list, '店铺', goods.shopColumns),
  missedSearches: createListExportHandler(lists.consoleSearchWord.missed, '没有结果的搜索', missedSearchColumns),
  brands: createListExportHandler(lists.consoleBrand.list, '品牌', goods.brandColumns),
  skus: createListExportHandler(lists.consoleSku.list, '商品规格', goods.skuColumns),
  taxCodes: createListExportHandler(lists.consoleTaxCode.goods, '商品税收分类编码', goods.goodsTaxCodeColumns),
  attributes: createListExportHandler(lists.consoleAttribute.list, '参数', goods.attributeColumns),
  attributeSets: createListExportHandler(lists.consoleAttributeSet.list, '参数模板', goods.attributeSetColumns),
  licences: createListExportHandler(lists.consoleLicence.list, '企业许可证', goods.enterpriseLicenceColumns),
  shopLicences: createListExportHandler(lists.consoleLicence.shopList, '店铺许可证', goods.shopLicenceColumns),
  machineModels: createListExportHandler(lists.consoleMachineModel.list, '机型', goods.machineModelColumns),
  movements: createListExportHandler(lists.consoleStock.movements, '库存流水', goods.stockMovementColumns),
  priceLists: createListExportHandler(lists.consolePrice.lists, '价目表', shown.priceListColumns),
  priceHistory: createListExportHandler(lists.consolePrice.history, '价格变更', shown.priceHistoryColumns),
  couponTemplates: createListExportHandler(lists.consoleCoupon.templates, '优惠券模板', shown.couponTemplateColumns),
  couponClaims: createListExportHandler(lists.consoleCoupon.claims, '优惠券领取', shown.claimedCouponColumns),
  heldCoupons: createListExportHandler(lists.consoleCoupon.ofEnterprise, '企业优惠券', enterpriseCouponColumns),
  articles: createListExportHandler(lists.consoleArticle.list, '文章', shown.articleColumns),
  inquiries: createListExportHandler(lists.consoleInquiry.list, '留言', shown.inquiryColumns),
  announcements: createListExportHandler(lists.consoleAnnouncement.list, '公告', shown.announcementColumns),
  disputes: createListExportHandler(lists.consoleStatement.disputes, '账单异议', finance.statementDisputeColumns),
  signings: createListExportHandler(lists.consoleSigning.list, '电子签署', debts.signingColumns),
  acceptances: createListExportHandler(lists.consoleAcceptance.list, '承兑汇票', finance.consoleAcceptanceBillColumns),
  acceptanceRequests: createListExportHandler(lists.consoleAcceptance.requests, '票据申请', finance.acceptanceRequestColumns),
  financeRequests: createListExportHandler(lists.consoleFinanceRequest.list, '减免与核销', finance.waiverOrWriteOffColumns),
  badDebts: createListExportHandler(lists.consoleBadDebt.list, '核销债权', debts.consoleBadDebtColumns),
  provisions: createListExportHandler(lists.consoleProvision.list, '坏账准备', debts.provisionRunColumns),
  provisionLines: createListExportHandler(lists.consoleProvision.lines, '坏账准备计算', debts.provisionLineColumns),
  refunds: createListExportHandler(lists.consolePayment.refunds, '退款', finance.refundColumns),
  vouchers: createListExportHandler(lists.consoleVoucher.list, '付款凭证', finance.transferVoucherColumns),
  bankImports: createListExportHandler(lists.consoleBank.imports, '对账单导入', finance.bankImportColumns),
  bankLines: createListExportHandler(lists.consoleBank.lines, '银行到账', finance.bankLineColumns),
  valueDayRequests: createListExportHandler(lists.consoleValueDay.requests, '起息日申请', finance.valueDayRequestColumns),
  valueDayCorrections: createListExportHandler(lists.consoleValueDay.corrections, '起息日更正', finance.valueDayCorrectionColumns),
  ...createJournalExportHandlers(lists),
  ...createPurchasingExportHandlers(lists),
  ...createReportExportHandlers(lists),
  ...createCreditExportHandlers(lists),
  collections: createListExportHandler(lists.consoleCollection.list, '催收任务', debts.collectionTaskColumns),
  collectionReport: createListExportHandler(lists.consoleCollection.report, '承诺还款报表', debts.collectionReportColumns),
  orderStops: createListExportHandler(lists.consoleOrderStop.list, '停单申请', debts.orderStopColumns),
  reconciliationDays: createListExportHandler(lists.consoleReconciliation.days, '每日对账', finance.reconciliationDayColumns),
  ledgerDays: createListExportHandler(lists.consoleLedger.days, '账户日余额', finance.ledgerAccountDayColumns),
  proofs: createListExportHandler(lists.consoleProof.runs, '账务证明', finance.ledgerProofColumns),
})
