import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { instantCell, keyLastUseColumn, keyNameColumn, keyPermissionsColumn } from '#console/integration/integration/key-columns.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn, EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { PLATFORM_API_DOCUMENT_PATH } from '#contract/integration/integration/paths.ts'
import { type PlatformKey, platformKeyStates } from '#contract/integration/integration/platform-key-api.ts'
import { platformKeyScopes } from '#contract/platform/core/permissions.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { CreatePlatformKeyDrawer } from './key-drawer.tsx'
import { NewPlatformKeyNotice } from './new-token.tsx'
import { invalidatedByPlatformKey, platformKeyApi } from './platform-keys-api.ts'
import './platform-keys.css'

const tones: Record<PlatformKey['state'], TagTone> = { ACTIVE: 'good', EXPIRED: 'over', REVOKED: 'over', ORPHANED: 'bad' }

const columns: Column<PlatformKey>[] = [
  keyNameColumn('密钥'),
  keyPermissionsColumn(({ scopes }) => scopes.map((scope) => platformKeyScopes[scope].label)),
  customColumn({
    title: '创建',
    width: 170,
    value: ({ owner, createdAt }) => (
      <div className="two-lines">
        <span>{owner}</span>
        <small>{instantCell(createdAt)}</small>
      </div>
    ),
  }),
  keyLastUseColumn(),
  customColumn({
    title: '状态',
    width: 150,
    value: ({ state, expiresAt }) => (
      <div className="two-lines">
        <Tag tone={tones[state]}>{platformKeyStates[state].label}</Tag>
        {state === 'ACTIVE' && expiresAt !== null && <small className="num">{formatShanghaiTimeToMinute(expiresAt)} 到期</small>}
      </div>
    ),
  }),
  customColumn({ title: '操作', width: 84, value: (key) => <Revoke {...key} /> }),
]

/** 平台接口: the keys of the platform's own programs. */
export function Page() {
  const drawer = useDrawer<undefined>()
  const [token, setToken] = useState<string>()
  return (
    <>
      <ListPage
        title="平台接口"
        note="供平台自己的系统（如 ERP）维护商品、价格和库存。"
        actions={
          <>
            <a href={PLATFORM_API_DOCUMENT_PATH} className="button-link" download="platform-openapi.json">
              接口文档
            </a>
            <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => drawer.show(undefined)}>
              创建密钥
            </Button>
          </>
        }
        above={token !== undefined && <NewPlatformKeyNotice token={token} close={() => setToken(undefined)} />}
        queryKey={['platform-key', 'list']}
        fields={{}}
        list={platformKeyApi.list}
        columns={columns}
        rowKey={({ id }) => id}
        width={1000}
        empty="还没有密钥"
        next="点“创建密钥”，把密钥填入需要对接的系统"
      />
      <CreatePlatformKeyDrawer open={drawer.open} close={drawer.close} onCreated={setToken} />
    </>
  )
}

function Revoke({ id, name, state }: PlatformKey) {
  const confirm = useConfirm()
  const revoke = useApiMutation(platformKeyApi.revoke, { invalidates: invalidatedByPlatformKey, successMessage: '已停用' })
  if (state !== 'ACTIVE' && state !== 'ORPHANED') return EMPTY_CELL
  return (
    <Button
      danger
      size="small"
      aria-label={`停用 ${name}`}
      onClick={() =>
        confirm({
          title: `停用密钥“${name}”？`,
          content: '使用该密钥的系统立即无法调用接口，且不能恢复。',
          okText: '停用',
          grave: true,
          run: () => revoke.mutateAsync({ id }),
        })
      }
    >
      停用
    </Button>
  )
}
