import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { BinaryFile, Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import type { StaffRole } from '#contract/platform/core/permissions.ts'
import { getBuyerExportPath } from '#contract/platform/spreadsheets/export-path.ts'
import { openMall } from '#server/platform/testing/mall.ts'

// Issue 5: every list can be taken along. A new one without an export, or without its reason here, fails.

const { exports: own, consoleExport: staffs } = contract
/** What takes each list along. */
const takenBy: Record<string, Endpoint> = {
  'order.list': own.orders,
  'afterSale.list': own.afterSales,
  'quotation.list': own.quotations,
  'orderProposal.list': own.orderProposals,
  'comment.mine': own.comments,
  'approval.list': own.approvals,
  'contracts.list': own.contracts,
  'invoice.openOrders': own.openOrders,
  'invoice.list': contract.invoice.export,
  'favourites.list': own.favourites,
  'materialCode.list': own.materialCodes,
  'coupon.list': own.coupons,
  'patrol.list': own.patrols,
  'payment.topUps': own.topUps,
  'wallet.entries': contract.wallet.export,
  'credit.drawdowns': own.drawdowns,
  'statement.list': own.statements,
  'statement.repayments': own.repayments,
  'statement.acceptances': own.acceptances,
  'badDebt.list': own.badDebts,
  'bill.list': contract.documents.bills,
  'consoleOrder.list': staffs.orders,
  'consoleAccountManager.list': staffs.accountManagers,
  'consoleFollowUp.list': staffs.followUps,
  'consolePhoneCall.list': staffs.phoneCalls,
  'consoleWave.list': staffs.waves,
  'consoleWave.orders': staffs.waveOrders,
  'consoleWave.candidates': staffs.waveCandidates,
  'consoleWaybill.list': staffs.waybills,
  'consoleHandoverList.list': staffs.handoverList,
  'consoleAfterSale.list': staffs.afterSales,
  'consoleOrderProposal.list': staffs.orderProposals,
  'consoleQuotation.list': staffs.quotations,
  'consoleComment.list': staffs.comments,
  'consoleInvoice.list': contract.consoleInvoice.export,
  'consoleEnterprise.list': staffs.enterprises,
  'consoleUser.list': staffs.users,
  'consoleVerification.list': staffs.verifications,
  'consoleStaff.list': staffs.staff,
  'consoleSensitiveChange.list': staffs.sensitiveChanges,
  'consoleAudit.list': staffs.audit,
  'consoleDocumentView.list': staffs.documentViews,
  'consoleFileHistory.list': staffs.fileHistory,
  'consoleGoods.list': staffs.goods,
  'goodsImport.rows': contract.goodsImport.result,
  'consoleShop.list': staffs.shops,
  'consoleBrand.list': staffs.brands,
  'consoleSearchWord.missed': staffs.missedSearches,
  'consoleBatch.list': staffs.batches,
  'consoleBatch.movements': staffs.batchMovements,
  'consoleWarehouse.list': staffs.warehouses,
  'consoleWarehouse.stock': staffs.warehouseStock,
  'consoleStockReceipt.list': staffs.stockReceipts,
  'consoleStockReceipt.lines': staffs.stockReceiptLines,
  'consoleStockTransfer.list': staffs.stockTransfers,
  'consoleStockCount.list': staffs.stockCounts,
  'consoleStockCount.lines': staffs.stockCountLines,
  'consoleSupplier.list': staffs.suppliers,
  'consoleSupplier.prices': staffs.supplierPrices,
  'consoleMargin.list': staffs.margins,
  'consoleMargin.months': staffs.monthMargins,
  'consoleSalesReport.list': staffs.salesReport,
  'consoleCouponReport.list': staffs.couponReport,
  'consoleFunnel.list': staffs.funnel,
  'consoleCustomerReport.list': staffs.customerReport,
  'consoleCustomerReport.managers': staffs.managerReport,
  'consoleSalesTarget.list': staffs.salesTargets,
  'consoleReceivablesReport.managers': staffs.receivablesReport,
  'consoleStockReport.list': staffs.stockReport,
  'consoleStockReport.replenishment': staffs.replenishment,
  'consolePurchaseOrder.list': staffs.purchaseOrders,
  'consoleSupplierInvoice.list': staffs.supplierInvoices,
  'consoleSupplierInvoice.uninvoiced': staffs.uninvoiced,
  'consolePurchaseOrder.costs': staffs.skuCosts,
  'consoleSku.list': staffs.skus,
  'consoleTaxCode.goods': staffs.taxCodes,
  'consoleAttribute.list': staffs.attributes,
  'consoleAttributeSet.list': staffs.attributeSets,
  'consoleMachineModel.list': staffs.machineModels,
  'consoleLicence.list': staffs.licences,
  'consoleLicence.shopList': staffs.shopLicences,
  'consoleStock.movements': staffs.movements,
  'consolePrice.lists': staffs.priceLists,
  'consolePrice.items': contract.consolePrice.export,
  'consolePrice.history': staffs.priceHistory,
  'consoleCoupon.templates': staffs.couponTemplates,
  'consoleCoupon.claims': staffs.couponClaims,
  'consoleCoupon.ofEnterprise': staffs.heldCoupons,
  'consoleCoupon.codeList': contract.consoleCoupon.codes,
  'consoleArticle.list': staffs.articles,
  'consoleInquiry.list': staffs.inquiries,
  'consoleAnnouncement.list': staffs.announcements,
  'consoleStatement.list': contract.consoleStatement.export,
  'consoleStatement.disputes': staffs.disputes,
  'consoleSigning.list': staffs.signings,
  'consoleAcceptance.list': staffs.acceptances,
  'consoleAcceptance.requests': staffs.acceptanceRequests,
  'consoleFinanceRequest.list': staffs.financeRequests,
  'consoleBadDebt.list': staffs.badDebts,
  'consoleProvision.list': staffs.provisions,
  'consoleProvision.lines': staffs.provisionLines,
  'consolePayment.refunds': staffs.refunds,
  'consoleVoucher.list': staffs.vouchers,
  'consoleBank.imports': staffs.bankImports,
  'consoleBank.lines': staffs.bankLines,
  'consoleValueDay.requests': staffs.valueDayRequests,
  'consoleValueDay.corrections': staffs.valueDayCorrections,
  'consoleCollection.list': staffs.collections,
  'consoleCollection.report': staffs.collectionReport,
  'consoleCompanyGroup.list': staffs.companyGroups,
  'consoleOrderStop.list': staffs.orderStops,
  'consoleReceivable.list': contract.consoleReceivable.export,
  'consoleCreditBook.accounts': contract.consoleCreditBook.export,
  'consoleCreditBook.holds': staffs.holds,
  'consoleCreditBook.limitChanges': staffs.limitChanges,
  'consoleCreditBook.limitRequests': staffs.limitRequests,
  'consoleReceipt.list': contract.consoleReceipt.export,
  'consoleReconciliation.days': staffs.reconciliationDays,
  'consoleReconciliation.differences': contract.consoleReconciliation.export,
  'consoleLedger.days': staffs.ledgerDays,
  'consoleJournal.lines': staffs.journalLines,
  'consoleJournal.balances': staffs.journalBalances,
  'consoleJournal.months': staffs.journalMonths,
  'consoleJournal.enterprises': staffs.journalEnterprises,
  'consoleJournal.bankJournal': staffs.bankJournal,
  'consoleRevenue.lines': staffs.revenueLines,
  'consoleLedger.transfers': contract.consoleLedger.export,
  'consoleProof.runs': staffs.proofs,
}
const notTaken: Record<string, string> = {
  'consoleSupplier.priceHistory': 'what one supplier asked for one SKU, beside its newest price',
  'goods.list': 'the shelf: the mall’s, not a list of anybody’s',
  'goods.skuList': 'the same, a row a SKU',
  'comment.list': 'what everybody reads beside a good',
  'help.search': 'found articles',
  'coupon.centre': 'what may be had: the shelf of coupons',
  'comment.todo': 'orders that wait for a word: in the export of orders',
  'transfer.list': 'no screen lists it: the orders and top-ups that it pays are taken along',
  'message.list': 'read and thrown away; what it tells of is in lists of its own',
  'message.listNotRead': 'the same',
  'consoleNotice.list': 'the same',
  'consoleGoods.history': 'what changed from version to version of one product, beside its editor',
  'brand.list': 'the public catalog, as the list of goods',
  'machineModel.list': 'the same',
  'goodsPicture.list': 'the library of pictures, from which goods take theirs',
  'goodsDocument.list': 'the same, of documents',
  'goodsImport.list': 'uploads of the last month; the result of each is taken along',
  'goodsBulk.list': 'bulk edits of the last month, to be undone within a day; the goods themselves are taken along',
  'goodsBulk.rows': 'what one bulk edit made of each product; the history of the goods has it too',
  'webhook.deliveries': 'tries of a push, kept for a while to mend a line; what was pushed is in lists of its own',
  'consoleIntegration.deliveries': 'the same',
  'consolePlatformKey.list': 'at most twenty valid keys; who made and used them is in the audit log, which is taken along',
  'movingIn.list': 'uploads of the days of the opening; the result of each is taken along',
  'movingIn.companies': 'the same companies, whose rows with faults are taken along in the form of the upload',
  'consoleJournalMonth.list': 'a row for each month, to close it; its entries are taken along',
  'consoleEnterpriseNote.list': 'what staff keep about one company for themselves, read on its page and not passed on',
  'consoleOrderNote.list': 'the same about one order',
  'consoleBank.awaited': 'what one line of the bank is matched with, found by typing',
}

const endpoints = Object.entries<EndpointGroup>(contract).flatMap(([group, api]) =>
  Object.entries(api).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
)
const lists = endpoints.filter(({ endpoint }) => 'dataList' in ((endpoint.output as { shape?: object }).shape ?? {}))

test('every list has an export or a stated reason for having none', () => {
  expect(lists.map(({ name }) => name).sort()).toEqual([...Object.keys(takenBy), ...Object.keys(notTaken)].sort())
})

/** Taken along by fewer than may see it. */
const takenByFewer: Record<string, Endpoint['needs']> = {
  'coupon.list': 'buyPay',
  'consoleSensitiveChange.list': { staff: 'sensitiveChange', read: true },
}
const fieldsOf = ({ input }: Endpoint) => Object.keys((input as unknown as { shape: object }).shape)
/** Narrowed by less than the list: all the prices of a list, all the codes of a template, all the rows of an import. */
const narrowedApart = new Set(['goodsImport.rows', 'invoice.list', 'consolePrice.items', 'consoleCoupon.codeList'])

test.each(lists.flatMap(({ name, endpoint }) => (takenBy[name] ? [[name, endpoint, takenBy[name]] as const] : [])))(
  '%s can be exported by those who may see it, with the same filters',
  (name, list, taking) => {
    expect(taking.kind).toBe('download')
    expect(taking.needs).toEqual(takenByFewer[name] ?? list.needs)
    if (narrowedApart.has(name)) return
    const narrowing = fieldsOf(list).filter((field) => field !== 'pageNo' && field !== 'pageSize')
    expect(fieldsOf(taking).sort()).toEqual([...narrowing, 'format'].sort())
  },
)

test('the exports of buyers are where the storefront looks for them', () =>
  expect(Object.values(own).map(({ path }) => path)).toEqual(Object.keys(own).map(getBuyerExportPath)))

const mall = await openMall()
const lin = await mall.buyer('林', { credit: '500000', wallet: '1000' })
const skuId = await mall.createSku('截齿')
const admin = await mall.staff('admin')

const november = { dateFrom: '2026-11-01', dateTo: '2026-11-30' }
/** What a list cannot be asked without. */
const required: Record<string, object> = {
  [staffs.margins.path]: { month: '2026-11' },
  [staffs.salesTargets.path]: { month: '2026-11' },
  [staffs.salesReport.path]: november,
  [staffs.revenueLines.path]: november,
  [staffs.salesPoints.path]: november,
  [staffs.couponPoints.path]: november,
  [staffs.couponReport.path]: november,
  [staffs.funnel.path]: november,
  [staffs.customerReport.path]: november,
  [staffs.managerReport.path]: november,
  [staffs.movements.path]: { skuId },
  [staffs.priceHistory.path]: { skuId },
  [staffs.ledgerDays.path]: { account: 'wallet' },
  [staffs.journalMonths.path]: { account: '1122' },
  [staffs.journalEnterprises.path]: { account: '1122' },
  [staffs.heldCoupons.path]: { enterpriseId: lin.enterpriseId },
}
const without = new Set<string>([
  staffs.couponClaims.path,
  staffs.waveOrders.path,
  staffs.supplierPrices.path,
  staffs.warehouseStock.path,
  staffs.batchMovements.path,
  staffs.stockCountLines.path,
  staffs.stockReceiptLines.path,
])

describe.each([
  ['a buyer', lin, own],
  ['staff', admin, staffs],
] as const)('%s exports the given list', (_, person, group) => {
  test.each(Object.entries<Endpoint>(group).filter(([, { path }]) => !without.has(path)))('%s', async (_name, { path }) => {
    for (const format of ['csv', 'xlsx']) {
      const answer = await person.post(path, { ...required[path], format })
      expect(answer).toMatchObject({ code: 200, status: 200 })
      const { bytes, name } = answer.data as BinaryFile
      expect(name).toMatch(/^[^-]+-2026-11-18\.(csv|xlsx)$/)
      expect([...bytes.slice(0, 3)]).toEqual(format === 'csv' ? [0xef, 0xbb, 0xbf] : [0x50, 0x4b, 0x03])
    }
  })
})

test('exporting the claims of a coupon template that does not exist is refused', async () => {
  const input = { templateId: mall.moment().newId(), format: 'csv' }
  expect(await admin.post(staffs.couponClaims.path, input)).toMatchObject({ reason: 'COUPON_TEMPLATE_NOT_FOUND' })
})

test('exporting the orders of a wave that does not exist is refused', async () => {
  const input = { id: mall.moment().newId(), format: 'csv' }
  expect(await admin.post(staffs.waveOrders.path, input)).toMatchObject({ reason: 'WAVE_NOT_FOUND' })
})

test('an export requires the same filters as its list', async () => {
  expect(await admin.post(staffs.priceHistory.path, { format: 'csv' })).toMatchObject({ reason: 'INVALID_INPUT' })
})

test.each<[StaffRole, keyof typeof staffs, number]>([
  ['support', 'audit', 403],
  ['support', 'users', 200],
  ['warehouse', 'orderLines', 200],
  ['catalogue', 'orderLines', 403],
  ['finance', 'staff', 403],
])('%s exporting %s gets %i', async (role, name, code) => {
  const person = await mall.staff(role)
  expect(await person.post(staffs[name].path, { format: 'csv' })).toMatchObject({ code })
})
