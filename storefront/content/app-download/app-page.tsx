import { Download, MonitorDown, Smartphone, Zap } from 'lucide-react'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Button } from '#storefront/platform/components/button.tsx'
import { hasInstallPrompt, showInstallPrompt, watchInstallPrompt } from '#storefront/platform/components/install-prompt.ts'
import { QrCode } from '#storefront/platform/components/qr-code.tsx'
import { Navigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import { mallProfile } from '#ui/mall.ts'
import { registerServiceWorker } from './register-service-worker.ts'

/** The instructions to install the mall, by device, in the words of its browser. */
const devices = {
  android: {
    name: 'Android',
    steps: [
      '用手机浏览器（Chrome、Edge、华为、小米等）扫码打开',
      '点浏览器菜单里的“安装应用”或“添加到主屏幕”',
      '从桌面图标打开，登录一次即可',
    ],
  },
  ios: {
    name: 'iOS',
    steps: ['用相机扫码，在 Safari 中打开', '点底部的分享按钮，选择“添加到主屏幕”', '从桌面图标打开，登录一次即可'],
  },
} as const
type Device = keyof typeof devices

/**
 * /app_download: installing the mall as an app, by QR code or by the browser's own button. Older QR codes of the public account link here
 * too.
 */
export function Page() {
  useEffect(() => void registerServiceWorker(), [])
  if (useSearch().device === 'wechat') return <Navigate to="/public_account" replace />
  return (
    <div className="content flex flex-col gap-4 pt-3 md:gap-6 md:pt-6">
      <header className="relative overflow-hidden rounded-panel bg-pine px-5 py-7 text-white md:px-10 md:py-10">
        <div aria-hidden className="drawing-grid absolute inset-0 [mask-image:linear-gradient(90deg,transparent_30%,#000)]" />
        <div className="relative">
          <h1 className="text-xl md:text-2xl">把{mallProfile.name}装到手机和电脑</h1>
          <p className="mt-2 max-w-[36em] text-[#d5e6e0]">不经应用商店，几百 KB，打开就是最新版；下单、审批、还款和网页完全一样。</p>
          <InstallButton />
        </div>
      </header>
      <div className="grid gap-4 md:grid-cols-2 md:gap-6">
        <DeviceCard device="android" />
        <DeviceCard device="ios" />
      </div>
      <Virtues />
    </div>
  )
}

function InstallButton() {
  const offered = useSyncExternalStore(watchInstallPrompt, hasInstallPrompt)
  if (offered)
    return (
      <Button look="call" size="lg" className="mt-5" onClick={() => void showInstallPrompt()}>
        <Download className="size-5" aria-hidden />
        安装到这台设备
      </Button>
    )
  return (
    <p className="mt-5 text-sm text-[#d5e6e0]">
      {window.matchMedia('(display-mode: standalone)').matches
        ? '已经安装，您正在使用应用。'
        : '这台设备的浏览器没有提供安装按钮，请按下面的步骤操作；电脑上可用 Chrome 或 Edge 地址栏右侧的安装图标。'}
    </p>
  )
}

function DeviceCard({ device }: { device: Device }) {
  const { name, steps } = devices[device]
  const chosen = useSearch().device === device
  return (
    <section
      aria-labelledby={`app-${device}`}
      className={`panel flex flex-col items-center gap-5 px-4 py-6 sm:flex-row sm:items-start md:px-8 ${chosen ? 'border-jade' : ''}`}
    >
      <div className="shrink-0 rounded-panel border border-line p-1">
        <QrCode text={`${location.origin}/#/app_download?device=${device}`} label={`${name} 版二维码`} className="size-40" />
      </div>
      <div className="w-full">
        <h2 id={`app-${device}`} className="text-lg">
          {name} 版
        </h2>
        <ol className="mt-2 flex list-decimal flex-col gap-1.5 pl-5 marker:text-jade">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Virtues() {
  return (
    <ul className="panel grid divide-line-soft md:grid-cols-3 md:divide-x">
      <Virtue icon={<Smartphone className="size-5" aria-hidden />} title="桌面图标">
        全屏打开，没有地址栏
      </Virtue>
      <Virtue icon={<Zap className="size-5" aria-hidden />} title="总是最新">
        程序更新后下一次打开就是新版本
      </Virtue>
      <Virtue icon={<MonitorDown className="size-5" aria-hidden />} title="数据不留在设备">
        只缓存程序文件，订单和账单不会存在手机里
      </Virtue>
    </ul>
  )
}

function Virtue({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3.5 px-4 py-4 md:px-6 md:py-5">
      <span className="mt-0.5 text-jade">{icon}</span>
      <div>
        <b className="font-medium">{title}</b>
        <p className="text-sm text-mute">{children}</p>
      </div>
    </li>
  )
}
