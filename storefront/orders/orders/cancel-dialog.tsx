import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Controller, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { REMARK_LENGTH_MAX, RequiredText } from '#contract/platform/core/fields.ts'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { TextAreaField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { RadioCircle, RadioGroup } from '#storefront/platform/components/radio-group.tsx'
import { usePersistedForm } from '#storefront/platform/components/use-persisted-form.ts'
import { toCancellationFormName } from './order-view.ts'

const OTHER = '其他原因'
const reasons = ['规格选错', '数量选错', '收货信息填错', '价格或支付方式不合适', '暂时不需要', OTHER] as const

const Form = z.object({ choice: z.enum(reasons, '请选择取消原因'), other: z.string() }).check(
  z.refine(({ choice, other }) => choice !== OTHER || RequiredText(REMARK_LENGTH_MAX, '请填写取消原因').safeParse(other).success, {
    path: ['other'],
    message: `请填写取消原因，最多${REMARK_LENGTH_MAX}字`,
  }),
)
type Form = z.output<typeof Form>

interface Props {
  orderNo: string
  open: boolean
  onClose: () => void
  title: string
  /** The text that explains the consequences. */
  text: string
  busy: boolean
  /** The error about the reason. */
  error: string | undefined
  onSubmit: (reason: string) => void
}

/** Asks for the reason before an order is cancelled or staff are asked to cancel it. */
export function CancelOrRequestCancelOrderDialog({ open, onClose, title, ...rest }: Props) {
  return (
    <Modal open={open} onClose={onClose} title={title}>
      <Reasons onClose={onClose} {...rest} />
    </Modal>
  )
}

function Reasons({ orderNo, onClose, text, busy, error, onSubmit }: Omit<Props, 'open' | 'title'>) {
  const [{ control, register, handleSubmit, formState }] = usePersistedForm<Form>(toCancellationFormName(orderNo), {
    resolver: standardSchemaResolver(Form),
    mode: 'onChange',
    defaultValues: { other: '' },
  })
  const choice = useWatch({ control, name: 'choice' })
  const { errors } = formState
  const choiceFault = errors.choice?.message ?? (choice === OTHER ? undefined : error)
  return (
    <form noValidate onSubmit={handleSubmit(({ choice: chosen, other }) => onSubmit(chosen === OTHER ? other.trim() : chosen))}>
      <p className="mb-3 text-mute">{text}</p>
      <Controller
        control={control}
        name="choice"
        render={({ field }) => (
          <RadioGroup
            aria-label="取消原因"
            value={field.value ?? null}
            onChange={field.onChange}
            className="grid grid-cols-1 gap-1 sm:grid-cols-2"
          >
            {reasons.map((reason) => (
              // biome-ignore lint/a11y/noLabelWithoutControl: the radio inside is the control
              <label key={reason} className="flex cursor-pointer items-center gap-2.5 rounded-control py-1.5 hover:text-jade">
                <RadioCircle value={reason} />
                {reason}
              </label>
            ))}
          </RadioGroup>
        )}
      />
      <p role={choiceFault === undefined ? undefined : 'alert'} className="mt-1 min-h-5 text-sm text-danger">
        {choiceFault}
      </p>
      {choice === OTHER && <TextAreaField label="具体原因" rows={2} error={errors.other?.message ?? error} {...register('other')} />}
      <FormButtons submit="提交" cancel="再想想" busy={busy} onCancel={onClose} />
    </form>
  )
}
