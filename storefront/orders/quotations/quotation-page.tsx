import { useQuery } from '@tanstack/react-query'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { parseId } from '#storefront/platform/components/parse-id.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { QuotationConversation } from './conversation.tsx'
import { QuotationDrawings } from './drawings/quotation-drawings.tsx'
import { quotationQuery } from './quotation-api.ts'
import { QuotationHead } from './quotation-head.tsx'
import { QuotationLines } from './quotation-lines.tsx'
import { QuotationOffers } from './quotation-offers.tsx'

/** /quotation_info?id= 询价详情: what was asked, what is offered, and the order at the offered prices. */
export function Page() {
  const id = parseId(useSearch().id)
  return (
    <UserCenterLayout
      title="询价详情"
      actions={
        <ButtonLink to="/quotation" look="plain" size="sm">
          全部询价
        </ButtonLink>
      }
    >
      {id === undefined ? <NotFound /> : <Quotation key={id} id={id} />}
    </UserCenterLayout>
  )
}

const NotFound = () => (
  <div className="panel">
    <EmptyState title="没有找到这张询价单" action={<ButtonLink to="/quotation">查看全部询价</ButtonLink>} />
  </div>
)

function Quotation({ id }: { id: string }) {
  const found = useQuery(quotationQuery(id))
  if (found.error instanceof Refusal && found.error.reason === 'QUOTATION_NOT_FOUND') return <NotFound />
  return (
    <QueryContent from={found} skeleton={<Waiting />}>
      {(opened) => (
        <div className="flex flex-col gap-3 lg:gap-4">
          <QuotationHead opened={opened} />
          <QuotationLines key={opened.version} opened={opened} />
          <QuotationDrawings opened={opened} />
          <QuotationOffers opened={opened} />
          <QuotationConversation opened={opened} />
        </div>
      )}
    </QueryContent>
  )
}

const Waiting = () => (
  <div className="flex flex-col gap-3 lg:gap-4">
    <Skeleton className="h-48" />
    <Skeleton className="h-72" />
    <Skeleton className="h-48" />
  </div>
)
