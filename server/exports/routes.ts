import type { exports } from '../../contract/documents/exports-api.ts'
import type { Handlers } from '../http/context.ts'
import * as buying from './buying-columns.ts'
import * as company from './company-columns.ts'
import { type Answering, keeps, keepsParts } from './keeps.ts'
import { lineColumns, orderColumns } from './order-columns.ts'

type Buying = 'order' | 'afterSale' | 'comment' | 'approval' | 'contracts' | 'invoice' | 'favourites' | 'materialCode' | 'coupon'

type Company = 'subUser' | 'project' | 'equipment' | 'patrol' | 'payment' | 'credit' | 'statement'

/** A buyer's lists as files, given what answers the calls of the lists themselves. */
export const exportHandlers = (lists: Answering<Buying | Company>): Handlers<typeof exports> => ({
  orders: keeps(lists.order.list, '订单', orderColumns),
  orderLines: keepsParts(lists.order.list, '订单商品', {
    columns: lineColumns,
    parts: async (_, orders) => orders.flatMap((order) => order.lines.map((line) => ({ order, line }))),
  }),
  afterSales: keeps(lists.afterSale.list, '售后', buying.afterSaleColumns),
  comments: keeps(lists.comment.mine, '评论', buying.commentColumns),
  approvals: keeps(lists.approval.list, '采购审批', buying.approvalColumns),
  contracts: keeps(lists.contracts.list, '合同', buying.contractColumns),
  openOrders: keeps(lists.invoice.openOrders, '可开票订单', buying.openOrderColumns),
  favourites: keeps(lists.favourites.list, '收藏', buying.favouriteColumns),
  materialCodes: keeps(lists.materialCode.list, '物料编码', buying.materialColumns),
  coupons: keeps(lists.coupon.list, '优惠券', buying.couponColumns),
  subUsers: keeps(lists.subUser.list, '子账号', company.subUserColumns),
  projects: keeps(lists.project.list, '项目', company.projectColumns),
  equipment: keeps(lists.equipment.list, '设备', company.equipmentColumns),
  patrols: keeps(lists.patrol.list, '巡检', company.patrolColumns),
  topUps: keeps(lists.payment.topUps, '充值记录', company.topUpColumns),
  drawdowns: keeps(lists.credit.drawdowns, '用信明细', company.drawdownColumns),
  statements: keeps(lists.statement.list, '月度账单', company.statementColumns),
  repayments: keeps(lists.statement.repayments, '还款记录', company.repaymentColumns),
  acceptances: keeps(lists.statement.acceptances, '承兑汇票', company.acceptanceColumns),
})
