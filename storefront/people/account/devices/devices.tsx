import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { SessionDevice } from '#contract/people/identity/shapes.ts'
import { DEVICES_QUERY_KEY, useDevices } from '#storefront/people/account/settings-api.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { Card } from '#storefront/platform/components/card.tsx'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { loginAndRegistrationApi } from '#storefront/platform/sessions/session.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { parseDeviceName } from './device-name.ts'

/** 登录设备: the devices with open sessions, and a button to log each of them out. */
export function LoggedInDevices() {
  const devices = useDevices()
  return (
    <Card title="登录设备">
      <QueryContent from={devices} skeleton={<Skeleton className="h-33" />}>
        {(list) => (
          <>
            <ul>
              {list.map((device) => (
                <DeviceRow key={device.sessionId} device={device} />
              ))}
            </ul>
            <EndOthers count={list.length - 1} />
          </>
        )}
      </QueryContent>
    </Card>
  )
}

function DeviceRow({ device }: { device: SessionDevice }) {
  const { name, handheld } = parseDeviceName(device.device)
  const Icon = handheld ? Smartphone : Monitor
  const end = useApiMutation(loginAndRegistrationApi.endDevice, {
    invalidates: [DEVICES_QUERY_KEY],
    onSuccess: () => showNotice(`${name} 已退出登录`),
  })
  return (
    <li className="flex items-center gap-3 border-t border-line-soft py-3 first:border-t-0 first:pt-0">
      <Icon className="size-5 shrink-0 text-mute" strokeWidth={1.5} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{name}</p>
        <p className="text-xs text-mute">
          <span className="inline-block">
            登录于 <span className="num">{formatShanghaiTimeToMinute(device.createdAt)}</span>，
          </span>
          <span className="inline-block">
            最近使用 <span className="num">{formatShanghaiTimeToMinute(device.lastSeenAt)}</span>
          </span>
          {device.ip !== '' && (
            <span className="inline-block">
              ，IP <span className="num">{device.ip}</span>
            </span>
          )}
        </p>
      </div>
      {device.current ? (
        <span className="shrink-0 text-sm font-medium text-jade">本机</span>
      ) : (
        <Button
          look="line"
          size="sm"
          busy={end.isPending}
          aria-label={`让 ${name}（${formatShanghaiTimeToMinute(device.createdAt)} 登录）退出`}
          onClick={() => end.mutate({ sessionId: device.sessionId })}
        >
          退出
        </Button>
      )}
    </li>
  )
}

/** Logs out all other devices, after a confirmation. */
function EndOthers({ count }: { count: number }) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const end = useApiMutation(loginAndRegistrationApi.endOtherDevices, {
    invalidates: [DEVICES_QUERY_KEY],
    onSuccess: ({ count: ended }) => {
      close()
      showNotice(ended > 0 ? `${ended} 台其他设备已退出登录` : '没有其他设备在登录')
    },
  })
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-3 border-t border-line-soft pt-3">
      <p className="text-sm text-mute">发现陌生设备，请将其退出登录，并修改登录密码。</p>
      <Button look="danger" size="sm" disabled={count < 1} onClick={() => setAsking(true)}>
        退出其他设备
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={close}
        title="退出其他设备"
        text={`除本机外的 ${count} 台设备会立即退出登录，需要重新输入密码。`}
        confirm="全部退出"
        busy={end.isPending}
        onConfirm={() => end.mutate({})}
      />
    </div>
  )
}
