import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type BillType, billEndpoints } from '#contract/billing/bills/api.ts'
import { documentsEndpoints } from '#contract/billing/documents/api.ts'
import { statementEndpoints } from '#contract/money/statements/api.ts'
import type { StatementDetail } from '#contract/money/statements/shapes.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendEncoded } from '#storefront/platform/sessions/send.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { saveFileToDisk } from '#ui/save-file.ts'

const billApi = createApiClient(billEndpoints, sendEncoded)
export const documentApi = createApiClient(documentsEndpoints, sendEncoded)
const { list, detail, confirm, dispute } = statementEndpoints
export const billStatementApi = createApiClient({ list, detail, confirm, dispute }, sendEncoded)

export const PAGE_SIZE = 20

/** Invalidates the queries that change when a statement is confirmed or a line is disputed. */
export const invalidatedByStatementCheck = [['statement'], ['credit']] as const

export type StatementLine = StatementDetail['lines'][number]

export interface BillFilter {
  month: string | undefined
  type: BillType | undefined
}

export const useBills = ({ month, type }: BillFilter, pageNo: number) =>
  useQuery({
    queryKey: ['bill', 'list', month ?? '', type ?? '', pageNo],
    queryFn: () => billApi.list({ month, type, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

export const useBill = (id: string) => useQuery({ queryKey: ['bill', 'detail', id], queryFn: () => billApi.detail({ id }) })

export const useStatements = (pageNo: number) =>
  useQuery({
    queryKey: ['statement', 'list', pageNo],
    queryFn: () => billStatementApi.list({ pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

export const useStatement = (month: string) =>
  useQuery({ queryKey: ['statement', 'detail', month], queryFn: () => billStatementApi.detail({ month }) })

/** Fetches a statement as a file and saves it in the browser. */
export const useDownloadStatement = (month: string) =>
  useApiMutation((format: 'pdf' | 'xlsx') => documentApi.statement({ month, format }), { done: saveFileToDisk })
