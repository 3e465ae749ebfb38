import { useRouter } from '@tanstack/react-router'
import { money } from '../../ui/format.ts'
import { FormDrawer } from '../kit/form/form-drawer.tsx'
import { useConfirm } from '../kit/form/use-confirm.tsx'
import { useCall } from '../kit/use-call.ts'
import { bankApi, bankMoves } from './bank-api.ts'
import { type TypedValues, typedLineOf } from './typed-line.ts'
import { TypedLineFields } from './typed-line-fields.tsx'

/** A line typed from the bank's page, ahead of its statement. */
export function RecordDrawer({ open, close }: { open: boolean; close: () => void }) {
  const router = useRouter()
  const confirm = useConfirm()
  const record = useCall(bankApi.record, {
    refresh: bankMoves,
    said: '流水已登记',
    done: ({ lineId }) => {
      close()
      return router.navigate({ to: '/bank_line', search: { lineId } })
    },
  })
  const ask = (values: TypedValues) => {
    const line = typedLineOf(values)
    confirm({
      title: '登记这条流水？',
      content: `${line.day} ${line.payerName || '未填户名'} 到账 ${money(line.amount)}，流水号 ${line.reference}。登记后进入待查款项。`,
      okText: '登记',
      run: () => record.mutateAsync(line),
    })
  }
  return (
    <FormDrawer<TypedValues> title="登记流水" open={open} close={close} busy={record.isPending} initial={{}} submit={ask} submitText="登记">
      <p className="drawer-lead">照银行网页抄录。以后导入对账单时，同一流水号不会重复入账。</p>
      <TypedLineFields sum="required" />
    </FormDrawer>
  )
}
