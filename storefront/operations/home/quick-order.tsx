import { useId } from 'react'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { useLoggedIn, useUser } from '#storefront/platform/sessions/use-session.ts'

/** A field to order many lines at once. The pasted text is opened on the page of the quick order. */
export function QuickOrderPasteBox() {
  const [text, setText, sent] = usePersistedState('pasted list', () => '')
  const box = useId()
  const loggedIn = useLoggedIn()
  const user = useUser()
  const navigate = useNavigate()
  const begin = async () => {
    // The parser is loaded with the first text, so that it does not delay the home page.
    const [{ appendTextToQuickOrderDraft }, { toDraftOwnerKey }] = await Promise.all([
      import('#storefront/orders/quick-order/append-text.ts'),
      import('#storefront/orders/quick-order/draft.ts'),
    ])
    appendTextToQuickOrderDraft(toDraftOwnerKey(user), text)
    sent()
    await (loggedIn ? navigate({ to: '/quick_order' }) : navigate({ to: '/login', search: { redirectUrl: '/quick_order' } }))
  }
  return (
    <section aria-labelledby="quick-title" className="drawing-grid flex flex-col rounded-panel bg-pine px-5 py-5 text-white md:px-6">
      <h2 id="quick-title" className="text-lg md:text-xl">
        批量下单
      </h2>
      <p className="mt-1 text-sm text-[#cfe3dc]">按型号和数量下单，一次上千行</p>
      <label htmlFor={box} className="mt-3 mb-1 text-sm text-[#cfe3dc]">
        从 Excel 或聊天记录粘贴编码和数量，每行一种
      </label>
      <textarea
        id={box}
        rows={4}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={'KT-U84-22  20\nkt u85 22, 30'}
        className="num min-h-26 w-full flex-1 rounded-control border border-white/30 bg-white px-3 py-2 text-md leading-6 text-ink"
      />
      <p className="mt-2 text-sm text-[#cfe3dc]">大小写、空格、连字符、全角都认；每行给出结果，同时看到现金价与赊销价。</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="call" disabled={text.trim() === '' || (loggedIn && user === undefined)} onClick={() => void begin()}>
          开始批量下单
        </Button>
        <ButtonLink to="/quick_order" look="ghost">
          上传 XLSX / CSV
        </ButtonLink>
      </div>
    </section>
  )
}
