import type { buyerListExportEndpoints } from '#contract/billing/documents/exports-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import * as buying from './buying-columns.ts'
import * as company from './company-columns.ts'
import { createListExportHandler, createListExportHandlerConvertingRows, type HandlersOfContractGroups } from './list-export.ts'
import { orderColumns, orderLineColumns, orderProposalColumns, quotationColumns } from './order-columns.ts'

type Buying =
  | 'order'
  | 'quotation'
  | 'orderProposal'
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
export const createExportHandlers = (lists: HandlersOfContractGroups<Buying | Company>): Handlers<typeof buyerListExportEndpoints> => ({
  orders: createListExportHandler(lists.order.list, '订单', orderColumns),
  orderLines: createListExportHandlerConvertingRows(lists.order.list, '订单商品', {
    columns: () => orderLineColumns,
    parts: async (_, orders) => orders.flatMap((order) => order.lines.map((line) => ({ order, line }))),
  }),
  afterSales: createListExportHandler(lists.afterSale.list, '售后', buying.afterSaleColumns),
  quotations: createListExportHandler(lists.quotation.list, '询价单', quotationColumns),
  orderProposals: createListExportHandler(lists.orderProposal.list, '代客下单', orderProposalColumns),
  comments: createListExportHandler(lists.comment.mine, '评论', buying.commentColumns),
  approvals: createListExportHandler(lists.approval.list, '采购审批', buying.purchaseApprovalColumns),
  contracts: createListExportHandler(lists.contracts.list, '合同', buying.contractColumns),
  openOrders: createListExportHandler(lists.invoice.openOrders, '可开票订单', buying.invoiceableOrderColumns),
  favourites: createListExportHandler(lists.favourites.list, '收藏', buying.favouriteColumns),
  materialCodes: createListExportHandler(lists.materialCode.list, '物料编码', buying.materialCodeColumns),
  coupons: createListExportHandler(lists.coupon.list, '优惠券', buying.buyerCouponColumns),
  subUsers: createListExportHandler(lists.subUser.list, '子账号', company.subUserColumns),
  projects: createListExportHandler(lists.project.list, '项目', company.projectColumns),
  equipment: createListExportHandler(lists.equipment.list, '设备', company.equipmentColumns),
  patrols: createListExportHandler(lists.patrol.list, '巡检', company.patrolColumns),
  topUps: createListExportHandler(lists.payment.topUps, '充值记录', company.topUpColumns),
  drawdowns: createListExportHandler(lists.credit.drawdowns, '赊销明细', company.drawdownColumns),
  statements: createListExportHandler(lists.statement.list, '月度账单', company.statementColumns),
  repayments: createListExportHandler(lists.statement.repayments, '还款记录', company.repaymentColumns),
  acceptances: createListExportHandler(lists.statement.acceptances, '承兑汇票', company.acceptanceBillColumns),
  badDebts: createListExportHandler(lists.badDebt.list, '已核销的账款', company.badDebtColumns),
})
