import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import type { GoodsPublishingProblem } from '#contract/catalog/goods-editing/problems.ts'
import { GoodsChangedMeanwhileDetail } from '#contract/catalog/goods-editing/shapes.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { formatError } from '#ui/format-error.ts'
import { applyAssignedIdsAndCode, type EditorDraft, toGoodsContent } from './draft.ts'

/** The delay of a save after the last key press, and the delay of a retry after a failure. */
const PAUSE_MS = 800
const RETRY_MS = [2_000, 5_000, 10_000, 30_000] as const

export interface GoodsDraftSaveResult {
  goodsId: string
  rowVersion: number
  code: string
  skuIds: readonly string[]
  problems: GoodsPublishingProblem[]
}

/** The state of the goods on the server. `goodsId` undefined: they are not saved yet. */
export interface GoodsServerState {
  goodsId: string | undefined
  rowVersion: number
  problems: readonly GoodsPublishingProblem[]
}

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'collided'

export interface DraftSnapshot extends GoodsServerState {
  draft: EditorDraft
  /** The state of the server, as far as this editor knows. */
  saved: EditorDraft
  state: SaveState
  /** Why saving did not succeed. */
  fault: string | undefined
  collision: GoodsChangedMeanwhileDetail | undefined
  /** Typed texts that cannot be parsed, by path. They exist only in their fields, not in the draft. */
  invalid: ReadonlyMap<string, string>
}

interface SaveInput {
  goodsId?: string
  rowVersion: number
  content: GoodsContent
}

/** What a server has of goods: as a draft, and its version. */
export interface AdoptedGoods {
  draft: EditorDraft
  stored: GoodsServerState
}

/** The fresh draft with the fields that were edited since `before`; the same object if none was. */
function keepFieldsTypedSince(fresh: EditorDraft, { before, draft }: { before: EditorDraft; draft: EditorDraft }): EditorDraft {
  const typed = Object.entries(draft).filter(([name, value]) => value !== before[name as keyof EditorDraft])
  return typed.length === 0 ? fresh : { ...fresh, ...Object.fromEntries(typed) }
}

/**
 * The draft of one editor. It is saved a moment after the last change, one save at a time. A failed save is retried, and the input stays. A
 * save with a conflict waits for a decision.
 */
export class DraftStore {
  private snapshot: DraftSnapshot
  private readonly send: (input: SaveInput) => Promise<GoodsDraftSaveResult>
  private readonly listeners = new Set<() => void>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> | undefined
  private failures = 0
  private abandoned = false

  constructor(draft: EditorDraft, stored: GoodsServerState, send: (input: SaveInput) => Promise<GoodsDraftSaveResult>) {
    this.snapshot = { ...stored, draft, saved: draft, state: 'saved', fault: undefined, collision: undefined, invalid: new Map() }
    this.send = send
  }

  readonly read = (): DraftSnapshot => this.snapshot
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  readonly change = (update: (was: EditorDraft) => EditorDraft): void => {
    const draft = update(this.snapshot.draft)
    if (draft === this.snapshot.draft) return
    const { state } = this.snapshot
    this.set({ draft, state: state === 'collided' || state === 'saving' ? state : 'waiting' })
    if (state !== 'collided') this.schedule(PAUSE_MS)
  }

  /** Records that a field contains a text that cannot be parsed; undefined: its text is valid. */
  readonly mark = (path: string, reason: string | undefined): void => {
    if (this.snapshot.invalid.get(path) === reason) return
    const invalid = new Map(this.snapshot.invalid)
    if (reason === undefined) invalid.delete(path)
    else invalid.set(path, reason)
    this.set({ invalid })
  }

  isDirty(): boolean {
    const { draft, saved, invalid } = this.snapshot
    return !this.abandoned && (draft !== saved || invalid.size > 0)
  }

  /** Saves at once. Returns whether everything is saved. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer)
    await this.settle()
    if (this.snapshot.draft !== this.snapshot.saved && this.snapshot.state !== 'collided') await this.save()
    return this.snapshot.draft === this.snapshot.saved
  }

  /** Sends the draft although nothing has changed, to find out who has changed the goods meanwhile, or to confirm the draft. */
  compare(): Promise<boolean> {
    this.set({ draft: { ...this.snapshot.draft } })
    return this.flush()
  }

