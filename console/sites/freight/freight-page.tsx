import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, LoadingPage, QueryContent } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { DeliveryTimesPanel } from './delivery-times-panel.tsx'
import { type FreightProvince, freightApi, type ShopFreight } from './freight-api.ts'
import { UpdateFreightTemplateDrawer } from './freight-drawer.tsx'
import { formatFreightRowProvinces, formatFreightTerms } from './freight-view.ts'
import './freight.css'

/** The freight templates of all shops. */
export function Page() {
  const freight = useQuery({ queryKey: ['freight'], queryFn: () => freightApi.list({}) })
  return (
    <>
      <PageHead title="运费模板" note="每个店铺按收货省份和重量收取运费，满额包邮；每次保存都记入审计。" />
      <DeliveryTimesPanel />
      <QueryContent from={freight} waiting={<LoadingPage />}>
        {({ shops, provinces }) =>
          shops.length === 0 ? (
            <div className="panel">
              <EmptyState title="还没有店铺" next="店铺随目录建立后，在这里设运费" />
            </div>
          ) : (
            <Shops shops={shops} provinces={provinces} />
          )
        }
      </QueryContent>
    </>
  )
}

function Shops({ shops, provinces }: { shops: readonly ShopFreight[]; provinces: readonly FreightProvince[] }) {
  const { show, subject, open, close } = useDrawer<ShopFreight>()
  const names = new Map(provinces.map(({ code, name }) => [code, name]))
  return (
    <>
      {shops.map((shop) => (
        <Panel
          key={shop.shopId}
          title={shop.shopName}
          extra={
            <span className="tags">
              {!shop.own && <Tag tone="over">通用规则</Tag>}
              <Button onClick={() => show(shop)} aria-label={`修改${shop.shopName}的运费模板`}>
                修改
              </Button>
            </span>
          }
        >
          <FactList
            className="freight-facts"
            facts={shop.rows.map((row) => [formatFreightRowProvinces(row, names), formatFreightTerms(row)] as const)}
          />
        </Panel>
      ))}
      {subject && <UpdateFreightTemplateDrawer key={subject.shopId} shop={subject} provinces={provinces} open={open} close={close} />}
    </>
  )
}
