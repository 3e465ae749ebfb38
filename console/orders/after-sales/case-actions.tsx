import { Button } from 'antd'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { ConsoleAfterSale } from '#contract/orders/after-sales/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { afterSaleApi, invalidatedByAfterSale } from './after-sales-api.ts'
import { ApproveAfterSaleDrawer, RejectOrRefundAfterSaleDrawer } from './decision-drawers.tsx'
import { InspectReturnDrawer } from './inspect-drawer.tsx'

interface Props {
  opened: ConsoleAfterSale
  /** Called after an action, to go on to the next case. */
  decided: () => unknown
}

/** The actions on the after-sale that this person can take now. */
export function AfterSaleActions({ opened, decided }: Props) {
  const { actions } = opened
  const [approving, rejecting, inspecting, instead] = [useDrawer<true>(), useDrawer<true>(), useDrawer<true>(), useDrawer<true>()]
  return (
    <>
      {actions.includes('reject') && (
        <Button danger aria-keyshortcuts="R" onClick={() => rejecting.show(true)}>
          驳回
        </Button>
      )}
      {actions.includes('approve') && (
        <Button type="primary" aria-keyshortcuts="A" onClick={() => approving.show(true)}>
          同意
        </Button>
      )}
      {actions.includes('inspect') && (
        <Button type="primary" aria-keyshortcuts="A" onClick={() => inspecting.show(true)}>
          验收
        </Button>
      )}
      {actions.includes('refundInstead') && <Button onClick={() => instead.show(true)}>改为退款</Button>}
      <Settling opened={opened} decided={decided} />
      {approving.subject && <ApproveAfterSaleDrawer opened={opened} open={approving.open} close={approving.close} decided={decided} />}
      {rejecting.subject && (
        <RejectOrRefundAfterSaleDrawer opened={opened} act="reject" open={rejecting.open} close={rejecting.close} decided={decided} />
      )}
      {instead.subject && (
        <RejectOrRefundAfterSaleDrawer opened={opened} act="refundInstead" open={instead.open} close={instead.close} decided={decided} />
      )}
      {inspecting.subject && <InspectReturnDrawer opened={opened} open={inspecting.open} close={inspecting.close} decided={decided} />}
    </>
  )
}

/** The last step: the refund, or the exchange. Both need a confirmation that shows the amount or the goods. */
function Settling({ opened: { enterpriseId, id, actions, preview, lines }, decided }: Props) {
  const confirm = useConfirm()
  const refund = useApiMutation(afterSaleApi.refund, {
    invalidates: invalidatedByAfterSale,
    successMessage: '已退款',
    afterSuccess: decided,
  })
  const exchange = useApiMutation(afterSaleApi.exchange, {
    invalidates: invalidatedByAfterSale,
    successMessage: '换货订单已生成，到待发货订单发出',
    afterSuccess: decided,
  })
  const units = lines.reduce((total, { accepted }) => total + accepted, 0)
  return (
    <>
      {actions.includes('exchange') && (
        <Button
          type="primary"
          aria-keyshortcuts="A"
          loading={exchange.isPending}
          onClick={() =>
            confirm({
              title: '发出换货？',
              okText: '生成换货订单',
              content: `共 ${units} 件，从可用库存预留，生成金额为零的订单，照常发货。`,
              run: () => exchange.mutateAsync({ enterpriseId, id }),
            })
          }
        >
          发出换货
        </Button>
      )}
      {actions.includes('refund') && preview && (
        <Button
          type="primary"
          aria-keyshortcuts="A"
          loading={refund.isPending}
          onClick={() =>
            confirm({
              ...(preview.total === 0
                ? { title: '结案？', okText: '确认结案' }
                : { title: `退款 ${formatMoney(preview.total)}？`, okText: '确认退款' }),
              content: preview.ways.map(({ text, amount }) => `${text} ${formatMoney(amount)}`).join('；'),
              run: () => refund.mutateAsync({ enterpriseId, id, amount: preview.total }),
            })
          }
        >
          {preview.total === 0 ? '结案，无需退款' : `退款 ${formatMoney(preview.total)}`}
        </Button>
      )}
    </>
  )
}
