import { Link } from '@tanstack/react-router'
import { type Column, customColumn, instantColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { pickFilter, tabsFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { ReviewDueDayText } from '#console/platform/components/reviews/review-head.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleLicenceEndpoints, type LicenceReviewRow } from '#contract/catalog/licences/console-api.ts'
import { licenceLifecycle } from '#contract/catalog/licences/licence-lifecycle.ts'
import { Id } from '#contract/platform/core/fields.ts'
import { licenceApi } from './licence-api.ts'
import { toLicenceStatus } from './licence-view.ts'
import { LicenceKindFilterPicker } from './pickers.tsx'
import './licences.css'

const fields = { licenceState: tabsFilter('状态', licenceLifecycle.states), kindId: pickFilter('种类', Id) }

const columns: Column<LicenceReviewRow>[] = [
  customColumn({
    title: '企业',
    value: ({ company, enterpriseId }) => (
      <Link to="/enterprise" search={{ enterpriseId }}>
        {company}
      </Link>
    ),
  }),
  customColumn({
    title: '许可证',
    width: 248,
    value: ({ kindName, licenceNo }) => (
      <div className="two-lines">
        <span>{kindName}</span>
        <small className="num">{licenceNo}</small>
      </div>
    ),
  }),
  customColumn({ title: '有效期至', width: 112, value: ({ validUntil }) => <span className="num">{validUntil}</span> }),
  instantColumn({ title: '提交时间', value: ({ submittedAt }) => submittedAt }),
  customColumn({
    title: '应完成日',
    width: 128,
    value: ({ state, expectedDay }) => <ReviewDueDayText day={expectedDay} waiting={state === 'pending'} />,
  }),
  customColumn({ title: '进度', width: 152, value: (row) => <Status row={row} /> }),
  customColumn({ title: '操作', width: 96, value: (row) => <Open row={row} /> }),
]

function Status({ row }: { row: LicenceReviewRow }) {
  const { label, tone } = toLicenceStatus(row, useNow())
  return <Tag tone={tone}>{label}</Tag>
}

function Open({ row: { enterpriseId, id, state, company } }: { row: LicenceReviewRow }) {
  const { allowed } = usePermission(consoleLicenceEndpoints.claim)
  return allowed && state === 'pending' ? (
    <Link to="/licence" search={{ enterpriseId, id }} aria-label={`领取审核 ${company}`}>
      领取审核
    </Link>
  ) : (
    <Link to="/licence" search={{ enterpriseId, id, look: '1' }} aria-label={`查看资料 ${company}`}>
      查看资料
    </Link>
  )
}

/** 许可证审核: the licences that companies have submitted for restricted goods, the longest waiting one first. */
export function Page() {
  return (
    <ListPage
      title="许可证审核"
      note="购买受管制的商品需要许可证。领取后 30 分钟内他人不能处理；打开证号和图片会逐次记入审计。"
      queryKey={['licence', 'list']}
      fields={fields}
      list={(input, options) => licenceApi.list(input, options)}
      exportRows={(input) => exportApi.licences(input)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1_040}
      pickers={{ kindId: LicenceKindFilterPicker }}
      empty="还没有企业提交许可证"
      next="企业在个人中心“许可证”提交后，在这里领取审核"
    />
  )
}
