/** What is on its way at once, and is wanted in the order in which it was sent. */
export interface OrderedArrivals<Thing> {
  /** More is on its way: its keys, in order. */
  expect(keys: readonly number[]): void
  /** One has arrived, or has failed if there is nothing. Returns what is next in order now: nothing while an earlier one is on its way. */
  settle(key: number, thing?: Thing): Thing[]
}

export function createOrderedArrivals<Thing>(): OrderedArrivals<Thing> {
  let awaited: readonly number[] = []
  const settled = new Map<number, Thing | undefined>()
  return {
    expect: (keys) => {
      awaited = [...awaited, ...keys]
    },
    settle: (key, thing) => {
      settled.set(key, thing)
      const waits = awaited.findIndex((one) => !settled.has(one))
      const through = awaited.slice(0, waits === -1 ? awaited.length : waits)
      awaited = awaited.slice(through.length)
      return through.flatMap((one) => {
        const arrived = settled.get(one)
        settled.delete(one)
        return arrived === undefined ? [] : [arrived]
      })
    },
  }
}
