import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { DISPUTE_PICTURES_MAX } from '#contract/money/statements/disputed-units.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatMoney, formatYuan } from '#contract/platform/core/money.ts'
import {
  invalidatedByStatementConfirmOrDispute,
  type StatementLine as Line,
  statementListAndDisputeApi,
} from '#storefront/billing/bills/bill-api.ts'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { TextAreaField, TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { PictureUploadTileRow } from '#storefront/platform/components/picture-tiles.tsx'
import { RadioCircle, RadioGroup } from '#storefront/platform/components/radio-group.tsx'
import { usePersistedForm } from '#storefront/platform/components/use-persisted-form.ts'
import { showRefusalAtFormField } from '#storefront/platform/sessions/form-errors.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { computeAmountLeftOfLine, createDisputeForm, type DisputeFormValues, toDisputeInput } from './dispute-view.ts'
import { DisputedUnitsFields } from './disputed-units-fields.tsx'

interface Props {
  month: string
  /** The disputed line. undefined: the window is closed. */
  line: Line | undefined
  /** The month is fully paid, so a dispute postpones nothing and can only lead to a refund. */
  isRepaid: boolean
  onClose: () => void
}

/** 提出异议: from today on the line is not due, until staff have decided. */
export function DisputeStatementLineDialog({ month, line, isRepaid, onClose }: Props) {
  return (
    <Modal open={line !== undefined} onClose={onClose} title="提出异议">
      {line && <Disputing month={month} line={line} isRepaid={isRepaid} onDone={onClose} />}
    </Modal>
  )
}

interface DisputingProps extends Pick<Props, 'month' | 'isRepaid'> {
  line: Line
  onDone: () => void
}

const ways = { amount: '按金额', units: '按数量' } as const

/** Whether an amount is disputed or units of the parcel. */
function WayField({ form }: { form: UseFormReturn<DisputeFormValues> }) {
  return (
    <Controller
      control={form.control}
      name="by"
      render={({ field: { value, onChange } }) => (
        <RadioGroup aria-label="异议方式" value={value} onChange={onChange} className="mb-3 flex gap-6">
          {keysOf(ways).map((way) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the radio inside is the control
            <label key={way} className="flex cursor-pointer items-center gap-2.5 py-1 hover:text-jade">
              <RadioCircle value={way} />
              {ways[way]}
            </label>
          ))}
        </RadioGroup>
      )}
    />
  )
}

/** How much is disputed. Units can only be chosen of a parcel whose goods are known. */
function PartFields({ line, form }: { line: Line; form: UseFormReturn<DisputeFormValues> }) {
  const by = useWatch({ control: form.control, name: 'by' })
  return (
    <>
      {line.goods.length > 0 && <WayField form={form} />}
      {by === 'units' ? (
        <DisputedUnitsFields line={line} form={form} />
      ) : (
        <TextField
          label="异议金额（元）"
          required
          inputMode="decimal"
          autoComplete="off"
          {...form.register('amount')}
          error={form.formState.errors.amount?.message}
          hint="只对其中一部分有异议时改成该部分的金额，其余照常到期"
          className="num"
        />
      )}
    </>
  )
}

function Disputing({ month, line, isRepaid, onDone }: DisputingProps) {
  const { id, goodsName } = line
  const left = computeAmountLeftOfLine(line)
  const [form, sent] = usePersistedForm<DisputeFormValues>(`dispute ${id}`, {
    resolver: standardSchemaResolver(createDisputeForm(line)),
    mode: 'onTouched',
    defaultValues: { by: 'amount', amount: formatYuan(left), units: {}, pictures: [], reason: '' },
  })
  const { register, handleSubmit, formState } = form
  const { errors } = formState
  const dispute = useApiMutation((values: DisputeFormValues) => statementListAndDisputeApi.dispute(toDisputeInput(month, line, values)), {
    clearStoredForm: sent,
    invalidates: invalidatedByStatementConfirmOrDispute,
    onError: (error) => showRefusalAtFormField(form, error),
    onSuccess: () => {
      onDone()
      showNotice('异议已提交，处理结果会通知您')
    },
  })
  return (
    <form noValidate onSubmit={handleSubmit((values) => dispute.mutate(values))}>
      <p className="mb-3 rounded-control bg-paper px-3.5 py-2.5">
        {goodsName} <b className="num">{formatMoney(left)}</b>
      </p>
      <PartFields line={line} form={form} />
      <TextAreaField
        label="异议原因"
        required
        maxLength={200}
        placeholder="如：实收数量少 20 支、价格与合同不符"
        {...register('reason')}
        error={errors.reason?.message}
        hint={
          isRepaid
            ? '账单已还清：异议成立的金额退回现金钱包，核实无误的账款不变。每笔只能提出一次，处理前可撤回。'
            : '处理期间不计入到期金额，不计息；核实无误的延至次月10号还款。每笔只能提出一次，处理前可撤回。'
        }
      />
      <Controller
        control={form.control}
        name="pictures"
        render={({ field: { value, onChange } }) => (
          <PictureUploadTileRow
            purpose="dispute"
            most={DISPUTE_PICTURES_MAX}
            hint="选填：送货单、磅单、实物，拍清数量和型号"
            pictures={value}
            onChange={(next) => onChange([...next])}
            error={errors.pictures?.message ?? errors.pictures?.root?.message}
          />
        )}
      />
      {errors.root?.message && (
        <p role="alert" className="mb-2 text-sm text-danger">
          {errors.root.message}
        </p>
      )}
      <FormButtons submit="提交异议" busy={dispute.isPending} onCancel={onDone} />
    </form>
  )
}
