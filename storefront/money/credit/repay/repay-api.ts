import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { bankTransferEndpoints } from '#contract/billing/bank/api.ts'
import { badDebtEndpoints } from '#contract/money/bad-debts/api.ts'
import { paymentEndpoints } from '#contract/money/payments/api.ts'
import { statementEndpoints } from '#contract/money/statements/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

const badDebtApi = createApiClient(badDebtEndpoints, sendOrHoldUntilLogin)
export const statementApi = createApiClient(statementEndpoints, sendOrHoldUntilLogin)
const { repay: repayOnline } = paymentEndpoints
const { repay: repayByTransfer } = bankTransferEndpoints
export const externalRepaymentApi = createApiClient({ repayOnline, repayByTransfer }, sendOrHoldUntilLogin)

export const PAGE_SIZE = 20

/** Invalidates the queries that a repayment changes, finished or pending. */
export const invalidatedByRepayment = [['credit'], ['statement'], ['bill'], ['wallet'], ['message']] as const

export const debtOverviewQuery = queryOptions({ queryKey: ['statement', 'owed'], queryFn: () => statementApi.owed({}) })
export const useDebtOverview = () => useQuery(debtOverviewQuery)

/** The headroom of the next 90 days; null while the credit account is not open. */
export const useCreditHeadroomByDay = () => useQuery({ queryKey: ['statement', 'headroom'], queryFn: () => statementApi.headroom({}) })

/** 还款试算: what an amount would repay now. It sends no request without an amount. */
export const useRepaymentPreview = (amount: Fen | undefined, months: readonly string[]) =>
  useQuery({
    queryKey: ['statement', 'plan', amount ?? 0, months.join()],
    queryFn: () => statementApi.previewRepayment({ amount: amount as Fen, months: [...months] }),
    enabled: amount !== undefined,
    placeholderData: keepPreviousData,
  })

/** One page of repayments. Month undefined: all months. */
export const useRepayments = (month: string | undefined, pageNo: number) =>
  useQuery({
    queryKey: ['statement', 'repayments', month ?? '', pageNo],
    queryFn: () => statementApi.repayments({ month, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

export const useAcceptanceBills = (pageNo: number) =>
  useQuery({
    queryKey: ['statement', 'acceptances', pageNo],
    queryFn: () => statementApi.acceptances({ pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

/** One page of what was written off. */
export const useBadDebts = (pageNo: number) =>
  useQuery({
    queryKey: ['statement', 'bad-debts', pageNo],
    queryFn: () => badDebtApi.list({ pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
