import { send } from '#console/platform/sessions/session.ts'
import { consoleMessageTextEndpoints } from '#contract/people/messaging/message-texts/api.ts'
import type { TextName } from '#contract/people/messaging/message-texts/texts.ts'
import { connect } from '#contract/platform/core/client.ts'

export const textApi = connect(consoleMessageTextEndpoints, send)

export const textsQuery = { queryKey: ['message-text', 'list'] as const, queryFn: () => textApi.list({}) }
export const versionsQuery = (textName: TextName) => ({
  queryKey: ['message-text', 'versions', textName] as const,
  queryFn: () => textApi.versions({ textName }),
})

/** Invalidates the queries that a change of a text affects: the text and its history. */
export const invalidatedByMessageText = [['message-text']] as const
