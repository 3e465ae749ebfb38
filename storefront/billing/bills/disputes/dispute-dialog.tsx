import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { statementEndpoints } from '#contract/money/statements/api.ts'
import { formatMoney, subtractFen } from '#contract/platform/core/money.ts'
import {
  billEntryStatementApi,
  invalidatedByStatementConfirmOrDispute,
  type StatementLine as Line,
} from '#storefront/billing/bills/bill-api.ts'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { TextAreaField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { usePersistedForm } from '#storefront/platform/components/use-persisted-form.ts'
import { showFormError } from '#storefront/platform/sessions/form-errors.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'

const { reason } = statementEndpoints.dispute.input.shape
const Form = z.object({ reason })
type Values = z.output<typeof Form>

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

function Disputing({ month, line: { id, goodsName, amount, refunded }, isRepaid, onDone }: DisputingProps) {
  const [form, sent] = usePersistedForm<Values>(`dispute ${id}`, {
    resolver: standardSchemaResolver(Form),
    mode: 'onTouched',
    defaultValues: { reason: '' },
  })
  const { register, handleSubmit, formState } = form
  const dispute = useApiMutation(({ reason: words }: Values) => billEntryStatementApi.dispute({ month, id, reason: words }), {
    typed: sent,
    refresh: invalidatedByStatementConfirmOrDispute,
    failed: (error) => showFormError(form, error),
    done: () => {
      onDone()
      showNotice('异议已提交，处理结果会通知您')
    },
  })
  return (
    <form noValidate onSubmit={handleSubmit((values) => dispute.mutate(values))}>
      <p className="mb-3 rounded-control bg-paper px-3.5 py-2.5">
        {goodsName} <b className="num">{formatMoney(subtractFen(amount, refunded))}</b>
      </p>
      <TextAreaField
        label="异议原因"
        required
        maxLength={200}
        placeholder="如：实收数量少 20 支、价格与合同不符"
        {...register('reason')}
        error={formState.errors.reason?.message}
        hint={
          isRepaid
            ? '账单已还清：异议成立的金额退回现金钱包，核实无误的账款不变。每笔只能提出一次，处理前可撤回。'
            : '处理期间不计入到期金额，不计息；核实无误的延至次月10号还款。每笔只能提出一次，处理前可撤回。'
        }
      />
      <FormButtons submit="提交异议" busy={dispute.isPending} onCancel={onDone} />
    </form>
  )
}
