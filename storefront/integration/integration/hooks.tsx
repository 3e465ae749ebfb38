import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { webhookEvents } from '#contract/integration/integration/events.ts'
import { WEBHOOKS_PER_ENTERPRISE_MAX, type Webhook, webhookStates } from '#contract/integration/integration/shapes.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { DescriptionItem } from '#storefront/platform/components/description-item.tsx'
import { ConfirmDialog, Modal } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { CreateOrEditWebhookForm } from './hook-form.tsx'
import { invalidatedByApiKeyOrWebhook, webhookApi, webhooksQuery } from './integration-api.ts'
import { RotateSecretForm, ShowSecretOncePanel } from './secrets.tsx'

type OpenWindow = { what: 'add' } | { what: 'edit' | 'rotate' | 'drop'; known: Webhook } | { what: 'show'; secret: string }

/** 消息推送: the webhooks of the enterprise and their state. */
export function WebhooksView() {
  const hooks = useQuery(webhooksQuery)
  const [asking, setAsking] = useState<OpenWindow>()
  return (
    <>
      <QueryContent from={hooks} skeleton={<Skeleton className="h-60" />}>
        {(all) => <Hooks hooks={all.filter(({ format }) => format === 'JSON')} onAsk={setAsking} />}
      </QueryContent>
      <Windows asking={asking} onAsk={setAsking} />
    </>
  )
}

function Hooks({ hooks, onAsk }: { hooks: readonly Webhook[]; onAsk: (asking: OpenWindow) => void }) {
  const full = hooks.length >= WEBHOOKS_PER_ENTERPRISE_MAX
  const add = (
    <Button
      size="sm"
      blocked={full ? `推送地址最多 ${WEBHOOKS_PER_ENTERPRISE_MAX} 个，请先删除不用的` : undefined}
      onClick={() => onAsk({ what: 'add' })}
    >
      新增推送地址
    </Button>
  )
  if (hooks.length === 0)
    return (
      <div className="panel">
        <EmptyState
          icon={Bell}
          title="还没有推送地址"
          hint="订单发货、账单已出、发票开具时，立即通知贵公司的系统，不必反复查询。"
          action={add}
        />
      </div>
    )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-mute">
          <span className="num">
            {hooks.length}/{WEBHOOKS_PER_ENTERPRISE_MAX}
          </span>{' '}
          个地址；失败的在一天内按间隔重试，同一条推送编号不变
        </p>
        {add}
      </div>
      <ul className="flex flex-col gap-3 md:gap-4">
        {hooks.map((hook) => (
          <HookCard key={hook.id} hook={hook} onAsk={onAsk} />
        ))}
      </ul>
    </>
  )
}

const tone = ({ state, failingSince }: Webhook): string =>
  state === 'DISABLED' || failingSince !== null
    ? 'bg-danger-tint text-danger'
    : state === 'ACTIVE'
      ? 'bg-jade-tint text-jade'
      : 'bg-line-soft text-mute'

/** Whether a webhook is sent to, in a word. */
export const WebhookStateTag = ({ hook }: { hook: Webhook }) => (
  <span className={`rounded-[3px] px-1.5 text-xs leading-5 ${tone(hook)}`}>
    {hook.state === 'ACTIVE' && hook.failingSince !== null ? '持续推送失败' : webhookStates[hook.state].label}
  </span>
)

/** Why nothing gets through, or that it does not. */
export function WebhookFailure({ hook: { why, failingSince, createdAt } }: { hook: Webhook }) {
  if (why === null && failingSince === null) return null
  return (
    <p role="status" className="mt-2 text-sm text-danger">
      {why ?? `自 ${formatShanghaiTimeToMinute(failingSince ?? createdAt)} 起没有成功，请检查地址；连续 3 天失败将停止推送`}
    </p>
  )
}

/** What was sent in the last days, as rows of a description. */
export const WebhookRecentResults = ({ hook: { delivered, waiting, parked, lastOkAt } }: { hook: Webhook }) => (
  <>
    <DescriptionItem name="近 7 天">
      送达 <span className="num">{delivered}</span>，待推送 <span className="num">{waiting}</span>，搁置{' '}
      <span className={`num ${parked > 0 ? 'text-danger' : ''}`}>{parked}</span>
    </DescriptionItem>
    <DescriptionItem name="最近送达">
      {lastOkAt === null ? '尚未送达' : <span className="num">{formatShanghaiTimeToMinute(lastOkAt)}</span>}
    </DescriptionItem>
  </>
)

