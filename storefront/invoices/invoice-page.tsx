import { useSearch } from '@tanstack/react-router'
import { type InvoiceStanding, invoiceStandings } from '../../contract/invoices/invoice-lifecycle.ts'
import { keysOf } from '../../contract/lifecycle.ts'
import { ButtonLink } from '../parts/button.tsx'
import { ExportButtons } from '../parts/export-buttons.tsx'
import { type LinkTab, LinkTabs } from '../parts/link-tabs.tsx'
import { pageIn } from '../parts/page-in.ts'
import { isId } from '../parts/read-id.ts'
import { useLack } from '../session/use-lack.ts'
import { CentreLayout, NoRight } from '../user-center/centre-layout.tsx'
import { invoiceApi, useCounts, useInvoices } from './invoice-api.ts'
import { InvoiceDetail } from './invoice-detail.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { InvoiceTabs } from './invoice-tabs.tsx'

/** /my_invoice_detail: with `id` one invoice, else all that were asked for, by where they stand. */
export function Page() {
  const { id, state, page } = useSearch({ strict: false })
  const lack = useLack('lookOrder')
  if (lack !== undefined) return <NoRight title="我的发票" what="查看发票" lack={lack} />
  if (isId(id))
    return (
      <CentreLayout title="发票详情" actions={<BackToList />}>
        <InvoiceDetail id={id} />
      </CentreLayout>
    )
  const standing = keysOf(invoiceStandings).find((one) => one === state)
  return (
    <CentreLayout title="我的发票" actions={<Export standing={standing} pageNo={pageIn(page)} />}>
      <InvoiceTabs shown="asked" />
      <Standings standing={standing} />
      <InvoiceList standing={standing} pageNo={pageIn(page)} />
    </CentreLayout>
  )
}

function Export({ standing, pageNo }: { standing: InvoiceStanding | undefined; pageNo: number }) {
  const { data } = useInvoices(standing, pageNo)
  return <ExportButtons ask={(format) => invoiceApi.export({ standing, format })} total={data?.total} />
}

const BackToList = () => (
  <ButtonLink to="/my_invoice_detail" look="plain" size="sm">
    全部开票记录
  </ButtonLink>
)

function Standings({ standing }: { standing: InvoiceStanding | undefined }) {
  const counts = useCounts()
  const tab = (label: string, one?: InvoiceStanding): LinkTab => ({
    ...{ to: '/my_invoice_detail', current: standing === one },
    search: one === undefined ? {} : { state: one },
    // Only what still waits draws the eye.
    label: one === undefined || one === 'wait' || !counts?.[one] ? label : `${label} ${counts[one]}`,
    ...(one === 'wait' && counts ? { count: counts.wait } : {}),
  })
  return <LinkTabs label="发票状态" tabs={[tab('全部'), ...keysOf(invoiceStandings).map((one) => tab(invoiceStandings[one].label, one))]} />
}
