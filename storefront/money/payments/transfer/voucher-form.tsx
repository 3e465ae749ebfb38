import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, type useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { bankTransferEndpoints as calls } from '#contract/billing/bank/api.ts'
import type { BankTransfer } from '#contract/billing/bank/shapes.ts'
import { VOUCHER_PICTURES_MAX } from '#contract/billing/bank/voucher-lifecycle.ts'
import { REMARK_LENGTH_MAX, REMARK_RULE } from '#contract/platform/core/fields.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { TextAreaField } from '#storefront/platform/components/field.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { PictureUploadTile } from '#storefront/platform/components/picture-tile.tsx'
import { usePersistedForm } from '#storefront/platform/components/use-persisted-form.ts'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { showRefusalAtFormField } from '#storefront/platform/sessions/form-errors.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { invalidatedByTransfer, transferApi } from './transfer-api.ts'
import { voucherPagePathsByState } from './transfer-view.ts'

const { fileIds, remark } = calls.submitVoucher.input.shape
const Form = z.object({ fileIds, remark })
type Draft = z.input<typeof Form>

/** 上传付款凭证: the pictures that prove the transfer, and a note for the reviewer. */
export function SubmitVoucherForm({ transfer }: { transfer: BankTransfer }) {
  const { paymentId, state, vouchersLeft, purpose } = transfer
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [form, sent] = usePersistedForm<Draft, unknown, z.output<typeof Form>>(`voucher for ${paymentId}`, {
    resolver: standardSchemaResolver(Form),
    defaultValues: { fileIds: [], remark: '' },
  })
  const { control, register, handleSubmit, formState } = form
  const { reason: denied } = usePermission(purpose === 'topUp' ? 'cashAccount' : 'buyPay')
  const submit = useApiMutation((voucher: z.output<typeof Form>) => transferApi.submitVoucher({ paymentId, ...voucher }), {
    clearStoredForm: sent,
    invalidates: invalidatedByTransfer,
    onSuccess: (answer) => {
      showNotice('付款凭证已提交，等待审核')
      return navigate({ to: voucherPagePathsByState[answer.state], search: { paymentId }, replace: true })
    },
    onError: (error) => {
      // The order or the repayment has changed meanwhile.
      for (const queryKey of invalidatedByTransfer) void queries.invalidateQueries({ queryKey })
      return showRefusalAtFormField(form, error)
    },
  })
  const blocked = denied ?? (vouchersLeft === 0 ? '提交次数已用完，请联系客服核实' : undefined)
  return (
    <form noValidate onSubmit={handleSubmit((draft) => submit.mutate(draft))} aria-label="上传付款凭证" className="panel p-4 md:p-5">
      <h2 className="mb-3 text-md md:text-lg">
        <span className="mr-0.5 text-danger" aria-hidden>
          *
        </span>
        上传付款凭证
      </h2>
      <Controller
        control={control}
        name="fileIds"
        render={({ field, fieldState: { error } }) => (
          <Pictures value={field.value} onChange={field.onChange} blocked={blocked} error={error?.message ?? error?.root?.message} />
        )}
      />
      <div className="mt-2">
        <TextAreaField
          label="备注"
          rows={2}
          placeholder="请输入订单备注"
          error={formState.errors.remark?.message}
          hint={<Count control={control} />}
          {...register('remark')}
        />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button type="submit" look="call" size="lg" className="w-full sm:w-auto" busy={submit.isPending} disabled={blocked !== undefined}>
          {state === 'REJECTED' ? '重新提交付款凭证' : '提交付款凭证'}
        </Button>
        <ButtonLink to="/service_contact" look="line" size="lg" className="w-full sm:w-auto">
          联系客服
        </ButtonLink>
        <ButtonLink to="/my_order_transfer_info" search={{ paymentId }} look="plain">
          查看收款账户
        </ButtonLink>
      </div>
    </form>
  )
}

function Count({ control }: { control: ReturnType<typeof useForm<Draft, unknown, z.output<typeof Form>>>['control'] }) {
  const text = useWatch({ control, name: 'remark' }) ?? ''
  return (
    <>
      {REMARK_RULE} · <span className="num">{`${[...text].length}/${REMARK_LENGTH_MAX}`}</span>
    </>
  )
}

interface Places {
  value: string[]
  onChange: (fileIds: string[]) => void
  blocked: string | undefined
  error: string | undefined
}

/** One upload field more than there are pictures, up to the maximum. */
function Pictures({ value, onChange, blocked, error }: Places) {
  const places = [...value, ...(value.length < VOUCHER_PICTURES_MAX ? [''] : [])]
  const put = (at: number, fileId: string) =>
    onChange(places.map((known, place) => (place === at ? fileId : known)).filter((known) => known !== ''))
  return (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
      {places.map((fileId, at) => (
        <PictureUploadTile
          key={fileId === '' ? 'new' : fileId}
          label={at === 0 ? '图片' : `图片 ${at + 1}`}
          purpose="voucher"
          hint={at === 0 ? '*请上传汇款凭证图片' : `最多 ${VOUCHER_PICTURES_MAX} 张`}
          value={fileId}
          onChange={(next) => put(at, next)}
          blocked={blocked}
          required={at === 0}
          error={at === 0 ? error : undefined}
        />
      ))}
    </div>
  )
}
