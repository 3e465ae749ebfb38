// Columns of the buyer's exported lists of people, sites and money.

import type { badDebtEndpoints } from '#contract/money/bad-debts/api.ts'
import type { creditEndpoints } from '#contract/money/credit/api.ts'
import type { paymentEndpoints } from '#contract/money/payments/api.ts'
import { acceptorKinds } from '#contract/money/statements/acceptance-lifecycle.ts'
import { formatAmountsDueLater } from '#contract/money/statements/amounts.ts'
import type { statementEndpoints } from '#contract/money/statements/api.ts'
import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import type { patrolEndpoints } from '#contract/orders/patrols/patrol-api.ts'
import type { subAccountEndpoints } from '#contract/people/organisation/api.ts'
import { isGroupBuyerWaiting } from '#contract/people/organisation/group-buyers.ts'
import { budgetSpans, type projectEndpoints } from '#contract/sites/projects/api.ts'
import type { equipmentEndpoints } from '#contract/sites/projects/equipment-api.ts'
import { defineColumnsForEndpoint } from './list-export.ts'

export const subUserColumns = defineColumnsForEndpoint<typeof subAccountEndpoints.list>(({ text, instant, money }) => [
  text('姓名', 14, ({ name }) => name),
  text('手机号', 16, ({ mobile }) => mobile),
  text('状态', 8, (one) => (isGroupBuyerWaiting(one) ? '待授权' : one.status === 1 ? '正常' : '已停用')),
  text('集团采购（母公司）', 28, ({ parentName }) => parentName),
  text('权限', 60, ({ permNames }) => permNames.join('、')),
  money('单笔限额', ({ orderLimit }) => orderLimit),
  money('每月限额', ({ monthLimit }) => monthLimit),
  money('本月已用', ({ monthUsed }) => monthUsed),
  instant('加入时间', ({ acceptedAt }) => acceptedAt),
  instant('添加时间', ({ createdAt }) => createdAt),
])

export const projectColumns = defineColumnsForEndpoint<typeof projectEndpoints.list>(({ text, money }) => [
  text('项目', 28, ({ name }) => name),
  text('项目编码', 16, ({ code }) => code),
  text('地点', 28, ({ site }) => site),
  text('负责人', 14, ({ manager }) => manager?.name ?? null),
  text('成员', 40, ({ members }) => members.map(({ name }) => name).join('、')),
  money('预算', ({ budget }) => budget),
  text('预算周期', 10, ({ budget, budgetSpan }) => (budget === null ? null : budgetSpans[budgetSpan])),
  text('状态', 8, ({ open }) => (open ? '进行中' : '已关闭')),
])

export const equipmentColumns = defineColumnsForEndpoint<typeof equipmentEndpoints.list>(({ text, count, day }) => [
  text('设备', 24, ({ name }) => name),
  text('型号', 20, ({ model }) => model),
  text('出厂编号', 20, ({ serialNo }) => serialNo),
  count('运行小时', ({ hours }) => hours),
  day('抄表日期', ({ readAt }) => readAt),
  count('易损件', ({ wearCount }) => wearCount),
])

export const patrolColumns = defineColumnsForEndpoint<typeof patrolEndpoints.list>(({ text, count, day }) => [
  day('日期', (row) => row.day),
  text('路线', 28, ({ route }) => route),
  text('项目', 24, ({ projectName }) => projectName),
  text('巡检人', 14, ({ by }) => by),
  count('发现', ({ findings }) => findings),
  count('待处理', ({ open }) => open),
  count('紧急', ({ urgent }) => urgent),
])

export const topUpColumns = defineColumnsForEndpoint<typeof paymentEndpoints.topUps>(({ text, instant, money }) => [
  instant('时间', ({ at }) => at),
  text('内容', 40, ({ title }) => title),
  text('方式', 12, ({ method }) => paymentMethods[method].label),
  money('金额', ({ amount }) => amount),
  text('状态', 10, ({ status }) => status),
])

