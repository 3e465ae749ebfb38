import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '#storefront/platform/components/button.tsx'
import { INPUT_CLASSES } from '#storefront/platform/components/field.tsx'

interface Props {
  label: string
  placeholder: string
  /** The current search text. If it is also the key of the form, the form starts again with each text. */
  keyword: string
  max: number
  onSearch: (keyword: string) => void
}

/** A search within a page. An empty text shows everything again. */
export function InPageSearchForm({ label, placeholder, keyword, max, onSearch }: Props) {
  const [typed, setTyped] = useState(keyword)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <search>
      <form onSubmit={submit} className="flex gap-2">
        <input
          type="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          maxLength={max}
          aria-label={label}
          placeholder={placeholder}
          className={`${INPUT_CLASSES} min-w-0 flex-1 md:max-w-[620px]`}
        />
        <Button type="submit" className="h-11">
          <Search className="size-4" aria-hidden />
          搜索
        </Button>
      </form>
    </search>
  )
}
