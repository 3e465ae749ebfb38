import * as z from 'zod/mini'
import { endpoints, read } from '../endpoint.ts'
import { Nothing } from '../fields.ts'

export const MESSAGE_PREFIX = '/user-api/api/message'

/** The number on every screen's head: it comes without the shapes of the messages themselves. */
export const unread = endpoints(MESSAGE_PREFIX, {
  countNotRead: read({
    path: 'count_not_read',
    summary: '未读消息数',
    needs: 'login',
    input: Nothing,
    output: z.object({ count: z.int() }),
  }),
})
