import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleInvoiceEndpoints } from '#contract/billing/invoices/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const invoiceApi = createApiClient(consoleInvoiceEndpoints, sendConsoleRequest)

export interface InvoiceRef {
  enterpriseId: string
  id: string
}

export const invoiceQuery = (ref: InvoiceRef) => ({
  queryKey: ['invoice', 'one', ref.id] as const,
  queryFn: () => invoiceApi.detail(ref),
  // The provider needs some seconds, so the invoice is polled.
  refetchInterval: ({ state }: { state: { data?: { issues: readonly { nextTryAt: Date | null }[] } | undefined } }) =>
    state.data?.issues.some(({ nextTryAt }) => nextTryAt !== null) ? 3_000 : (false as const),
})

export const invoiceQueuesQuery = {
  queryKey: ['invoice', 'queues'] as const,
  queryFn: () => invoiceApi.queues({}),
}

/** Invalidates the queries that an action changes: the invoice, the lists, the queue. */
export const invalidatedByInvoice = [['invoice'], ['queue']] as const
