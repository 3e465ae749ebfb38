import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { FactList, Panel } from '#console/platform/components/panel.tsx'
import { LoadingPage, QueryContent } from '#console/platform/components/states.tsx'
import { type DeliveryTimes, deliveryTimeApi } from './delivery-time-api.ts'
import { DELIVERY_TIMES_QUERY_KEY, EditDeliveryTimesDrawer, formatCarrierDays, groupProvincesByDays } from './delivery-times-drawer.tsx'

/** 送达时效: the cut-off and the carrier's days, by which buyers are promised a day. */
export function DeliveryTimesPanel() {
  const times = useQuery({ queryKey: DELIVERY_TIMES_QUERY_KEY, queryFn: () => deliveryTimeApi.detail({}) })
  const { show, subject, open, close } = useDrawer<DeliveryTimes>()
  return (
    <QueryContent from={times} waiting={<LoadingPage />}>
      {(data) => (
        <Panel
          title="送达时效"
          extra={
            <Button onClick={() => show(data)} aria-label="修改送达时效">
              修改
            </Button>
          }
        >
          <FactList className="freight-facts" facts={factsOf(data)} />
          {subject && <EditDeliveryTimesDrawer key={subject.rowVersion} times={subject} open={open} close={close} />}
        </Panel>
      )}
    </QueryContent>
  )
}

function factsOf({ terms, names }: DeliveryTimes) {
  const nameOf = new Map(names.map(({ code, name }) => [code, name]))
  return [
    ['截单时间', `工作日 ${terms.cutOff} 前付款的当天交运，之后的下一个工作日交运`] as const,
    ['其余地区', formatCarrierDays(terms.defaultDays)] as const,
    ...groupProvincesByDays(terms.provinces).map(
      ({ codes, days }) => [codes.map((code) => nameOf.get(code) ?? code).join('、'), formatCarrierDays(days)] as const,
    ),
  ]
}
