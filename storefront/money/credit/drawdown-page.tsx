import type { DrawdownDetail } from '#contract/money/credit/api.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { DescriptionItem } from '#storefront/platform/components/description-item.tsx'
import { OrderLinkIfPermitted } from '#storefront/platform/components/order-link.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { formatCount, formatShanghaiTimeToSecond } from '#ui/format.ts'
import { useDrawdown } from './credit-api.ts'
import { CreditPageFrame } from './credit-frame.tsx'

/** /credit_account_log_detail?id=: one drawdown. */
export function Page() {
  const { id } = useSearch()
  return (
    <CreditPageFrame title="赊销详情" needs={['applyLimit']} actions={<BackToList />}>
      {id === undefined ? <NoSuch /> : <Drawdown id={id} />}
    </CreditPageFrame>
  )
}

const BackToList = () => (
  <ButtonLink to="/credit_account_log" look="plain" size="sm">
    全部赊销记录
  </ButtonLink>
)

function Drawdown({ id }: { id: string }) {
  const drawdown = useDrawdown(id)
  return (
    <QueryContent from={drawdown} skeleton={<Skeleton className="h-96" />}>
      {(detail) => <Detail detail={detail} />}
    </QueryContent>
  )
}

function Detail({ detail }: { detail: DrawdownDetail }) {
  const { amount, type, method, at, dueDay, orderNo, poNumber, costCentre, lines } = detail
  return (
    <section className="panel">
      <div className="border-b border-line-soft p-4 md:p-5">
        <p className="text-sm text-mute">交易金额</p>
        <Price amount={amount} kind="credit" size="lg" />
        <dl className="mt-4 grid gap-x-8 gap-y-2.5 md:grid-cols-2">
          <DescriptionItem name="交易类型">{type}</DescriptionItem>
          <DescriptionItem name="支付方式">{method}</DescriptionItem>
          <DescriptionItem name="交易时间">
            <span className="num">{formatShanghaiTimeToSecond(at)}</span>
          </DescriptionItem>
          <DescriptionItem name="还款日">
            <span className="num">{dueDay}</span>
          </DescriptionItem>
          <DescriptionItem name="订单编号">
            <OrderLinkIfPermitted orderNo={orderNo} />
          </DescriptionItem>
          {poNumber !== '' && <DescriptionItem name="采购单号">{poNumber}</DescriptionItem>}
          {costCentre !== '' && <DescriptionItem name="成本中心">{costCentre}</DescriptionItem>}
        </dl>
      </div>
      <Lines lines={lines} />
    </section>
  )
}

function Lines({ lines }: Pick<DrawdownDetail, 'lines'>) {
  return (
    <div className="p-4 md:p-5">
      <h2 className="mb-2 text-md">商品明细</h2>
      <table className="w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">商品</th>
            <th scope="col">数量</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line-soft">
          {lines.map(({ goodsName, skuProps, quantity, unit }) => (
            <tr key={`${goodsName}${skuProps}`}>
              <th scope="row" className="py-2.5 text-left font-normal">
                {goodsName}
                <span className="block text-xs text-mute">{formatSkuProps(skuProps)}</span>
              </th>
              <td className="num py-2.5 text-right whitespace-nowrap">{`${formatCount(quantity)} ${unit}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function NoSuch() {
  return (
    <div className="panel">
      <EmptyState title="请从赊销记录中选择要查看的一笔" action={<ButtonLink to="/credit_account_log">赊销记录</ButtonLink>} />
    </div>
  )
}
