import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { parseMonth } from '#storefront/platform/components/month-picker-view.ts'
import { isId } from '#storefront/platform/components/parse-id.ts'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { ApplyForInvoiceForm, ReapplyForInvoiceForm } from './applications/application-form.tsx'
import { InvoiceableInterestPanel } from './applications/invoiceable-interest.tsx'
import { InvoiceableOrders } from './applications/invoiceable-orders.tsx'
import { InvoiceableStatements } from './applications/invoiceable-statements.tsx'
import type { InvoiceSource } from './invoice-api.ts'
import { InvoiceTabs } from './invoice-tabs.tsx'
import { parseOrderNosParam } from './invoice-view.ts'
import { InvoiceTitles } from './titles/titles.tsx'

/**
 * /my_invoice_can_open: what can be invoiced, and the titles. If the URL names orders, a statement, interest or a rejected application, it shows the
 * form for it.
 */
export function Page() {
  const { view, page } = useSearch()
  const asked = useRequestedSource()
  if (asked)
    return (
      <UserCenterLayout title="申请开票" actions={<BackToList />}>
        {'again' in asked ? (
          <ReapplyForInvoiceForm key={asked.again} id={asked.again} />
        ) : (
          <ApplyForInvoiceForm key={JSON.stringify(asked)} source={asked} />
        )}
      </UserCenterLayout>
    )
  const shown = view === 'month' || view === 'title' ? view : 'order'
  return (
    <UserCenterLayout title="我的发票">
      <InvoiceTabs shown={shown} />
      {shown === 'month' ? (
        <>
          <InvoiceableInterestPanel />
          <InvoiceableStatements />
        </>
      ) : shown === 'title' ? (
        <InvoiceTitles />
      ) : (
        <InvoiceableOrders pageNo={parsePageNo(page)} />
      )}
    </UserCenterLayout>
  )
}

/** What the URL requests an invoice for; undefined: nothing. */
function useRequestedSource(): { again: string } | InvoiceSource | undefined {
  const { orderNo, month: given, shopId, again, interest } = useSearch()
  if (isId(again)) return { again }
  if (interest === '1') return { orderNos: [], interest: true }
  const orderNos = parseOrderNosParam(orderNo)
  if (orderNos.length > 0) return { orderNos }
  const month = parseMonth(given)
  return month !== undefined && isId(shopId) ? { orderNos: [], month, shopId } : undefined
}

const BackToList = () => (
  <ButtonLink to="/my_invoice_can_open" look="plain" size="sm">
    全部可开票
  </ButtonLink>
)
