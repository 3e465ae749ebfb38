import { useSearch } from '@tanstack/react-router'
import { ButtonLink } from '../parts/button.tsx'
import { monthIn } from '../parts/month-picker-view.ts'
import { pageIn } from '../parts/page-in.ts'
import { isId } from '../parts/read-id.ts'
import { useLack } from '../session/use-lack.ts'
import { CentreLayout, NoRight } from '../user-center/centre-layout.tsx'
import { Again, Apply } from './asking/apply.tsx'
import { OpenOrders } from './asking/open-orders.tsx'
import { OpenStatements } from './asking/open-statements.tsx'
import type { Source } from './invoice-api.ts'
import { InvoiceTabs } from './invoice-tabs.tsx'
import { orderNosIn } from './invoice-view.ts'
import { Titles } from './titles/titles.tsx'

/** /my_invoice_can_open: what can be invoiced, and the titles; with orders, a statement or a rejected request named, the form for it. */
export function Page() {
  const lack = useLack('lookOrder')
  const { view, page } = useSearch({ strict: false })
  const asked = useAsked()
  if (lack !== undefined) return <NoRight title="我的发票" what="查看发票" lack={lack} />
  if (asked)
    return (
      <CentreLayout title="申请开票" actions={<BackToList />}>
        {'again' in asked ? <Again key={asked.again} id={asked.again} /> : <Apply key={JSON.stringify(asked)} source={asked} />}
      </CentreLayout>
    )
  const shown = view === 'month' || view === 'title' ? view : 'order'
  return (
    <CentreLayout title="我的发票">
      <InvoiceTabs shown={shown} />
      {shown === 'month' ? <OpenStatements /> : shown === 'title' ? <Titles /> : <OpenOrders pageNo={pageIn(page)} />}
    </CentreLayout>
  )
}

/** What the address asks an invoice for; undefined: it names nothing. */
function useAsked(): { again: string } | Source | undefined {
  const { orderNo, month: given, shopId, again } = useSearch({ strict: false })
  if (isId(again)) return { again }
  const orderNos = orderNosIn(orderNo)
  if (orderNos.length > 0) return { orderNos }
  const month = monthIn(given)
  return month !== undefined && isId(shopId) ? { orderNos: [], month, shopId } : undefined
}

const BackToList = () => (
  <ButtonLink to="/my_invoice_can_open" look="plain" size="sm">
    全部可开票
  </ButtonLink>
)
