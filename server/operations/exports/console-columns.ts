// Columns of the console's exported lists of people, prices and texts.

import type { consoleCouponEndpoints } from '#contract/catalog/coupons/console-api.ts'
import { formatCouponConditions, formatCouponThreshold, formatCouponValue } from '#contract/catalog/coupons/kinds.ts'
import { couponSources, couponStates, couponTemplateStates } from '#contract/catalog/coupons/shapes.ts'
import type { consolePriceEndpoints } from '#contract/catalog/pricing/console-api.ts'
import { priceListStates } from '#contract/catalog/pricing/console-shapes.ts'
import { articleKinds, type consoleArticleEndpoints } from '#contract/content/content/article-api.ts'
import type { consoleEnterpriseEndpoints } from '#contract/operations/enterprises/api.ts'
import { computeNetPerYuanGiven, type consoleCouponReportEndpoints } from '#contract/operations/reports/coupon-report-api.ts'
import type { consoleCustomerReportEndpoints } from '#contract/operations/reports/customer-api.ts'
import {
  computeMissingSales,
  computeReachedShareInBasisPoints,
  type consoleSalesTargetEndpoints,
} from '#contract/operations/sales-targets/api.ts'
import type { consoleCommentEndpoints } from '#contract/orders/comments/console-api.ts'
import { type consoleFollowUpEndpoints, followUpKinds } from '#contract/people/account-managers/follow-up-api.ts'
import { type consolePhoneCallEndpoints, phoneCallDirections, phoneCallOutcomes } from '#contract/people/account-managers/phone-call-api.ts'
import type { consoleUserEndpoints } from '#contract/people/identity/console-api.ts'
import type { consoleInquiryEndpoints } from '#contract/people/inquiry/api.ts'
import { inquiryTopics, supportInquiryLifecycle } from '#contract/people/inquiry/inquiry-lifecycle.ts'
import { announcementStates, type consoleAnnouncementEndpoints } from '#contract/people/messaging/announcement-api.ts'
import { auditActorKinds, type consoleAuditEndpoints } from '#contract/people/staff/audit-api.ts'
import { formatFieldChanges } from '#contract/people/staff/field-changes.ts'
import { type consoleFileHistoryEndpoints, fileDirections } from '#contract/people/staff/file-history.ts'
import type { consoleSensitiveChangeEndpoints } from '#contract/people/staff/sensitive-change-api.ts'
import { type consoleStaffAccountEndpoints, formatAllRoles } from '#contract/people/staff/staff-api.ts'
import { type consoleVerificationEndpoints, verificationSteps } from '#contract/people/verification/api.ts'
import { accountTypes, memberLevels, verificationLevels } from '#contract/people/verification/verification-status.ts'
import { importedFileKinds } from '#contract/platform/core/audit-objects.ts'
import { formatRateAsExactPercent } from '#contract/platform/core/money.ts'
import { createEnterpriseColumn, formatEnterpriseCell } from '#server/adapters/spreadsheets/public.ts'
import { defineColumnsForEndpoint } from './list-export.ts'

const stands = (status: 0 | 1) => (status === 1 ? '正常' : '已冻结')

export const enterpriseColumns = defineColumnsForEndpoint<typeof consoleEnterpriseEndpoints.list>(({ text, instant, money }) => [
  text('企业', 34, ({ name, agentName, ownerMobile }) => name ?? agentName ?? ownerMobile),
  text('主账号', 16, ({ ownerMobile }) => ownerMobile),
  text('认证', 12, ({ authLevel }) => verificationLevels[authLevel]),
  text('客户经理', 14, ({ manager }) => manager?.name ?? null),
  text('标签', 24, ({ tags }) => tags.map(({ name }) => name).join('、')),
  text('会员等级', 12, ({ memberLevel }) => memberLevels[memberLevel]),
  text('状态', 8, ({ closedAt, status }) => (closedAt === null ? stands(status) : '已注销')),
  money('固定额度', ({ baseLimit }) => baseLimit),
  money('已用额度', ({ used }) => used),
  instant('注册时间', ({ createdAt }) => createdAt),
])

export const followUpColumns = defineColumnsForEndpoint<typeof consoleFollowUpEndpoints.list>(({ text, instant, day }) => [
  createEnterpriseColumn(),
  text('客户经理', 14, ({ managerName }) => managerName),
  text('方式', 8, ({ kind }) => followUpKinds[kind].label),
  text('跟进情况', 80, ({ text: note }) => note),
  text('记录人', 14, ({ staffName }) => staffName),
  instant('记录时间', ({ at }) => at),
  day('下次跟进', ({ nextDay }) => nextDay),
  text('完成人', 14, ({ doneBy }) => doneBy),
  instant('完成时间', ({ doneAt }) => doneAt),
])

