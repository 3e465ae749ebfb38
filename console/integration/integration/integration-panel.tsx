import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleIntegrationEndpoints } from '#contract/integration/integration/console-api.ts'
import { type ApiKey, apiKeyStates, type Webhook, webhookStates } from '#contract/integration/integration/shapes.ts'
import { permissions } from '#contract/platform/core/permissions.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { integrationApi, integrationQuery, invalidatedByStoppedKeyOrWebhook } from './integration-api.ts'
import { instantCell, keyLastUseColumn, keyNameColumn, keyPermissionsColumn } from './key-columns.tsx'
import { PunchOutPanel } from './punch-out-panel.tsx'

/** What will be stopped: a key or a webhook. */
interface Stopping {
  what: 'key' | 'hook'
  id: string
  name: string
}

const keyTones: Record<ApiKey['state'], TagTone> = { ACTIVE: 'good', REPLACED: 'way', EXPIRED: 'over', REVOKED: 'over' }

const keyColumns: Column<ApiKey>[] = [
  keyNameColumn('接口密钥'),
  keyPermissionsColumn(({ permCodes }) => permCodes.map((code) => permissions[code].label)),
  keyLastUseColumn(),
  customColumn({ title: '状态', width: 140, value: ({ state }) => <Tag tone={keyTones[state]}>{apiKeyStates[state].label}</Tag> }),
]

const hookTone = ({ state, failingSince }: Webhook): TagTone =>
  state === 'DISABLED' || failingSince !== null ? 'bad' : state === 'ACTIVE' ? 'good' : 'over'

const hookColumns: Column<Webhook>[] = [
  customColumn({
    title: '推送地址',
    value: ({ name, url }) => (
      <div className="two-lines">
        <span>{name}</span>
        <small className="num">{url}</small>
      </div>
    ),
  }),
  customColumn({
    title: '近 7 天',
    width: 180,
    value: ({ delivered, waiting, parked }) => (
      <span className="num">
        送达 {delivered} 待推送 {waiting} 搁置 {parked}
      </span>
    ),
  }),
  customColumn({
    title: '最近送达',
    width: 170,
    value: ({ lastOkAt, failingSince }) => (
      <div className="two-lines">
        {instantCell(lastOkAt)}
        {failingSince !== null && <small className="num">{formatShanghaiTimeToMinute(failingSince)} 起失败</small>}
      </div>
    ),
  }),
  customColumn({
    title: '状态',
    width: 140,
    value: (hook) => (
      <div className="two-lines">
        <Tag tone={hookTone(hook)}>
          {hook.state === 'ACTIVE' && hook.failingSince !== null ? '持续推送失败' : webhookStates[hook.state].label}
        </Tag>
        {hook.why !== null && <small>{hook.why}</small>}
      </div>
    ),
  }),
]

/** The API keys and webhooks of an enterprise. Staff can stop each of them. */
export function EnterpriseApiKeysAndWebhooks({ enterpriseId }: { enterpriseId: string }) {
  const may = usePermission(consoleIntegrationEndpoints.overview).allowed
  if (!may) return null
  return (
    <>
      <Integration enterpriseId={enterpriseId} />
      <ProcurementSystem enterpriseId={enterpriseId} />
    </>
  )
}

/** Nothing if the company has connected none. */
function ProcurementSystem({ enterpriseId }: { enterpriseId: string }) {
  const setup = useQuery(integrationQuery(enterpriseId)).data?.punchOut
  return setup ? <PunchOutPanel setup={setup} /> : null
}

function Integration({ enterpriseId }: { enterpriseId: string }) {
  const found = useQuery(integrationQuery(enterpriseId))
  const drawer = useDrawer<Stopping>()
  const stop = <Row,>(stoppable: (row: Row) => Stopping | undefined) =>
    customColumn<Row>({
      title: '操作',
      width: 84,
      value: (row) => {
        const stopping = stoppable(row)
        if (stopping === undefined) return EMPTY_CELL
        return (
          <Button danger size="small" aria-label={`停用 ${stopping.name}`} onClick={() => drawer.show(stopping)}>
            停用
          </Button>
        )
      },
    })
  const keyStop = stop<ApiKey>(({ id, name, state }) =>
    state === 'ACTIVE' || state === 'REPLACED' ? { what: 'key', id, name } : undefined,
  )
  const hookStop = stop<Webhook>(({ id, name, state }) => (state === 'DISABLED' ? undefined : { what: 'hook', id, name }))
  return (
    <Panel title="接口接入" flush>
      <QueryContent from={found} waiting={<SkeletonBars count={2} height={36} />}>
        {({ apiKeys, webhooks }) =>
          apiKeys.length + webhooks.length === 0 ? (
            <EmptyState title="没有接口密钥和推送地址" next="由企业在商城的“接口接入”中创建" />
          ) : (
            <>
              <DataTable columns={[...keyColumns, keyStop]} rows={apiKeys} rowKey={({ id }) => id} width={820} />
              <DataTable columns={[...hookColumns, hookStop]} rows={webhooks} rowKey={({ id }) => id} width={820} />
            </>
          )
        }
      </QueryContent>
      <StopDrawer enterpriseId={enterpriseId} stopping={drawer.subject} open={drawer.open} close={drawer.close} />
    </Panel>
  )
}

interface StopProps {
  enterpriseId: string
  stopping: Stopping | undefined
  open: boolean
  close: () => void
}

function StopDrawer({ enterpriseId, stopping, open, close }: StopProps) {
  const options = { invalidates: invalidatedByStoppedKeyOrWebhook, successMessage: '已停用，并已通知企业主账号', close }
  const key = useApiMutation(integrationApi.revokeKey, options)
  const hook = useApiMutation(integrationApi.disableWebhook, options)
  const { what, id = '', name = '' } = stopping ?? {}
  const isKey = what === 'key'
  return (
    <FormDrawer<{ reason: string }>
      title={`停用${isKey ? '接口密钥' : '推送地址'} ${name}`}
      open={open}
      close={close}
      busy={key.isPending || hook.isPending}
      initial={{}}
      submit={({ reason }) => (isKey ? key : hook).mutate({ enterpriseId, id, reason })}
      submitText="停用"
      grave
    >
      <p className="drawer-lead">
        {isKey
          ? '停用后，企业使用该密钥的系统立即无法调用接口，且不能恢复。'
          : '停用后，不再向该地址推送，待推送的一并搁置；企业不能自行恢复。'}
      </p>
      <ReasonField focus />
      <p className="drawer-note">原因会告知企业主账号，并和您的姓名记入审计。</p>
    </FormDrawer>
  )
}
