import { type BuyerInvoiceStatus, buyerInvoiceStatuses } from '#contract/billing/invoices/invoice-lifecycle.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { type LinkTab, LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { isId } from '#storefront/platform/components/parse-id.ts'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { invoiceApi, useInvoiceCounts, useInvoices } from './invoice-api.ts'
import { InvoiceDetail } from './invoice-detail.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { InvoiceTabs } from './invoice-tabs.tsx'

/** /my_invoice_detail: with `id` one invoice, otherwise all applications by state. */
export function Page() {
  const { id, state, page } = useSearch()
  if (isId(id))
    return (
      <UserCenterLayout title="发票详情" actions={<BackToList />}>
        <InvoiceDetail id={id} />
      </UserCenterLayout>
    )
  const standing = keysOf(buyerInvoiceStatuses).find((one) => one === state)
  return (
    <UserCenterLayout title="我的发票" actions={<Export standing={standing} pageNo={parsePageNo(page)} />}>
      <InvoiceTabs shown="asked" />
      <StatusTabs standing={standing} />
      <InvoiceList standing={standing} pageNo={parsePageNo(page)} />
    </UserCenterLayout>
  )
}

function Export({ standing, pageNo }: { standing: BuyerInvoiceStatus | undefined; pageNo: number }) {
  const { data } = useInvoices(standing, pageNo)
  return <ExportButtons ask={(format) => invoiceApi.export({ standing, format })} total={data?.total} />
}

const BackToList = () => (
  <ButtonLink to="/my_invoice_detail" look="plain" size="sm">
    全部开票记录
  </ButtonLink>
)

function StatusTabs({ standing }: { standing: BuyerInvoiceStatus | undefined }) {
  const counts = useInvoiceCounts()
  const tab = (label: string, one?: BuyerInvoiceStatus): LinkTab => ({
    to: '/my_invoice_detail',
    current: standing === one,
    search: one === undefined ? {} : { state: one },
    // Only states that still need an action are highlighted.
    label: one === undefined || one === 'wait' || !counts?.[one] ? label : `${label} ${counts[one]}`,
    ...(one === 'wait' && counts ? { count: counts.wait } : {}),
  })
  return (
    <LinkTabs
      label="发票状态"
      tabs={[tab('全部'), ...keysOf(buyerInvoiceStatuses).map((one) => tab(buyerInvoiceStatuses[one].label, one))]}
    />
  )
}