export const phoneCallColumns = defineColumnsForEndpoint<typeof consolePhoneCallEndpoints.list>(({ text, count, instant, day }) => [
  createEnterpriseColumn(),
  instant('通话时间', ({ at }) => at),
  text('方向', 8, ({ direction }) => phoneCallDirections[direction].label),
  text('通话对象', 20, ({ contactName }) => contactName),
  text('结果', 12, ({ outcome }) => phoneCallOutcomes[outcome].label),
  count('时长（分钟）', ({ minutes }) => minutes),
  text('内容', 80, ({ note }) => note),
  day('下次跟进', ({ nextDay }) => nextDay),
  text('记录人', 14, ({ staffName }) => staffName),
  instant('记录时间', ({ recordedAt }) => recordedAt),
  instant('撤回时间', ({ withdrawnAt }) => withdrawnAt),
])

export const userColumns = defineColumnsForEndpoint<typeof consoleUserEndpoints.list>(({ text, instant }) => [
  text('姓名', 14, ({ name }) => name),
  text('手机号', 16, ({ mobile }) => mobile),
  text('状态', 8, ({ status }) => stands(status)),
  text('企业与席位', 60, ({ seats: memberships }) =>
    memberships.map(({ enterpriseName, accountType }) => `${enterpriseName ?? '未认证企业'}（${accountTypes[accountType]}）`).join('、'),
  ),
  instant('注册时间', ({ createdAt }) => createdAt),
])

const caseStates = { WAIT: '待审核', PASS: '已通过', FAIL: '已驳回' } as const
export const verificationColumns = defineColumnsForEndpoint<typeof consoleVerificationEndpoints.list>(({ text, instant, day }) => [
  text('企业', 34, ({ company }) => company),
  text('步骤', 14, ({ step }) => verificationSteps[step]),
  text('状态', 10, ({ state }) => caseStates[state]),
  instant('提交时间', ({ submittedAt }) => submittedAt),
  day('预计完成', ({ expectedDay }) => expectedDay),
  text('领取人', 14, ({ claimedBy }) => claimedBy),
])

export const staffColumns = defineColumnsForEndpoint<typeof consoleStaffAccountEndpoints.list>(({ text, instant, count }) => [
  text('姓名', 14, ({ name }) => name),
  text('邮箱', 28, ({ email }) => email),
  text('角色', 28, ({ roles, customRoles }) => formatAllRoles(roles, customRoles)),
  text('状态', 8, ({ status }) => (status === 1 ? '正常' : '已停用')),
  text('动态口令', 10, ({ secondFactor }) => (secondFactor ? '已绑定' : '未绑定')),
  count('在线会话', ({ sessions }) => sessions),
  instant('最近使用', ({ lastSeenAt }) => lastSeenAt),
  instant('创建时间', ({ createdAt }) => createdAt),
])

export const sensitiveChangeColumns = defineColumnsForEndpoint<typeof consoleSensitiveChangeEndpoints.list>(({ text, instant }) => [
  text('类型', 22, ({ kindLabel }) => kindLabel),
  text('对象', 30, ({ subject }) => subject),
  text('变更', 60, ({ changes }) => formatFieldChanges(changes)),
  text('原因', 30, ({ reason }) => reason),
  text('状态', 10, ({ label }) => label),
  text('提出人', 14, ({ askedBy }) => askedBy),
  instant('提出时间', ({ askedAt }) => askedAt),
  instant('生效时间', ({ takesEffectAt }) => takesEffectAt),
  text('处理人', 14, ({ decidedBy }) => decidedBy),
  instant('处理时间', ({ decidedAt }) => decidedAt),
  text('说明', 40, ({ note }) => note),
])

export const auditColumns = defineColumnsForEndpoint<typeof consoleAuditEndpoints.list>(({ text, instant }) => [
  instant('时间', ({ at }) => at),
  text('操作者类型', 12, ({ actorKind }) => auditActorKinds[actorKind].label),
  text('操作者', 16, ({ actorName }) => actorName),
  text('操作', 30, ({ actionName }) => actionName),
  text('企业', 34, ({ enterpriseName, enterpriseId }) => (enterpriseId === null ? '' : formatEnterpriseCell({ enterpriseName }))),
  text('对象', 40, ({ objectId }) => objectId),
  text('结果', 10, ({ outcome }) => (outcome === 'ok' ? '成功' : '被拒绝')),
  text('原因', 28, ({ reason }) => reason),
  text('内容', 60, ({ facts }) => facts.map(({ name, value }) => `${name}：${value}`).join('；')),
  text('IP', 18, ({ ip }) => ip),
  text('请求号', 38, ({ requestId }) => requestId),
])

