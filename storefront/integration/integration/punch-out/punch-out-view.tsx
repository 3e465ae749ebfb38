import { useQuery } from '@tanstack/react-query'
import { PlugZap } from 'lucide-react'
import { useState } from 'react'
import {
  type PunchOutRow,
  type PunchOutSetup,
  punchOutProtocols,
  punchOutStates,
} from '#contract/integration/integration/punch-out/shapes.ts'
import { RotateSecretForm, ShowSecretOncePanel } from '#storefront/integration/integration/secrets.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { DescriptionItem } from '#storefront/platform/components/description-item.tsx'
import { ConfirmDialog, Modal } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { ConfirmationPanel } from './confirmation-panel.tsx'
import { invalidatedByPunchOutSetup, punchOutOverviewQuery, punchOutSetupApi } from './punch-out-api.ts'
import { PunchOutSetupForm } from './punch-out-form.tsx'
import { PunchOutHelp } from './punch-out-help.tsx'

type OpenWindow = { what: 'save' | 'rotate' | 'stop' } | { what: 'show'; userName: string; secret: string }

/** 采购系统: the connection of the company's procurement system, its last visits, and how to set it up there. */
export function PunchOutView() {
  const overview = useQuery(punchOutOverviewQuery)
  const [asking, setAsking] = useState<OpenWindow>()
  return (
    <>
      <QueryContent from={overview} skeleton={<Skeleton className="h-60" />}>
        {({ setup, confirmation, recent }) => (
          <div className="flex flex-col gap-3 md:gap-4">
            {setup ? <Setup setup={setup} onAsk={setAsking} /> : <NotSetUp onAsk={setAsking} />}
            {setup?.protocol === 'CXML' && <ConfirmationPanel endpoint={confirmation} />}
            {setup && <Visits rows={recent} />}
            <PunchOutHelp setup={setup} />
          </div>
        )}
      </QueryContent>
      <Windows setup={overview.data?.setup ?? null} asking={asking} onAsk={setAsking} />
    </>
  )
}

const NotSetUp = ({ onAsk }: { onAsk: (asking: OpenWindow) => void }) => (
  <div className="panel">
    <EmptyState
      icon={PlugZap}
      title="还没有对接采购系统"
      hint="贵公司的采购系统（SAP、Ariba、Coupa 等）可以直接打开商城选购，购物车返回采购系统审批，价格为贵公司的价格。"
      action={
        <Button size="sm" onClick={() => onAsk({ what: 'save' })}>
          开通采购系统对接
        </Button>
      }
    />
  </div>
)

function Setup({ setup, onAsk }: { setup: PunchOutSetup; onAsk: (asking: OpenWindow) => void }) {
  const {
    protocol,
    active,
    userName,
    subAccountName,
    subAccountId,
    returnHosts,
    onCredit,
    lastUsedAt,
    lastUsedIp,
    oldSecretUntil,
    unitCodes,
  } = setup
  const resume = useApiMutation(() => punchOutSetupApi.setActive({ active: true }), {
    invalidates: invalidatedByPunchOutSetup,
    onSuccess: () => showNotice('采购系统对接已恢复'),
  })
  return (
    <section className="panel p-4 md:p-5" aria-labelledby="punch-out-setup">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="punch-out-setup" className="text-md font-semibold">
          {punchOutProtocols[protocol].label}
        </h2>
        <span className={`rounded-[3px] px-1.5 text-xs leading-5 ${active ? 'bg-jade-tint text-jade' : 'bg-line-soft text-mute'}`}>
          {active ? '使用中' : '已停用'}
        </span>
      </div>
      {subAccountId === null && (
        <p role="alert" className="mt-2 text-sm text-danger">
          所用的子账号已删除，采购系统无法进入，请另选一个子账号
        </p>
      )}
      <dl className="mt-3 grid gap-1 text-sm md:grid-cols-2">
        <DescriptionItem name={protocol === 'OCI' ? '用户名' : 'From'}>
          <span className="num break-all">{protocol === 'OCI' ? userName : `${setup.fromDomain} ${setup.fromIdentity}`}</span>
        </DescriptionItem>
        {protocol === 'CXML' && (
          <DescriptionItem name="Sender">
            <span className="num break-all">{`${setup.senderDomain} ${setup.senderIdentity}`}</span>
          </DescriptionItem>
        )}
        <DescriptionItem name="子账号">{subAccountName === '' ? '—' : subAccountName}</DescriptionItem>
        <DescriptionItem name="返回域名">
          <span className="num break-all">{returnHosts.join('、')}</span>
        </DescriptionItem>
        {unitCodes.length > 0 && (
          <DescriptionItem name="单位代码">{unitCodes.map(({ unit, code }) => `${unit} ${code}`).join('、')}</DescriptionItem>
        )}
        <DescriptionItem name="价格">{onCredit ? '赊销价' : '现金价'}</DescriptionItem>
        <DescriptionItem name="最近使用">
          {lastUsedAt === null ? (
            '尚未使用'
          ) : (
            <span className="num">
              {formatShanghaiTimeToMinute(lastUsedAt)} {lastUsedIp}
            </span>
          )}
        </DescriptionItem>
        {oldSecretUntil !== null && (
          <DescriptionItem name="旧密码">
            保留到 <span className="num">{formatShanghaiTimeToMinute(oldSecretUntil)}</span>
          </DescriptionItem>
        )}
      </dl>
      <div className="mt-3 flex flex-wrap gap-x-5 gap-y-2 border-t border-line-soft pt-3 text-sm">
        <Button look="plain" onClick={() => onAsk({ what: 'save' })}>
          修改
        </Button>
        <Button look="plain" onClick={() => onAsk({ what: 'rotate' })}>
          更换密码
        </Button>
        {active ? (
          <Button look="plain" className="text-danger" onClick={() => onAsk({ what: 'stop' })}>
            停用
          </Button>
        ) : (
          <Button look="plain" busy={resume.isPending} onClick={() => resume.mutate(undefined)}>
            恢复
          </Button>
        )}
      </div>
    </section>
  )
}

