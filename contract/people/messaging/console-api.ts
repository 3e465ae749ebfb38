import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Instant } from '#contract/platform/core/fields.ts'

/** An SMS that was not sent but stored, so that staff can read it. */
export const StoredUnsentSms = z.object({ id: Id, mobile: z.string(), text: z.string(), at: Instant })
export type StoredUnsentSms = z.output<typeof StoredUnsentSms>

export const consoleStoredUnsentSmsEndpoints = defineEndpoints('/console-api/api/text', {
  list: readEndpoint({
    path: 'list',
    summary: '本地短信箱最近的 50 条；仅在没有接入短信服务商时存在',
    needs: { staff: 'messageText' },
    input: EmptyInput,
    output: z.array(StoredUnsentSms),
    refusals: ['NO_LOCAL_TEXTS'],
  }),
})
