import { Button } from 'antd'
import { fulfilmentApi, invalidatedByParcel } from '#console/orders/parcels/parcels-api.ts'
import { ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermissionHolder } from '#console/platform/sessions/use-staff.ts'
import type { ConsoleOrderDetail, StaffOrderAction } from '#contract/orders/orders/shapes.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { cancelRefundTextsByMethod, listOfferedOrderActions, sumOrderUnitsByProgress } from './order-view.ts'
import { orderApi } from './orders-api.ts'
import { ShipParcelDrawer } from './ship-drawer.tsx'

interface Props {
  order: ConsoleOrderDetail
  /** Leads to the next order of the queue, after a decision. */
  decided: () => void
}

/** The letters of the decisions. A request to cancel is decided first, so that shipping is disabled then. */
const letters: Partial<Record<StaffOrderAction, string>> = { ship: 'A', agreeCancel: 'A', refuseCancel: 'R' }

/** The actions on an order. A disabled one has its reason in a line below. */
export function OrderActions({ order, decided }: Props) {
  const { enterpriseId, orderNo, method } = order
  const offered = listOfferedOrderActions(order, usePermissionHolder())
  const drawer = useDrawer<StaffOrderAction>()
  const confirm = useConfirm()
  const agree = useApiMutation(orderApi.agreeCancel, {
    invalidates: invalidatedByParcel,
    successMessage: '已同意取消',
    afterSuccess: decided,
  })
  const press = (action: StaffOrderAction) => {
    if (action !== 'agreeCancel') return drawer.show(action)
    confirm({
      title: '同意取消这张订单？',
      content: `库存立即释放，${cancelRefundTextsByMethod[method]}。取消后不能恢复。`,
      okText: '同意取消',
      grave: true,
      run: () => agree.mutateAsync({ enterpriseId, orderNo }),
    })
  }
  const open = (action: StaffOrderAction) => drawer.open && drawer.subject === action
  return (
    <>
      {offered.toReversed().map(({ action, label, why }) => (
        <Button
          key={action}
          type={action === 'ship' ? 'primary' : 'default'}
          danger={action === 'closeShort' || action === 'agreeCancel'}
          aria-keyshortcuts={letters[action]}
          {...toDisabledProps(why)}
          onClick={() => press(action)}
        >
          {label}
        </Button>
      ))}
      <WhyGrey reasons={offered.flatMap(({ why }) => (why === undefined ? [] : [why]))} />
      <ShipParcelDrawer order={order} decided={decided} open={open('ship')} close={drawer.close} />
      <RefuseDrawer order={order} decided={decided} open={open('refuseCancel')} close={drawer.close} />
      <CloseShortDrawer order={order} decided={decided} open={open('closeShort')} close={drawer.close} />
    </>
  )
}

function WhyGrey({ reasons }: { reasons: readonly string[] }) {
  const [first] = reasons
  return first === undefined ? null : <p className="why-grey">{[...new Set(reasons)].join('；')}</p>
}

interface DrawerProps extends Props {
  open: boolean
  close: () => void
}

function RefuseDrawer({ order: { enterpriseId, orderNo }, open, close, decided }: DrawerProps) {
  const refuse = useApiMutation(orderApi.refuseCancel, {
    invalidates: invalidatedByParcel,
    successMessage: '已拒绝取消，买家会收到原因',
    close,
    afterSuccess: decided,
  })
  return (
    <FormDrawer<{ reason: string }>
      title="拒绝取消"
      open={open}
      close={close}
      busy={refuse.isPending}
      initial={{}}
      submit={({ reason }) => refuse.mutate({ enterpriseId, orderNo, reason })}
      submitText="拒绝取消"
    >
      <p className="drawer-lead">订单继续发货。原因会显示给买家。</p>
      <ReasonField focus />
    </FormDrawer>
  )
}

function CloseShortDrawer({ order: { enterpriseId, orderNo, lines, method }, open, close, decided }: DrawerProps) {
  const closeShort = useApiMutation(fulfilmentApi.closeShort, {
    invalidates: invalidatedByParcel,
    successMessage: '剩余商品不再发货',
    close,
    afterSuccess: decided,
  })
  return (
    <FormDrawer<{ reason: string }>
      title="剩余不再发货"
      open={open}
      close={close}
      busy={closeShort.isPending}
      initial={{}}
      submit={({ reason }) => closeShort.mutate({ enterpriseId, orderNo, reason })}
      submitText="确认不再发货"
      grave
    >
      <p className="drawer-lead">
        还剩 <b className="num">{sumOrderUnitsByProgress(lines).left}</b> 件不再发货：库存释放，{cancelRefundTextsByMethod[method]}
        。操作后不能恢复。
      </p>
      <ReasonField focus />
    </FormDrawer>
  )
}
