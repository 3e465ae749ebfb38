import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BankTransfer } from '#contract/billing/bank/shapes.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { WaitingOrderNotice } from '#storefront/platform/components/waiting-order.tsx'
import { useLocation, useSearch } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { findOrBeginTransferQuery } from './transfer-api.ts'
import { noTransferTitlesByPath, parseTransferLookup } from './transfer-view.ts'

/** A page about the transfer that its URL names. */
export function TransferPageFrame({ title, children }: { title: string; children: (transfer: BankTransfer) => ReactNode }) {
  return (
    <UserCenterLayout title={title}>
      <Found>{children}</Found>
    </UserCenterLayout>
  )
}

const ELSEWHERE: ReadonlySet<string> = new Set([
  'METHOD_NOT_OFFERED',
  'ALREADY_PAID',
  'NEEDS_APPROVAL',
  'TRADE_NOT_FOUND',
  'PAYMENT_UNCLEAR',
])

function Found({ children }: { children: (transfer: BankTransfer) => ReactNode }) {
  const pathname = useLocation().pathname
  const asked = parseTransferLookup(pathname, useSearch())
  const { reason: denied } = usePermission('buyPay')
  const transfer = useQuery(findOrBeginTransferQuery(asked, denied === undefined))
  if (transfer.data === undefined && transfer.error instanceof Refusal) {
    const { reason, message } = transfer.error
    if (reason === 'ORDER_NOT_FOUND' || reason === 'PAYMENT_NOT_FOUND') return <None title="没有找到这笔转账" />
    // The order is paid, cancelled, paid by another method, or waits for the main account. Its own page says what to do.
    if (ELSEWHERE.has(reason)) return <None title={message} />
  }
  return (
    <QueryContent from={transfer} skeleton={<Waiting />}>
      {(found) =>
        found === null ? (
          <None title={noTransferTitlesByPath[pathname] ?? '没有待转账的订单'} hint={denied} />
        ) : (
          <>
            {found.purpose !== 'trade' && <WaitingOrderNotice then="款项到账后可继续支付，也可以更换支付方式" />}
            {children(found)}
          </>
        )
      }
    </QueryContent>
  )
}

const Waiting = () => (
  <div className="flex flex-col gap-3 lg:gap-4">
    <Skeleton className="h-36 md:h-40" />
    <Skeleton className="h-120 md:h-96" />
  </div>
)

function None({ title, hint }: { title: string; hint?: string | undefined }) {
  return (
    <div className="panel">
      <EmptyState title={title} {...(hint === undefined ? {} : { hint })} action={<ButtonLink to="/my_order">查看订单</ButtonLink>} />
    </div>
  )
}
