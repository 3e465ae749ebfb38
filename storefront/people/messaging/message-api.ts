import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type MessageKind, messageEndpoints } from '#contract/people/messaging/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const messageApi = createApiClient(messageEndpoints, sendOrHoldUntilLogin)

export const PAGE_SIZE = 10

/** One page of messages of a kind. The earlier page stays visible while the next one loads. */
export const useMessages = (kind: MessageKind, pageNo: number) =>
  useQuery({
    queryKey: ['message', 'list', kind, pageNo],
    queryFn: () => messageApi.list({ kind, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

/** The number of unread messages of a kind. */
export const useUnreadCountOfKind = (kind: MessageKind): number =>
  useQuery({
    queryKey: ['message', 'unread', kind],
    queryFn: () => messageApi.listNotRead({ kind, pageSize: 1 }),
    select: ({ total }) => total,
  }).data ?? 0
