import { Search } from 'lucide-react'
import { type InputHTMLAttributes, type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useOnScreenLeave } from '#console/platform/components/use-on-screen-leave.ts'
import { useShortcutKeys } from '#console/platform/shell/page-keys.ts'
import { FINDER_KEYWORD_LENGTH_MAX } from '#contract/operations/finder/keyword.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import './finder.css'

/** Loaded when somebody first enters the box. */
const FinderHits = lazyPart(() => import('./finder-hits.tsx').then(({ FinderHits: Hits }) => Hits))

/** The state of the box. */
function useFinder() {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<boolean>()
  /** The text with which Enter was pressed, until its hits are there. */
  const [entered, setEntered] = useState<string>()
  /** What the list of hits adds to the box. */
  const [box, setBox] = useState<InputHTMLAttributes<HTMLInputElement>>()
  const input = useRef<HTMLInputElement>(null)
  const show = () => setOpen(true)
  // An input method for Chinese reports the key as 、.
  useShortcutKeys({ '/': show, '、': show })
  // On a phone the box can take the focus only once it is shown.
  useEffect(() => {
    if (open) input.current?.focus()
  }, [open])
  const close = () => {
    // A box that was never open stays so: its list is not loaded.
    setOpen((was) => was && false)
    setEntered(undefined)
  }
  const finish = () => {
    close()
    setTyped('')
    input.current?.blur()
  }
  useOnScreenLeave(finish)
  const type = (text: string) => {
    setTyped(text)
    setEntered(undefined)
    setOpen(true)
  }
  const enter = () => {
    if (typed.trim() === '') return
    setOpen(true)
    setEntered(typed)
  }
  const settle = () => setEntered(undefined)
  const clear = () => setTyped('')
  return { typed, type, clear, open, show, close, finish, enter, entered: entered === typed, settle, box, setBox, input }
}

/** The field, and on a phone the way out of it. */
function Field({ typed, type, clear, open, show, close, enter, box, input }: ReturnType<typeof useFinder>) {
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // While an input method composes, the keys belong to it.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      if (open) close()
      else clear()
    } else if (!open && event.key === 'ArrowDown') show()
    else box?.onKeyDown?.(event)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        enter()
      }}
    >
      <Search size={15} aria-hidden />
      <input
        ref={input}
        role="combobox"
        aria-expanded={false}
        aria-autocomplete="list"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={FINDER_KEYWORD_LENGTH_MAX}
        {...box}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
        onFocus={show}
        onClick={show}
        onBlur={close}
        placeholder="单号、企业、手机号、编码"
        aria-label="查找"
        aria-keyshortcuts="/"
      />
      <kbd aria-hidden>/</kbd>
      {/* The box keeps the focus until the press closes it. */}
      <button type="button" className="finder-cancel" onMouseDown={(event) => event.preventDefault()} onClick={close}>
        取消
      </button>
    </form>
  )
}

/**
 * 全局查找: finds a record of any kind by its number or name, from any screen. The key `/` focuses the box, Enter opens what is meant. On a
 * phone it is a button until it is open, and then covers the screen.
 */
export function FinderBox() {
  const finder = useFinder()
  const { open, show, typed, entered, settle, finish, setBox } = finder
  return (
    <search className={open ? 'finder finder-open' : 'finder'}>
      <button type="button" className="finder-button" aria-label="打开查找" title="查找" onClick={show}>
        <Search size={18} strokeWidth={1.6} aria-hidden />
      </button>
      <Field {...finder} />
      {open !== undefined && (
        <Suspense>
          <FinderHits typed={typed} open={open} entered={entered} settle={settle} finish={finish} setBox={setBox} />
        </Suspense>
      )}
    </search>
  )
}
