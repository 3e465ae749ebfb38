import type { RouterHistory } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { type NavigateOptions, resolveHref, type ScreenLocation, toScreenLocation } from './address.ts'
import type { SearchParams } from './types.ts'

/** What the code of a screen exports. */
export interface LoadedScreen {
  Page: ComponentType
  /** Sends the first requests of the screen before it renders. */
  prefetch?: (search: SearchParams) => unknown
}

/** A screen as the router sees it. */
export interface RoutedScreen {
  path: string
  title: string
  load: () => Promise<LoadedScreen>
}

/** What is rendered in the layout: a screen, a wait for its code, or what went wrong. */
export interface OpenedScreen<S extends RoutedScreen = RoutedScreen> {
  location: ScreenLocation
  /** undefined: the address is unknown. */
  screen: S | undefined
  Page?: ComponentType
  error?: unknown
}

export interface RouterState<S extends RoutedScreen = RoutedScreen> {
  /** Where the person wants to be. */
  location: ScreenLocation
  /** Whose screen was rendered last. */
  resolvedLocation: ScreenLocation | undefined
  isLoading: boolean
  shown: OpenedScreen<S>
}

export interface RouterOptions<S extends RoutedScreen> {
  screens: readonly S[]
  history: RouterHistory
  /** The code of the screen for unknown addresses. */
  loadNotFound: () => Promise<LoadedScreen>
  /** Runs before a screen is opened. It may return another address, which replaces this one. */
  enter?: (screen: S) => Promise<NavigateOptions | undefined> | undefined
  /** Whether the first requests of a screen are sent before it renders. */
  mayPrefetch?: (screen: S, search: SearchParams) => boolean
  /** How long a screen may load before the layout is shown without it. */
  loadingDelayMs?: number
}

/** A path may be in capitals or end with a slash. */
const toScreenPath = (pathname: string): string => pathname.toLowerCase().replace(/(?<!^)\/$/, '')

/**
 * A router for screens that are one level deep and are named by the hash. The history is the library's. The screen that is shown stays until
 * the next one's code has loaded.
 */
export class Router<S extends RoutedScreen = RoutedScreen> {
  readonly history: RouterHistory
  readonly #options: RouterOptions<S>
  readonly #screens: ReadonlyMap<string, S>
  readonly #watchers = new Set<() => void>()
  readonly #listeners = new Set<() => void>()
  #state: RouterState<S>
  #latest: Promise<void> = Promise.resolve()
  #keepsScroll = false
  #settled: OpenedScreen<S> | undefined

  constructor(options: RouterOptions<S>) {
    this.#options = options
    this.history = options.history
    this.#screens = new Map(options.screens.map((screen) => [screen.path, screen]))
    const location = toScreenLocation(this.history.location)
    const shown = { location, screen: this.#find(location.pathname) }
    this.#state = { location, resolvedLocation: undefined, isLoading: true, shown }
    this.history.subscribe(() => void this.load())
  }

  getState = (): RouterState<S> => this.#state

  /** Calls a function after every change of the state. Returns a function that unsubscribes. */
  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** Calls a function after every navigation, when its screen has been rendered. Returns a function that unsubscribes. */
  onResolved = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Loads the code of a link's screen. */
  preload = (href: string): void =>
    void this.#find(href.split('?', 1)[0] ?? '')
      ?.load()
      .catch(() => undefined)

  /** Opens the screen of the address. A later call overtakes it; then it ends with the later one. */
  load = (): Promise<void> => {
    const location = toScreenLocation(this.history.location)
    const screen = this.#find(location.pathname)
    this.#change({ location, isLoading: true })
    const late = setTimeout(() => turn === this.#latest && this.#change({ shown: { location, screen } }), this.#options.loadingDelayMs ?? 0)
    const turn: Promise<void> = this.#open(location, screen).then((shown) => {
      clearTimeout(late)
      if (turn !== this.#latest) return this.#latest
      if (shown) this.#change({ shown })
    })
    this.#latest = turn
    return turn
  }

  /** Goes to an address. It resolves when the screen is shown. */
  navigate = (target: NavigateOptions): Promise<void> => {
    const from = toScreenLocation(this.history.location)
    const href = resolveHref(from, target)
    this.#keepsScroll = target.resetScroll === false
    if (href === from.href && target.state === undefined && getOwnState(from.state) === '{}') return this.load()
    this.history[target.replace ? 'replace' : 'push'](href, target.state === true ? from.state : {})
    return this.#latest
  }

  /** Called by the view before it paints something else. A new screen begins at its top. */
  place = (): void => {
    const { shown, resolvedLocation } = this.#state
    if (!this.#isUnsettled()) return
    if (!this.#keepsScroll && resolvedLocation?.href !== shown.location.href) window.scrollTo(0, 0)
    this.#keepsScroll = false
  }

  /** Called by the view when what is shown is on the page and nothing is left of the screen before. */
  settle = (): void => {
    const { shown } = this.#state
    if (!this.#isUnsettled()) return
    this.#settled = shown
    this.#change({ resolvedLocation: shown.location, isLoading: false })
    for (const listener of [...this.#listeners]) listener()
  }

  /** Whether a screen or an error is shown that was not announced. */
  #isUnsettled(): boolean {
    const { shown } = this.#state
    return this.#settled !== shown && (shown.Page !== undefined || shown.error !== undefined)
  }

  #find(pathname: string): S | undefined {
    return this.#screens.get(toScreenPath(pathname))
  }

  #change(next: Partial<RouterState<S>>): void {
    this.#state = { ...this.#state, ...next }
    for (const watcher of this.#watchers) watcher()
  }

  /** Opens the screen of a location. Returns what to show, or undefined if it leads elsewhere. */
  async #open(location: ScreenLocation, screen: S | undefined): Promise<OpenedScreen<S> | undefined> {
    const { enter, mayPrefetch, loadNotFound } = this.#options
    try {
      // The code loads while it is found out who may open the screen.
      const code = (screen?.load ?? loadNotFound)()
      code.catch(() => undefined)
      const elsewhere = screen && (await enter?.(screen))
      if (elsewhere) {
        if (this.history.location.href === location.href) this.history.replace(resolveHref(location, elsewhere))
        return undefined
      }
      const { Page, prefetch } = await code
      if (screen && mayPrefetch?.(screen, location.search) !== false) void prefetch?.(location.search)
      return { location, screen, Page }
    } catch (error) {
      return { location, screen, error }
    }
  }
}

/** The state of an entry without what the history adds. */
const getOwnState = (state: ScreenLocation['state']): string =>
  JSON.stringify(Object.fromEntries(Object.entries(state).filter(([name]) => name !== 'key' && !name.startsWith('__TSR'))))
