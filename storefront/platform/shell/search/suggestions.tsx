import { useQuery } from '@tanstack/react-query'
import { type InputHTMLAttributes, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useUser } from '#storefront/platform/sessions/use-session.ts'
import { useDebouncedText } from '#ui/use-debounced-text.ts'
import { clearRecentSearches, readRecentSearches } from './recent-searches.ts'
import { searchSuggestionsQuery } from './suggestion-api.ts'
import { getEntryIndexAfterArrowKey, groupSuggestions, type SearchSuggestion, type SuggestionGroup } from './suggestions-view.ts'

/** Suggestions follow the typing faster than the searches of other fields. */
const REST_MS = 150

interface Props {
  keyword: string
  open: boolean
  setOpen: (open: boolean) => void
  setBox: (box: InputHTMLAttributes<HTMLInputElement> | undefined) => void
  search: (text: string) => void
}

/**
 * The list below the search box: recent searches and hot words while the box is empty, otherwise suggestions for the text. The box keeps the focus and
 * announces the selected entry. Enter opens that entry, Escape closes the list.
 */
export function SearchSuggestionList({ keyword, open, setOpen, setBox, search }: Props) {
  const id = useId()
  const navigate = useNavigate()
  const maySee = usePermission('lookGoods').reason === undefined
  const enabled = open && maySee
  const asked = useDebouncedText(keyword.trim(), REST_MS)
  const { data, isPlaceholderData } = useQuery({ ...searchSuggestionsQuery(asked), enabled })
  // Until the answer arrives, the list is that of the last text.
  const stale = isPlaceholderData || asked !== keyword.trim()
  const user = useUser()
  // Emptying the recent searches changes nothing that is rendered, so it is counted.
  const [, setCleared] = useState(0)
  const isEmpty = keyword.trim() === ''
  const recent = enabled && isEmpty ? readRecentSearches(user) : []
  // In an empty box what was found for the last text would be wrong, and recent searches need no answer.
  const answer = isEmpty && stale ? undefined : data
  const groups = enabled ? groupSuggestions(answer, recent) : []
  const entries = groups.flatMap((group) => group.entries)
  // An entry stays selected when the answer to the same text replaces the list, as long as it is in the answer. Typing ends the selection.
  const [selected, setSelected] = useState<{ keyword: string; key: string }>()
  const at = selected?.keyword === keyword ? entries.findIndex(({ key }) => key === selected.key) : -1
  const select = (entry: SearchSuggestion | undefined) => setSelected(entry && { keyword, key: entry.key })
  const shown = entries.length > 0
  const pick = ({ text, to, clears }: SearchSuggestion) => {
    if (clears) {
      clearRecentSearches(user)
      return setCleared((times) => times + 1)
    }
    setOpen(false)
    if (to) void navigate(to)
    else search(text)
  }
  const press = (event: KeyboardEvent) => {
    // While an input method composes, the keys belong to it.
    if (event.nativeEvent.isComposing) return
    if (!open && event.key === 'ArrowDown') {
      event.preventDefault()
      return setOpen(true)
    }
    const next = getEntryIndexAfterArrowKey(at, event.key, entries.length)
    const picked = event.key === 'Enter' && shown ? entries[at] : undefined
    if (next === undefined && !picked && !(event.key === 'Escape' && shown)) return
    event.preventDefault()
    if (next !== undefined) select(entries[next])
    else if (picked) pick(picked)
    else setOpen(false)
  }
  const pressed = useRef(press)
  useEffect(() => {
    pressed.current = press
  })
  useEffect(() => {
    const active = shown && at >= 0 ? { 'aria-activedescendant': `${id}-${at}` } : {}
    setBox({
      'aria-expanded': shown,
      ...(shown ? { 'aria-controls': id } : {}),
      ...active,
      onKeyDown: (event) => pressed.current(event),
    })
  }, [setBox, shown, at, id])
  return (
    <>
      <p role="status" className="sr-only">
        {shown ? `${entries.length} 条建议，按上下方向键选择` : ''}
      </p>
      {shown && <List id={id} groups={groups} at={at} stale={stale} pick={pick} />}
    </>
  )
}

interface ListProps {
  id: string
  groups: SuggestionGroup[]
  at: number
  stale: boolean
  pick: (entry: SearchSuggestion) => void
}

function List({ id, groups, at, stale, pick }: ListProps) {
  const active = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (at >= 0) active.current?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const starts = groups.map((_, no) => groups.slice(0, no).reduce((sum, { entries }) => sum + entries.length, 0))
  return (
    // The box keeps the focus while an entry is pressed.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
    <div
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-50 mt-1 max-h-[70vh] overflow-y-auto rounded-panel border border-line bg-white py-1.5 shadow-[0_8px_24px_rgb(19_32_30/0.14)]"
    >
      <div id={id} role="listbox" aria-label="搜索建议" aria-busy={stale}>
        {groups.map(({ title, entries }, no) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden className="px-3 pt-1.5 pb-0.5 text-xs text-mute md:px-4">
              {title}
            </p>
            {entries.map((entry, index) => {
              const own = (starts[no] ?? 0) + index
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the box has the focus and the keys
                <div
                  key={entry.key}
                  id={`${id}-${own}`}
                  ref={own === at ? active : null}
                  role="option"
                  aria-selected={own === at}
                  onClick={() => pick(entry)}
                  className={`flex min-h-9 cursor-pointer flex-wrap items-center gap-x-3 px-3 py-1 md:flex-nowrap md:px-4 ${own === at ? 'bg-jade-tint text-jade' : 'hover:bg-paper'}`}
                >
                  <span
                    className={`min-w-0 truncate ${entry.note === undefined ? '' : 'num shrink-0'} ${entry.clears ? 'text-sm text-mute' : ''}`}
                  >
                    {entry.text}
                  </span>
                  {entry.note !== undefined && <span className="max-w-full min-w-0 truncate text-sm text-mute">{entry.note}</span>}
                  {entry.terms !== undefined && (
                    <span className="num shrink-0 text-sm text-mute max-md:basis-full md:ml-auto">{entry.terms}</span>
                  )}
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}