export const drawdownColumns = defineColumnsForEndpoint<typeof creditEndpoints.drawdowns>(({ text, instant, money, day }) => [
  instant('赊销时间', ({ at }) => at),
  text('订单号', 22, ({ orderNo }) => orderNo),
  text('采购单号', 20, ({ poNumber }) => poNumber),
  text('成本中心', 20, ({ costCentre }) => costCentre),
  text('商品', 40, ({ goodsName }) => goodsName),
  money('金额', ({ amount }) => amount),
  day('还款日', ({ dueDay }) => dueDay),
])

export const statementColumns = defineColumnsForEndpoint<typeof statementEndpoints.list>(({ text, instant, money, day }) => [
  text('账单月份', 12, ({ month }) => month),
  text('状态', 10, ({ label }) => label),
  money('账单金额', ({ total }) => total),
  money('已还本金', ({ repaid }) => repaid),
  money('退回钱包', ({ toWallet }) => toWallet),
  money('已冲减', ({ offset }) => offset),
  money('已核销本金', ({ writtenOffPrincipal }) => writtenOffPrincipal),
  money('异议中未还', ({ disputed }) => disputed),
  money('待还本金', ({ owed }) => owed),
  money('异议中已还', ({ disputedRepaid }) => disputedRepaid),
  money('逾期利息', ({ interest }) => interest),
  money('连同核销利息', ({ writtenOffInterest }) => writtenOffInterest),
  money('核销后收回', ({ recovered }) => recovered),
  money('免于追偿', ({ forgiven }) => forgiven),
  money('待追偿', ({ toRecover }) => toRecover),
  day('还款日', ({ dueDay }) => dueDay),
  day('按时还款最后一日', ({ onTimeDay }) => onTimeDay),
  text('延期还款', 24, formatAmountsDueLater),
  instant('出账时间', ({ closedAt }) => closedAt),
  instant('对账时间', ({ confirmedAt }) => confirmedAt),
  instant('还清时间', ({ paidAt }) => paidAt),
])

export const repaymentColumns = defineColumnsForEndpoint<typeof statementEndpoints.repayments>(({ text, instant, money, day }) => [
  instant('还款时间', ({ at }) => at),
  text('还款方式', 16, ({ label }) => label),
  money('还款金额', ({ amount }) => amount),
  text('归还账单', 30, ({ parts }) => [...new Set(parts.flatMap(({ month }) => month ?? []))].join('、')),
  day('入账日期', ({ valueDay }) => valueDay),
  text('自动还款', 10, ({ automatic }) => (automatic ? '是' : '否')),
  instant('退票时间', ({ bouncedAt }) => bouncedAt),
  instant('撤销时间', ({ undoneAt }) => undoneAt),
  text('还款编号', 38, ({ id }) => id),
])

export const acceptanceBillColumns = defineColumnsForEndpoint<typeof statementEndpoints.acceptances>(({ text, instant, money, day }) => [
  text('票据号', 34, ({ billNo }) => billNo),
  text('票据种类', 16, ({ acceptorKind }) => acceptorKinds[acceptorKind].label),
  text('承兑人', 34, ({ acceptor }) => acceptor),
  money('票面金额', ({ amount }) => amount),
  day('到期日', ({ maturityDay }) => maturityDay),
  text('状态', 10, ({ label }) => label),
  instant('提交时间', ({ submittedAt }) => submittedAt),
  instant('审核时间', ({ decidedAt }) => decidedAt),
  text('审核意见', 40, ({ opinion }) => opinion),
  money('覆盖账款', ({ covered }) => covered),
  day('覆盖至', ({ coveredUntil }) => coveredUntil),
  day('票款到账日', ({ paidDay }) => paidDay),
  instant('兑付或退票时间', ({ endedAt }) => endedAt),
])

export const badDebtColumns = defineColumnsForEndpoint<typeof badDebtEndpoints.list>(({ text, instant, money, day }) => [
  text('账单', 10, ({ month }) => month),
  text('状态', 10, ({ label }) => label),
  money('核销本金', ({ principal }) => principal),
  money('核销利息', ({ interest }) => interest),
  money('已还', ({ recovered }) => recovered),
  money('免追偿', ({ forgiven }) => forgiven),
  money('待追偿', ({ left }) => left),
  day('到期日', ({ dueDay }) => dueDay),
  instant('核销时间', ({ writtenOffAt }) => writtenOffAt),
])
