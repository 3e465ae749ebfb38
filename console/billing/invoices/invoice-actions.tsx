import { Button } from 'antd'
import { ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { type ConsoleInvoice, INVOICE_REASON_LENGTH_MAX } from '#contract/billing/invoices/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { invalidatedByInvoice, invoiceApi } from './invoices-api.ts'
import { RecordManualInvoiceDrawer } from './record-manual-invoice-drawer.tsx'

const reasons = {
  reject: { title: '驳回开票申请', submit: '驳回', successMessage: '已驳回，买家会收到原因', call: invoiceApi.reject },
  takeBack: { title: '开票有误，全额红冲', submit: '全额红冲', successMessage: '已申请红字发票', call: invoiceApi.takeBack },
} as const
type Reasoned = keyof typeof reasons

interface Props {
  opened: ConsoleInvoice
  /** Called after a decision of a queue, to go on to the next case. */
  decided: () => unknown
}

/** The actions on the invoice that this person can take now. */
export function InvoiceActions({ opened, decided }: Props) {
  const { enterpriseId, id, actions, amount, title } = opened
  const [reasoning, entering] = [useDrawer<Reasoned>(), useDrawer<true>()]
  const confirm = useConfirm()
  const approve = useApiMutation(invoiceApi.approve, {
    invalidates: invalidatedByInvoice,
    successMessage: '已提交开票',
    afterSuccess: decided,
  })
  const retry = useApiMutation(invoiceApi.retry, {
    invalidates: invalidatedByInvoice,
    successMessage: '已重新提交开票',
    afterSuccess: decided,
  })
  const recode = useApiMutation(invoiceApi.recode, { invalidates: invalidatedByInvoice, successMessage: '已按商品现在的编码更新' })
  return (
    <>
      {actions.includes('takeBack') && <Button onClick={() => reasoning.show('takeBack')}>开票有误</Button>}
      {actions.includes('reject') && (
        <Button danger aria-keyshortcuts="R" onClick={() => reasoning.show('reject')}>
          驳回
        </Button>
      )}
      {actions.includes('recode') && (
        <Button loading={recode.isPending} title="商品的税收分类编码在申请之后改过" onClick={() => recode.mutate({ enterpriseId, id })}>
          更新税收编码
        </Button>
      )}
      {actions.includes('enter') && <Button onClick={() => entering.show(true)}>登记手工发票</Button>}
      {actions.includes('retry') && (
        <Button type="primary" aria-keyshortcuts="A" loading={retry.isPending} onClick={() => retry.mutate({ enterpriseId, id })}>
          重新开票
        </Button>
      )}
      {actions.includes('approve') && (
        <Button
          type="primary"
          aria-keyshortcuts="A"
          loading={approve.isPending}
          onClick={() =>
            confirm({
              title: `开具 ${formatMoney(amount)} 的发票？`,
              okText: '同意开票',
              content: `抬头「${title.name}」，税号 ${title.taxNo}。开出后只能红冲。`,
              run: () => approve.mutateAsync({ enterpriseId, id }),
            })
          }
        >
          同意开票
        </Button>
      )}
      {reasoning.subject && (
        <ReasonDrawer opened={opened} act={reasoning.subject} open={reasoning.open} close={reasoning.close} decided={decided} />
      )}
      {entering.subject && <RecordManualInvoiceDrawer opened={opened} open={entering.open} close={entering.close} decided={decided} />}
    </>
  )
}

/** A drawer for actions that only need a reason. */
function ReasonDrawer({ opened, act, open, close, decided }: Props & { act: Reasoned; open: boolean; close: () => void }) {
  const { title, submit, successMessage, call } = reasons[act]
  const press = useApiMutation(call, {
    invalidates: invalidatedByInvoice,
    successMessage,
    close,
    afterSuccess: () => (act === 'reject' ? decided() : undefined),
  })
  return (
    <FormDrawer<{ reason: string }>
      title={title}
      open={open}
      close={close}
      busy={press.isPending}
      initial={{}}
      submit={({ reason }) => press.mutate({ enterpriseId: opened.enterpriseId, id: opened.id, reason })}
      submitText={submit}
      grave
    >
      <ReasonField max={INVOICE_REASON_LENGTH_MAX} focus label="原因（买家会看到）" />
    </FormDrawer>
  )
}
