import type { buyerListExportEndpoints } from '#contract/billing/documents/exports-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import * as buying from './buying-columns.ts'
import * as company from './company-columns.ts'
import { createListExport, createListExportWithConvertedRows, type HandlersOf } from './list-export.ts'
import { orderColumns, orderLineColumns, quotationColumns } from './order-columns.ts'

type Buying =
  | 'order'
  | 'quotation'
  | 'afterSale'
  | 'comment'
  | 'approval'
  | 'contracts'
  | 'invoice'
  | 'favourites'
  | 'materialCode'
  | 'coupon'

type Company = 'subUser' | 'project' | 'equipment' | 'patrol' | 'payment' | 'credit' | 'statement' | 'badDebt'

/** Handlers that export the buyer's lists as files. Each calls the handler of the list itself, which is passed in. */
export const createExportHandlers = (lists: HandlersOf<Buying | Company>): Handlers<typeof buyerListExportEndpoints> => ({
  orders: createListExport(lists.order.list, '订单', orderColumns),
  orderLines: createListExportWithConvertedRows(lists.order.list, '订单商品', {
    columns: orderLineColumns,
    parts: async (_, orders) => orders.flatMap((order) => order.lines.map((line) => ({ order, line }))),
  }),
  afterSales: createListExport(lists.afterSale.list, '售后', buying.afterSaleColumns),
  quotations: createListExport(lists.quotation.list, '询价单', quotationColumns),
  comments: createListExport(lists.comment.mine, '评论', buying.commentColumns),
  approvals: createListExport(lists.approval.list, '采购审批', buying.purchaseApprovalColumns),
  contracts: createListExport(lists.contracts.list, '合同', buying.contractColumns),
  openOrders: createListExport(lists.invoice.openOrders, '可开票订单', buying.invoiceableOrderColumns),
  favourites: createListExport(lists.favourites.list, '收藏', buying.favouriteColumns),
  materialCodes: createListExport(lists.materialCode.list, '物料编码', buying.materialCodeColumns),
  coupons: createListExport(lists.coupon.list, '优惠券', buying.couponColumns),
  subUsers: createListExport(lists.subUser.list, '子账号', company.subUserColumns),
  projects: createListExport(lists.project.list, '项目', company.projectColumns),
  equipment: createListExport(lists.equipment.list, '设备', company.equipmentColumns),
  patrols: createListExport(lists.patrol.list, '巡检', company.patrolColumns),
  topUps: createListExport(lists.payment.topUps, '充值记录', company.topUpColumns),
  drawdowns: createListExport(lists.credit.drawdowns, '赊销明细', company.drawdownColumns),
  statements: createListExport(lists.statement.list, '月度账单', company.statementColumns),
  repayments: createListExport(lists.statement.repayments, '还款记录', company.repaymentColumns),
  acceptances: createListExport(lists.statement.acceptances, '承兑汇票', company.acceptanceBillColumns),
  badDebts: createListExport(lists.badDebt.list, '已核销的账款', company.badDebtColumns),
})
