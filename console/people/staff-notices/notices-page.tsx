import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { type Column, customColumn, proseColumn } from '#console/platform/components/list/columns.tsx'
import { choiceFilter, flagFilter, isFiltered, parseFilters } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { parseSearchParamsAsText } from '#console/platform/components/list/search.ts'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { type StaffNotice, staffNoticeKinds } from '#contract/people/staff/notice-api.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { noticeApi, unreadNoticeCountQuery } from './notices-api.ts'

/** The link of a notice with its search parameters. */
function Way({ screen }: StaffNotice) {
  const [path = '/', search = ''] = screen.split('?')
  return (
    <Link to={path as NonNullable<LinkProps['to']>} search={parseSearchParamsAsText(search)}>
      去查看
    </Link>
  )
}

const fields = { noticeKind: choiceFilter('类型', staffNoticeKinds), unread: flagFilter('未读') }

const columns: Column<StaffNotice>[] = [
  customColumn({
    title: '通知',
    width: 260,
    value: ({ title, readAt }) => (
      <span className="notice-title">
        {readAt === null && <Tag tone="wait">未读</Tag>}
        {title}
      </span>
    ),
  }),
  proseColumn({ title: '内容', value: ({ content }) => <span className="notice-content">{content}</span> }),
  customColumn({ title: '类型', width: 120, value: ({ noticeKind }) => staffNoticeKinds[noticeKind].label }),
  customColumn({ title: '时间', width: 140, value: ({ at }) => <span className="num">{formatShanghaiTimeToMinute(at)}</span> }),
  customColumn({ title: '操作', width: 84, value: (notice) => <Way {...notice} /> }),
]

/** Marks all notices up to the latest one on the screen as read. Later ones stay unread. */
function ReadAll({ latest }: { latest: StaffNotice | undefined }) {
  const unread = useQuery(unreadNoticeCountQuery).data?.count ?? 0
  const read = useApiMutation(noticeApi.readAll, { invalidates: [['notice']], successMessage: '已全部标为已读' })
  const isNarrowed = isFiltered(fields, parseFilters(fields, useSearch({ strict: false })))
  const upTo = latest?.id
  // The latest of a narrowed list is not the latest of all.
  if (isNarrowed) return null
  return (
    <Button disabled={unread === 0 || upTo === undefined} loading={read.isPending} onClick={() => upTo && read.mutate({ upTo })}>
      全部标为已读
    </Button>
  )
}

/** 通知: notices to administrators and finance, and to each person about his own account. */
export function Page() {
  return (
    <ListPage
      title="通知"
      note="敏感变更的提出与生效、未经对账单确认的登记流水，都会通知管理员和财务；买家的询价与留言通知报价人员和客户经理；关于您账号的变更也通知您本人。每日摘要和邮件在“我的账号”中设置。"
      queryKey={['notice', 'list']}
      fields={fields}
      list={(input, options) => noticeApi.list(input, options)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1080}
      actions={({ rows, pageNo }) => pageNo === 1 && <ReadAll latest={rows[0]} />}
      empty="还没有通知"
      next="有敏感变更或需要核对的流水时，会在这里通知您"
    />
  )
}
