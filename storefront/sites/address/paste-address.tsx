import { useId, useState } from 'react'
import { ADDRESS_TEXT_MAX, type ParsedAddress, parseAddress } from '#contract/sites/address/parse-address.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { toAddressParseStatus } from './address-view.ts'

/** 智能识别: parses a text with name, mobile and place into the fields of the form. Fields that are not in the text stay unchanged. */
export function PasteAddressField({ onRead }: { onRead: (read: ParsedAddress) => void }) {
  const [text, setText, sent] = usePersistedState('pasted address', () => '')
  const [message, setMessage] = useState<{ text: string; bad: boolean }>()
  const box = useId()
  const about = `${box}-about`
  const read = async () => {
    // The list of regions is large. The form needs it too, and it is loaded once.
    const { areaList } = await import('@vant/area-data')
    const found = parseAddress(text, areaList)
    onRead(found)
    sent()
    setMessage(toAddressParseStatus(found))
  }
  return (
    <div className="mb-4 rounded-control bg-paper p-3 md:p-4">
      <label htmlFor={box} className="mb-1 block text-sm text-mute">
        粘贴整段地址，自动识别并填入下面各项
      </label>
      <textarea
        id={box}
        rows={2}
        value={text}
        maxLength={ADDRESS_TEXT_MAX}
        aria-describedby={about}
        placeholder="张三 13800000000 广东省深圳市福田区福华路 1 号"
        onChange={(event) => setText(event.target.value)}
        className="w-full rounded-control border border-line bg-white px-3 py-2 text-md hover:border-placeholder focus:border-jade"
      />
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button look="line" size="sm" disabled={text.trim() === ''} onClick={() => void read()}>
          识别
        </Button>
        <p id={about} role="status" className={`min-h-5 text-sm ${message?.bad ? 'text-danger' : 'text-mute'}`}>
          {message?.text}
        </p>
      </div>
    </div>
  )
}
