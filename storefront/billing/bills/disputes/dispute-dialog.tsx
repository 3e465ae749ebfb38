import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { statementEndpoints } from '#contract/money/statements/api.ts'
import { type Fen, formatMoney, formatYuan, parseYuan, subtractFen } from '#contract/platform/core/money.ts'
import {
  invalidatedByStatementConfirmOrDispute,
  type StatementLine as Line,
  statementListAndDisputeApi,
} from '#storefront/billing/bills/bill-api.ts'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { TextAreaField, TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { usePersistedForm } from '#storefront/platform/components/use-persisted-form.ts'
import { showRefusalAtFormField } from '#storefront/platform/sessions/form-errors.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'

const { reason } = statementEndpoints.dispute.input.shape

/** The form of a line of which an amount is left. The typed amount is at most that. */
const createForm = (left: Fen) =>
  z.object({
    amount: z.string().check(
      z.refine((text) => (parseYuan(text) ?? 0) > 0, '请输入大于 0 的金额，最多两位小数'),
      z.refine((text) => (parseYuan(text) ?? 0) <= left, `不能超过 ${formatMoney(left)}`),
    ),
    reason,
  })
type Values = z.output<ReturnType<typeof createForm>>

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

/** The disputed part of a line; undefined: the whole line, so that a refund meanwhile leaves nothing of it that is due. */
function toDisputedPart(text: string, left: Fen): Fen | undefined {
  const amount = parseYuan(text)
  return amount === left ? undefined : amount
}

interface DisputingProps extends Pick<Props, 'month' | 'isRepaid'> {
  line: Line
  onDone: () => void
}

function Disputing({ month, line: { id, goodsName, amount, refunded }, isRepaid, onDone }: DisputingProps) {
  const left = subtractFen(amount, refunded)
  const [form, sent] = usePersistedForm<Values>(`dispute ${id}`, {
    resolver: standardSchemaResolver(createForm(left)),
    mode: 'onTouched',
    defaultValues: { amount: formatYuan(left), reason: '' },
  })
  const { register, handleSubmit, formState } = form
  const dispute = useApiMutation(
    ({ amount: text, reason: words }: Values) =>
      statementListAndDisputeApi.dispute({ month, id, amount: toDisputedPart(text, left), reason: words }),
    {
      clearStoredForm: sent,
      invalidates: invalidatedByStatementConfirmOrDispute,
      onError: (error) => showRefusalAtFormField(form, error),
      onSuccess: () => {
        onDone()
        showNotice('异议已提交，处理结果会通知您')
      },
    },
  )
  return (
    <form noValidate onSubmit={handleSubmit((values) => dispute.mutate(values))}>
      <p className="mb-3 rounded-control bg-paper px-3.5 py-2.5">
        {goodsName} <b className="num">{formatMoney(left)}</b>
      </p>
      <TextField
        label="异议金额（元）"
        required
        inputMode="decimal"
        autoComplete="off"
        {...register('amount')}
        error={formState.errors.amount?.message}
        hint="只对其中一部分有异议时改成该部分的金额，其余照常到期"
        className="num"
      />
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