/** The button that pauses a webhook, or resumes it. */
export function PauseWebhookButton({ hook: { id, name, state } }: { hook: Webhook }) {
  const active = state === 'ACTIVE'
  const toggle = useApiMutation(() => webhookApi.setActive({ id, active: !active }), {
    invalidates: invalidatedByApiKeyOrWebhook,
    onSuccess: () => showNotice(active ? '推送已暂停' : '推送已恢复'),
  })
  return (
    <Button
      look="plain"
      aria-label={`${active ? '暂停' : '恢复推送'} ${name}`}
      busy={toggle.isPending}
      onClick={() => toggle.mutate(undefined)}
    >
      {active ? '暂停' : '恢复推送'}
    </Button>
  )
}

function HookCard({ hook, onAsk }: { hook: Webhook; onAsk: (asking: OpenWindow) => void }) {
  const { name, url, events, oldSecretUntil } = hook
  return (
    <li className="panel p-4 md:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-md font-semibold break-words">{name}</h2>
        <WebhookStateTag hook={hook} />
      </div>
      <p className="num mt-1 text-sm break-all text-mute">{url}</p>
      <WebhookFailure hook={hook} />
      <dl className="mt-3 grid gap-1 text-sm md:grid-cols-2">
        <DescriptionItem name="事件">{events.map((event) => webhookEvents[event].label).join('、')}</DescriptionItem>
        <WebhookRecentResults hook={hook} />
        {oldSecretUntil !== null && (
          <DescriptionItem name="旧密钥">
            保留到 <span className="num">{formatShanghaiTimeToMinute(oldSecretUntil)}</span>
          </DescriptionItem>
        )}
      </dl>
      <Acts hook={hook} onAsk={onAsk} />
    </li>
  )
}

function Acts({ hook, onAsk }: { hook: Webhook; onAsk: (asking: OpenWindow) => void }) {
  const { id, name, state } = hook
  const navigate = useNavigate()
  const active = state === 'ACTIVE'
  const toLog = () => navigate({ to: '/api_access', search: { view: 'log', hook: id } })
  const ping = useApiMutation(() => webhookApi.ping({ id }), { invalidates: invalidatedByApiKeyOrWebhook, onSuccess: toLog })
  return (
    <div className="mt-3 flex flex-wrap gap-x-5 gap-y-2 border-t border-line-soft pt-3 text-sm">
      <Link to="/api_access" search={{ view: 'log', hook: id }} className="finger text-jade hover:underline">
        推送记录
      </Link>
      {active && (
        <Button look="plain" aria-label={`向 ${name} 测试推送`} busy={ping.isPending} onClick={() => ping.mutate(undefined)}>
          测试推送
        </Button>
      )}
      <Button look="plain" aria-label={`修改 ${name}`} onClick={() => onAsk({ what: 'edit', known: hook })}>
        修改
      </Button>
      <Button look="plain" aria-label={`更换签名密钥 ${name}`} onClick={() => onAsk({ what: 'rotate', known: hook })}>
        更换签名密钥
      </Button>
      <PauseWebhookButton hook={hook} />
      <Button look="plain" className="text-danger" aria-label={`删除 ${name}`} onClick={() => onAsk({ what: 'drop', known: hook })}>
        删除
      </Button>
    </div>
  )
}

function Windows({ asking, onAsk }: { asking: OpenWindow | undefined; onAsk: (asking: OpenWindow | undefined) => void }) {
  const close = () => onAsk(undefined)
  const show = (secret: string) => onAsk({ what: 'show', secret })
  const known = asking && 'known' in asking ? asking.known : undefined
  const drop = useApiMutation((id: string) => webhookApi.delete({ id }), {
    invalidates: invalidatedByApiKeyOrWebhook,
    onSuccess: () => {
      close()
      showNotice('推送地址已删除')
    },
  })
  const editing = asking?.what === 'add' || asking?.what === 'edit'
  return (
    <>
      <Modal open={editing} onClose={close} title={known ? `修改推送地址：${known.name}` : '新增推送地址'} wide>
        <CreateOrEditWebhookForm key={known?.id} known={known} close={close} done={show} />
      </Modal>
      <Modal open={asking?.what === 'rotate'} onClose={close} title={`更换「${known?.name ?? ''}」的签名密钥`}>
        <RotateSecretForm
          what="签名密钥"
          rotate={async (given) => (await webhookApi.rotateSecret({ id: known?.id ?? '', ...given }, { shownOnce: true })).secret}
          done={show}
        />
      </Modal>
      <Modal open={asking?.what === 'show'} onClose={close} title="请保存签名密钥" wide>
        <ShowSecretOncePanel
          what="签名密钥"
          text={asking?.what === 'show' ? asking.secret : ''}
          next="收到推送时先用它验签，再处理；做法见接口文档的“消息推送”。"
          close={close}
        />
      </Modal>
      <ConfirmDialog
        open={asking?.what === 'drop'}
        onClose={close}
        title="提示"
        text={`删除后不再向「${known?.name ?? ''}」推送，待推送的也不再发送。确定删除吗？`}
        confirm="删除"
        busy={drop.isPending}
        onConfirm={() => known && drop.mutate(known.id)}
      />
    </>
  )
}
