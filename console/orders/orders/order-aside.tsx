import { Button } from 'antd'
import { EnterpriseTagChips, TagsDrawer } from '#console/people/account-managers/tags.tsx'
import { formatEnterpriseName as nameOf } from '#console/people/enterprises/enterprise-view.ts'
import { CopyButton } from '#console/platform/components/copy-button.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import { FactList, Panel } from '#console/platform/components/panel.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleEnterpriseEndpoints } from '#contract/operations/enterprises/api.ts'
import { consoleOrderTagEndpoints } from '#contract/orders/order-notes/tags-api.ts'
import { paymentMethods, priceTypeLabels } from '#contract/orders/orders/amounts.ts'
import type { ConsoleOrderDetail, OrderQuotation } from '#contract/orders/orders/shapes.ts'
import { TAGS_PER_ORDER_MAX } from '#contract/people/account-managers/tags.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { ShipByDay } from './order-columns.tsx'
import { automaticReceiptOriginLabels, orderDeadlineNamesByState } from './order-view.ts'
import { orderTagApi, orderTagsQuery } from './orders-api.ts'

const at = (instant: Date | null) => (instant === null ? EMPTY_CELL : <time className="num">{formatShanghaiTimeToMinute(instant)}</time>)

/** The buyer, the address and the payment method. */
export function OrderBuyerAddressAndPayment({ order }: { order: ConsoleOrderDetail }) {
  const { receiverName, receiverMobile, receiverRegion, receiverDetail } = order
  const address = `${receiverName} ${receiverMobile} ${receiverRegion} ${receiverDetail}`
  return (
    <div className="order-aside">
      <Buyer order={order} />
      <OrderTags order={order} />
      <Panel title="收货信息" extra={<CopyButton text={address} label="复制收货信息" />}>
        <p className="receiver">
          <b>{receiverName}</b> <span className="num">{receiverMobile}</span>
        </p>
        <p>
          {receiverRegion} {receiverDetail}
        </p>
        {order.remark !== '' && <p className="remark">买家备注：{order.remark}</p>}
      </Panel>
      <Payment order={order} />
    </div>
  )
}

function Buyer({
  order: { enterpriseId, enterpriseName, orderedBy, shopName, poNumber, costCentre, projectName, quotation, proposal },
}: {
  order: ConsoleOrderDetail
}) {
  const may = usePermission(consoleEnterpriseEndpoints.detail).allowed
  const name = nameOf({ name: enterpriseName })
  const linked = (
    <OpenInNewTabLink to="/enterprise" search={{ enterpriseId }}>
      {name}
    </OpenInNewTabLink>
  )
  const enterprise = may ? linked : name
  return (
    <Panel title="采购方">
      <FactList
        facts={[
          ['企业', enterprise],
          ['下单人', orderedBy],
          ['店铺', shopName],
          ...(projectName === null ? [] : [['项目', projectName] as const]),
          ...(poNumber === '' ? [] : [['采购单号', poNumber] as const]),
          ...(costCentre === '' ? [] : [['成本中心', costCentre] as const]),
          ...(quotation === null ? [] : [['报价单', <Offer key="offer" enterpriseId={enterpriseId} quotation={quotation} />] as const]),
          ...(proposal === null
            ? []
            : [['代客下单', <Proposal key="proposal" enterpriseId={enterpriseId} proposal={proposal} />] as const]),
        ]}
      />
    </Panel>
  )
}

/** The quotation at whose prices it was made, as a link for those who may see it. */
function Offer({ enterpriseId, quotation: { quotationId, quotationNo } }: { enterpriseId: string; quotation: OrderQuotation }) {
  const may = usePermission(getCallWithAccessRule('quotation/detail')).allowed
  if (!may) return <span className="num">{quotationNo}</span>
  return (
    <OpenInNewTabLink to="/quotation" search={{ enterpriseId, id: quotationId }} className="num">
      {quotationNo}
    </OpenInNewTabLink>
  )
}

/** 代客下单: who has put the lines together, with a link to them for those who may see it. */
function Proposal({ enterpriseId, proposal }: { enterpriseId: string; proposal: NonNullable<ConsoleOrderDetail['proposal']> }) {
  const may = usePermission(getCallWithAccessRule('order-proposal/detail')).allowed
  if (!may) return proposal.preparedBy
  return (
    <OpenInNewTabLink to="/proposal" search={{ enterpriseId, id: proposal.proposalId }}>
      {proposal.preparedBy}
    </OpenInNewTabLink>
  )
}

/** The tags that staff gave the order. */
function OrderTags({ order }: { order: ConsoleOrderDetail }) {
  const { enterpriseId, orderNo } = order
  const drawer = useDrawer<ConsoleOrderDetail['tags']>()
  const { reason } = usePermission(consoleOrderTagEndpoints.setOf)
  const set = useApiMutation(orderTagApi.setOf, { invalidates: [['order']], successMessage: '标签已更新', close: drawer.close })
  return (
    <Panel
      title="标签"
      extra={
        <Button {...toDisabledProps(reason)} onClick={() => drawer.show(order.tags)}>
          编辑标签
        </Button>
      }
    >
      {order.tags.length === 0 ? <p className="mute">没有标签，买家看不到标签</p> : <EnterpriseTagChips tags={order.tags} />}
      {drawer.subject && (
        <TagsDrawer
          tags={drawer.subject}
          query={orderTagsQuery}
          max={TAGS_PER_ORDER_MAX}
          change={(change) => set.mutate({ enterpriseId, orderNo, ...change })}
          busy={set.isPending}
          open={drawer.open}
          close={drawer.close}
        />
      )}
    </Panel>
  )
}

function Payment({ order }: { order: ConsoleOrderDetail }) {
  const { method, priceType, payable, createdAt, paidAt, shipByDay, deadline, receiptFrom, state } = order
  return (
    <Panel title="支付">
      <FactList
        facts={[
          ['方式', `${paymentMethods[method].label}（${priceTypeLabels[priceType]}）`],
          [
            '应付总额',
            <b key="payable" className="num">
              {formatMoney(payable)}
            </b>,
          ],
          ['下单时间', at(createdAt)],
          ['支付时间', at(paidAt)],
          ...(shipByDay === null ? [] : [['发货时限', <ShipByDay key="ship-by" day={shipByDay} />] as const]),
          ...(deadline === null ? [] : [[orderDeadlineNamesByState[state] ?? '到期', at(deadline)] as const]),
          ...(receiptFrom === null ? [] : [['收货起算', automaticReceiptOriginLabels[receiptFrom]] as const]),
        ]}
      />
    </Panel>
  )
}
