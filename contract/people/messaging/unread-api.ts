import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput } from '#contract/platform/core/fields.ts'

export const MESSAGE_PATH_PREFIX = '/user-api/api/message'

/**
 * The only message call that the header of every screen makes. It is in its own file, so that screens need not load the shapes of messages.
 */
export const memberUnreadMessageCountDefinitions = {
  countNotRead: readEndpoint({
    path: 'count_not_read',
    summary: '未读消息数',
    needs: 'login',
    input: EmptyInput,
    output: z.object({ count: z.int() }),
  }),
}
export const unreadMessageCountEndpoints = defineEndpoints(MESSAGE_PATH_PREFIX, memberUnreadMessageCountDefinitions)
