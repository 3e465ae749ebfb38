import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ErrorState, SkeletonBars } from '#console/platform/components/states.tsx'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { usePermissionHolder } from '#console/platform/sessions/use-staff.ts'
import { consoleFinderEndpoints, type FinderHit } from '#contract/operations/finder/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { useDebouncedText } from '#ui/use-debounced-text.ts'
import {
  chooseFinderHitOnEnter,
  groupFinderHitsByKind,
  listFindableKinds,
  moveFinderSelection,
  toFinderHitLink,
  toHitKey,
} from './finder-view.ts'

const finderApi = createApiClient(consoleFinderEndpoints, sendConsoleRequest)

interface Props {
  typed: string
  open: boolean
  /** Enter was pressed with this text, and its hits are still waited for. */
  entered: boolean
  /** Enter has been answered. */
  settle: () => void
  /** A hit was opened: the box is emptied. */
  finish: () => void
  setBox: (box: InputHTMLAttributes<HTMLInputElement>) => void
}

/** The hits of the text that has rested, and whether they are those of the text in the box. */
function useHits({ typed, open, entered }: Pick<Props, 'typed' | 'open' | 'entered'>) {
  const text = typed.trim()
  const rested = useDebouncedText(text)
  const keyword = entered ? text : rested
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['finder', keyword],
    queryFn: ({ signal }) => finderApi.find({ keyword }, { signal }),
    enabled: open && keyword !== '',
    placeholderData: keepPreviousData,
    // What was found a moment ago may have changed.
    staleTime: 0,
  })
  const current = keyword === text && !isPlaceholderData
  return { text, current, error: current ? error : null, refetch, hits: text === '' ? undefined : data?.hits }
}

/** The list below the box: what was found, by kind. The box keeps the focus and announces the selected hit. */
export function FinderHits({ typed, open, entered, settle, finish, setBox }: Props) {
  const id = useId()
  const navigate = useNavigate()
  const { text, hits, current, error, refetch } = useHits({ typed, open, entered })
  const groups = groupFinderHitsByKind(open && !error ? (hits ?? []) : [])
  const entries = groups.flatMap((group) => group.hits)
  const [selected, setSelected] = useState<{ text: string; key: string }>()
  const at = selected?.text === text ? entries.findIndex((hit) => toHitKey(hit) === selected.key) : -1
  const select = (hit: FinderHit | undefined) => setSelected(hit && { text, key: toHitKey(hit) })
  const pick = (hit: FinderHit) => {
    finish()
    void navigate(toFinderHitLink(hit))
  }
  const pressed = useLatest((event: KeyboardEvent) => {
    const next = moveFinderSelection(at, event.key, entries.length)
    const picked = event.key === 'Enter' ? entries[at] : undefined
    if (next === undefined && !picked) return
    event.preventDefault()
    if (picked) pick(picked)
    else select(entries[next ?? -1])
  })
  const answer = useLatest(() => {
    const choice = chooseFinderHitOnEnter(entries)
    if ('opens' in choice) return pick(choice.opens)
    select(choice.first)
    settle()
  })
  const answered = entered && current && (hits !== undefined || error !== null)
  useEffect(() => {
    if (answered) answer.current()
  }, [answered, answer])
  const shown = entries.length > 0
  useEffect(() => {
    setBox({
      'aria-expanded': shown,
      ...(shown ? { 'aria-controls': id } : {}),
      ...(shown && at >= 0 ? { 'aria-activedescendant': `${id}-${at}` } : {}),
      onKeyDown: (event) => pressed.current(event),
    })
  }, [setBox, shown, at, id, pressed])
  if (!open) return null
  return (
    // The box keeps the focus while something in the list is pressed.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
    <div className="finder-list" onMouseDown={(event) => event.preventDefault()}>
      <p role="status" className="finder-said">
        {shown && current ? `${entries.length} 条结果，按上下方向键选择` : ''}
      </p>
      <Around text={text} found={hits} current={current} error={error} retry={() => void refetch()} />
      {shown && <HitList id={id} groups={groups} at={at} busy={!current} pick={pick} />}
      {shown && <p className="finder-keys">↑↓ 选择 · 回车打开 · Esc 关闭</p>}
    </div>
  )
}

/** The latest function, for effects and handlers that stay. */
function useLatest<T>(value: T) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

interface AroundProps {
  text: string
  found: readonly FinderHit[] | undefined
  current: boolean
  error: unknown
  retry: () => void
}

/** What stands in place of hits: what can be found, that it is being looked for, that there is nothing, or why it was refused. */
function Around({ text, found, current, error, retry }: AroundProps): ReactNode {
  if (text === '') return <Findable title="可以查找" />
  if (error) return <ErrorState error={error} retry={retry} />
  if (found === undefined) return <SkeletonBars count={4} />
  if (found.length > 0 || !current) return null
  return (
    <div role="status">
      <Findable title={`没有找到“${text}”。名称至少两个字，单号请尽量输入完整：`} />
    </div>
  )
}

/** The kinds that this person can find, with what finds each. */
function Findable({ title }: { title: string }) {
  const findable = listFindableKinds(usePermissionHolder())
  return (
    <div className="finder-hint">
      <p>{title}</p>
      <dl>
        {findable.map(({ label, by }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{by}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface ListProps {
  id: string
  groups: ReturnType<typeof groupFinderHitsByKind>
  at: number
  busy: boolean
  pick: (hit: FinderHit) => void
}

function HitList({ id, groups, at, busy, pick }: ListProps) {
  const active = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (at >= 0) active.current?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const starts = groups.map((_, no) => groups.slice(0, no).reduce((sum, { hits }) => sum + hits.length, 0))
  return (
    <div id={id} role="listbox" aria-label="查找结果" aria-busy={busy}>
      {groups.map(({ label, hits }, no) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
        <div key={label} role="group" aria-label={label}>
          <p aria-hidden className="finder-kind">
            {label}
          </p>
          {hits.map((hit, index) => {
            const own = (starts[no] ?? 0) + index
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the box has the focus and the keys
              <div
                key={toHitKey(hit)}
                id={`${id}-${own}`}
                ref={own === at ? active : null}
                role="option"
                aria-selected={own === at}
                className="finder-hit"
                onClick={() => pick(hit)}
              >
                <span className="num">{hit.title}</span>
                <small>{hit.note}</small>
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
