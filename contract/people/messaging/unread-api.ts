import * as z from 'zod/mini'
import { endpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput } from '#contract/platform/core/fields.ts'

export const MESSAGE_PREFIX = '/user-api/api/message'

/** Of the calls of messages the one that every screen's head makes: it comes without the shapes of the messages themselves. */
export const unreadCountEndpoints = {
  countNotRead: readEndpoint({
    path: 'count_not_read',
    summary: '未读消息数',
    needs: 'login',
    input: EmptyInput,
    output: z.object({ count: z.int() }),
  }),
}
export const unread = endpoints(MESSAGE_PREFIX, unreadCountEndpoints)
