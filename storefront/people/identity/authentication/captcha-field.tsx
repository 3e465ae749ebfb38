import { RefreshCw } from 'lucide-react'
import type { ComponentProps } from 'react'
import { TextField } from '#storefront/platform/components/field.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'required'> {
  error?: string | undefined
  /** The picture as a data URL; undefined while it loads. */
  picture: string | undefined
  failed: boolean
  onReload: () => void
}

/** A captcha of four letters. A press on the picture loads another. */
export function CaptchaField({ error, picture, failed, onReload, ...input }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2.5">
      <TextField
        label="图形验证码"
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={4}
        className="num tracking-[0.16em] uppercase"
        {...input}
      />
      <button
        type="button"
        onClick={onReload}
        data-hint="看不清，换一张"
        className="mt-6 flex h-11 items-center gap-2 rounded-control border border-line bg-paper pr-2.5 text-mute hover:border-jade hover:text-jade"
      >
        {picture === undefined ? (
          <span className="grid h-full w-29 place-items-center text-xs">{failed ? '点击重试' : '加载中'}</span>
        ) : (
          <img src={picture} alt="图形验证码" width={116} height={44} className="h-10.5 w-29 rounded-l-control object-cover" />
        )}
        <RefreshCw className="size-4" aria-hidden />
        <span className="sr-only">换一张</span>
      </button>
    </div>
  )
}
