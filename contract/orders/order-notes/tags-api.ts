import * as z from 'zod/mini'
import { EnterpriseTag, TAGS_PER_ORDER_MAX } from '#contract/people/account-managers/tags.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, NullOutput, OrderNo } from '#contract/platform/core/fields.ts'

const TagIds = z.array(Id, '标签不正确').check(z.maxLength(TAGS_PER_ORDER_MAX, `一个订单最多 ${TAGS_PER_ORDER_MAX} 个标签`))

export const consoleOrderTagEndpoints = defineEndpoints('/console-api/api/order-tag', {
  list: readEndpoint({
    path: 'list',
    summary: '可以给订单贴的标签，与企业共用，按名称排列',
    needs: { staff: 'orderView' },
    input: EmptyInput,
    output: z.array(EnterpriseTag),
  }),
  setOf: writeEndpoint({
    path: 'set-of',
    summary: '设置一个订单的标签；界面上没有改动的标签不变；买家看不到',
    needs: { staff: 'orderNote' },
    audits: 'order',
    /** Adds and removes, so that what somebody else has tagged meanwhile stays. */
    input: z.strictObject({ enterpriseId: Id, orderNo: OrderNo, addTagIds: TagIds, removeTagIds: TagIds }),
    output: NullOutput,
    refusals: ['ORDER_NOT_FOUND', 'ENTERPRISE_TAG_NOT_FOUND', 'TAGS_OF_ORDER_FULL'],
  }),
})
