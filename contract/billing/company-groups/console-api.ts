import * as z from 'zod/mini'
import { enterpriseIdAndNameFields } from '#contract/billing/finance/enterprise-fields.ts'
import { defineEndpoints, downloadEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Instant, Month, NullOutput, pageInput, pageOutput, RequiredText, RowVersion, Text } from '#contract/platform/core/fields.ts'
import { Yuan, YuanUpTo } from '#contract/platform/core/money.ts'
import { CompanyGroupShares, CompanyGroupStatement } from './shapes.ts'

const view = { staff: 'creditView' } as const
const edit = { staff: 'creditEdit' } as const
/** A group is named by its parent. */
const parentField = { enterpriseId: Id }

export const CompanyGroupRow = z.object({
  ...enterpriseIdAndNameFields,
  name: z.string(),
  /** How many companies belong to it, the parent among them. */
  members: z.int(),
  limit: Yuan,
  /** What all members take of the limit: each its share or, if that is more, what it uses beyond its temporary limit. */
  taken: Yuan,
  createdAt: Instant,
})
export type CompanyGroupRow = z.output<typeof CompanyGroupRow>

export const ConsoleCompanyGroup = z.object({
  ...enterpriseIdAndNameFields,
  name: z.string(),
  createdAt: Instant,
  ...CompanyGroupShares.shape,
  /** The version of the parent's limits, with which a change of the group's limit is sent back. */
  limitsVersion: RowVersion,
})
export type ConsoleCompanyGroup = z.output<typeof ConsoleCompanyGroup>

export const consoleCompanyGroupEndpoints = defineEndpoints('/console-api/api/company-group', {
  list: readEndpoint({
    path: 'list',
    summary: '集团：母公司、成员数、集团额度与成员已占用的额度，最近建立的在前',
    needs: view,
    input: z.strictObject({
      ...pageInput,
      /** A part of the name of the group or of its parent company. */
      keyword: z.optional(Text(50)),
    }),
    output: pageOutput(CompanyGroupRow),
  }),
  statement: readEndpoint({
    path: 'statement',
    summary: '集团合并账单：一个月各成员账单的金额与合计，和母公司看到的相同',
    needs: { staff: 'statementView' },
    input: z.strictObject({ ...parentField, month: Month }),
    output: CompanyGroupStatement,
    refusals: ['COMPANY_GROUP_NOT_FOUND'],
  }),
  statementFile: downloadEndpoint({
    path: 'statement-file',
    summary: '下载集团合并对账单：PDF 或 Excel',
    needs: { staff: 'statementView' },
    input: z.strictObject({ ...parentField, month: Month, format: z.enum(['pdf', 'xlsx'], '文件格式不正确') }),
    refusals: ['COMPANY_GROUP_NOT_FOUND'],
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个集团：额度、各成员的份额、已用、可用，未答复的邀请',
    needs: view,
    input: z.strictObject(parentField),
    output: ConsoleCompanyGroup,
    refusals: ['COMPANY_GROUP_NOT_FOUND'],
  }),
  create: writeEndpoint({
    path: 'create',
    summary: '建立集团：母公司现有的固定额度成为集团额度',
    needs: edit,
    audits: 'enterprise',
    input: z.strictObject({ ...parentField, name: RequiredText(50, '请填写集团名称') }),
    output: NullOutput,
    refusals: ['ENTERPRISE_NOT_FOUND', 'COMPANY_NOT_VERIFIED', 'COMPANY_IN_GROUP', 'COMPANY_GROUP_CREDIT_BLOCKED'],
  }),
  invite: writeEndpoint({
    path: 'invite',
    summary: '邀请企业加入集团：由该企业主账号确认',
    needs: edit,
    audits: 'enterprise',
    input: z.strictObject({ ...parentField, memberId: Id }),
    output: NullOutput,
    refusals: [
      ...(['COMPANY_GROUP_NOT_FOUND', 'ENTERPRISE_NOT_FOUND', 'COMPANY_NOT_VERIFIED', 'COMPANY_IN_GROUP'] as const),
      ...(['COMPANY_GROUP_INVITED', 'COMPANY_GROUP_FULL'] as const),
    ],
  }),
  setShare: writeEndpoint({
    path: 'set-share',
    summary: '调整一个成员的份额：各成员份额合计不超过集团额度',
    needs: edit,
    audits: 'enterprise',
    input: z.strictObject({
      ...parentField,
      memberId: Id,
      share: YuanUpTo(),
      reason: RequiredText(100, '请填写原因'),
      rowVersion: RowVersion,
    }),
    output: NullOutput,
    refusals: [
      ...(['COMPANY_GROUP_NOT_FOUND', 'COMPANY_GROUP_MEMBER_NOT_FOUND', 'COMPANY_GROUP_LIMIT_SHORT'] as const),
      ...(['COMPANY_GROUP_LIMIT_BY_TWO', 'ROW_CHANGED', 'BAD_DEBT_OPEN'] as const),
    ],
  }),
  remove: writeEndpoint({
    path: 'remove',
    summary: '撤回邀请，或将份额已收回、已用额度已还清的成员移出集团',
    needs: edit,
    audits: 'enterprise',
    input: z.strictObject({ ...parentField, memberId: Id }),
    output: NullOutput,
    refusals: [
      'COMPANY_GROUP_NOT_FOUND',
      'COMPANY_GROUP_MEMBER_NOT_FOUND',
      'COMPANY_GROUP_PARENT',
      'COMPANY_GROUP_SHARE_LEFT',
      'COMPANY_GROUP_DEBT_LEFT',
      'ROW_CHANGED',
    ],
  }),
  dissolve: writeEndpoint({
    path: 'dissolve',
    summary: '解散只剩母公司的集团：母公司的份额仍是它的固定额度',
    needs: edit,
    audits: 'enterprise',
    input: z.strictObject(parentField),
    output: NullOutput,
    refusals: ['COMPANY_GROUP_NOT_FOUND', 'COMPANY_GROUP_MEMBER_NOT_FOUND', 'COMPANY_GROUP_HAS_MEMBERS'],
  }),
})
