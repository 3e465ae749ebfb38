import { connect } from '../../contract/client.ts'
import { consoleComment } from '../../contract/comments/console-api.ts'
import { send } from '../session/session.ts'

export const commentApi = connect(consoleComment, send)
/** What a step moves: the list, and the queue of what waits. */
export const invalidatedByComment = [['comment'], ['queue']] as const
