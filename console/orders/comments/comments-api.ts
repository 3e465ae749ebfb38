import { send } from '#console/platform/sessions/session.ts'
import { consoleComment } from '#contract/orders/comments/console-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const commentApi = connect(consoleComment, send)
/** What a step moves: the list, and the queue of what waits. */
export const invalidatedByComment = [['comment'], ['queue']] as const
