import { useSyncExternalStore } from 'react'
import { COMPARED_SKUS_MAX } from '#contract/catalog/goods-compare/api.ts'
import { showError } from '#storefront/platform/components/notify.ts'
import { isId } from '#storefront/platform/components/parse-id.ts'

/** A SKU that was chosen for comparison, and its name for the bar. */
export interface ComparedSkuChoice {
  skuId: string
  name: string
}

/** The choice is stored on the device, for guests too, and all tabs share it. */
const KEY = 'yanfeng.compare'

export const COMPARE_FULL_TEXT = `最多同时对比 ${COMPARED_SKUS_MAX} 种商品，请先在对比栏移除一种`

const isChoice = (one: unknown): one is ComparedSkuChoice =>
  typeof one === 'object' && one !== null && 'skuId' in one && 'name' in one && isId(String(one.skuId)) && typeof one.name === 'string'

/** Parses the stored choice. Invalid entries are dropped. */
function parseChoices(text: string | null): readonly ComparedSkuChoice[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isChoice).slice(0, COMPARED_SKUS_MAX) : []
  } catch {
    return []
  }
}

const readText = (): string | null => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

let text = readText()
let choices = parseChoices(text)
const listeners = new Set<() => void>()

/** Another tab may have changed the stored choice. */
function readStored(): void {
  const now = readText()
  if (now === text) return
  text = now
  choices = parseChoices(now)
  for (const listener of listeners) listener()
}

function store(next: readonly ComparedSkuChoice[]): void {
  choices = next
  text = JSON.stringify(next)
  try {
    localStorage.setItem(KEY, text)
  } catch {
    // The storage is full or blocked: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', readStored)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', readStored)
  }
}

export const listComparedSkuChoices = (): readonly ComparedSkuChoice[] => choices

/** Adds a SKU to the comparison. Returns false if it is full, and shows a message. */
export function addSkuToComparison(choice: ComparedSkuChoice): boolean {
  readStored()
  if (choices.some(({ skuId }) => skuId === choice.skuId)) return true
  if (choices.length >= COMPARED_SKUS_MAX) {
    showError(COMPARE_FULL_TEXT)
    return false
  }
  store([...choices, choice])
  return true
}

export const removeSkuFromComparison = (skuId: string): void => store(choices.filter((one) => one.skuId !== skuId))
export const clearComparison = (): void => store([])

export const useComparedSkuChoices = (): readonly ComparedSkuChoice[] =>
  useSyncExternalStore(watch, listComparedSkuChoices, listComparedSkuChoices)

/** The URL of the comparison of these SKUs. */
export const toCompareSearchParams = (skuIds: readonly string[]): Record<string, string> =>
  skuIds.length === 0 ? {} : { skuIds: skuIds.join(',') }

/** Parses that URL. Invalid ids, repeated ones, and those beyond the maximum are dropped. */
export const parseComparedSkuIds = (skuIds: string | undefined): string[] =>
  [...new Set((skuIds ?? '').split(','))].filter(isId).slice(0, COMPARED_SKUS_MAX)
