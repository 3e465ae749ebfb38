/** Reorders parallel uploads, so that they arrive in the order in which they were sent. */
export interface InOrderUploadQueue<Thing> {
  /** Adds uploads by their keys, in order. */
  expect(keys: readonly number[]): void
  /**
   * Records that one has arrived, or has failed if there is no value. Returns what is next in order: nothing while an earlier one is in
   * progress.
   */
  settle(key: number, thing?: Thing): Thing[]
}

export function createInOrderUploadQueue<Thing>(): InOrderUploadQueue<Thing> {
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
