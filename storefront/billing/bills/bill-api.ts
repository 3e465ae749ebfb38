import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type BillEntryType, billEntryEndpoints } from '#contract/billing/bills/api.ts'
import { documentDownloadEndpoints } from '#contract/billing/documents/api.ts'
import { statementEndpoints } from '#contract/money/statements/api.ts'
import type { StatementDetail } from '#contract/money/statements/shapes.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { saveFileToDisk } from '#ui/save-file.ts'

const billApi = createApiClient(billEntryEndpoints, sendOrHoldUntilLogin)
export const documentDownloadApi = createApiClient(documentDownloadEndpoints, sendOrHoldUntilLogin)
const { list, detail, confirm, dispute, withdrawDispute } = statementEndpoints
export const statementListAndDisputeApi = createApiClient({ list, detail, confirm, dispute, withdrawDispute }, sendOrHoldUntilLogin)

export const PAGE_SIZE = 20

/** Invalidates the queries that change when a statement is confirmed, or a line is disputed or no longer disputed. */
export const invalidatedByStatementConfirmOrDispute = [['statement'], ['credit']] as const

export type StatementLine = StatementDetail['lines'][number]

export interface BillEntryFilter {
  month: string | undefined
  type: BillEntryType | undefined
}

export const useBillEntries = ({ month, type }: BillEntryFilter, pageNo: number) =>
  useQuery({
    queryKey: ['bill', 'list', month ?? '', type ?? '', pageNo],
    queryFn: () => billApi.list({ month, type, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

export const useBillEntry = (id: string) => useQuery({ queryKey: ['bill', 'detail', id], queryFn: () => billApi.detail({ id }) })

export const useStatements = (pageNo: number) =>
  useQuery({
    queryKey: ['statement', 'list', pageNo],
    queryFn: () => statementListAndDisputeApi.list({ pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

export const useStatement = (month: string) =>
  useQuery({ queryKey: ['statement', 'detail', month], queryFn: () => statementListAndDisputeApi.detail({ month }) })

/** Fetches a statement as a file and saves it in the browser. */
export const useDownloadStatement = (month: string) =>
  useApiMutation((format: 'pdf' | 'xlsx') => documentDownloadApi.statement({ month, format }), { onSuccess: saveFileToDisk })
