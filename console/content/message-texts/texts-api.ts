import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleMessageTextEndpoints } from '#contract/people/messaging/message-texts/api.ts'
import type { MessageTextName } from '#contract/people/messaging/message-texts/texts.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const messageTextApi = createApiClient(consoleMessageTextEndpoints, sendConsoleRequest)

export const messageTextsQuery = { queryKey: ['message-text', 'list'] as const, queryFn: () => messageTextApi.list({}) }
export const messageTextVersionsQuery = (textName: MessageTextName) => ({
  queryKey: ['message-text', 'versions', textName] as const,
  queryFn: () => messageTextApi.versions({ textName }),
})

/** Invalidates the queries that a change of a text affects: the text and its history. */
export const invalidatedByMessageText = [['message-text']] as const
