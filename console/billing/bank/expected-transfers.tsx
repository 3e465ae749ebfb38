import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import { ErrorState, SkeletonBars } from '#console/platform/components/states.tsx'
import type { ExpectedBankTransfer } from '#contract/billing/bank/shapes.ts'
import { voucherLifecycle } from '#contract/billing/bank/voucher-lifecycle.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { bankApi } from './bank-api.ts'
import { type AllocationDraft, isInAllocationDrafts, toAllocationDraftOfExpectedTransfer, transferPurposeLabels } from './bank-view.ts'

interface Choosing {
  drafts: readonly AllocationDraft[]
  /** What remains of the line. */
  left: Fen
  /** Undefined for people who may only look. */
  add?: (draft: AllocationDraft) => void
}

interface Props extends Choosing {
  transfer: ExpectedBankTransfer
  /** Why it may be this transfer. */
  reason?: string
  warnings?: readonly string[]
}

/** An expected transfer, and the button that assigns the line to it. */
export function ExpectedTransferCard({ transfer, reason, warnings = [], drafts, left, add }: Props) {
  const { enterpriseId, title, amount, remarkCode, orderNos, voucherState, createdAt, purpose } = transfer
  const company = formatEnterpriseName({ name: transfer.enterpriseName })
  const draft = toAllocationDraftOfExpectedTransfer(transfer)
  const taken = draft !== undefined && isInAllocationDrafts(drafts, draft)
  const verb = taken ? '已加入' : amount > left ? '大于余额' : '加入'
  return (
    <li>
      <div className="awaited-what">
        {reason && <span className="awaited-reason">{reason}</span>}
        <b>{title}</b>
        <OpenInNewTabLink to="/enterprise" search={{ enterpriseId }}>
          {company}
        </OpenInNewTabLink>
        <small>
          {transferPurposeLabels[purpose].label} · <span className="num">{formatShanghaiTimeToMinute(createdAt)}</span>
          {remarkCode && (
            <>
              {' '}
              · 转账附言 <span className="num">{remarkCode}</span>
            </>
          )}
          {voucherState && ` · 凭证${voucherLifecycle.states[voucherState].label}`}
        </small>
        {orderNos.map((orderNo) => (
          <OpenInNewTabLink key={orderNo} to="/order" search={{ enterpriseId, orderNo }} className="num awaited-order">
            {orderNo}
          </OpenInNewTabLink>
        ))}
        {warnings.map((warning) => (
          <small key={warning} className="awaited-warning">
            {warning}
          </small>
        ))}
      </div>
      <div className="awaited-take">
        <b className="num">{formatMoney(amount)}</b>
        {add && draft && (
          <Button
            size="small"
            aria-keyshortcuts="S"
            disabled={taken || amount > left}
            onClick={() => add(draft)}
            aria-label={`${verb} ${company} ${title}`}
          >
            {verb}
          </Button>
        )}
      </div>
    </li>
  )
}

const FOUND_MAX = 8

/** Searches for a transfer by what the payer has written. */
export function ExpectedTransferSearch(choosing: Choosing) {
  const [keyword, setKeyword] = useState('')
  const found = useQuery({
    queryKey: ['bank', 'awaited', keyword],
    queryFn: ({ signal }) => bankApi.awaited({ keyword, pageSize: FOUND_MAX }, { signal }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
  const rows = keyword === '' ? undefined : found.data?.dataList
  return (
    <>
      <Input.Search
        placeholder="企业名称、订单号或转账附言"
        aria-label="查找等待到账的款项"
        enterButton="查找"
        loading={found.isFetching}
        onSearch={(typed) => setKeyword(typed.trim().slice(0, 60))}
      />
      {found.error && <ErrorState error={found.error} retry={() => void found.refetch()} />}
      {found.isLoading && <SkeletonBars count={2} height={36} />}
      {rows && (
        <p className="mute awaited-count" aria-live="polite">
          {found.data?.total === 0
            ? '没有等待到账的款项'
            : `共 ${formatCount(found.data?.total ?? 0)} 笔${rows.length < (found.data?.total ?? 0) ? '，请缩小范围' : ''}`}
        </p>
      )}
      <ul className="awaited">
        {rows?.map((transfer) => (
          <ExpectedTransferCard key={`${transfer.paymentId} ${transfer.tradeId}`} transfer={transfer} {...choosing} />
        ))}
      </ul>
    </>
  )
}
