import { connect } from '../../contract/client.ts'
import { consoleMessageText } from '../../contract/messaging/texts/api.ts'
import type { TextName } from '../../contract/messaging/texts/texts.ts'
import { send } from '../session/session.ts'

export const textApi = connect(consoleMessageText, send)

export const textsQuery = { queryKey: ['message-text', 'list'] as const, queryFn: () => textApi.list({}) }
export const versionsQuery = (textName: TextName) => ({
  queryKey: ['message-text', 'versions', textName] as const,
  queryFn: () => textApi.versions({ textName }),
})

/** What writing a text moves: it, and its history. */
export const invalidatedByMessageText = [['message-text']] as const
