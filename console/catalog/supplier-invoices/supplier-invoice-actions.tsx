import { Button } from 'antd'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { ReasonDrawer } from '#console/platform/components/reason-drawer.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleSupplierInvoiceEndpoints } from '#contract/catalog/supplier-invoices/api.ts'
import type { SupplierInvoice, SupplierInvoiceLine } from '#contract/catalog/supplier-invoices/shapes.ts'
import { type Fen, fen, formatMoney } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { RecordOrCorrectSupplierInvoiceDrawer } from './supplier-invoice-drawer.tsx'
import { invalidatedBySupplierInvoice, supplierInvoiceApi } from './supplier-invoices-api.ts'

interface Read {
  invoice: SupplierInvoice
  lines: readonly SupplierInvoiceLine[]
  own: boolean
}

interface Props {
  read: Read
  /** Leads to the next invoice that waits, after a decision. */
  decided: () => void
}

/** The steps of an invoice that its state and the reader's permissions allow. The most frequent one is last. */
export function SupplierInvoiceActions({ read, decided }: Props) {
  const types = usePermission(consoleSupplierInvoiceEndpoints.create).allowed
  const decides = usePermission(consoleSupplierInvoiceEndpoints.accept).allowed
  const { state } = read.invoice
  return (
    <>
      {types && state !== 'VOID' && <VoidAction read={read} decided={decided} />}
      {types && state === 'DIFFERENT' && <RematchAction read={read} decided={decided} />}
      {types && state === 'RETURNED' && <CorrectAction read={read} decided={decided} />}
      {decides && state === 'DIFFERENT' && <DecisionActions read={read} decided={decided} />}
    </>
  )
}

function VoidAction({ read: { invoice, own }, decided }: Props) {
  const { id, rowVersion, state } = invoice
  const drawer = useDrawer<null>()
  const call = useApiMutation(supplierInvoiceApi.void, {
    invalidates: invalidatedBySupplierInvoice,
    successMessage: '已作废',
    close: drawer.close,
    afterSuccess: decided,
  })
  const whyNot = own && (state === 'MATCHED' || state === 'ACCEPTED') ? '您登记了这张发票，须由另一人作废' : undefined
  return (
    <>
      <Button danger {...toDisabledProps(whyNot)} onClick={() => drawer.show(null)}>
        作废
      </Button>
      <ReasonDrawer
        title="作废采购发票"
        lead="作废后不能恢复，所占的数量回到已收未开票，发票号码可以重新登记。"
        open={drawer.open}
        close={drawer.close}
        busy={call.isPending}
        submit={(reason) => call.mutate({ id, rowVersion, reason })}
        grave
      />
    </>
  )
}

function RematchAction({ read: { invoice }, decided }: Props) {
  const { id, rowVersion } = invoice
  const call = useApiMutation(supplierInvoiceApi.rematch, {
    invalidates: invalidatedBySupplierInvoice,
    successMessage: ({ state }) => (state === 'MATCHED' ? '已匹配' : '重新匹配后仍有差异'),
    afterSuccess: ({ state }) => state === 'MATCHED' && decided(),
  })
  return (
    <Button loading={call.isPending} onClick={() => call.mutate({ id, rowVersion })}>
      重新匹配
    </Button>
  )
}

function CorrectAction({ read, decided }: Props) {
  const drawer = useDrawer<Read>()
  return (
    <>
      <Button type="primary" aria-keyshortcuts="A" onClick={() => drawer.show(read)}>
        更正
      </Button>
      {drawer.subject && (
        <RecordOrCorrectSupplierInvoiceDrawer
          key={drawer.subject.invoice.rowVersion}
          subject={{ returned: drawer.subject }}
          open={drawer.open}
          close={drawer.close}
          corrected={decided}
        />
      )}
    </>
  )
}

const formatVarianceLead = (variance: Fen): string => {
  if (variance === 0) return '没有采购价差，已入库的成本不变。'
  if (variance < 0) return `比采购价低 ${formatMoney(fen(-variance))}（不含税），已入库的成本不变。`
  return `采购价差 ${formatMoney(variance)}（不含税）由商城承担，已入库的成本不变。`
}

function DecisionActions({ read: { invoice, own }, decided }: Props) {
  const { id, rowVersion, holdsUnits, variance } = invoice
  const [returning, accepting] = [useDrawer<null>(), useDrawer<null>()]
  const sendBack = useApiMutation(supplierInvoiceApi.sendBack, {
    invalidates: invalidatedBySupplierInvoice,
    successMessage: '已退回更正',
    close: returning.close,
    afterSuccess: decided,
  })
  const accept = useApiMutation(supplierInvoiceApi.accept, {
    invalidates: invalidatedBySupplierInvoice,
    successMessage: '已接受差异',
    close: accepting.close,
    afterSuccess: decided,
  })
  const whyNot = own ? '您登记了这张发票，须由另一人接受' : holdsUnits ? undefined : '开票数量多于已收未开票的数量，不能接受'
  return (
    <>
      <Button aria-keyshortcuts="R" onClick={() => returning.show(null)}>
        退回更正
      </Button>
      <Button type="primary" aria-keyshortcuts="A" {...toDisabledProps(whyNot)} onClick={() => accepting.show(null)}>
        接受差异
      </Button>
      <ReasonDrawer
        title="退回更正"
        lead="退回后所占的数量回到已收未开票，更正后重新匹配，或作废。"
        open={returning.open}
        close={returning.close}
        busy={sendBack.isPending}
        submit={(reason) => sendBack.mutate({ id, rowVersion, reason })}
      />
      <ReasonDrawer
        title="接受差异"
        lead={formatVarianceLead(variance)}
        open={accepting.open}
        close={accepting.close}
        busy={accept.isPending}
        submit={(reason) => accept.mutate({ id, rowVersion, reason })}
      />
    </>
  )
}
