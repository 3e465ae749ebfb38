import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { ChoiceTabs } from '#console/platform/components/list/choice-tabs.tsx'
import { type Column, customColumn, instantColumn, proseColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { PageHead } from '#console/platform/components/panel.tsx'
import { QueryContent } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import type { MessageText } from '#contract/people/messaging/message-texts/api.ts'
import { type MessageTextGroup, messageTextGroups, messageTextTemplates } from '#contract/people/messaging/message-texts/texts.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { UpdateMessageTextDrawer } from './text-drawer.tsx'
import { messageTextsQuery } from './texts-api.ts'
import './message-texts.css'

const groups = keysOf(messageTextGroups).map((value) => ({ value, label: messageTextGroups[value].label }))

const columns: Column<MessageText>[] = [
  customColumn({ title: '用途', width: 180, value: ({ textName }) => messageTextTemplates[textName].label }),
  proseColumn({
    title: '文字',
    value: ({ title, content }) => (
      <div className="two-lines">
        {title !== '' && <span>{title}</span>}
        <small>{content}</small>
      </div>
    ),
  }),
  customColumn({
    title: '状态',
    width: 92,
    value: ({ builtIn }) => <Tag tone={builtIn ? 'over' : 'good'}>{builtIn ? '内置' : '已修改'}</Tag>,
  }),
  customColumn({ title: '修改人', width: 112, value: ({ by }) => by ?? '—' }),
  instantColumn({ title: '修改时间', value: ({ at }) => at }),
]

/** 消息模板: all texts that the mall sends. Each can be changed. */
export function Page() {
  const found = useQuery(messageTextsQuery)
  const [group, setGroup] = useState<MessageTextGroup>('order')
  const drawer = useDrawer<MessageText>()
  const edit = customColumn<MessageText>({
    title: '操作',
    width: 80,
    value: (text) => (
      <Button size="small" aria-label={`修改 ${messageTextTemplates[text.textName].label}`} onClick={() => drawer.show(text)}>
        修改
      </Button>
    ),
  })
  const shown = [...columns, edit]
  return (
    <>
      <PageHead title="消息模板" note="商城自动发出的站内消息和短信。修改后从下一条起按新的文字发送，已发出的不变；可随时恢复内置文字。" />
      <div className="panel">
        <ChoiceTabs label="分类" choices={groups} value={group} change={(next) => next && setGroup(next)} />
        {group === 'sms' && (
          <p className="drawer-note text-note">接入短信服务商后，短信以服务商审核通过的模板发送；在这里修改后，请同步在服务商处报备。</p>
        )}
        <QueryContent from={found} waiting={<TableSkeleton columns={shown} count={8} width={980} />}>
          {(rows) => (
            <DataTable
              columns={shown}
              rows={rows.filter(({ textName }) => Object.hasOwn(messageTextGroups[group].texts, textName))}
              rowKey={({ textName }) => textName}
              width={980}
            />
          )}
        </QueryContent>
      </div>
      {drawer.subject && (
        <UpdateMessageTextDrawer key={drawer.subject.textName} text={drawer.subject} open={drawer.open} close={drawer.close} />
      )}
    </>
  )
}
