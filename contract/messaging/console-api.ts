import * as z from 'zod/mini'
import { endpoints, read } from '../endpoint.ts'
import { Id, Instant, Nothing } from '../fields.ts'

/** A text that nobody sent: it was kept for staff to read. */
export const LocalText = z.object({ id: Id, mobile: z.string(), text: z.string(), at: Instant })
export type LocalText = z.output<typeof LocalText>

export const consoleText = endpoints('/console-api/api/text', {
  list: read({
    path: 'list',
    summary: '本地短信箱最近的 50 条；仅在没有接入短信服务商时存在',
    needs: { staff: ['support', 'admin'] },
    input: Nothing,
    output: z.array(LocalText),
    refusals: ['NO_LOCAL_TEXTS'],
  }),
})
