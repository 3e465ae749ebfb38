import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { statement } from '../../contract/statements/api.ts'
import { money } from '../../ui/format.ts'
import { Modal } from '../parts/dialog.tsx'
import { TextAreaField } from '../parts/field.tsx'
import { FormButtons } from '../parts/form-buttons.tsx'
import { showNotice } from '../parts/notify.ts'
import { useCall } from '../session/use-call.ts'
import { AFTER_CHECKING, type StatementLine as Line, statementApi } from './bill-api.ts'

const { reason } = statement.dispute.input.shape
const Form = z.object({ reason })
type Values = z.output<typeof Form>

interface Props {
  month: string
  /** The line that is disputed; without one nothing is open. */
  line: Line | undefined
  onClose: () => void
}

/** 提出异议: from today on the line is not due, until staff have looked at it. */
export function DisputeDialog({ month, line, onClose }: Props) {
  return (
    <Modal open={line !== undefined} onClose={onClose} title="提出异议">
      {line && <Disputing month={month} line={line} onDone={onClose} />}
    </Modal>
  )
}

function Disputing({ month, line: { id, goodsName, amount }, onDone }: { month: string; line: Line; onDone: () => void }) {
  const { register, handleSubmit, formState } = useForm<Values>({
    resolver: standardSchemaResolver(Form),
    mode: 'onTouched',
    defaultValues: { reason: '' },
  })
  const dispute = useCall(({ reason: words }: Values) => statementApi.dispute({ month, id, reason: words }), {
    refresh: AFTER_CHECKING,
    done: () => {
      onDone()
      showNotice('异议已提交，处理结果会通知您')
    },
  })
  return (
    <form noValidate onSubmit={handleSubmit((values) => dispute.mutate(values))}>
      <p className="mb-3 rounded-control bg-paper px-3.5 py-2.5">
        {goodsName} <b className="num">{money(amount)}</b>
      </p>
      <TextAreaField
        label="异议原因"
        required
        maxLength={200}
        placeholder="如：实收数量少 20 支、价格与合同不符"
        {...register('reason')}
        error={formState.errors.reason?.message}
        hint="处理期间不计入到期金额，不计息；核实无误的延至次月10号还款。"
      />
      <FormButtons submit="提交异议" busy={dispute.isPending} onCancel={onDone} />
    </form>
  )
}
