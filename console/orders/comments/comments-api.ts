import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleCommentEndpoints } from '#contract/orders/comments/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const commentApi = createApiClient(consoleCommentEndpoints, sendConsoleRequest)
/** Invalidates the queries that an action changes: the list and the queue. */
export const invalidatedByComment = [['comment'], ['queue']] as const
