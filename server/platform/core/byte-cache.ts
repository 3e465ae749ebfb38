/** Values in memory up to a total size in bytes. The value that was used least recently is evicted first. */
export interface ByteCache<T> {
  get(key: string): T | undefined
  /** Replaces the value under the key. A value that is larger than the whole cache is not stored. */
  add(key: string, value: T, bytes: number): void
  delete(key: string): void
  /** All values by key, least recently used first. */
  list(): [key: string, value: T][]
  /** The size of all entries. */
  bytes(): number
}

/** The memory of an entry besides its bytes: its key and the objects around it. */
const OVERHEAD_BYTES = 512

export function createByteCache<T>(bytesMax: number): ByteCache<T> {
  /** In the order of their last use. */
  const entries = new Map<string, { value: T; bytes: number }>()
  let total = 0
  /** The key that was used last, whose place need not change when it is used again. */
  let newest: string | undefined
  const remove = (key: string) => {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const found = entries.get(key)
      if (!found) return undefined
      if (key === newest) return found.value
      entries.delete(key)
      entries.set(key, found)
      newest = key
      return found.value
    },
    delete: remove,
    list: () => [...entries].map(([key, { value }]) => [key, value]),
    bytes: () => total,
    add(key, value, bytes) {
      remove(key)
      const size = bytes + OVERHEAD_BYTES
      if (size > bytesMax) return
      for (const oldest of entries.keys()) {
        if (total + size <= bytesMax) break
        remove(oldest)
      }
      entries.set(key, { value, bytes: size })
      newest = key
      total += size
    },
  }
}
