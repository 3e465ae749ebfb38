import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import { acceptorKinds } from '#contract/money/statements/acceptance-lifecycle.ts'
import { statementEndpoints } from '#contract/money/statements/api.ts'
import { type Fen, formatYuan } from '#contract/platform/core/money.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { ControlledDayField } from '#storefront/platform/components/day/controlled-day-field.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { PictureUploadTile } from '#storefront/platform/components/picture-tile.tsx'
import { ControlledSelectField } from '#storefront/platform/components/select/controlled-select-field.tsx'
import { toLabelOptions } from '#storefront/platform/components/select/select-options.ts'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { usePersistedForm } from '#storefront/platform/components/use-persisted-form.ts'
import type { ClearStoredForm } from '#storefront/platform/components/use-persisted-state.ts'
import { showRefusalAtFormField } from '#storefront/platform/sessions/form-errors.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { invalidatedByRepayment, statementApi } from './repay-api.ts'
import { parseRepaymentAmount } from './repay-view.ts'

const { billNo, acceptor, acceptorKind } = statementEndpoints.submitAcceptance.input.shape
const Form = z.object({
  billNo,
  acceptorKind,
  acceptor,
  amount: z.string().check(z.refine((text) => parseRepaymentAmount(text) !== undefined, '请输入大于 0 的金额，最多两位小数')),
  maturityDay: statementEndpoints.submitAcceptance.input.shape.maturityDay,
  fileId: z.string().check(z.minLength(1, '请上传票据图片')),
})
type Values = z.output<typeof Form>

interface Props {
  /** The amount that the person wants to repay. */
  amount: Fen | undefined
  clearChoice: ClearStoredForm
  onBack: () => void
  onDone: () => void
}

/** 承兑汇票: the form to submit a bill. It repays the debt after finance has accepted it. */
export function SubmitAcceptanceBillForm({ amount, clearChoice, onBack, onDone }: Props) {
  const today = useToday()
  const [form, sent] = usePersistedForm<Values>('acceptance', {
    resolver: standardSchemaResolver(Form),
    mode: 'onTouched',
    defaultValues: {
      billNo: '',
      acceptorKind: 'bank',
      acceptor: '',
      amount: amount === undefined ? '' : formatYuan(amount),
      maturityDay: '',
      fileId: '',
    },
  })
  const { register, control, handleSubmit, formState } = form
  const { errors } = formState
  const submit = useApiMutation(
    ({ amount: text, ...given }: Values) => statementApi.submitAcceptance({ ...given, amount: parseRepaymentAmount(text) as Fen }),
    {
      clearStoredForm: (options) => {
        sent(options)
        clearChoice(options)
      },
      invalidates: invalidatedByRepayment,
      onError: (error) => showRefusalAtFormField(form, error),
      onSuccess: () => {
        onDone()
        showNotice('票据已提交，财务审核接收后覆盖待还账款')
      },
    },
  )
  return (
    <form noValidate onSubmit={handleSubmit((values) => submit.mutate(values))}>
      <p className="mb-3 text-sm text-mute">
        接收后覆盖待还账款，到期后 3 日内不计息、不停赊销；收到票款后计入还款。退票的按未收款处理，并补收利息。
      </p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField label="票据号" required autoComplete="off" {...register('billNo')} error={errors.billNo?.message} className="num" />
        <ControlledSelectField
          control={control}
          name="acceptorKind"
          label="票据种类"
          options={toLabelOptions(acceptorKinds)}
          error={errors.acceptorKind?.message}
        />
        <TextField label="承兑人" required autoComplete="off" {...register('acceptor')} error={errors.acceptor?.message} />
        <TextField
          label="票面金额（元）"
          required
          inputMode="decimal"
          autoComplete="off"
          {...register('amount')}
          error={errors.amount?.message}
          className="num"
        />
        <ControlledDayField control={control} name="maturityDay" label="到期日" min={today} error={errors.maturityDay?.message} />
        <Controller
          control={control}
          name="fileId"
          render={({ field }) => (
            <PictureUploadTile
              label="票据图片"
              required
              purpose="acceptance"
              hint="票据正面，JPG、PNG、WebP，不超过 10MB"
              value={field.value}
              onChange={field.onChange}
              error={errors.fileId?.message}
            />
          )}
        />
      </div>
      {errors.root && (
        <p role="alert" className="mb-2 text-sm text-danger">
          {errors.root.message}
        </p>
      )}
      <Button type="submit" look="call" size="lg" className="w-full" busy={submit.isPending}>
        提交票据
      </Button>
      <p className="mt-3 text-center text-sm">
        <Button look="plain" onClick={onBack}>
          返回修改
        </Button>
      </p>
    </form>
  )
}
