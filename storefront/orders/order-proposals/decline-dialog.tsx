import type { FormEvent } from 'react'
import { ORDER_PROPOSAL_TEXT_LENGTH_MAX } from '#contract/orders/order-proposals/shapes.ts'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { TextAreaField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { invalidatedByProposal, proposalApi } from './proposal-api.ts'

interface Props {
  id: string
  open: boolean
  onClose: () => void
}

/** 不需要: a reason helps whoever has prepared it, and is not required. */
export const DeclineProposalDialog = ({ id, open, onClose }: Props) => (
  <Modal open={open} onClose={onClose} title="不需要这张订单">
    <Form id={id} onClose={onClose} />
  </Modal>
)

function Form({ id, onClose }: Omit<Props, 'open'>) {
  const [reason, setReason, sent] = usePersistedState(`declining of ${id}`, () => '')
  const decline = useApiMutation(() => proposalApi.decline({ id, reason: reason.trim() }), {
    clearStoredForm: sent,
    invalidates: invalidatedByProposal,
    fields: ['reason'],
    onSuccess: () => {
      onClose()
      showNotice('已告知客服，不会下单')
    },
  })
  const press = (event: FormEvent) => {
    event.preventDefault()
    decline.mutate(undefined)
  }
  return (
    <form noValidate onSubmit={press}>
      <p className="mb-3 text-mute">不会下单，也不能再确认；需要时可以请客服重新准备，或自己下单。</p>
      <TextAreaField
        label="原因（选填）"
        maxLength={ORDER_PROPOSAL_TEXT_LENGTH_MAX}
        value={reason}
        error={decline.errorsByField.reason}
        onChange={({ target }) => {
          decline.clearError()
          setReason(target.value)
        }}
      />
      <FormButtons submit="不需要" busy={decline.isPending} onCancel={onClose} />
    </form>
  )
}
