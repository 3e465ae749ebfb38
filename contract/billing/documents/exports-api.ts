import { contracts } from '#contract/billing/contracts/api.ts'
import { invoice } from '#contract/billing/invoices/api.ts'
import { coupon } from '#contract/catalog/coupons/api.ts'
import { favourites } from '#contract/catalog/favourites/api.ts'
import { materialCode } from '#contract/catalog/materials/api.ts'
import { credit } from '#contract/money/credit/api.ts'
import { payment } from '#contract/money/payments/api.ts'
import { statement } from '#contract/money/statements/api.ts'
import { afterSale } from '#contract/orders/after-sales/api.ts'
import { approval } from '#contract/orders/approval/api.ts'
import { comment } from '#contract/orders/comments/api.ts'
import { order } from '#contract/orders/orders/api.ts'
import { patrol } from '#contract/orders/patrols/patrol-api.ts'
import { subUser } from '#contract/people/organisation/api.ts'
import { endpoints } from '#contract/platform/core/endpoint.ts'
import { exportOf } from '#contract/platform/spreadsheets/export.ts'
import { project } from '#contract/sites/projects/api.ts'
import { equipment } from '#contract/sites/projects/equipment-api.ts'

/**
 * Lists of the buyer as files. Those of printouts are in `documents`, and those of the wallet and of invoices are next to their own calls.
 */
export const exports = endpoints('/account-api/api/export', {
  orders: exportOf(order.list, 'orders', '订单'),
  orderLines: exportOf(order.list, 'order-lines', '订单商品明细：物料编码、采购单号、成本中心'),
  afterSales: exportOf(afterSale.list, 'after-sales', '售后单'),
  comments: exportOf(comment.mine, 'comments', '本企业的评论'),
  approvals: exportOf(approval.list, 'approvals', '采购审批'),
  contracts: exportOf(contracts.list, 'contracts', '合同清单'),
  openOrders: exportOf(invoice.openOrders, 'open-orders', '可开票订单'),
  favourites: exportOf(favourites.list, 'favourites', '收藏的商品'),
  materialCodes: exportOf(materialCode.list, 'material-codes', '物料编码：与导入同一格式'),
  // Everybody may see this list, but only members who may spend may download it.
  coupons: exportOf({ ...coupon.list, needs: 'buyPay' }, 'coupons', '优惠券'),
  subUsers: exportOf(subUser.list, 'sub-users', '子账号'),
  projects: exportOf(project.list, 'projects', '项目'),
  equipment: exportOf(equipment.list, 'equipment', '设备'),
  patrols: exportOf(patrol.list, 'patrols', '巡检'),
  topUps: exportOf(payment.topUps, 'top-ups', '充值记录'),
  drawdowns: exportOf(credit.drawdowns, 'drawdowns', '用信明细'),
  statements: exportOf(statement.list, 'statements', '月度账单'),
  repayments: exportOf(statement.repayments, 'repayments', '还款记录'),
  acceptances: exportOf(statement.acceptances, 'acceptances', '承兑汇票'),
})
