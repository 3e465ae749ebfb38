import * as z from 'zod/mini'
import { ENTERPRISE_NOTE_LENGTH_MAX, EnterpriseNote } from '#contract/people/account-managers/notes-api.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, OrderNo, pageInput, pageOutput, RequiredText } from '#contract/platform/core/fields.ts'
import { markTextOfOwnTable } from '#contract/platform/core/secret.ts'

const order = { enterpriseId: Id, orderNo: OrderNo }

export const consoleOrderNoteEndpoints = defineEndpoints('/console-api/api/order-note', {
  list: readEndpoint({
    path: 'list',
    summary: '一个订单的内部备注，最近的在前；买家看不到',
    needs: { staff: 'orderView' },
    input: z.strictObject({ ...pageInput, ...order }),
    output: pageOutput(EnterpriseNote),
    refusals: ['ORDER_NOT_FOUND'],
  }),
  add: writeEndpoint({
    path: 'add',
    summary: '给订单添加内部备注；写后不能修改',
    needs: { staff: 'orderNote' },
    audits: 'order',
    input: z.strictObject({ ...order, text: markTextOfOwnTable(RequiredText(ENTERPRISE_NOTE_LENGTH_MAX, '请填写备注')) }),
    output: z.object({ id: Id }),
    refusals: ['ORDER_NOT_FOUND'],
  }),
})
