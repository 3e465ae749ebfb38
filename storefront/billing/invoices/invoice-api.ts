import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { invoiceEndpoints, invoiceTitleEndpoints } from '#contract/billing/invoices/api.ts'
import type { BuyerInvoiceStatus } from '#contract/billing/invoices/invoice-lifecycle.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const invoiceApi = createApiClient(invoiceEndpoints, sendOrHoldUntilLogin)
export const invoiceTitleApi = createApiClient(invoiceTitleEndpoints, sendOrHoldUntilLogin)

const KEY = ['invoice'] as const
export const INVOICE_TITLE_QUERY_KEY = ['invoice-title'] as const
export const PAGE_SIZE = 10
/** Invalidates the queries that an application changes: what can be invoiced, the list, the counts, the messages. */
export const invalidatedByInvoiceApplication = [KEY, ['message']] as const

/** What an application covers. */
export type InvoiceSource = Omit<InputOf<typeof invoiceEndpoints.preview>, 'interest'> & { interest?: boolean }
type Given = Partial<InvoiceSource>

export const useInvoiceableOrders = (pageNo: number) =>
  useQuery({
    queryKey: [...KEY, 'open-orders', pageNo],
    queryFn: () => invoiceApi.openOrders({ pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

export const useInvoiceableStatements = () =>
  useQuery({ queryKey: [...KEY, 'open-statements'], queryFn: () => invoiceApi.openStatements({}) })

export const useInvoiceableInterest = (enabled: boolean) =>
  useQuery({ queryKey: [...KEY, 'open-interest'], queryFn: () => invoiceApi.openInterest({}), enabled, meta: { quiet: true } })

/** The amounts of an application. A refusal says why it is not possible. */
export const useInvoicePreview = (source: Given) =>
  useQuery({ queryKey: [...KEY, 'preview', source], queryFn: () => invoiceApi.preview(source), retry: false })

export const useInvoices = (standing: BuyerInvoiceStatus | undefined, pageNo: number) =>
  useQuery({
    queryKey: [...KEY, 'list', standing ?? '', pageNo],
    queryFn: () => invoiceApi.list({ standing, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

export const useOrderInvoices = (orderNo: string) =>
  useQuery({ queryKey: [...KEY, 'of', orderNo], queryFn: () => invoiceApi.list({ orderNo, pageSize: PAGE_SIZE }) })

export const useInvoiceCounts = () => useQuery({ queryKey: [...KEY, 'count'], queryFn: () => invoiceApi.count({}) }).data

const SOON_MS = 3_000
export const useInvoice = (id: string) =>
  useQuery({
    queryKey: [...KEY, 'detail', id],
    queryFn: () => invoiceApi.detail({ id }),
    // An invoice that is being issued is ready after some seconds, and its files soon after that.
    refetchInterval: ({ state: { data } }) => (data?.state === 'ISSUING' ? SOON_MS : false),
  })

export const useInvoiceTitles = () => useQuery({ queryKey: [...INVOICE_TITLE_QUERY_KEY, 'list'], queryFn: () => invoiceTitleApi.list({}) })

/** The verified data of the enterprise, for a new title. Only the main account may read it. */
export const useInvoiceTitlePrefill = (enabled: boolean) =>
  useQuery({ queryKey: [...INVOICE_TITLE_QUERY_KEY, 'prefill'], queryFn: () => invoiceTitleApi.prefill({}), enabled: enabled })
