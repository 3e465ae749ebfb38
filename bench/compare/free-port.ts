import net from 'node:net'

/** A free port of loopback. `side.ts` runs in older commits too, whose own function may have had another name. */
export const findFreePortOfSide = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
