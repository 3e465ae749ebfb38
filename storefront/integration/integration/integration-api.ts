import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiKeyEndpoints, webhookEndpoints } from '#contract/integration/integration/api.ts'
import { MACHINE_API_DOCUMENT_PATH } from '#contract/integration/integration/paths.ts'
import type { WebhookDelivery } from '#contract/integration/integration/shapes.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import type { MachineApiDocument } from './api-document-view.ts'

export const apiKeyApi = createApiClient(apiKeyEndpoints, sendOrHoldUntilLogin)
export const webhookApi = createApiClient(webhookEndpoints, sendOrHoldUntilLogin)

const ROOT = 'integration'
/** Invalidates the queries that change with keys or webhooks. */
export const invalidatedByApiKeyOrWebhook = [[ROOT]] as const

export const apiKeysQuery = queryOptions({ queryKey: [ROOT, 'keys'], queryFn: () => apiKeyApi.list({}) })
export const webhooksQuery = queryOptions({ queryKey: [ROOT, 'hooks'], queryFn: () => webhookApi.list({}) })

export const WEBHOOK_DELIVERIES_PAGE_SIZE = 20
/** A delivery that is not finished is fetched again until it is. */
const AGAIN_MS = 2_000

export const webhookDeliveriesQuery = (webhookId: string, state: WebhookDelivery['state'] | undefined, pageNo: number) =>
  queryOptions({
    queryKey: [ROOT, 'log', webhookId, state, pageNo],
    queryFn: () =>
      webhookApi.deliveries({ webhookId, pageNo, pageSize: WEBHOOK_DELIVERIES_PAGE_SIZE, ...(state === undefined ? {} : { state }) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.dataList.some(({ state: one, tries }) => one === 'WAIT' && tries === 0) ? AGAIN_MS : false,
  })

/** The outcome of a try in a few words: what was wrong with the answer, or its status. */
export const formatWebhookOutcome = ({ status, fault }: { status: number | null; fault: string | null }): string =>
  fault ?? (status === null ? '没有应答' : `HTTP ${status}`)

export const webhookDeliveryQuery = (id: string) =>
  queryOptions({ queryKey: [ROOT, 'delivery', id], queryFn: () => webhookApi.delivery({ id }) })

export const apiDocumentQuery = queryOptions({
  queryKey: [ROOT, 'document'],
  queryFn: async (): Promise<MachineApiDocument> => {
    const answer = await fetch(MACHINE_API_DOCUMENT_PATH)
    if (!answer.ok) throw new Error('接口文档加载失败，请稍后重试')
    return answer.json()
  },
  staleTime: Number.POSITIVE_INFINITY,
})
