import { useNavigate } from '@tanstack/react-router'
import { Alert, Button, Form, Radio } from 'antd'
import { Printer } from 'lucide-react'
import { ReadOnlyDialog } from '#console/platform/components/forms/dialog.tsx'
import { ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleStockCountEndpoints } from '#contract/catalog/stock-counts/api.ts'
import { recountScopes, type StockCount, type StockCountValue } from '#contract/catalog/stock-counts/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatCount } from '#ui/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { ImportCountsButton } from './import-counts-button.tsx'
import { invalidatedByPosting, invalidatedByStockCount, stockCountApi, stockCountPrintoutApi } from './stock-counts-api.ts'

interface Read {
  count: StockCount
  value: StockCountValue | null
  own: boolean
}

interface Props {
  read: Read
  /** Leads to the next sheet that waits to be posted, after a decision. */
  decided: () => void
}

/** The steps of a sheet that its state and the reader's roles allow. The most frequent one is last. */
export function StockCountActions({ read, decided }: Props) {
  const { id, state } = read.count
  const counts = usePermission(consoleStockCountEndpoints.enter).allowed
  const decides = usePermission(consoleStockCountEndpoints.approve).allowed
  const print = useApiMutation(() => stockCountPrintoutApi.print({ id }), { onSuccess: saveFileToDisk })
  return (
    <>
      {counts && (state === 'OPEN' || state === 'COUNTED') && <CancelAction count={read.count} />}
      <Button icon={<Printer size={15} aria-hidden />} loading={print.isPending} onClick={() => print.mutate(undefined)}>
        打印盘点表
      </Button>
      {counts && state === 'OPEN' && <CountingActions count={read.count} />}
      {decides && state === 'COUNTED' && <DecisionActions read={read} decided={decided} />}
    </>
  )
}

function CancelAction({ count: { id } }: { count: StockCount }) {
  const confirm = useConfirm()
  const cancel = useApiMutation(stockCountApi.cancel, { invalidates: invalidatedByStockCount, successMessage: '盘点单已取消' })
  const ask = () =>
    confirm({
      title: '取消这张盘点单？',
      content: '已录入的数量不再有用，库存没有变动，取消后不能恢复。',
      okText: '取消盘点单',
      stay: '返回',
      grave: true,
      run: () => cancel.mutateAsync({ id }),
    })
  return (
    <Button danger onClick={ask}>
      取消盘点单
    </Button>
  )
}

function CountingActions({ count }: { count: StockCount }) {
  const { id, lines, counted, rowVersion } = count
  const confirm = useConfirm()
  const navigate = useNavigate()
  const submit = useApiMutation(stockCountApi.submit, { invalidates: invalidatedByStockCount, successMessage: '已提交，等待另一人审核' })
  const waiting = lines - counted
  const ask = () =>
    confirm({
      title: '提交审核？',
      content:
        waiting > 0
          ? `还有 ${formatCount(waiting)} 个规格没有录入，提交后它们不在这次盘点中，库存不变。`
          : '提交后不能再改，由没有参与盘点的另一人审核过账。',
      okText: waiting > 0 ? '不盘这些，提交' : '提交审核',
      grave: waiting > 0,
      run: () => submit.mutateAsync({ id, leaveOut: waiting > 0, rowVersion }),
    })
  return (
    <>
      <ImportCountsButton id={id} />
      <Button {...toDisabledProps(counted === 0 ? '还没有录入实盘数量' : undefined)} onClick={ask}>
        提交审核
      </Button>
      <Button type="primary" onClick={() => void navigate({ to: '/stock_count_entry', search: { id } })}>
        录入实盘
      </Button>
    </>
  )
}

interface RejectValues {
  recount: keyof typeof recountScopes
  reason: string
}

function DecisionActions({ read: { count, value, own }, decided }: Props) {
  const { id, rowVersion, surplus, shortage } = count
  const confirm = useConfirm()
  const rejecting = useDrawer<null>()
  const approve = useApiMutation(stockCountApi.approve, {
    invalidates: invalidatedByPosting,
    successMessage: '已过账，差异记入库存流水',
    afterSuccess: decided,
  })
  const reject = useApiMutation(stockCountApi.reject, {
    invalidates: invalidatedByStockCount,
    successMessage: '已退回重盘',
    close: rejecting.close,
    afterSuccess: decided,
  })
  const ask = () =>
    confirm({
      title: '审核过账？',
      content: `盘盈 ${formatCount(surplus ?? 0)}、盘亏 ${formatCount(shortage ?? 0)}${value ? `，盘盈 ${formatMoney(value.surplus)}、盘亏 ${formatMoney(value.shortage)}（成本）` : ''}。差异加到现在的库存上，过账后不能撤销。`,
      okText: '过账',
      // The refusal is shown below until it is read, so the confirmation does not wait for it.
      run: () => approve.mutateAsync({ id, rowVersion }),
    })
  const whyNot = own ? '您参与了盘点，须由另一人审核' : undefined
  return (
    <>
      <Button danger aria-keyshortcuts="R" onClick={() => rejecting.show(null)}>
        退回重盘
      </Button>
      <Button type="primary" aria-keyshortcuts="A" loading={approve.isPending} {...toDisabledProps(whyNot)} onClick={ask}>
        审核过账
      </Button>
      <ReadOnlyDialog title="没有过账" open={approve.error instanceof Refusal} close={approve.reset} width={560}>
        <Alert type="error" showIcon role="alert" title={approve.error?.message} description="库存没有变动，盘点单仍待审核。" />
      </ReadOnlyDialog>
      <FormDrawer<RejectValues>
        title="退回重盘"
        open={rejecting.open}
        close={rejecting.close}
        busy={reject.isPending}
        initial={{ recount: 'different' }}
        submit={(typed) => reject.mutate({ ...typed, id, rowVersion })}
        submitText="退回重盘"
        grave
      >
        <p className="drawer-lead">所选范围的实盘数量清空，重新录入后再提交；其余的保留。</p>
        <Form.Item name="recount" label="重盘范围">
          <Radio.Group options={keysOf(recountScopes).map((scope) => ({ value: scope, label: recountScopes[scope].label }))} />
        </Form.Item>
        <ReasonField />
      </FormDrawer>
    </>
  )
}
