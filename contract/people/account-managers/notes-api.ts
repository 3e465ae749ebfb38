import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  EmptyInput,
  Id,
  Instant,
  NullOutput,
  pageInput,
  pageOutput,
  RequiredText,
  RowVersion,
  RowVersionIfAny,
} from '#contract/platform/core/fields.ts'
import { markTextOfOwnTable } from '#contract/platform/core/secret.ts'
import { EnterpriseTag, TAGS_PER_ENTERPRISE_MAX } from './tags.ts'

export const ENTERPRISE_NOTE_LENGTH_MAX = 1_000
export const ENTERPRISE_TAG_NAME_MAX = 12

export const EnterpriseNote = z.object({ id: Id, text: z.string(), staffName: z.string(), at: Instant })
export type EnterpriseNote = z.output<typeof EnterpriseNote>

/** A tag as staff keep it: with the number of companies that have it. */
export const EnterpriseTagRow = z.object({ ...EnterpriseTag.shape, companies: z.int(), rowVersion: RowVersion })
export type EnterpriseTagRow = z.output<typeof EnterpriseTagRow>

export const consoleEnterpriseNoteEndpoints = defineEndpoints('/console-api/api/enterprise-note', {
  list: readEndpoint({
    path: 'list',
    summary: '一家企业的内部备注，最近的在前；买家看不到',
    needs: { staff: 'enterpriseView' },
    input: z.strictObject({ ...pageInput, enterpriseId: Id }),
    output: pageOutput(EnterpriseNote),
  }),
  add: writeEndpoint({
    path: 'add',
    summary: '添加内部备注；写后不能修改',
    needs: { staff: 'enterpriseCare' },
    audits: 'enterprise',
    input: z.strictObject({ enterpriseId: Id, text: markTextOfOwnTable(RequiredText(ENTERPRISE_NOTE_LENGTH_MAX, '请填写备注')) }),
    output: z.object({ id: Id }),
    refusals: ['ENTERPRISE_NOT_FOUND', 'ENTERPRISE_CLOSED'],
  }),
})

export const enterpriseTagNameRule = RequiredText(ENTERPRISE_TAG_NAME_MAX, '请填写标签')
const TagIds = z.array(Id, '标签不正确').check(z.maxLength(TAGS_PER_ENTERPRISE_MAX, `一家企业最多 ${TAGS_PER_ENTERPRISE_MAX} 个标签`))

export const consoleEnterpriseTagEndpoints = defineEndpoints('/console-api/api/enterprise-tag', {
  list: readEndpoint({
    path: 'list',
    summary: '企业和订单的标签及各有多少企业，按名称排列',
    needs: { staff: 'enterpriseView' },
    input: EmptyInput,
    output: z.array(EnterpriseTagRow),
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '新增或改名标签（新标签的版本为 0）',
    needs: { staff: 'enterpriseCare' },
    input: z.strictObject({ tagId: z.optional(Id), name: enterpriseTagNameRule, rowVersion: RowVersionIfAny }),
    output: z.object({ tagId: Id }),
    refusals: ['ENTERPRISE_TAG_NOT_FOUND', 'ENTERPRISE_TAG_TAKEN', 'ENTERPRISE_TAGS_FULL', 'ROW_CHANGED'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除标签，并从所有企业和订单上取下',
    needs: { staff: 'enterpriseCare' },
    input: z.strictObject({ tagId: Id, rowVersion: RowVersion }),
    /** From how many companies it was taken. */
    output: z.object({ count: z.int() }),
    refusals: ['ENTERPRISE_TAG_NOT_FOUND', 'ROW_CHANGED'],
  }),
  setOf: writeEndpoint({
    path: 'set-of',
    summary: '设置一家企业的标签；界面上没有改动的标签不变',
    needs: { staff: 'enterpriseCare' },
    audits: 'enterprise',
    /** Adds and removes, so that what somebody else has tagged meanwhile stays. */
    input: z.strictObject({ enterpriseId: Id, addTagIds: TagIds, removeTagIds: TagIds }),
    output: NullOutput,
    refusals: ['ENTERPRISE_NOT_FOUND', 'ENTERPRISE_TAG_NOT_FOUND', 'TAGS_OF_ENTERPRISE_FULL'],
  }),
})
