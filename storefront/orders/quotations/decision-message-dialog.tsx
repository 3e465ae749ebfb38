import { type FormEvent, useState } from 'react'
import { QUOTATION_TEXT_LENGTH_MAX } from '#contract/orders/quotations/shapes.ts'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { TextAreaField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { invalidatedByQuotation, quotationApi } from './quotation-api.ts'

const kinds = {
  askAgain: {
    title: '请求重新报价',
    lead: '写明希望怎样调整，如价格、数量、交期或替代品。',
    label: '希望怎样调整',
    submit: '请求重新报价',
    notice: '已请求，客服会重新报价',
    required: true,
  },
  decline: {
    title: '谢绝报价',
    lead: '谢绝后不能再按这次报价下单，可以重新询价。',
    label: '原因（选填）',
    submit: '谢绝报价',
    notice: '已谢绝',
    required: false,
  },
  withdraw: {
    title: '撤回询价',
    lead: '撤回后客服不再报价；需要时可以再次询价。',
    label: '原因（选填）',
    submit: '撤回询价',
    notice: '已撤回',
    required: false,
  },
} as const
export type QuotationDecisionMessageKind = keyof typeof kinds

interface Props {
  id: string
  /** undefined: closed. */
  kind: QuotationDecisionMessageKind | undefined
  onClose: () => void
}

/** A window for what the buyer says with a decision. */
export function QuotationDecisionMessageDialog({ id, kind, onClose }: Props) {
  // What is said stays in sight while the window closes.
  const [last, setLast] = useState<QuotationDecisionMessageKind>('askAgain')
  if (kind !== undefined && kind !== last) setLast(kind)
  return (
    <Modal open={kind !== undefined} onClose={onClose} title={kinds[last].title}>
      <Form key={last} id={id} kind={last} onClose={onClose} />
    </Modal>
  )
}

const send = (kind: QuotationDecisionMessageKind, id: string, text: string) => {
  if (kind === 'askAgain') return quotationApi.askAgain({ id, text })
  return kind === 'decline' ? quotationApi.decline({ id, reason: text }) : quotationApi.withdraw({ id, reason: text })
}

function Form({ id, kind, onClose }: { id: string; kind: QuotationDecisionMessageKind; onClose: () => void }) {
  const { lead, label, submit, notice, required } = kinds[kind]
  const [text, setText, sent] = usePersistedState(`${kind} of quotation ${id}`, () => '')
  const [asked, setAsked] = useState(false)
  const call = useApiMutation(() => send(kind, id, text.trim()), {
    clearStoredForm: sent,
    invalidates: invalidatedByQuotation,
    fields: ['text', 'reason'],
    onSuccess: () => {
      onClose()
      setText('')
      showNotice(notice)
    },
  })
  const missing = required && text.trim() === ''
  const press = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!missing) call.mutate(undefined)
  }
  return (
    <form noValidate onSubmit={press}>
      <p className="mb-3 text-mute">{lead}</p>
      <TextAreaField
        label={label}
        required={required}
        maxLength={QUOTATION_TEXT_LENGTH_MAX}
        value={text}
        error={asked && missing ? '请写明希望怎样调整' : (call.errorsByField.text ?? call.errorsByField.reason)}
        onChange={({ target }) => {
          call.clearError()
          setText(target.value)
        }}
      />
      <FormButtons submit={submit} busy={call.isPending} onCancel={onClose} />
    </form>
  )
}
