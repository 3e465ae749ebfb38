import * as z from 'zod/mini'
import { defineEndpoints, downloadEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Month, NullOutput, PaymentPassword, paymentPasswordRefusals, RowVersion } from '#contract/platform/core/fields.ts'
import { UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'
import { YuanUpTo } from '#contract/platform/core/money.ts'
import { CompanyGroupCategories, CompanyGroupInvitation, CompanyGroupPurchases, CompanyGroupStatement, OwnCompanyGroup } from './shapes.ts'

/** The members who see the credit account see the group that shares its limit. */
const readers = ['applyLimit', 'buyPay'] as const

export const companyGroupEndpoints = defineEndpoints('/account-api/api/company-group', {
  own: readEndpoint({
    path: 'own',
    summary: '本企业所在的集团与收到的邀请；母公司另见集团额度和各成员的份额、已用、可用',
    needs: readers,
    input: EmptyInput,
    output: z.object({ group: z.nullable(OwnCompanyGroup), invitations: z.array(CompanyGroupInvitation) }),
  }),
  accept: writeEndpoint({
    path: 'accept',
    summary: '接受集团邀请（主账号）：本企业的固定额度成为集团额度的份额，由母公司分配；须输入支付密码',
    needs: 'main',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ parentId: Id, payPwd: PaymentPassword }),
    output: NullOutput,
    refusals: [
      'COMPANY_GROUP_NOT_FOUND',
      'COMPANY_GROUP_MEMBER_NOT_FOUND',
      'COMPANY_IN_GROUP',
      'COMPANY_GROUP_CREDIT_BLOCKED',
      'COMPANY_GROUP_LIMIT_BY_TWO',
      ...paymentPasswordRefusals,
    ],
  }),
  decline: writeEndpoint({
    path: 'decline',
    summary: '谢绝集团邀请（主账号）',
    needs: 'main',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ parentId: Id }),
    output: NullOutput,
    refusals: ['COMPANY_GROUP_NOT_FOUND', 'COMPANY_GROUP_MEMBER_NOT_FOUND', 'COMPANY_IN_GROUP'],
  }),
  leave: writeEndpoint({
    path: 'leave',
    summary: '退出集团（主账号）：份额收回、已用额度还清后才能退出',
    needs: 'main',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ payPwd: PaymentPassword }),
    output: NullOutput,
    refusals: [
      'COMPANY_GROUP_NOT_FOUND',
      'COMPANY_GROUP_MEMBER_NOT_FOUND',
      'COMPANY_GROUP_PARENT',
      'COMPANY_GROUP_SHARE_LEFT',
      'COMPANY_GROUP_DEBT_LEFT',
      'ROW_CHANGED',
      ...paymentPasswordRefusals,
    ],
  }),
  statement: readEndpoint({
    path: 'statement',
    summary: '集团合并账单（母公司）：一个月各成员账单的金额与合计，成员自加入的月份起列入',
    needs: 'applyLimit',
    input: z.strictObject({ month: Month }),
    output: CompanyGroupStatement,
    refusals: ['COMPANY_GROUP_NOT_FOUND'],
  }),
  statementFile: downloadEndpoint({
    path: 'statement-file',
    summary: '下载集团合并对账单（母公司）：PDF 或 Excel',
    needs: 'applyLimit',
    input: z.strictObject({ month: Month, format: z.enum(['pdf', 'xlsx'], '文件格式不正确') }),
    refusals: ['COMPANY_GROUP_NOT_FOUND'],
  }),
  purchases: readEndpoint({
    path: 'purchases',
    mayLag: true,
    summary: '集团采购汇总（母公司）：近 12 个月各成员按月的采购减去退款，成员自加入的月份起列入',
    needs: 'lookOrder',
    input: EmptyInput,
    output: CompanyGroupPurchases,
    refusals: ['COMPANY_GROUP_NOT_FOUND'],
  }),
  purchaseCategories: readEndpoint({
    path: 'purchase-categories',
    mayLag: true,
    summary: '集团采购按分类（母公司）：近 12 个月，同意展示分类的成员自加入的月份起列入',
    needs: 'lookOrder',
    input: EmptyInput,
    output: CompanyGroupCategories,
    refusals: ['COMPANY_GROUP_NOT_FOUND'],
  }),
  purchasesFile: downloadEndpoint({
    path: 'purchases-file',
    mayLag: true,
    summary: '下载集团采购汇总（母公司）：各成员按月、按分类的采购，Excel',
    needs: 'lookOrder',
    input: z.strictObject({ format: z.enum(['xlsx'], '文件格式不正确') }),
    refusals: ['COMPANY_GROUP_NOT_FOUND'],
  }),
  setShare: writeEndpoint({
    path: 'set-share',
    summary: '调整一个成员的份额（母公司主账号）：各成员份额合计不超过集团额度；须输入支付密码',
    needs: 'main',
    memberLimit: 500,
    input: z.strictObject({ memberId: Id, share: YuanUpTo(), payPwd: PaymentPassword, rowVersion: RowVersion }),
    output: NullOutput,
    refusals: [
      'COMPANY_GROUP_NOT_FOUND',
      'COMPANY_GROUP_MEMBER_NOT_FOUND',
      'COMPANY_GROUP_LIMIT_SHORT',
      'COMPANY_GROUP_LIMIT_BY_TWO',
      'ROW_CHANGED',
      'BAD_DEBT_OPEN',
      ...paymentPasswordRefusals,
    ],
  }),
})
