/** The bytes that one piece of work holds in memory. */
export interface ByteReservation {
  add(bytes: number): void
  bytes(): number
  /** Marks the holding as complete: its bytes are now processed, and it can no longer be evicted. */
  complete(): void
  release(): void
}

/** A limit for the bytes that all work of one kind holds in memory at once. */
export interface ByteBudget {
  /**
   * Opens a holding for a holder: a company or an address. When the budget is used up, one holding is evicted, and its `evicted` is called.
   * It is the largest incomplete holding of the holder with the most bytes. So the holder that fills the budget makes room, and newcomers
   * do not.
   */
  open(holder: string, evicted: () => void): ByteReservation
  held(): number
}

interface Entry {
  holder: string
  bytes: number
  evictable: boolean
  evicted: () => void
}

/** The holder with the most bytes among those that have an evictable holding; undefined if there is none. */
function largestHolder(entries: Iterable<Entry>): string | undefined {
  const sums = new Map<string, { bytes: number; evictable: boolean }>()
  for (const { holder, bytes, evictable } of entries) {
    const sum = sums.get(holder) ?? { bytes: 0, evictable: false }
    sums.set(holder, { bytes: sum.bytes + bytes, evictable: sum.evictable || evictable })
  }
  const [largest] = [...sums].filter(([, sum]) => sum.evictable).sort(([, one], [, other]) => other.bytes - one.bytes)
  return largest?.[0]
}

export function createByteBudget(bytesMax: number): ByteBudget {
  const entries = new Set<Entry>()
  let total = 0
  const remove = (entry: Entry) => {
    if (entries.delete(entry)) total -= entry.bytes
  }
  const evict = (newest: Entry) => {
    const holder = largestHolder(entries)
    const [victim = newest] = [...entries].filter((one) => one.holder === holder && one.evictable).sort((a, b) => b.bytes - a.bytes)
    remove(victim)
    victim.evicted()
  }
  return {
    open(holder, evicted) {
      const entry: Entry = { holder, bytes: 0, evictable: true, evicted }
      entries.add(entry)
      return {
        add(bytes) {
          if (!entries.has(entry)) return
          entry.bytes += bytes
          total += bytes
          while (total > bytesMax && entries.has(entry)) evict(entry)
        },
        bytes: () => entry.bytes,
        complete: () => {
          entry.evictable = false
        },
        release: () => remove(entry),
      }
    },
    held: () => total,
  }
}
