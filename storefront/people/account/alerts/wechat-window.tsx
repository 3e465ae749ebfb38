import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { MemberContactSettings } from '#contract/people/channels/fields.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { CopyableText } from '#storefront/platform/components/copyable.tsx'
import { showCallError, showNotice } from '#storefront/platform/components/notify.ts'
import { QrCode } from '#storefront/platform/components/qr-code.tsx'
import { isInsideWechat } from '#storefront/platform/routing/wechat-visitor.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { CONTACT_QUERY_KEY, contactApi } from './contact-api.ts'

type Bound = NonNullable<MemberContactSettings['wechat']>

/** The bound WeChat and what can be done about it, or how one is bound. */
export function WechatWindow({ wechat, wechatOn, close }: Pick<MemberContactSettings, 'wechat' | 'wechatOn'> & { close: () => void }) {
  return wechat === null ? <HowToBind /> : <BoundWechat wechat={wechat} wechatOn={wechatOn} close={close} />
}

/** Leads to WeChat's page, which leads back here with a code. It asks the person nothing. */
function BindButton({ look, children }: { look: 'call' | 'line'; children: ReactNode }) {
  const lead = useMutation({
    mutationFn: () => contactApi.wechatPage({}),
    onSuccess: ({ url }) => location.assign(url),
    onError: showCallError,
  })
  const { reset } = lead
  useEffect(() => {
    // The browser shows the page as it was when it comes back to it.
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [reset])
  return (
    <Button look={look} busy={lead.isPending || lead.isSuccess} busyText="正在打开微信" onClick={() => lead.mutate()}>
      {children}
    </Button>
  )
}

const settingsAddress = () => `${location.origin}/#/setting`

/** Only WeChat's own browser says whose WeChat it is. A phone cannot scan its own screen, so the address is copied there. */
const HowToBind = () =>
  isInsideWechat() ? (
    <>
      <p>绑定当前微信，勾选的提醒会由公众号发到这里。消息只写事项的标题，不含金额和姓名。</p>
      <p className="mt-5">
        <BindButton look="call">绑定当前微信</BindButton>
      </p>
    </>
  ) : (
    <div className="flex gap-5">
      <div className="shrink-0 rounded-panel border border-line p-1 max-sm:hidden">
        <QrCode text={settingsAddress()} label="设置页二维码" className="size-36" />
      </div>
      <ol className="flex list-decimal flex-col gap-1.5 pl-5 marker:text-jade">
        <li className="max-sm:hidden">用手机微信扫码，打开“我的设置”并登录</li>
        <li className="sm:hidden">
          复制下面的地址，发到微信里打开并登录
          <CopyableText text={settingsAddress()} what="设置页地址" />
        </li>
        <li>在“接收提醒”的“微信”一行点“绑定”</li>
        <li>关注公众号，勾选的提醒就会发到微信</li>
      </ol>
    </div>
  )

function BoundWechat({ wechat: { boundAt, isFollowing }, wechatOn, close }: { wechat: Bound; wechatOn: boolean; close: () => void }) {
  const unbind = useApiMutation(contactApi.unbindWechat, {
    invalidates: [CONTACT_QUERY_KEY],
    onSuccess: () => {
      showNotice('已解除绑定，不再向微信发送提醒')
      close()
    },
  })
  return (
    <>
      <p>
        已绑定微信（<span className="num">{formatShanghaiTimeToMinute(boundAt)}</span>）
        {isFollowing && wechatOn && '，勾选的提醒会由公众号发到那里。'}
        {!wechatOn && '。商城暂时没有接入公众号，不会向微信发送提醒。'}
      </p>
      {!isFollowing && wechatOn && <Following />}
      <p className="mt-5 flex flex-wrap gap-3">
        {wechatOn && isInsideWechat() && <BindButton look="line">换成当前微信</BindButton>}
        <Button look="line" busy={unbind.isPending} onClick={() => unbind.mutate({})}>
          解除绑定
        </Button>
      </p>
    </>
  )
}

/** What is missing: without following the account, WeChat delivers nothing of it. */
function Following() {
  const check = useApiMutation(contactApi.checkWechat, {
    invalidates: [CONTACT_QUERY_KEY],
    onSuccess: ({ isFollowing }) => showNotice(isFollowing ? '已关注，可在下方勾选要发微信的提醒' : '微信还没有收到您的关注，请稍后再试'),
  })
  return (
    <>
      <p role="status" className="mt-2">
        这个微信还没有关注公众号，收不到提醒。
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        <ButtonLink to="/public_account" look="line">
          怎样关注
        </ButtonLink>
        <Button look="primary" busy={check.isPending} onClick={() => check.mutate({})}>
          我已关注
        </Button>
      </p>
    </>
  )
}
