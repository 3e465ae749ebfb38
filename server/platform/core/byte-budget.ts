/** Bytes that one piece of work holds in memory. */
export interface ByteHolding {
  add(bytes: number): void
  bytes(): number
  /** It is complete: from now on it is worked with and cannot be evicted. */
  complete(): void
  release(): void
}

/** A bound on the bytes that all work of one kind holds in memory at once. */
export interface ByteBudget {
  /**
   * Begins to hold for somebody, a company or an address. `evicted` is called when the budget is used up and this holding has to go: of whoever holds
   * the most, the largest holding that is not yet complete. So whoever fills the budget makes room, not whoever comes next.
   */
  open(holder: string, evicted: () => void): ByteHolding
  held(): number
}

interface Entry {
  holder: string
  bytes: number
  evictable: boolean
  evicted: () => void
}

/** Who holds the most bytes of all who have something that can make room; undefined: nobody has. */
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