export const fileHistoryColumns = defineColumnsForEndpoint<typeof consoleFileHistoryEndpoints.list>(({ text, instant, count }) => [
  instant('时间', ({ at }) => at),
  text('员工', 16, ({ staffName }) => staffName),
  text('方向', 8, ({ direction }) => fileDirections[direction].label),
  text('内容', 16, ({ importKind }) => (importKind === null ? null : importedFileKinds[importKind].label)),
  text('文件或列表', 40, ({ name }) => name),
  text('格式', 8, ({ format }) => format),
  count('行数', ({ rows }) => rows),
  count('未导入', ({ refused }) => refused),
])

export const priceListColumns = defineColumnsForEndpoint<typeof consolePriceEndpoints.lists>(({ text, instant, count, day }) => [
  text('价目表', 28, ({ name }) => name),
  text('适用', 34, ({ level, enterpriseName }) => (level === null ? formatEnterpriseCell({ enterpriseName }) : memberLevels[level])),
  day('生效日', ({ fromDay }) => fromDay),
  day('到期日', ({ untilDay }) => untilDay),
  text('状态', 10, ({ state }) => priceListStates[state].label),
  count('价格数', ({ items }) => items),
  text('创建人', 14, ({ by }) => by),
  instant('创建时间', ({ createdAt }) => createdAt),
])

export const priceHistoryColumns = defineColumnsForEndpoint<typeof consolePriceEndpoints.history>(({ text, instant, count, money }) => [
  instant('时间', ({ at }) => at),
  text('商品', 32, ({ goodsName }) => goodsName),
  text('商品编码', 22, ({ code }) => code),
  text('价目表', 28, ({ listName }) => listName ?? '全站价'),
  count('起订量', ({ from }) => from),
  money('原现金价', ({ was }) => was?.salePrice ?? null),
  money('原赊销价', ({ was }) => was?.creditPrice ?? null),
  money('现金价', ({ is }) => is?.salePrice ?? null),
  money('赊销价', ({ is }) => is?.creditPrice ?? null),
  text('操作人', 14, ({ by }) => by),
  text('文件', 30, ({ fileName }) => fileName),
])

export const couponTemplateColumns = defineColumnsForEndpoint<typeof consoleCouponEndpoints.templates>(
  ({ text, instant, count, money }) => [
    text('优惠券', 28, ({ name }) => name),
    text('店铺', 20, ({ shopName }) => shopName),
    text('类型', 10, ({ type }) => type),
    text('使用门槛', 30, formatCouponThreshold),
    money('面额／最多减免', ({ amount }) => amount),
    text('折扣', 10, (row) => (row.offBasisPoints === null ? null : formatCouponValue(row))),
    text('限制', 24, formatCouponConditions),
    text('方式', 12, ({ way }) => couponSources[way].label),
    count('总量', ({ total }) => total),
    count('已领', ({ claimed }) => claimed),
    count('已锁定', ({ locked }) => locked),
    count('已用', ({ used }) => used),
    count('已失效', ({ expired }) => expired),
    money('已优惠', ({ given }) => given),
    text('状态', 10, ({ state }) => couponTemplateStates[state].label),
    instant('创建时间', ({ createdAt }) => createdAt),
  ],
)

export const claimedCouponColumns = defineColumnsForEndpoint<typeof consoleCouponEndpoints.claims>(({ text, instant, day }) => [
  createEnterpriseColumn(),
  text('状态', 10, ({ state }) => couponStates[state].label),
  instant('领取时间', ({ claimedAt }) => claimedAt),
  instant('使用时间', ({ usedAt }) => usedAt),
  day('到期日', ({ untilDay }) => untilDay),
  text('订单号', 22, ({ orderNo }) => orderNo),
])

export const consoleCommentColumns = defineColumnsForEndpoint<typeof consoleCommentEndpoints.list>(({ text, instant, count }) => [
  instant('评论时间', ({ at }) => at),
  createEnterpriseColumn(),
  text('订单号', 22, ({ orderNo }) => orderNo),
  text('商品', 32, ({ goodsName }) => goodsName),
  text('商品编码', 22, ({ skuCode }) => skuCode),
  count('星级', ({ stars }) => stars),
  text('评论', 60, (row) => row.text),
  text('商家回复', 60, ({ answer }) => answer?.text ?? null),
  text('隐藏原因', 24, ({ hiddenReason }) => hiddenReason),
])

