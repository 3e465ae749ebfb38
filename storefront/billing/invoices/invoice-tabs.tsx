import { LinkTabs } from '#storefront/platform/components/link-tabs.tsx'

/** The four tabs of 我的发票. */
export function InvoiceTabs({ shown }: { shown: 'order' | 'month' | 'asked' | 'title' }) {
  return (
    <LinkTabs
      label="我的发票"
      tabs={[
        { to: '/my_invoice_can_open', label: '可开票订单', current: shown === 'order' },
        { to: '/my_invoice_can_open', label: '可开票账单', search: { view: 'month' }, current: shown === 'month' },
        { to: '/my_invoice_detail', label: '开票记录', current: shown === 'asked' },
        { to: '/my_invoice_can_open', label: '发票抬头', search: { view: 'title' }, current: shown === 'title' },
      ]}
    />
  )
}