function Visits({ rows }: { rows: readonly PunchOutRow[] }) {
  return (
    <section className="panel" aria-labelledby="punch-out-visits">
      <h2 id="punch-out-visits" className="border-b border-line-soft px-4 py-3 text-md font-semibold md:px-5">
        最近的会话
      </h2>
      {rows.length === 0 ? (
        <EmptyState title="采购系统还没有进入过商城" />
      ) : (
        <ul className="divide-y divide-line-soft text-sm">
          {rows.map(({ id, state, createdAt, lineCount, returnHost }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5 md:px-5">
              <span className="num">{formatShanghaiTimeToMinute(createdAt)}</span>
              <span>{punchOutStates[state].label}</span>
              {state === 'RETURNED' && (
                <span className="text-mute">
                  <span className="num">{lineCount}</span> 种商品返回 <span className="num break-all">{returnHost}</span>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface WindowProps {
  setup: PunchOutSetup | null
  asking: OpenWindow | undefined
  onAsk: (asking: OpenWindow | undefined) => void
}

function Windows({ setup, asking, onAsk }: WindowProps) {
  const close = () => onAsk(undefined)
  const show = (login: { userName: string; secret: string }) => onAsk({ what: 'show', ...login })
  const stop = useApiMutation(() => punchOutSetupApi.setActive({ active: false }), {
    invalidates: invalidatedByPunchOutSetup,
    onSuccess: () => {
      close()
      showNotice('采购系统对接已停用')
    },
  })
  const rotate = async (given: { overlapHours: 1 | 24 | 168; payPwd: string }) =>
    (await punchOutSetupApi.rotateSecret(given, { shownOnce: true })).secret
  const userName = asking?.what === 'show' ? asking.userName : ''
  return (
    <>
      <Modal open={asking?.what === 'save'} onClose={close} title={setup ? '修改采购系统对接' : '开通采购系统对接'} wide>
        <PunchOutSetupForm known={setup} close={close} done={show} />
      </Modal>
      <Modal open={asking?.what === 'rotate'} onClose={close} title="更换采购系统的密码">
        <RotateSecretForm what="密码" rotate={rotate} done={(secret) => show({ userName: setup?.userName ?? '', secret })} />
      </Modal>
      <Modal open={asking?.what === 'show'} onClose={close} title="请保存密码" wide>
        <ShowSecretOncePanel
          what="密码"
          text={asking?.what === 'show' ? asking.secret : ''}
          next={`OCI 填在 PASSWORD，用户名 USERNAME 为 ${userName}；cXML 填在 Sender 的 SharedSecret。`}
          close={close}
        />
      </Modal>
      <ConfirmDialog
        open={asking?.what === 'stop'}
        onClose={close}
        title="提示"
        text="停用后采购系统无法进入商城，进行中的会话立即结束。确定停用吗？"
        confirm="停用"
        busy={stop.isPending}
        onConfirm={() => stop.mutate(undefined)}
      />
    </>
  )
}
