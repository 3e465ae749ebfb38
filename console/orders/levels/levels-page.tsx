import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, countColumn, customColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { formatCouponValue } from '#contract/catalog/coupons/kinds.ts'
import { consoleSettingEndpoints } from '#contract/operations/settings/console-api.ts'
import { consoleLevelEndpoints } from '#contract/orders/levels/console-api.ts'
import { formatLevelName } from '#contract/orders/levels/level-status.ts'
import type { LevelBenefits } from '#contract/orders/levels/shapes.ts'
import type { formatMoney } from '#contract/platform/core/money.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { SetLevelBenefitsDrawer } from './benefits-drawer.tsx'
import { levelApi } from './levels-api.ts'

interface Row extends LevelBenefits {
  threshold: Parameters<typeof formatMoney>[0]
  rowVersion: number
  companies: number
  changedAt: Date | null
}

const LACKS = <span className="mute">未解锁</span>

function formatGift({ gift }: LevelBenefits) {
  if (!gift) return LACKS
  return gift.kind === 'coupon' ? `${gift.name} ${formatCouponValue(gift, 'both')}` : `${gift.goodsName} × ${gift.units} ${gift.unit}`
}

const columns: Column<Row>[] = [
  customColumn({ title: '等级', width: 104, value: ({ level }) => formatLevelName(level) }),
  moneyColumn({ title: '门槛（近 12 个月实付）', width: 172, value: ({ threshold }) => threshold }),
  countColumn({ title: '企业数', width: 84, value: ({ companies }) => companies }),
  customColumn({
    title: '临时额度（每季度）',
    width: 176,
    value: ({ temp }) => (temp ? <span className="num">{`固定额度的 ${temp.percent}%，${temp.days} 天`}</span> : LACKS),
  }),
  customColumn({
    title: '每月优惠券',
    value: ({ coupons }) => (coupons.length === 0 ? LACKS : coupons.map(({ name }) => name).join('、')),
  }),
  customColumn({ title: '会员礼（每年）', width: 200, value: formatGift }),
  customColumn({
    title: '上次修改',
    width: 132,
    value: ({ changedAt }) => (changedAt ? <span className="num">{formatShanghaiTimeToMinute(changedAt)}</span> : '未设置'),
  }),
]

/** 会员等级: the threshold and the benefits of each level, and the number of its enterprises. */
export function Page() {
  const drawer = useDrawer<Row>()
  const maySet = usePermission(consoleLevelEndpoints.setBenefits).allowed
  const mayThreshold = usePermission(consoleSettingEndpoints.setLevels).allowed
  const all: Column<Row>[] = maySet
    ? [
        ...columns,
        customColumn({
          title: '操作',
          width: 84,
          value: (row) => (
            <Button size="small" aria-label={`设置${formatLevelName(row.level)}权益`} onClick={() => drawer.show(row)}>
              设置
            </Button>
          ),
        }),
      ]
    : columns
  return (
    <>
      <ListPage
        title="会员等级"
        note="每日凌晨按近 12 个月实付核算，达到后保留一年。等级没有的权益，买家看到“未解锁”。"
        queryKey={['level', 'list']}
        fields={{}}
        list={async (_, options) => {
          const dataList: Row[] = await levelApi.list({}, options)
          return { dataList, total: dataList.length }
        }}
        columns={all}
        rowKey={({ level }) => String(level)}
        width={1080}
        empty="没有会员等级"
        next="会员等级随系统安装，请联系管理员检查数据"
        actions={
          mayThreshold && (
            <Link to="/settings" className="button-link">
              会员等级门槛
            </Link>
          )
        }
      />
      {drawer.subject && <SetLevelBenefitsDrawer key={drawer.subject.level} row={drawer.subject} open={drawer.open} close={drawer.close} />}
    </>
  )
}
