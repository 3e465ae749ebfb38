import { SHOPPING_LIST_NAME_MAX } from '#contract/orders/shopping-lists/api.ts'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { SHOPPING_LIST_QUERY_KEY } from '#storefront/platform/components/shopping-lists/shopping-list-api.ts'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'

interface FormProps<Answer> {
  /** The current name, if there is one. */
  name?: string
  onClose: () => void
  /** Saves the name. */
  give: (name: string) => Promise<Answer>
  done: (answer: Answer) => void
}

interface Props<Answer> extends FormProps<Answer> {
  open: boolean
  title: string
}

/** Asks for the name of a list. */
export const ShoppingListNameDialog = <Answer,>({ open, title, ...form }: Props<Answer>) => (
  <Modal open={open} onClose={form.onClose} title={title}>
    <Form {...form} />
  </Modal>
)

function Form<Answer>({ name = '', onClose, give, done }: FormProps<Answer>) {
  const [typed, setTyped, sent] = usePersistedState(`list ${name}`, () => name)
  const call = useApiMutation(give, {
    clearStoredForm: sent,
    saves: true,
    invalidates: [SHOPPING_LIST_QUERY_KEY],
    fields: ['name'],
    onSuccess: done,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        call.mutate(typed)
      }}
    >
      <TextField
        label="清单名称"
        required
        maxLength={SHOPPING_LIST_NAME_MAX}
        placeholder="如：掘进一队月度"
        value={typed}
        error={call.errorsByField.name}
        onChange={(event) => {
          call.clearError()
          setTyped(event.target.value)
        }}
      />
      <FormButtons submit="保存" busy={call.isPending} disabled={typed.trim() === ''} onCancel={onClose} />
    </form>
  )
}
