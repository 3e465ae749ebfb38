import { contractsEndpoints } from '#contract/billing/contracts/api.ts'
import { invoiceEndpoints } from '#contract/billing/invoices/api.ts'
import { couponEndpoints } from '#contract/catalog/coupons/api.ts'
import { favouritesEndpoints } from '#contract/catalog/favourites/api.ts'
import { materialCodeEndpoints } from '#contract/catalog/materials/api.ts'
import { creditEndpoints } from '#contract/money/credit/api.ts'
import { paymentEndpoints } from '#contract/money/payments/api.ts'
import { statementEndpoints } from '#contract/money/statements/api.ts'
import { afterSaleEndpoints } from '#contract/orders/after-sales/api.ts'
import { approvalEndpoints } from '#contract/orders/approval/api.ts'
import { commentEndpoints } from '#contract/orders/comments/api.ts'
import { orderEndpoints } from '#contract/orders/orders/api.ts'
import { patrolEndpoints } from '#contract/orders/patrols/patrol-api.ts'
import { subUserEndpoints } from '#contract/people/organisation/api.ts'
import { endpoints } from '#contract/platform/core/endpoint.ts'
import { exportOf } from '#contract/platform/spreadsheets/export.ts'
import { projectEndpoints } from '#contract/sites/projects/api.ts'
import { equipmentEndpoints } from '#contract/sites/projects/equipment-api.ts'

/**
 * Lists of the buyer as files. Those of printouts are in `documents`, and those of the wallet and of invoices are next to their own calls.
 */
export const exportsEndpoints = endpoints('/account-api/api/export', {
  orders: exportOf(orderEndpoints.list, 'orders', '订单'),
  orderLines: exportOf(orderEndpoints.list, 'order-lines', '订单商品明细：物料编码、采购单号、成本中心'),
  afterSales: exportOf(afterSaleEndpoints.list, 'after-sales', '售后单'),
  comments: exportOf(commentEndpoints.mine, 'comments', '本企业的评论'),
  approvals: exportOf(approvalEndpoints.list, 'approvals', '采购审批'),
  contracts: exportOf(contractsEndpoints.list, 'contracts', '合同清单'),
  openOrders: exportOf(invoiceEndpoints.openOrders, 'open-orders', '可开票订单'),
  favourites: exportOf(favouritesEndpoints.list, 'favourites', '收藏的商品'),
  materialCodes: exportOf(materialCodeEndpoints.list, 'material-codes', '物料编码：与导入同一格式'),
  // Everybody may see this list, but only members who may spend may download it.
  coupons: exportOf({ ...couponEndpoints.list, needs: 'buyPay' }, 'coupons', '优惠券'),
  subUsers: exportOf(subUserEndpoints.list, 'sub-users', '子账号'),
  projects: exportOf(projectEndpoints.list, 'projects', '项目'),
  equipment: exportOf(equipmentEndpoints.list, 'equipment', '设备'),
  patrols: exportOf(patrolEndpoints.list, 'patrols', '巡检'),
  topUps: exportOf(paymentEndpoints.topUps, 'top-ups', '充值记录'),
  drawdowns: exportOf(creditEndpoints.drawdowns, 'drawdowns', '用信明细'),
  statements: exportOf(statementEndpoints.list, 'statements', '月度账单'),
  repayments: exportOf(statementEndpoints.repayments, 'repayments', '还款记录'),
  acceptances: exportOf(statementEndpoints.acceptances, 'acceptances', '承兑汇票'),
})