  /** Continues after a conflict with the content that the person has chosen. */
  resolve(draft: EditorDraft, rowVersion: number): void {
    this.set({ draft: { ...draft }, rowVersion, collision: undefined, state: 'waiting', fault: undefined })
    void this.flush()
  }

  /**
   * Adopts the state of the server. What the person types while it is read stays, field by field, and is saved afterwards. Nothing is sent
   * meanwhile, because the version of the goods is not known.
   *
   * @throws what `read` throws; then nothing has changed.
   */
  adopt(read: () => Promise<AdoptedGoods | undefined>): Promise<void> {
    clearTimeout(this.timer)
    const before = this.snapshot
    const earlier = this.running ?? Promise.resolve()
    return this.begin(earlier.catch(() => undefined).then(() => this.adoptWhenRead(read, before)))
  }

  /** The person leaves although something could not be saved. */
  abandon(): void {
    this.abandoned = true
  }

  /** The editor closes. It sends the unsaved input once more. */
  close(): void {
    if (!this.abandoned && this.snapshot.draft !== this.snapshot.saved) void this.flush()
    clearTimeout(this.timer)
    this.failures = RETRY_MS.length
  }

  private async adoptWhenRead(read: () => Promise<AdoptedGoods | undefined>, before: DraftSnapshot): Promise<void> {
    const fresh = await read()
    if (!fresh) return
    const { draft, invalid } = this.snapshot
    const kept = keepFieldsTypedSince(fresh.draft, { before: before.draft, draft })
    this.set({
      ...fresh.stored,
      draft: kept,
      saved: fresh.draft,
      state: kept === fresh.draft ? 'saved' : 'waiting',
      fault: undefined,
      collision: undefined,
      invalid: new Map([...invalid].filter(([path]) => !before.invalid.has(path))),
    })
  }

  private set(change: Partial<DraftSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...change }
    for (const listener of this.listeners) listener()
  }

  private schedule(pause: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.flush(), pause)
  }

  /** One thing at a time is under way to the server: a save, or the reading of what is adopted. */
  private begin(task: Promise<void>): Promise<void> {
    const running = task.finally(() => {
      if (this.running === running) this.running = undefined
      if (this.snapshot.state === 'waiting') this.schedule(PAUSE_MS)
    })
    this.running = running
    return running
  }

  /** Waits until nothing is under way. A read that failed has told its caller. */
  private async settle(): Promise<void> {
    while (this.running) await this.running.catch(() => undefined)
  }

  private save(): Promise<void> {
    return this.running ?? this.begin(this.attempt())
  }

  private async attempt(): Promise<void> {
    const { draft: sent, goodsId, rowVersion } = this.snapshot
    this.set({ state: 'saving' })
    try {
      const answer = await this.send({ ...(goodsId === undefined ? {} : { goodsId }), rowVersion, content: toGoodsContent(sent) })
      const { draft } = this.snapshot
      const named = applyAssignedIdsAndCode(draft, sent, answer)
      const same = draft === sent
      this.failures = 0
      this.set({
        goodsId: answer.goodsId,
        rowVersion: answer.rowVersion,
        problems: answer.problems,
        draft: named,
        saved: same ? named : applyAssignedIdsAndCode(sent, sent, answer),
        state: same ? 'saved' : 'waiting',
        fault: undefined,
      })
    } catch (error) {
      this.fail(error)
    }
  }

  private fail(error: unknown): void {
    const fault = formatError(error)
    const collision =
      error instanceof Refusal && error.reason === 'ROW_CHANGED' ? GoodsChangedMeanwhileDetail.safeParse(error.detail).data : undefined
    this.set(collision ? { state: 'collided', collision, fault } : { state: 'failed', fault })
    if (collision) return
    const pause = RETRY_MS[this.failures]
    this.failures++
    // A refusal needs a change by the person. Any other error may disappear by itself.
    if (!(error instanceof Refusal) && pause !== undefined) this.schedule(pause)
  }
}