export const articleColumns = defineColumnsForEndpoint<typeof consoleArticleEndpoints.list>(({ text, instant }) => [
  text('标题', 40, ({ title }) => title),
  text('类型', 12, ({ kind }) => articleKinds[kind].label),
  text('分类', 16, ({ categoryName }) => categoryName),
  text('已发布版本', 14, ({ label }) => label),
  instant('发布时间', ({ publishedAt }) => publishedAt),
  text('草稿', 8, ({ hasDraft }) => (hasDraft ? '有' : '无')),
  instant('修改时间', ({ updatedAt }) => updatedAt),
  text('修改人', 14, ({ updatedBy }) => updatedBy),
])

export const inquiryColumns = defineColumnsForEndpoint<typeof consoleInquiryEndpoints.list>(({ text, instant }) => [
  instant('留言时间', ({ at }) => at),
  text('主题', 14, ({ topic }) => inquiryTopics[topic].label),
  text('状态', 10, ({ state }) => supportInquiryLifecycle.states[state].label),
  text('留言人', 14, ({ name }) => name),
  text('手机号', 16, ({ mobileMasked }) => mobileMasked),
  text('企业', 34, ({ enterpriseName }) => enterpriseName),
  text('内容', 60, (row) => row.text),
  text('回复', 60, ({ answer }) => answer),
  text('回复人', 14, ({ answeredBy }) => answeredBy),
])

export const announcementColumns = defineColumnsForEndpoint<typeof consoleAnnouncementEndpoints.list>(({ text, instant, day }) => [
  text('标题', 40, ({ title }) => title),
  text('内容', 80, (row) => row.text),
  day('开始', ({ dateFrom }) => dateFrom),
  day('结束', ({ dateTo }) => dateTo),
  text('状态', 10, ({ state }) => announcementStates[state].label),
  text('发布人', 14, ({ by }) => by),
  instant('发布时间', ({ at }) => at),
])

export const couponReportColumns = defineColumnsForEndpoint<typeof consoleCouponReportEndpoints.list>(({ text, count, money }) => [
  text('优惠券', 24, ({ name }) => name),
  text('店铺', 16, ({ shopName }) => shopName),
  count('领取张数', ({ claimed }) => claimed),
  count('订单数', ({ orders }) => orders),
  money('优惠金额', ({ given }) => given),
  money('成交额', ({ sold }) => sold),
  money('退款', ({ back }) => back),
  money('销售额', ({ net }) => net),
  money('每优惠 1 元销售额', computeNetPerYuanGiven),
  money('上期', ({ before }) => before),
  money('去年同期', ({ yearBefore }) => yearBefore),
])

export const customerReportColumns = defineColumnsForEndpoint<typeof consoleCustomerReportEndpoints.list>(({ text, day, count, money }) => [
  createEnterpriseColumn(),
  text('客户经理', 14, ({ managerName }) => managerName),
  count('订单数', ({ orders }) => orders),
  money('销售额', ({ net }) => net),
  money('上期销售额', ({ before }) => before),
  money('去年同期销售额', ({ yearBefore }) => yearBefore),
  day('首次成交', ({ firstDay }) => firstDay),
  day('最近成交', ({ lastDay }) => lastDay),
  count('距今天数', ({ idleDays }) => idleDays),
])

const formatReachedShare = (share: number | null): string | null => (share === null ? null : formatRateAsExactPercent(share))

export const salesTargetColumns = defineColumnsForEndpoint<typeof consoleSalesTargetEndpoints.list>(({ text, count, money }) => [
  text('月份', 10, ({ month }) => month),
  text('客户经理', 14, ({ name }) => name),
  money('销售额目标', ({ salesTarget }) => salesTarget),
  money('已完成销售额', ({ net }) => net),
  text('销售额完成率', 14, ({ net, salesTarget }) => formatReachedShare(computeReachedShareInBasisPoints(net, salesTarget))),
  money('还差销售额', (row) => computeMissingSales(row)),
  count('新客户目标', ({ newCompaniesTarget }) => newCompaniesTarget),
  count('已成交新客户', ({ newCompanies }) => newCompanies),
  text('新客户完成率', 14, ({ newCompanies, newCompaniesTarget }) =>
    formatReachedShare(computeReachedShareInBasisPoints(newCompanies, newCompaniesTarget)),
  ),
])
