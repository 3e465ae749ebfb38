import type { exportsEndpoints } from '#contract/billing/documents/exports-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import * as buying from './buying-columns.ts'
import * as company from './company-columns.ts'
import { type HandlersOf, listExport, listExportWithParts } from './list-export.ts'
import { orderColumns, orderLineColumns } from './order-columns.ts'

type Buying = 'order' | 'afterSale' | 'comment' | 'approval' | 'contracts' | 'invoice' | 'favourites' | 'materialCode' | 'coupon'

type Company = 'subUser' | 'project' | 'equipment' | 'patrol' | 'payment' | 'credit' | 'statement'

/** Handlers that export the buyer's lists as files. Each calls the handler of the list itself, which is passed in. */
export const createExportHandlers = (lists: HandlersOf<Buying | Company>): Handlers<typeof exportsEndpoints> => ({
  orders: listExport(lists.order.list, '订单', orderColumns),
  orderLines: listExportWithParts(lists.order.list, '订单商品', {
    columns: orderLineColumns,
    parts: async (_, orders) => orders.flatMap((order) => order.lines.map((line) => ({ order, line }))),
  }),
  afterSales: listExport(lists.afterSale.list, '售后', buying.afterSaleColumns),
  comments: listExport(lists.comment.mine, '评论', buying.commentColumns),
  approvals: listExport(lists.approval.list, '采购审批', buying.approvalColumns),
  contracts: listExport(lists.contracts.list, '合同', buying.contractColumns),
  openOrders: listExport(lists.invoice.openOrders, '可开票订单', buying.invoiceableOrderColumns),
  favourites: listExport(lists.favourites.list, '收藏', buying.favouriteColumns),
  materialCodes: listExport(lists.materialCode.list, '物料编码', buying.materialCodeColumns),
  coupons: listExport(lists.coupon.list, '优惠券', buying.couponColumns),
  subUsers: listExport(lists.subUser.list, '子账号', company.subUserColumns),
  projects: listExport(lists.project.list, '项目', company.projectColumns),
  equipment: listExport(lists.equipment.list, '设备', company.equipmentColumns),
  patrols: listExport(lists.patrol.list, '巡检', company.patrolColumns),
  topUps: listExport(lists.payment.topUps, '充值记录', company.topUpColumns),
  drawdowns: listExport(lists.credit.drawdowns, '用信明细', company.drawdownColumns),
  statements: listExport(lists.statement.list, '月度账单', company.statementColumns),
  repayments: listExport(lists.statement.repayments, '还款记录', company.repaymentColumns),
  acceptances: listExport(lists.statement.acceptances, '承兑汇票', company.acceptanceColumns),
})
