import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { API_KEYS_PER_ENTERPRISE_MAX, type ApiKey, apiKeyStates } from '#contract/integration/integration/shapes.ts'
import { permissions } from '#contract/platform/core/permissions.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { DescriptionItem } from '#storefront/platform/components/description-item.tsx'
import { ConfirmDialog, Modal } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { apiKeyApi, apiKeysQuery, invalidatedByApiKeyOrWebhook } from './integration-api.ts'
import { CreateApiKeyForm } from './key-form.tsx'
import { RotateSecretForm, ShowSecretOncePanel } from './secrets.tsx'

type OpenWindow = { what: 'add' } | { what: 'rotate' | 'revoke'; known: ApiKey } | { what: 'show'; token: string }

const isLive = ({ state }: ApiKey): boolean => state === 'ACTIVE' || state === 'REPLACED'

/** 接口密钥: the API keys of the enterprise. */
export function ApiKeysView() {
  const keys = useQuery(apiKeysQuery)
  const [asking, setAsking] = useState<OpenWindow>()
  return (
    <>
      <QueryContent from={keys} skeleton={<Skeleton className="h-60" />}>
        {(all) => <Keys keys={all} onAsk={setAsking} />}
      </QueryContent>
      <Windows asking={asking} onAsk={setAsking} />
    </>
  )
}

function Keys({ keys, onAsk }: { keys: readonly ApiKey[]; onAsk: (asking: OpenWindow) => void }) {
  const live = keys.filter(isLive).length
  const full = live >= API_KEYS_PER_ENTERPRISE_MAX
  const add = (
    <Button
      size="sm"
      blocked={full ? `可用的密钥最多 ${API_KEYS_PER_ENTERPRISE_MAX} 个，请先停用不用的` : undefined}
      onClick={() => onAsk({ what: 'add' })}
    >
      创建密钥
    </Button>
  )
  return (
    <section className="panel" aria-labelledby="api-keys">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line-soft px-4 py-3 md:px-5">
        <h2 id="api-keys" className="text-md font-semibold">
          可用的密钥{' '}
          <span className="num text-sm font-normal text-mute">
            {live}/{API_KEYS_PER_ENTERPRISE_MAX}
          </span>
        </h2>
        {keys.length > 0 && add}
      </header>
      {keys.length === 0 ? (
        <EmptyState
          icon={Lock}
          title="还没有接口密钥"
          hint="贵公司的 ERP 用密钥读取订单、月账单和发票；密钥只能看本企业的数据，不能下单和付款。"
          action={add}
        />
      ) : (
        <ul className="divide-y divide-line-soft">
          {keys.map((key) => (
            <KeyRow key={key.id} known={key} onAsk={onAsk} />
          ))}
        </ul>
      )}
      {full && (
        <p className="border-t border-line-soft px-4 py-3 text-sm text-mute md:px-5">
          可用的密钥已达 {API_KEYS_PER_ENTERPRISE_MAX} 个，停用不用的才能再创建。
        </p>
      )}
    </section>
  )
}

const tone = (state: ApiKey['state']): string =>
  state === 'ACTIVE' ? 'bg-jade-tint text-jade' : state === 'REPLACED' ? 'bg-copper-tint text-copper' : 'bg-line-soft text-mute'

function KeyRow({ known, onAsk }: { known: ApiKey; onAsk: (asking: OpenWindow) => void }) {
  const { name, prefix, state, permCodes, addresses, expiresAt, createdAt, lastUsedAt, lastUsedIp, revokedAt, revokedByStaff } = known
  return (
    <li className="grid gap-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold break-words">{name}</span>
          <span className="num text-sm text-mute">{prefix}…</span>
          <span className={`rounded-[3px] px-1.5 text-xs leading-5 ${tone(state)}`}>
            {revokedByStaff ? '已由平台停用' : apiKeyStates[state].label}
          </span>
        </p>
        <dl className="mt-2 grid gap-1 text-sm md:grid-cols-2">
          <DescriptionItem name="权限">{permCodes.map((code) => permissions[code].label).join('、')}</DescriptionItem>
          <DescriptionItem name="来源 IP">
            {addresses.length === 0 ? '不限' : <span className="num break-all">{addresses.join('、')}</span>}
          </DescriptionItem>
          <DescriptionItem name="创建于">
            <span className="num">{formatShanghaiTimeToMinute(createdAt)}</span>
          </DescriptionItem>
          <DescriptionItem name="最近使用">
            {lastUsedAt === null ? (
              '尚未使用'
            ) : (
              <span className="num">
                {formatShanghaiTimeToMinute(lastUsedAt)} {lastUsedIp}
              </span>
            )}
          </DescriptionItem>
          <DescriptionItem name={revokedAt === null ? '到期' : '停用于'}>
            {(revokedAt ?? expiresAt) === null ? (
              '长期有效'
            ) : (
              <span className="num">{formatShanghaiTimeToMinute(revokedAt ?? expiresAt ?? createdAt)}</span>
            )}
          </DescriptionItem>
        </dl>
      </div>
      {isLive(known) && (
        <div className="flex items-start gap-3">
          {state === 'ACTIVE' && (
            <Button look="line" size="sm" aria-label={`更换 ${name}`} onClick={() => onAsk({ what: 'rotate', known })}>
              更换
            </Button>
          )}
          <Button look="danger" size="sm" aria-label={`停用 ${name}`} onClick={() => onAsk({ what: 'revoke', known })}>
            停用
          </Button>
        </div>
      )}
    </li>
  )
}

function Windows({ asking, onAsk }: { asking: OpenWindow | undefined; onAsk: (asking: OpenWindow | undefined) => void }) {
  const close = () => onAsk(undefined)
  const show = (token: string) => onAsk({ what: 'show', token })
  const revoke = useApiMutation((id: string) => apiKeyApi.revoke({ id }), {
    invalidates: invalidatedByApiKeyOrWebhook,
    onSuccess: () => {
      close()
      showNotice('密钥已停用')
    },
  })
  const known = asking?.what === 'rotate' || asking?.what === 'revoke' ? asking.known : undefined
  return (
    <>
      <Modal open={asking?.what === 'add'} onClose={close} title="创建接口密钥" wide>
        <CreateApiKeyForm close={close} done={show} />
      </Modal>
      <Modal open={asking?.what === 'rotate'} onClose={close} title={`更换密钥「${known?.name ?? ''}」`}>
        <RotateSecretForm
          what="密钥"
          rotate={async (given) => (await apiKeyApi.rotate({ id: known?.id ?? '', ...given }, { shownOnce: true })).token}
          done={show}
        />
      </Modal>
      <Modal open={asking?.what === 'show'} onClose={close} title="请保存密钥" wide>
        <ShowSecretOncePanel
          what="密钥"
          text={asking?.what === 'show' ? asking.token : ''}
          next="调用接口时放在请求头：Authorization: Bearer 密钥"
          close={close}
        />
      </Modal>
      <ConfirmDialog
        open={asking?.what === 'revoke'}
        onClose={close}
        title="提示"
        text={`停用后，使用密钥「${known?.name ?? ''}」的系统立即无法再调用接口，且不能恢复。确定停用吗？`}
        confirm="停用"
        busy={revoke.isPending}
        onConfirm={() => known && revoke.mutate(known.id)}
      />
    </>
  )
}
