import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { OrderProposal } from '#contract/orders/order-proposals/shapes.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { OrderLinkIfPermitted } from '#storefront/platform/components/order-link.tsx'
import { parseId } from '#storefront/platform/components/parse-id.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { formatFullDay, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { DeclineProposalDialog } from './decline-dialog.tsx'
import { proposalQuery } from './proposal-api.ts'
import { ProposalLines } from './proposal-lines.tsx'
import { proposalStateColours, proposalStateLabel, proposalStatusNote } from './proposal-view.ts'

/** /proposal?id= 待确认的订单: what staff have prepared for the company, which nobody orders but the buyer. */
export function Page() {
  const id = parseId(useSearch().id)
  return (
    <UserCenterLayout
      title="待确认的订单"
      actions={
        <ButtonLink to="/proposals" look="plain" size="sm">
          全部代客下单
        </ButtonLink>
      }
    >
      {id === undefined ? <NotFound /> : <Proposal key={id} id={id} />}
    </UserCenterLayout>
  )
}

const NotFound = () => (
  <div className="panel">
    <EmptyState
      title="没有找到这张订单"
      hint="可能属于另一家企业，请切换企业后再打开。"
      action={<ButtonLink to="/proposals">查看全部代客下单</ButtonLink>}
    />
  </div>
)

function Proposal({ id }: { id: string }) {
  const found = useQuery(proposalQuery(id))
  if (found.error instanceof Refusal && found.error.reason === 'ORDER_PROPOSAL_NOT_FOUND') return <NotFound />
  return (
    <QueryContent from={found} skeleton={<Waiting />}>
      {(opened) => (
        <div className="flex flex-col gap-3 lg:gap-4">
          <Head opened={opened} />
          <ProposalLines opened={opened} />
        </div>
      )}
    </QueryContent>
  )
}

const Waiting = () => (
  <div className="flex flex-col gap-3 lg:gap-4">
    <Skeleton className="h-48" />
    <Skeleton className="h-72" />
  </div>
)

/** The state, who has prepared it for whom, and the orders that were made of it. */
function Head({ opened }: { opened: OrderProposal }) {
  const { id, state, proposalNo, preparedBy, buyerName, createdAt, validUntil, shipTo, remark, orders } = opened
  const [declining, setDeclining] = useState(false)
  return (
    <section aria-label="订单进度" className="panel p-4 md:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className={`text-lg font-semibold ${proposalStateColours[state]}`}>{proposalStateLabel(state)}</p>
          <p className="mt-1 break-words text-mute">{proposalStatusNote(opened)}</p>
        </div>
        {state === 'SENT' && (
          <Button look="line" size="sm" onClick={() => setDeclining(true)}>
            不需要
          </Button>
        )}
      </div>
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-1 border-t border-line-soft pt-3 text-sm">
        <Fact name="单号">
          <span className="num">{proposalNo}</span>
        </Fact>
        <Fact name="准备人">
          {preparedBy}，<span className="num">{formatShanghaiTimeToMinute(createdAt)}</span>
        </Fact>
        <Fact name="请谁确认">{buyerName}</Fact>
        <Fact name="有效至">{formatFullDay(validUntil)}</Fact>
        {shipTo !== '' && <Fact name="收货地区">{shipTo}</Fact>}
        {orders.length > 0 && (
          <Fact name="订单">
            {orders.map(({ orderNo, state: now }) => (
              <span key={orderNo} className="mr-3 inline-block">
                <OrderLinkIfPermitted orderNo={orderNo} />
                {now === 'CANCELLED' && '（已取消）'}
              </span>
            ))}
          </Fact>
        )}
        {remark !== '' && (
          <div className="w-full">
            <dt className="text-mute">客服备注</dt>
            <dd className="mt-0.5 break-words whitespace-pre-wrap">{remark}</dd>
          </div>
        )}
      </dl>
      <DeclineProposalDialog id={id} open={declining} onClose={() => setDeclining(false)} />
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-2">
    <dt className="shrink-0 text-mute">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
)
